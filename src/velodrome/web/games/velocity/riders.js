// Positions of the couriers: match them between tables for animation, and divide the room on a space.

import { zone } from '../../table/pieces.js'
import { describeMoment, STILL } from './moments.js'

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {{key: string, seat: number, colour: string, on: string}} Rider */
/** @typedef {{rider: string, seat: number, colour: string, from: string, to: string, via?: string}} Trail
 *   rider: its key; via: a manhole from which it rolled back */
/** @typedef {{ply: number, riders: Rider[], trails: Trail[], moment: import('./moments.js').Moment}} Scenery */
/** @typedef {{x: number, y: number, size: number, small: boolean, up?: boolean, outer?: number}} Slot
 *   x, y: from the middle of a space; small: only the bag fits; up: the count is above, not below; outer: -1 if it is
 *   on the left, away from the couriers beside it */

/** Match all couriers with those of the last table. Couriers of a team are identical, so one that left a space is
 * assumed to be one that reached another.
 * @param {View} view @returns {Scenery} */
export function follow(view) {
  const { table, memory } = view
  const kept = view.past ? null : memory.riders // a replay may jump to any ply
  if (kept?.ply === table.ply) return kept
  /** @type {Trail[]} */
  const trails = []
  const riders = table.seats.flatMap((_, seat) => {
    const now = zone(view, `couriers${seat}`).pieces
    const before = (kept?.riders ?? []).filter((/** @type {Rider} */ rider) => rider.seat === seat)
    if (before.length)
      return matchTeam(
        before,
        now.map((piece) => piece.on),
        trails,
      )
    return now.map(({ id, colour, on }) => ({ key: id, seat, colour, on }))
  })
  const moment = kept ? describeMoment(view.heard, kept.ply, riders, trails) : STILL
  const shown = trails.length || moment.retreats.length ? withRetreats(trails, riders, moment.retreats) : kept?.trails
  memory.riders = { ply: table.ply, riders, trails: shown ?? [], moment }
  return memory.riders
}

/** Replace the trails of couriers that rolled back by trails over the manhole, even of those that are where they were.
 * @param {Trail[]} trails @param {Rider[]} riders @param {import('./moments.js').Retreat[]} retreats
 * @returns {Trail[]} */
function withRetreats(trails, riders, retreats) {
  const rolledBack = retreats.flatMap(({ rider, from, via, to }) => {
    const found = riders.find(({ key }) => key === rider)
    return found ? [{ rider, seat: found.seat, colour: found.colour, from, via, to }] : []
  })
  return [...trails.filter(({ rider }) => !rolledBack.some((other) => other.rider === rider)), ...rolledBack]
}

/** @param {Rider[]} before @param {string[]} places @param {Trail[]} trails @returns {Rider[]} */
function matchTeam(before, places, trails) {
  const left = [...places]
  const stays = before.filter((rider) => {
    const found = left.indexOf(rider.on)
    if (found >= 0) left.splice(found, 1)
    return found >= 0
  })
  return before.map((rider) => {
    if (stays.includes(rider)) return rider
    const to = left.shift() ?? rider.on
    trails.push({ rider: rider.key, seat: rider.seat, colour: rider.colour, from: rider.on, to })
    return { ...rider, on: to }
  })
}

const LARGEST = 50
const LARGEST_BAG = 22 // where only bags fit

/** Divide a space into slots for `count` teams, as large as possible; in slots below the size `small`, only bags fit.
 * @param {number} count @param {number} wide @param {number} high @param {number} small @returns {Slot[]} */
export function slots(count, wide, high, small) {
  if (count > 4) [wide, high] = [wide * 1.1, high * 1.1] // a crowd may overlap the kerb
  let [columns, size] = [1, 0]
  for (let tried = 1; tried <= count; tried++) {
    const side = Math.min(wide / tried, high / Math.ceil(count / tried))
    if (side > size + 0.1) [columns, size] = [tried, side]
  }
  const rows = Math.ceil(count / columns)
  const [across, down] = [Math.min(wide / columns, LARGEST), Math.min(high / rows, LARGEST)]
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / columns)
    const here = row < rows - 1 ? columns : count - columns * (rows - 1)
    return {
      x: ((i % columns) - (here - 1) / 2) * across,
      y: (row - (rows - 1) / 2) * down,
      size: Math.min(size, size < small ? LARGEST_BAG : LARGEST),
      small: size < small,
    }
  })
}
