// What happened since the last table, as a timeline: the dice land, couriers ride, some roll back, cans are won.

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../protocol/types.js').News} News */
/** @typedef {import('../../protocol/types.js').Text} Text */
/** @typedef {import('./riders.js').Rider} Rider */
/** @typedef {import('./riders.js').Trail} Trail */
/** @typedef {{rider: string, from: string, via: string, to: string, start: number}} Retreat
 *   a courier rides to a manhole (`via`) and rolls back; start: ms until it rolls back */
/** @typedef {{rider: string, to: string, cans: number, start: number, ply: number}} Gain  cans that a courier won */
/** @typedef {{roll: Text | null, wait: number, retreats: Retreat[], gains: Gain[], duration: number}} Moment
 *   roll: the outcome with its dice; wait: ms until couriers ride; duration: ms until all stand still */

// in ms at normal speed
export const LANDING = 750 // dice roll and land
export const RIDE = 900
const HOLE = 350 // a courier stands on a manhole before it rolls back
export const ROLL_BACK = 900
const STAGGER = 450 // between two couriers that roll back
const LOOK = 250 // after the last motion

/** @type {Moment} */
export const STILL = { roll: null, wait: 0, retreats: [], gains: [], duration: 0 }

/** Return the outcomes of a move with one of these keys. @param {News} news @param {...string} keys */
const outcomesOf = (news, ...keys) => (news.outcomes ?? []).filter(({ key }) => keys.includes(key))

/** Return the last roll. @param {News[]} heard @returns {{ply: number, text: Text} | null} */
export function lastRoll(heard) {
  const found = heard.findLast((news) => outcomesOf(news, 'outcome.roll').length)
  return found ? { ply: found.ply, text: outcomesOf(found, 'outcome.roll')[0] } : null
}

/** Return the id of the space that an outcome names; an outcome without a space means START. @param {Text} text */
const spaceOf = (text) => `space_${text.space ?? 'start'}`

/** Return the last landing on a space until a ply: where it came from, and where it landed.
 * @param {News[]} heard @param {number} until */
function lastLanding(heard, until) {
  const landings = (/** @type {News} */ news) => outcomesOf(news, 'outcome.to', 'outcome.to.obstacle')
  const news = heard.findLast((one) => one.ply <= until && landings(one).length)
  return { ply: news?.ply ?? 0, from: `space_${news?.told?.space}`, dest: news ? spaceOf(landings(news)[0]) : '' }
}

/**
 * Return the timeline of the moves after a ply.
 * @param {News[]} heard
 * @param {number} since
 * @param {Rider[]} riders  the couriers, where they are now
 * @param {Trail[]} trails  of the couriers that are not where they were
 * @returns {Moment}
 */
export function describeMoment(heard, since, riders, trails) {
  const fresh = heard.filter(({ ply }) => ply > since)
  const roll = lastRoll(fresh)?.text ?? null
  const wait = roll ? LANDING : 0
  const rides = lastLanding(heard, Number.POSITIVE_INFINITY).ply > since
  const ridden = wait + (rides || trails.length ? RIDE : 0)
  /** @type {Moment} */
  const moment = { roll, wait, retreats: [], gains: [], duration: 0 }
  const taken = new Set()
  const find = (/** @type {number} */ seat, /** @type {string} */ on) => {
    const there = riders.filter((rider) => rider.seat === seat && rider.on === on && !taken.has(rider.key))
    const found = there.find(({ key }) => trails.some(({ rider }) => rider === key)) ?? there[0]
    if (found) taken.add(found.key)
    return found
  }
  for (const news of fresh) {
    const landing = lastLanding(heard, news.ply) // several turns may arrive together
    const { dest } = landing
    const rode = landing.ply > since
    for (const text of outcomesOf(news, 'outcome.back', 'outcome.back.start')) {
      const rider = find(Number(text.seat), spaceOf(text))
      if (!rider) continue
      const from = rode ? landing.from : dest
      const start = (rode ? ridden + HOLE : wait) + moment.retreats.length * STAGGER
      moment.retreats.push({ rider: rider.key, from, via: dest, to: rider.on, start })
      moment.gains.push({ rider: rider.key, to: rider.on, cans: Number(text.cans), start, ply: news.ply })
    }
    for (const text of outcomesOf(news, 'outcome.can')) {
      const rider = find(Number(text.seat), dest)
      if (rider) moment.gains.push({ rider: rider.key, to: dest, cans: 1, start: ridden, ply: news.ply })
    }
  }
  moment.gains = moment.gains.filter(({ cans }) => cans > 0)
  const ends = moment.retreats.map(({ start }) => start + ROLL_BACK)
  const last = Math.max(ridden, ...ends)
  moment.duration = last ? last + LOOK : 0
  return moment
}
