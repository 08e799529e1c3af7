// Steps of a replay: one for each decision. Deals, dice and other moves without a sentence belong to the step before.

/** @typedef {import('../../protocol/types.js').News} News */
/** @typedef {import('../../protocol/types.js').Past} Past */

/** A step: the moves since the step before, and the ply of the table after them.
 * @typedef {{ply: number, news: News[]}} Step */

/** A round: its number, and the step at whose table it begins. @typedef {{number: number, step: number}} Round */

/** Check whether a move starts a step: somebody's decision, or an undo. @param {News} news */
const isDecision = ({ actor, told, undone }) => actor >= 0 && Boolean(told?.key || undone)

/**
 * Divide a game into steps. The first step is the opening, before the first decision.
 * @param {Pick<Past, 'news' | 'plies'>} past
 * @returns {Step[]}
 */
export function findSteps({ news, plies }) {
  /** @type {News[][]} */
  const runs = [[]]
  for (const line of news) {
    if (isDecision(line)) runs.push([])
    runs[runs.length - 1].push(line)
  }
  return runs.map((run, i) => ({ ply: (runs[i + 1]?.[0].ply ?? plies + 1) - 1, news: run }))
}

/** Return the step that a ply belongs to. @param {Step[]} steps @param {number} ply */
export function stepAt(steps, ply) {
  const found = steps.findIndex((step) => step.ply >= ply)
  return found < 0 ? steps.length - 1 : found
}

/**
 * Return the step at which each round begins.
 * @param {Step[]} steps
 * @param {Pick<Past, 'rounds'>} past
 * @returns {Round[]}
 */
export const findRounds = (steps, { rounds }) => rounds.map(([number, ply]) => ({ number, step: stepAt(steps, ply) }))

/** Return the round of a step, as an index. @param {Round[]} rounds @param {number} step */
export const roundAt = (rounds, step) =>
  Math.max(
    0,
    rounds.findLastIndex((round) => round.step <= step),
  )
