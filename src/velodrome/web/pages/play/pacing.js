// Show received tables one at a time, with the score sheet between rounds and the result at the end.

import { nothing } from '../../lib/dom.js'
import { importModule } from '../../lib/lazy.js'
import { announce } from '../../lib/screenreader.js'
import { moveGap, paced } from '../../lib/settings.js'
import { mergeTable } from '../../protocol/merge.js'
import { loadSounds } from '../../table/drawings.js'
import { promptText } from '../../table/layout.js'
import { describeMoves } from '../../table/log.js'
import { reactAsBot } from '../../table/parts.js'
import { renderScores } from '../../table/scores.js'
import { currentView, hasLeft, newestTable } from '../../table/session.js'

/** @typedef {import('../../table/session.js').Session} Session */
/** @typedef {import('../../protocol/types.js').Table} Table */
/** @typedef {import('../../protocol/types.js').WireTable} WireTable */
/** @typedef {import('../../protocol/types.js').News} News */

const MAX_UNHURRIED = 4 // if more tables are queued, each is shown for a shorter time
const MAX_PACED = 12 // if more tables are queued, the oldest are shown at once
const MAX_CLOSING_MOVES = 6 // moves above the score sheet of a round
const SHORT_CLOCK = 3_600 // seconds left on a running clock below which its owner waits for nothing
const FINISH_PAUSE = 1_500 // ms between the last move and the result
const MAX_SOUNDS = 3 // sounds of one table
const OVER = -2 // actor of a finished game

/** Queue a table; it is shown after those before it, and at once if it answers a move of the viewer.
 * @param {Session} session @param {WireTable} table */
export function queueTable(session, table) {
  const { queue, timer } = session.pacing
  const isAnswer = !queue.length && canMove(session)
  queue.push(table)
  if (!timer || isAnswer) showQueue(session)
}

/**
 * Show the queued tables at a readable pace, up to the end of a round: its score sheet comes before the next deal.
 * @param {Session} session
 */
export function showQueue(session) {
  const { pacing, site } = session
  clearTimeout(pacing.timer)
  pacing.timer = 0
  while (pacing.queue.length && !pacing.isCovered) {
    const next = mergeTable(session.table, pacing.queue[0], pacing.pieces)
    if (endsRound(session, next)) return closeRound(session, next)
    pacing.queue.shift()
    // moves are legal at the newest table only
    showTable(session, pacing.queue.length ? { ...next, moves: [] } : next)
    if (pacing.queue.length && (isHurried(session) || pacing.queue.length > MAX_PACED)) continue
    site.redraw()
    const wait = pause(session)
    if (wait) {
      pacing.timer = setTimeout(() => showQueue(session), wait)
      return
    }
  }
}

/**
 * Return how long the current table is shown before the next one, in ms: 0 if the viewer is to move, so that their own
 * move is shown at once. If many tables wait, each is shown for a shorter time.
 * @param {Session} session
 */
function pause(session) {
  const { pacing, drawing } = session
  if (isHurried(session) || (canMove(session) && !pacing.queue.length)) return 0
  const view = currentView(session)
  const animation = view ? paced(drawing?.duration?.(view) ?? 0) : 0
  return Math.max(moveGap(), animation) * Math.min(1, MAX_UNHURRIED / pacing.queue.length)
}

/** Check whether the viewer is to move at the table that is shown. @param {Session} session */
function canMove(session) {
  const view = currentView(session)
  return view !== null && view.moves.length > 0 && !view.ahead
}

/** Check whether waiting tables are shown at once. @param {Session} session */
const isHurried = (session) => document.hidden || !moveGap() || isClockRunning(session)

/** Check whether the clock of the viewer's seat runs for the newest table, shown or not. @param {Session} session */
function isClockRunning(session) {
  const times = session.helpers.clocks?.times
  const isMine = times && times.running === session.room?.me && times.ply === newestTable(session)?.ply
  return isMine && times.left[times.running] < SHORT_CLOCK
}

/** Show all waiting tables at once if the viewer's clock runs. @param {Session} session */
export function hurryQueue(session) {
  if (session.pacing.timer && isClockRunning(session)) showQueue(session)
}

/**
 * Check whether to show a score sheet before this table; if several rounds ended, only for the last.
 * @param {Session} session
 * @param {Table} next
 */
function endsRound({ table, pacing }, { actor, sheet }) {
  const isLast = !pacing.queue.some((later) => later.sheet.length > sheet.length)
  const isNew = table !== null && sheet.length > table.sheet.length && sheet.length !== pacing.shownRounds
  return actor !== OVER && isNew && isLast
}

/**
 * Show the scores of a round with the moves that ended it, since the next table no longer shows its cards.
 * @param {Session} session
 * @param {Table} next
 */
function closeRound(session, next) {
  const { pacing, ui } = session
  pacing.shownRounds = next.sheet.length
  const news = newMoves(session, next)
  const ended = news.slice(0, 1 + news.findLastIndex(({ outcomes }) => outcomes))
  ui.history = [...ui.history, ...ended]
  openSheet(session, next, ended.slice(-MAX_CLOSING_MOVES))
}

