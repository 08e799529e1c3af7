// Session at a live table: its state, and operations shared by all parts of the table.

import { html, nothing } from '../lib/dom.js'
import { createLoader } from '../lib/lazy.js'
import { renderRuleLink } from './rule_dialog.js'
import { isConfirming } from './takeback.js'
import { buildView, createUi } from './view.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {import('../lib/dom.js').Html} Html */
/** @typedef {import('../protocol/types.js').Room} Room */
/** @typedef {import('../protocol/types.js').Table} Table */
/** @typedef {import('../protocol/types.js').WireTable} WireTable */
/** @typedef {import('../protocol/types.js').Piece} Piece */
/** @typedef {import('../protocol/types.js').Drawing} Drawing */
/** @typedef {import('../protocol/types.js').Request} Request */

/** @typedef {object} Connection
 * @property {import('../lib/socket.js').Socket | null} socket
 * @property {boolean} isGone  the table does not exist any more
 * @property {boolean} isBroken  a script of the page has an error
 * @property {Room | null} newestRoom  the last one received; shown after its drawing is loaded
 * @property {Set<string>} missingParts  parts of the page that could not be fetched
 */

/** Queue of received tables, which are shown one at a time.
 * @typedef {object} Pacing
 * @property {WireTable[]} queue  received, not shown yet
 * @property {Map<string, Piece>} pieces  constant pieces by id
 * @property {number} timer  shows the next table
 * @property {number} finishTimer  opens the last score sheet
 * @property {boolean} isCovered  a score sheet covers the table: the queue waits
 * @property {number} shownRounds  rounds on the score sheet that opened last
 * @property {boolean} isFresh  the next table brings the whole log
 */

/** Lazily loaded parts, besides those of the ui.
 * @typedef {object} Helpers
 * @property {ReturnType<typeof createLoader>} load
 * @property {import('./hotseat.js').HotSeat | null} hotseat
 * @property {import('./hints.js').HintPanel | null} hints
 * @property {import('./clocks.js').Clocks | null} clocks
 * @property {number} premoveLoads  messages waiting for the premoves module
 */

/** State that waits for an answer or a timer.
 * @typedef {object} Pending
 * @property {number} reasons  unanswered questions why a selection was restarted
 * @property {HTMLInputElement | null} renamedField  input field of an unconfirmed new name
 * @property {boolean} wantsRematch  go to the next game as soon as it is open
 * @property {number} noticeTimer  removes the notice
 * @property {(() => Html) | null} keptNotice  a notice that stays while others move
 * @property {(() => Html) | null} endedTakeback  the notice that a move has ended the vote on the viewer's take-back
 * @property {(() => Html) | null} absentNotice  the notice that people have not connected yet
 * @property {boolean} isAwaited  the table waits for this guest
 */

/** @typedef {object} Session
 * @property {Site} site
 * @property {string} id  of the room
 * @property {string} invite
 * @property {boolean} isWatching  a visitor of the lobby has chosen not to take a free seat
 * @property {Room | null} room
 * @property {Table | null} table  the one that is shown
 * @property {Drawing | null} drawing
 * @property {import('./view.js').TableUi} ui
 * @property {Connection} connection
 * @property {Pacing} pacing
 * @property {Helpers} helpers
 * @property {Pending} pending
 * @property {AbortController} leaving  aborted when the page is left
 */

const NOTICE_TIME = 12_000 // ms that a notice stays

/** @param {Site} site @param {string} id @param {string} invite @returns {Session} */
export const createSession = (site, id, invite) => ({
  site,
  id,
  invite,
  isWatching: false,
  room: null,
  table: null,
  drawing: null,
  ui: createUi(site.lang),
  connection: { socket: null, isGone: false, isBroken: false, newestRoom: null, missingParts: new Set() },
  pacing: {
    queue: [],
    pieces: new Map(),
    timer: 0,
    finishTimer: 0,
    isCovered: false,
    shownRounds: 0,
    isFresh: true,
  },
  helpers: { load: createLoader(), hotseat: null, hints: null, clocks: null, premoveLoads: 0 },
  pending: {
    reasons: 0,
    renamedField: null,
    wantsRematch: false,
    noticeTimer: 0,
    keptNotice: null,
    endedTakeback: null,
    absentNotice: null,
    isAwaited: false,
  },
  leaving: new AbortController(),
})

/** Check whether the page was left. @param {Session} session */
export const hasLeft = (session) => session.leaving.signal.aborted

/** Return the newest table that was received, shown or not. @param {Session} session */
export const newestTable = ({ pacing, table }) => pacing.queue.at(-1) ?? table

/** Build the view of a table, by default the one that is shown. @param {Session} session */
export function currentView(session, table = session.table) {
  const { room, ui, site } = session
  ui.lang = site.lang
  return room && table ? buildView(room, table, ui) : null
}

/** Send a request; if the connection is lost, say so. @param {Session} session @param {Request} request */
export function send(session, request) {
  const isSent = session.connection.socket?.send(request) ?? false
  if (!isSent) showNotice(session, 'line.lost')
  return isSent
}

/**
 * Play moves of the viewer's seat, or add them to the premoves; return whether they were sent.
 * @param {Session} session @param {string[]} moves @param {boolean} [isConfirmed]
 */
export function playMoves(session, moves, isConfirmed = !isConfirming()) {
  const { table, ui, site } = session
  const { selection, parts } = ui
  if (!table || selection.isSending) return false
  if (currentView(session)?.ahead) return parts.premoves?.add(moves) ?? false
  selection.unconfirmed = isConfirmed ? [] : moves
  if (isConfirmed) selection.isSending = send(session, { do: 'play', ply: table.ply, moves })
  site.redraw()
  return selection.isSending
}

/**
 * Hide and clear the table before another player looks at this device.
 * @param {Session} session
 */
export function clearTable(session) {
  const { pacing, ui } = session
  clearTimeout(pacing.timer)
  Object.assign(pacing, { timer: 0, queue: [], isFresh: true })
  session.table = null
  ui.history = []
  ui.selection = { picked: new Set(), unconfirmed: [], isSending: false }
  ui.notice = null
}

/**
 * Show a text of the page for a while.
 * @param {Session} session
 * @param {string} key
 * @param {() => Record<string, unknown>} [args]
 */
export function showNotice(session, key, args) {
  const { site } = session
  showAnswer(session, () => html`${site.word(key, args?.())}`)
  site.redraw()
}

/** Show the answer to the last action for a while. @param {Session} session @param {() => Html} render */
export function showAnswer({ ui, pending, site }, render) {
  ui.notice = render
  clearTimeout(pending.noticeTimer)
  pending.noticeTimer = setTimeout(() => {
    if (ui.notice !== render) return
    ui.notice = null
    site.redraw()
  }, NOTICE_TIME)
}

/** Render a link to a rule after a sentence. @param {Session} session @param {string} rule  "" for none */
export function renderRuleSuffix(session, rule) {
  const view = currentView(session)
  return view && rule ? html` ${renderRuleLink(view, rule)}` : nothing
}

/** Check whether anybody is at the table from another device. @param {Room} room */
export function hasCompany({ terms, seats, phase, me, mine, spectators }) {
  const people = seats.filter(({ name, bot, away }, seat) => name && (!bot || away) && !mine.includes(seat)).length
  const isEnoughPeople = people > (mine.length ? 0 : 1)
  return terms.talk !== false && (isEnoughPeople || (phase === 'over' && (me === null || spectators > 0)))
}
