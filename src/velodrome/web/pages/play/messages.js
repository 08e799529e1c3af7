// Handle the server's messages at a live table.

import { RequestError } from '../../lib/api.js'
import { html } from '../../lib/dom.js'
import { loadTexts, ruleOf, say } from '../../lib/i18n.js'
import { isServerUp, MissingPartError } from '../../lib/lazy.js'
import { announce } from '../../lib/screenreader.js'
import { loadSetting, saveSetting } from '../../lib/storage.js'
import { drawingActions } from '../../table/actions.js'
import { loadDrawing } from '../../table/drawings.js'
import { loadChat, loadClocks, loadHotseat, withPremoves } from '../../table/parts.js'
import {
  currentView,
  hasCompany,
  hasLeft,
  newestTable,
  playMoves,
  renderRuleSuffix,
  showAnswer,
  showNotice,
} from '../../table/session.js'
import { isAwaited } from '../../table/toolbar.js'
import { absentSeats } from '../../table/view.js'
import { finishGame, hurryQueue, queueTable } from './pacing.js'

/** @typedef {import('../../table/session.js').Session} Session */
/** @typedef {import('../../protocol/types.js').Answer} Answer */
/** @typedef {import('../../protocol/types.js').Room} Room */
/** @typedef {import('../../protocol/types.js').Text} Text */
/** @typedef {import('../../protocol/types.js').WireTable} WireTable */

// Refusals that answer a "why" request: any from a game, and these from the page.
const REASONS = /^(?!web )|^web (why\.|refuse\.(seat|over|turn|stale|fast)$)/
const RELOAD_INTERVAL = 60_000 // ms between two reloads of the page because of a missing part

/**
 * Handle a message, then redraw; errors go to handleFailure.
 * @param {Session} session
 * @param {Answer} message
 */
export async function receive(session, message) {
  try {
    if (message.is === 'pong' || isEmptyPremoves(session, message)) return
    await dispatch(session, message)
    session.site.redraw()
  } catch (error) {
    handleFailure(session, error)
  }
}

/** Check whether a message is an empty list of premoves that arrives before the premoves module is loaded.
 * @param {Session} session @param {Answer} message */
const isEmptyPremoves = ({ ui, helpers }, message) =>
  message.is === 'prepared' && !message.moves.length && !ui.parts.premoves && !helpers.premoveLoads

/** @param {Session} session @param {Answer} message */
async function dispatch(session, message) {
  const { helpers, ui } = session
  switch (message.is) {
    case 'room':
      return receiveRoom(session, message)
    case 'table':
      return receiveTable(session, message)
    case 'said':
      return (await loadChat(session)).receive(message)
    case 'hints':
      return helpers.hints?.receive(message)
    case 'hinted':
      return showNotice(session, 'hint.taken', () => ({ who: currentView(session)?.names[message.seat] }))
    case 'late':
      return receiveTimeout(session, message.seat)
    case 'times': {
      const clocks = await loadClocks(session)
      clocks?.receive(message)
      if (!clocks) return
      ui.parts.hasClock = true
      return hurryQueue(session)
    }
    case 'ahead':
    case 'prepared':
    case 'dropped':
      return withPremoves(session, (premoves) => {
        premoves.receive(message)
        notifyTurn(session, newestTable(session)) // a premove that was due may have been dropped
      })
    case 'refused':
      return receiveRefusal(session, message)
  }
}

/** Say that a seat ran out of time and a bot moved for it. @param {Session} session @param {number} seat */
function receiveTimeout(session, seat) {
  const { room, ui, pending, site } = session
  const isMine = room?.mine.length === 1 && room.me === seat
  const key = isMine ? 'clock.moved.own' : 'clock.moved'
  const ended = ui.notice === pending.endedTakeback ? ui.notice : null // the bot's move has ended a take-back vote
  const text = () => site.word(key, { seat: currentView(session)?.names[seat] })
  showAnswer(session, () => html`${text()} ${ended?.()}`)
  pending.keptNotice = ui.notice
}

