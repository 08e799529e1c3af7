// Page of a table: its lobby, then the game.

import { html } from '../../lib/dom.js'
import { loadTexts } from '../../lib/i18n.js'
import { Socket } from '../../lib/socket.js'
import { loadBots } from '../../table/bots.js'
import { renderTable } from '../../table/layout.js'
import { followEnd, followStrip } from '../../table/log.js'
import { loadZoom } from '../../table/parts.js'
import { createSession, currentView, newestTable } from '../../table/session.js'
import { renderToolbar, windowTitle } from '../../table/toolbar.js'
import { renderLobby } from '../lobby.js'
import { renderMessage } from '../message.js'
import { playActions } from './actions.js'
import { connectionChanged, drawingContext, receive } from './messages.js'
import { uncoverTable } from './pacing.js'

/** @typedef {import('../../lib/site.js').Site} Site */
/** @typedef {import('../../lib/site.js').Page} Page */
/** @typedef {import('../../lib/dom.js').Html} Html */
/** @typedef {import('../../table/session.js').Session} Session */

/** @param {Site} site @param {string} id  of the room @param {string} invite @returns {Promise<Page>} */
export async function openTable(site, id, invite) {
  const session = createSession(site, id, invite)
  connect(session)
  loadBots(site.redraw)
  const followLog = followEnd('log-lines')
  return {
    body: () => renderBody(session),
    bar: () => renderToolbar(site, session.drawing, session.room, currentView(session), session.ui),
    title: () => tableTitle(session),
    loadTexts: async (lang) =>
      session.room && Promise.all([loadTexts(lang, session.room.game), session.helpers.hints?.loadTexts(lang)]),
    close: () => close(session),
    dialogClosed: () => uncoverTable(session),
    afterPaint: () => afterPaint(session, followLog),
    actions: playActions(session),
  }
}

/** Open the connection of a session. @param {Session} session */
function connect(session) {
  const { id, invite, connection, site } = session
  const query = invite ? `?invite=${encodeURIComponent(invite)}` : ''
  connection.socket = new Socket(`/ws/${id}${query}`, {
    onMessage: (message) => void receive(session, message),
    onStateChange: (isConnected) => connectionChanged(session, isConnected),
    onGone: () => {
      connection.isGone = true
      site.redraw()
    },
  })
}

/** @param {Session} session */
function close({ pacing, pending, leaving, connection }) {
  clearTimeout(pending.noticeTimer)
  clearTimeout(pacing.timer)
  clearTimeout(pacing.finishTimer)
  leaving.abort()
  connection.socket?.close()
}

/** Return the window title; it marks the viewer's turn, unless a premove is due. @param {Session} session */
function tableTitle(session) {
  const { site, room, ui } = session
  const table = newestTable(session)
  return windowTitle(site, room, table && !ui.parts.premoves?.isDue(room, table) ? table : null)
}

/** @param {Session} session */
function renderBody(session) {
  const { site, room, drawing, ui, helpers, connection } = session
  if (connection.isGone) return renderMessage(site, site.word('gone.title'), site.word('gone.text'))
  if (!room || !drawing) return renderConnecting(site, connection.isBroken ? 'trouble.page' : '', ui.notice)
  const lost = html`<p class="cut" role="status" data-key="cut">${ui.isConnected ? '' : site.word('line.cut')}</p>`
  if (room.phase === 'lobby')
    return html`${lost}${renderLobby(site, drawing, room, ui.notice, session.isWatching)}
      <aside class="lobby-talk" data-key="lobby-talk">${ui.parts.chat?.panel()}</aside>`
  const view = currentView(session)
  const table = view && renderTable(drawing, room, view, ui, { eyes: helpers.hotseat?.chooser() })
  return html`${lost}${table}${helpers.hotseat?.curtain()}`
}

/** Render the page until the server admits it.
 * @param {Site} site @param {string} problem  key of a text that stays, or "" @param {(() => Html) | null} notice */
function renderConnecting(site, problem, notice) {
  if (!problem && !notice)
    return html`<main class="plain" data-key="wait"><p role="status"
      data-key="going">${site.word('line.wait')}</p></main>`
  return html`<main class="plain" data-key="wait"><p class="notice" role="alert" data-key="notice">${
    problem ? site.word(problem) : notice?.()
  }</p>
    <div class="actions" data-key="ways">
      <button type="button" class="press main" data-do="knock" data-key="knock">${site.word('line.again')}</button>
      <a class="press" href="/" data-do="go" data-arg="/" data-key="home">${site.word('home')}</a></div></main>`
}

/** @param {Session} session @param {(content: string) => void} followLog */
function afterPaint(session, followLog) {
  const { drawing, table, room, helpers, ui, site } = session
  const root = /** @type {HTMLElement} */ (document.getElementById('root'))
  if (drawing && table && room && room.phase !== 'lobby') {
    drawing.afterPaint?.(root, drawingContext(session))
    void loadZoom(session, () => currentView(session)).catch(() => undefined) // tried again after the next paint
  }
  helpers.hotseat?.afterPaint(root)
  helpers.hints?.afterPaint()
  helpers.clocks?.afterPaint()
  followLog(`${ui.history.length} ${site.lang}`)
  followStrip(root)
  ui.parts.chat?.afterPaint()
}
