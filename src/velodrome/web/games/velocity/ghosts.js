// Ghosts: pale couriers on the spaces to which legal moves lead, from the server's previews.

import { html } from '../../lib/dom.js'
import { zone } from '../../table/pieces.js'
import { can, canPicture, manhole } from './art.js'

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../protocol/types.js').Choice} Choice */
/** @typedef {{to: string, from: string, dice: {colour: string | null, pips: number}[], gain: number,
 *   couriers: number, meant: boolean,
 *   arg: string, label: string}} Ghost
 *   meant: of the selected move; arg: the pick of its button; "" if a press there means something else */

const MAX_UNPICKED_GHOSTS = 6 // moves shown as ghosts before anything is picked

/** @param {View} view @returns {Ghost[]} */
export function ghosts(view) {
  const goes = (/** @type {Choice} */ { preview = {} }) =>
    preview.to && preview.to !== preview.from && preview.couriers !== 0
  const open = (view.ready ? [view.ready] : view.left).filter(goes)
  if (!view.ready && !view.selected.size && open.length > MAX_UNPICKED_GHOSTS) return []
  if (!view.ready && open.some((move) => move.preview?.couriers)) return []
  /** @type {Map<string, Ghost>} */
  const found = new Map()
  for (const move of open) join(view, found, move)
  return [...found.values()]
}

/** @param {View} view @param {Map<string, Ghost>} found @param {Choice} move */
function join(view, found, move) {
  const { to, from, die, gain = 0, couriers = 1 } = move.preview ?? {}
  const rolled = zone(view, 'dice').pieces.find((one) => one.id === die)
  const dice = rolled ? [{ colour: rolled.colour, pips: rolled.pips }] : []
  const known = found.get(to)
  if (known)
    known.dice.push(
      ...dice.filter((one) => !known.dice.some((other) => other.pips === one.pips && other.colour === one.colour)),
    )
  else
    found.set(to, {
      to,
      from,
      dice,
      gain,
      couriers,
      meant: move === view.ready,
      arg: die ? nextPick(view, move, to) : '',
      label: promised(view, move),
    })
}

/**
 * Return the next pick for a move: the one that the fewest moves share; "" if its space is lit or selected itself.
 * @param {View} view
 * @param {Choice} move
 * @param {string} to  space to which the move leads
 */
function nextPick(view, move, to) {
  if (view.lit.has(to) || view.selected.has(to)) return ''
  const wanted = (/** @type {string} */ pick) => view.left.filter((other) => other.picks.includes(pick)).length
  return move.picks.filter((pick) => !view.selected.has(pick)).sort((a, b) => wanted(a) - wanted(b))[0] ?? ''
}

/** Return a space as an argument of a text: its number, or start. @param {string} id */
export const spaceArgument = (id) => id.replace('space_', '')

/** Return the name of a space on the board. @param {View} view @param {string} id */
const spaceName = (view, id) => (id === 'space_start' ? view.word('view.start') : spaceArgument(id))

/** Render the preview of a move in symbols, for its button. @param {View} view @param {Choice} move */
export function brief(view, { preview = {} }) {
  const { to, from, lands, place, gain, cost } = preview
  const where = place
    ? html`→ ${view.word('piece.podium')} ${place}`
    : to && to !== from
      ? html`→ ${spaceName(view, to)}`
      : ''
  const hole =
    lands === 'obstacle' && to !== from ? html`<svg viewBox="-11 -11 22 22" aria-hidden="true">${manhole}</svg>` : ''
  return html`${where} ${hole} ${gain ? html`+${gain} ${canPicture()}` : ''}
    ${cost ? html`−${cost} ${canPicture()}` : ''}`
}

/** Describe the preview of a move in words. @param {View} view @param {Choice} move */
export function promised(view, { preview = {} }) {
  const { to = '', lands, gain, cost, back, forced, wins, place, along, pursuers, escapes, dice } = preview
  const found = []
  if (wins) found.push(view.word('view.wins'))
  else if (place) found.push(view.word('view.place', { place }))
  else if (to)
    found.push(
      lands === 'road' || lands === 'start'
        ? `→ ${spaceName(view, to)}`
        : `→ ${spaceName(view, to)}, ${view.word(`piece.${lands}`)}`,
    )
  if (along !== undefined && along !== null) found.push(view.word('view.along', { seat: along }))
  if (back) found.push(view.word(forced ? 'view.back.forced' : 'view.back', { target: spaceArgument(back) }))
  if (dice)
    found.push(view.word('view.dice', { dice: dice.filter((/** @type {string} */ die) => die !== 'die_sum').length }))
  if (escapes) found.push(view.word('view.escapes'))
  if (gain) found.push(view.word('view.gain', { cans: gain }))
  if (cost) found.push(view.word('view.cost', { cans: cost }))
  const chasers = (pursuers ?? []).flatMap((/** @type {number} */ count, /** @type {number} */ seat) =>
    count && seat !== view.me ? [view.names[seat]] : [],
  )
  if (chasers.length) found.push(view.word('view.pursuers', { who: chasers.join(', ') }))
  return found.join(' · ')
}

/** Render the dice that lead to a ghost. @param {Ghost} ghost */
export function mark({ dice, gain }) {
  const shown = dice.slice(0, 3).map(
    (
      { colour, pips },
      i,
    ) => html`<g class="chip-die" ${colour ? html`data-team="${colour}"` : ''} transform="translate(${-i * 15} 0)">
    <rect x="-7.500" y="-7.500" width="15" height="15" rx="4"/><text y="4.300">${pips}</text></g>`,
  )
  return html`<g transform="translate(13 13)"><g
    class="legible">${shown}</g></g>${gain ? html`<g transform="translate(15 -11) scale(.8)">${can}</g>` : ''}`
}
