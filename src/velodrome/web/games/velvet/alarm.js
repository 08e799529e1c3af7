// Decisive moments: the next step wins or loses the game, and the viewer knows it.

import { html, nothing } from '../../lib/dom.js'
import { zone } from '../../table/pieces.js'

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../protocol/types.js').Choice} Choice */

/** Return what the next step means for the viewer: "win", "lose", "watch", or "" if it decides nothing.
 * @param {View} view */
export function mood(view) {
  const { alarm } = view.table.more
  if (!alarm || view.table.actor === -2) return '' // the game may have ended on time
  if (alarm.victim === view.me) return 'lose'
  return alarm.seat === view.me ? 'win' : 'watch'
}

/** Render the mark that colours the prompt and the board. @param {View} view */
export const alarmOf = (view) =>
  mood(view) ? html`<span class="vv-alarm vv-${mood(view)}" data-key="alarm" hidden></span>` : nothing

/** Check whether the opponent can win in their next turn, and it is still the viewer's turn. @param {View} view */
export const isInDanger = (view) => view.table.more.alarm?.step === 'danger'

/** Return the moves that save the Threads and get a button of their own: reactions and Events. A
 * Cave-in counts only if it moves the Threads themselves.
 * @param {View} view @returns {Choice[]} */
export function rescuesOf(view) {
  const threads = zone(view, `kingdom${view.me}`).pieces.find(({ kind }) => kind === 'threads')?.id
  const isAction = (/** @type {string} */ pick) => pick === 'pass' || pick.startsWith('return:')
  return view.moves.filter(({ picks, preview }) => {
    if (!preview?.saves || picks.some(isAction)) return false
    return !picks.some((pick) => pick.startsWith('by:')) || picks.includes(threads ?? '')
  })
}

/** Check whether a button's move would lose the Threads, and so the game. @param {View} view @param {string} id */
export const givesIn = (view, id) =>
  mood(view) === 'lose' && Boolean(view.moves.find(({ picks }) => picks[0] === id)?.preview?.ends?.includes('threads'))