/** @param {Session} session @param {Room} room */
async function receiveRoom(session, room) {
  const { connection, helpers, ui, pending, site } = session
  pending.renamedField = null
  if (!session.room) ui.preferences = loadSetting(`taste.${room.game}`, {})
  if (session.invite && room.me !== null && !hasLeft(session)) {
    history.replaceState(null, '', `/t/${session.id}`) // the invite is used up
    session.invite = ''
  }
  connection.newestRoom = room
  session.drawing ??= await helpers.load('drawing', () => prepareDrawing(session, room.game))
  const hotseat = room.mine.length > 1 && !helpers.hotseat ? await loadHotseat(session) : null
  if (hasLeft(session) || room !== connection.newestRoom) return
  if (hotseat) helpers.hotseat = new hotseat.HotSeat(session)
  helpers.hotseat?.roomReceived(session.room, room)
  const before = session.room
  const wasPlaying = before?.phase === 'playing'
  session.room = room
  if (wasPlaying) announceLeavers(session, before.seats)
  if (pending.absentNotice && !absentSeats(room, ui.history).length) dropAbsentNotice(session)
  if (room.phase === 'over') ui.parts.hasClock = false
  helpers.hotseat?.tableShown()
  if (hasCompany(room) && !ui.parts.chat)
    void loadChat(session).then(site.redraw, (error) => handleFailure(session, error))
  if (wasPlaying && room.phase === 'over' && room.forfeits.length && room.seats.length === 2) finishGame(session)
  if (pending.wantsRematch && room.rematch) site.go(`/t/${room.rematch}`)
}

/** Say for whom a bot plays now. @param {Session} session @param {import('../../protocol/types.js').Seat[]} before */
function announceLeavers(session, before) {
  const { room, ui, pending } = session
  if (room?.phase !== 'playing') return
  const seat = room.seats.findIndex(({ away }, each) => away && !before[each].away && !room.mine.includes(each))
  if (seat < 0) return
  showNotice(session, 'seat.away', () => ({ seat: room.seats[seat].name }))
  pending.keptNotice = ui.notice
}

/** At the start of a rematch, say who is still missing. @param {Session} session */
function announceAbsent(session) {
  const { room, ui, pending, table } = session
  if (!room || !table) return
  const absent = absentSeats(room, ui.history)
  if (!absent.length) return
  const { clock } = room.terms
  const names = absent.map((seat) => room.seats[seat].name).join(', ')
  showNotice(session, clock?.mode && clock.mode !== 'none' ? 'table.waits.clock' : 'table.waits', () => ({
    seats: names,
  }))
  pending.keptNotice = ui.notice
  pending.absentNotice = ui.notice
}

/** Remove the notice about people who were missing. @param {Session} session */
function dropAbsentNotice({ ui, pending }) {
  if (ui.notice === pending.absentNotice) ui.notice = null
  pending.absentNotice = null
}

/**
 * Load the drawing and texts of a game, and register the drawing's actions.
 * @param {Session} session
 * @param {string} game
 */
async function prepareDrawing(session, game) {
  const { site } = session
  const [drawing] = await Promise.all([loadDrawing(game), loadTexts(site.lang, game)])
  if (hasLeft(session)) return drawing
  const actions = drawingActions(drawing, () => drawingContext(session))
  for (const [name, action] of Object.entries(actions)) site.addAction(name, action)
  return drawing
}

/** Return the services for a drawing. @param {Session} session @returns {import('../../protocol/types.js').Desk} */
export const drawingContext = (session) => ({
  view: /** @type {import('../../protocol/types.js').View} */ (currentView(session)),
  redraw: session.site.redraw,
  play: (moves, isConfirmed) => playMoves(session, moves, isConfirmed),
  prepare: (moves) => void withPremoves(session, (premoves) => premoves.send(moves)),
  signal: session.leaving.signal,
})

/** @param {Session} session @param {WireTable} table */
function receiveTable(session, table) {
  if (session.helpers.hotseat?.isBlind) return // the table is for another player at this device
  notifyTurn(session, table)
  session.ui.selection.isSending = false // the request is answered, even if the table waits in the queue
  const isFirst = session.table === null
  queueTable(session, table)
  if (isFirst) announceAbsent(session)
}

/**
 * Show a browser notification when it becomes this guest's turn while the page is hidden.
 * @param {Session} session
 * @param {{actor: number, moves: import('../../protocol/types.js').Choice[]} | null} table
 */