/** Return the news of a table that the log does not have yet. @param {Session} session @param {Table} table */
function newMoves({ ui }, { news }) {
  const last = ui.history.at(-1)?.ply ?? -1
  return news.filter(({ ply }) => ply > last)
}

/** Make a table the current one. @param {Session} session @param {Table} next */
function showTable(session, next) {
  const { ui, pacing, helpers, pending } = session
  const before = session.table
  ui.history = pacing.isFresh ? next.news : [...ui.history, ...newMoves(session, next)]
  pacing.isFresh = false
  ui.selection.isSending = false
  session.table = next
  pacing.shownRounds = Math.min(pacing.shownRounds, next.sheet.length) // the end of a round may be undone
  helpers.hotseat?.tableShown()
  if (before?.ply === next.ply) return
  ui.selection.unconfirmed = []
  if (ui.notice !== pending.keptNotice) ui.notice = null
  if (!ui.parts.premoves?.tableShown(next)) ui.selection.picked = new Set()
  helpers.hints?.close()
  if (before) announceMove(session, next, before)
  if (before) reactAsBot(session, next, before.ply).catch(() => undefined) // the game works without reactions
  if (before && next.actor === OVER && before.actor !== OVER) finishGame(session)
}

/**
 * Play a sound and read the move out, if this browser is set to do so.
 * @param {Session} session
 * @param {Table} table
 * @param {Table} before  the table that was shown before
 */
function announceMove(session, table, before) {
  const { drawing, site } = session
  const view = currentView(session)
  if (!view || !drawing) return
  const isMyTurn = view.moves.length > 0 && !view.ahead
  const fallback = table.actor === OVER ? 'over' : isMyTurn ? 'turn' : 'move'
  const text = () => [...describeMoves(drawing, view, table.news), ...(isMyTurn ? [promptText(view)] : [])].join(' ')
  void loadSounds(view.game)
    .catch(() => ({}))
    .then((sounds) =>
      announce(chooseSounds(sounds, table.news, fallback, beginsLastLap(before, table)), text, site.lang),
    )
}

/** Check whether the last lap or round begins, or a time in which the game can end: the bell rings for it, once.
 * @param {Pick<Table, 'more'>} before @param {Pick<Table, 'more'>} next */
export const beginsLastLap = (before, next) => next.more.final === true && before.more.final === false

/**
 * Return the sounds of the latest moves, in their order: those that the game has, and one for the turn or the end.
 * @param {import('../../protocol/types.js').GameSounds} sounds
 * @param {News[]} news
 * @param {string} fallback  sound of the turn, the end, or a move without a sound of its own
 * @param {boolean} [isLastLap]  the last lap begins
 */
export function chooseSounds(sounds, news, fallback, isLastLap = false) {
  const keys = news.flatMap(({ told, outcomes }) => [told, ...(outcomes ?? [])]).map((text) => text?.key ?? '')
  const heard = [...keys.map((key) => sounds[key]).filter((name) => name), ...(isLastLap ? ['bell'] : [])]
  const found = [...new Set(heard)].slice(-MAX_SOUNDS)
  return found.length && fallback === 'move' ? found : [...found, fallback]
}

/** Show the result, after a pause for the last move. @param {Session} session */
export function finishGame(session) {
  const view = currentView(session)
  void loadEnding(session) // meanwhile
  const wait = paced(FINISH_PAUSE + ((view && session.drawing?.duration?.(view)) ?? 0))
  if (wait) session.pacing.finishTimer = setTimeout(() => void showScores(session), wait)
  else void showScores(session)
}

/** Load what shows the result; null if that fails. @param {Session} session */
const loadEnding = ({ helpers }) =>
  helpers.load('ending', () => importModule(() => import('./ending.js'))).catch(() => null)

/** Open the score sheet or, once the game is over, its result. @param {Session} session */
export async function showScores(session) {
  if (currentView(session)?.table.actor !== OVER) return openSheet(session)
  const ending = await loadEnding(session)
  if (hasLeft(session)) return
  if (ending) ending.openEnding(session)
  else openSheet(session)
}

/**
 * Open the score sheet.
 * @param {Session} session
 * @param {Table | null} [next]  take the scores from this table, not shown yet
 * @param {News[]} [ended]  the moves that ended the round
 */
function openSheet(session, next = null, ended = []) {
  const { site, pacing } = session
  site.dialog(() => {
    const { room, drawing, ui } = session
    const view = currentView(session, next ?? session.table)
    const outcomes = (next?.news ?? ui.history).at(-1)?.outcomes ?? []
    return room && view && drawing ? renderScores(site, drawing, room, view, outcomes, ended) : nothing
  })
  pacing.isCovered = true
}

/** Resume the queue after the score sheet. @param {Session} session */
export function uncoverTable(session) {
  session.pacing.isCovered = false
  showQueue(session)
}
