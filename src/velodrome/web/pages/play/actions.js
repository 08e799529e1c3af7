// Click actions of a live table: picks and moves, dialogs, and seats.

import { DEFAULT_LEVEL } from '../../forms/bot_levels.js'
import { nothing } from '../../lib/dom.js'
import { loadSetting } from '../../lib/storage.js'
import { displayActions } from '../../table/actions.js'
import { toggleHints, withPremoves } from '../../table/parts.js'
import * as selecting from '../../table/selection.js'
import { currentView, playMoves, send, showNotice } from '../../table/session.js'
import { renderFreeSeatDialog } from '../lobby.js'
import { renderLeaveDialog, renderMenu } from './menu.js'
import { handleFailure } from './messages.js'
import { showScores } from './pacing.js'

/** @typedef {import('../../lib/site.js').Action} Action */
/** @typedef {import('../../table/session.js').Session} Session */

const OVER = -2 // actor of a finished game

/** @param {Session} session @returns {Record<string, Action>} */
export const playActions = (session) => ({
  ...displayActions(session.site, session.ui, () => session.room?.game ?? ''),
  ...selectionActions(session),
  ...moveActions(session),
  ...dialogActions(session),
  ...seatActions(session),
})

/** @param {HTMLElement} element */
const isChecked = (element) => /** @type {HTMLInputElement} */ (element).checked

/** @param {Session} session @param {Set<string>} picked */
function select({ ui, site }, picked) {
  ui.selection.picked = picked
  ui.notice = null
  site.redraw()
}

/** @param {Session} session @param {string} arg @param {HTMLElement} element */
function pick(session, arg, element) {
  const { room, ui, site } = session
  const view = currentView(session)
  if (!view || !room || ui.selection.isSending) return
  const { table } = view
  if (!table.moves.length) {
    if (room.me !== null && table.actor !== OVER) showNotice(session, 'why.turn')
    return
  }
  const before = ui.selection.picked
  const next = selecting.pick(table.moves, before, arg)
  if (!next && view.ahead) return showNotice(session, 'ahead.none')
  if (!next) return void askWhy(session, [...before, arg])
  select(session, next)
  const move = element.dataset.hold === undefined && selecting.instantMove(table, next, arg)
  if (move) {
    playMoves(session, [move.text])
    const { isSending, unconfirmed } = ui.selection
    if (isSending || unconfirmed.length || view.ahead) return
    ui.selection.picked = before // not sent: the connection is lost
    site.redraw()
  }
  // A button only replaces another button, which needs no explanation.
  else if (element.matches('.piece') && selecting.isRestart(table, before, arg))
    explainRestart(session, [...before, arg])
}

/** Ask the server why these picks are not a legal move. @param {Session} session @param {string[]} picks */
const askWhy = (session, picks) =>
  session.table !== null && send(session, { do: 'why', ply: session.table.ply, picks: [...new Set(picks)] })

/** Ask why a pick does not combine with the earlier ones. @param {Session} session @param {string[]} picks */
function explainRestart(session, picks) {
  if (currentView(session)?.ahead) return // the server answers only for the seat whose turn it is
  if (askWhy(session, picks)) session.pending.reasons++
}

/** @param {Session} session @returns {Record<string, Action>} */
const selectionActions = (session) => ({
  pick: (arg, element) => pick(session, arg, element),
  number: (arg, element) => {
    const slider = /** @type {HTMLInputElement} */ (element)
    select(session, selecting.withNumber(session.ui.selection.picked, arg, slider))
  },
  clear: () => select(session, new Set()),
  play: () => {
    const move = currentView(session)?.ready
    if (move) playMoves(session, [move.text])
  },
  sure: () => void playMoves(session, session.ui.selection.unconfirmed, true),
  unsure: () => {
    session.ui.selection.unconfirmed = []
    select(session, new Set())
  },
})

/** @param {Session} session @returns {Record<string, Action>} */
const moveActions = (session) => ({
  hint: () => void toggleHints(session).catch((error) => handleFailure(session, error)),
  ahead: () => void withPremoves(session, (premoves) => premoves.toggle()),
  back: (arg) => {
    const seat = arg === '' ? {} : { seat: Number(arg) }
    if (session.table) send(session, { do: 'back', ply: session.table.ply, ...seat })
  },
  agree: (arg) => {
    if (session.table) send(session, { do: 'agree', ply: session.table.ply, yes: arg === 'yes' })
  },
})

/** @param {Session} session @returns {Record<string, Action>} */
const dialogActions = (session) => ({
  sheet: () => void showScores(session),
  knock: () => {
    if (session.connection.isBroken) return location.reload()
    session.ui.notice = null
    session.connection.socket?.reconnectNow()
    session.site.redraw()
  },
  menu: () => session.site.dialog(() => (session.room ? renderMenu(session.site, session.room) : nothing)),
  notices: (_, element) =>
    void import('../../lib/notifications.js').then(({ switchNotifications }) => {
      const { room, site } = session
      if (room) void switchNotifications(site, room.room, isChecked(element))
    }),
  hand: () => void import('../handover.js').then(({ openHandCode }) => openHandCode(session.site, session.id)),
})

/** @param {Session} session @returns {Record<string, Action>} */
const seatActions = (session) => ({
  sit: (arg) => {
    send(session, { do: 'sit', seat: Number(arg) })
    session.site.dialog(null)
  },
  join: (arg) => void send(session, { do: 'join', seat: arg === '' ? null : Number(arg) }),
  admit: (arg, element) => void send(session, { do: 'admit', who: arg, yes: element.dataset.yes === 'yes' }),
  rather: (arg) => {
    session.isWatching = arg === 'watch'
    session.site.redraw()
  },
  leave: () => {
    if (session.room?.phase !== 'lobby') session.site.dialog(() => renderLeaveDialog(session.site))
    else if (send(session, { do: 'leave' })) session.site.go('/')
  },
  leaveNow: () => {
    session.site.dialog(null)
    if (send(session, { do: 'leave' })) session.site.go('/')
  },
  hire: (arg, element) => {
    const bot = element instanceof HTMLSelectElement ? element.value : (element.dataset.bot ?? '')
    send(session, { do: 'hire', seat: Number(arg), bot })
  },
  free: (arg) =>
    session.site.dialog(() => (session.room ? renderFreeSeatDialog(session.site, session.room, Number(arg)) : nothing)),
  freeNow: (arg) => {
    send(session, { do: 'hire', seat: Number(arg), bot: '' })
    session.site.dialog(null)
  },
  hush: (_, element) => void send(session, { do: 'hush', talk: isChecked(element) }),
  start: () => {
    const { level } = loadSetting(`now.${session.room?.game}`, {})
    send(session, { do: 'start', bot: level ?? DEFAULT_LEVEL })
  },
  rematch: () => {
    if (session.room?.rematch) session.site.go(`/t/${session.room.rematch}`)
    else session.pending.wantsRematch = send(session, { do: 'rematch' })
  },
  rename: (arg, element) => {
    const field = /** @type {HTMLInputElement} */ (element)
    session.pending.renamedField = field
    send(session, { do: 'name', name: field.value, seat: Number(arg) })
  },
  eyes: (arg) => session.helpers.hotseat?.look(arg === '' ? null : Number(arg)),
  share: () =>
    void navigator.share?.({ url: session.room?.invite, title: session.site.word('title') }).catch(() => undefined),
})