function notifyTurn(session, table) {
  const { room, pending, helpers, ui, site } = session
  if (!room || !table) return
  const wasAwaited = pending.isAwaited
  const isPremoved = helpers.premoveLoads > 0 || ui.parts.premoves?.isDue(room, table)
  pending.isAwaited = !isPremoved && isAwaited(room, table)
  if (!pending.isAwaited || wasAwaited || !document.hidden || !loadSetting('notices', false)) return
  void import('../../lib/notifications.js').then(({ notify }) => {
    if (!hasLeft(session)) notify(site.word('phase.turn'), say(room.game, site.lang, { key: 'game.name' }), room.room)
  })
}

// ---------------------------------------------------------------- refusals

/** @param {Session} session @param {import('../../protocol/types.js').Refused} refusal */
function receiveRefusal(session, { why, of }) {
  const { ui, pending, helpers, site } = session
  if (ui.parts.chat && why.key.startsWith('refuse.talk.')) return ui.parts.chat.refuse(why)
  if (pending.reasons && REASONS.test(`${of} ${why.key}`)) {
    pending.reasons--
    if (!why.key.startsWith('refuse.') || of !== 'web') return explainRestart(session, why, of)
  }
  ui.selection.isSending = false
  if (pending.renamedField) pending.renamedField.value = pending.renamedField.defaultValue
  pending.renamedField = null
  ui.parts.premoves?.confirmSent()
  if (of === 'web') helpers.hints?.cancel()
  // At a shared device another player may still ask.
  if (why.key === 'refuse.back.no' && !helpers.hotseat) ui.takebackDeniedAt = session.table?.ply ?? -1
  const text = () => say(of, site.lang, why, currentView(session)?.spoken)
  void announce('refused', text, site.lang)
  showAnswer(session, () => html`${text()}${renderRuleSuffix(session, ruleOf(of, site.lang, why))}`)
  if (why.key === 'refuse.back.moved') pending.keptNotice = pending.endedTakeback = ui.notice
}

/**
 * Show why a pick restarted the selection, without a sound.
 * @param {Session} session
 * @param {Text} why
 * @param {string} of
 */
function explainRestart(session, why, of) {
  const { site } = session
  if (of === 'web') return // no reason from the game: the player simply picked something else
  const reason = () => say(of, site.lang, why, currentView(session)?.spoken).replace(/[^.!?]$/, '$&.')
  showAnswer(
    session,
    () => html`${site.word('pick.anew')} ${reason()}${renderRuleSuffix(session, ruleOf(of, site.lang, why))}`,
  )
}

// ---------------------------------------------------------------- connection

/** @param {Session} session @param {boolean} isConnected */
export function connectionChanged(session, isConnected) {
  const { ui, pacing, pending, helpers, site } = session
  ui.isConnected = isConnected
  ui.selection.isSending = false
  if (isConnected) {
    pacing.isFresh = true
    pacing.queue = [] // the next table is complete
    clearTimeout(pacing.timer)
    pacing.timer = 0
    ui.notice = null
    pending.reasons = 0
    helpers.hints?.cancel()
    ui.parts.premoves?.reconnected()
    if (helpers.hotseat) helpers.hotseat.isBlind = false
  }
  site.redraw()
}

/**
 * Handle a message that could not be shown: reconnect if texts or modules are missing, since the server then sends
 * everything again; report any other error.
 * @param {Session} session @param {unknown} error
 */
export function handleFailure(session, error) {
  if (hasLeft(session)) return
  if (error instanceof MissingPartError) return void refetchPart(session, error.message)
  if (error instanceof RequestError) return session.connection.socket?.reload()
  reportError(error)
  session.connection.isBroken = true
  showNotice(session, 'trouble.page')
}

/**
 * Reconnect to load a missing module again. If that failed before although the server answers, reload the page, since
 * Firefox does not fetch a failed script twice; at most once per RELOAD_INTERVAL.
 * @param {Session} session @param {string} part
 */
async function refetchPart(session, part) {
  const { missingParts, socket } = session.connection
  const isDue = missingParts.has(part) && Date.now() > loadSetting('anew', 0) + RELOAD_INTERVAL
  const canReload = isDue && (await isServerUp())
  if (hasLeft(session)) return
  missingParts.add(part)
  if (canReload) saveSetting('anew', Date.now())
  if (canReload && loadSetting('anew', 0)) location.reload()
  else socket?.reload() // also if settings cannot be stored: reloading the page would never end
}
