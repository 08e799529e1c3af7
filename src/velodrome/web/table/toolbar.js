// Toolbar of a table: the progress of the game, and buttons for log, scores and menu.

import { icon } from '../art/icons.js'
import { html } from '../lib/dom.js'
import { say } from '../lib/i18n.js'
import { loadAccessibility } from '../lib/screenreader.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {import('../protocol/types.js').Room} Room */

/** @param {Site} site
 * @param {import('../protocol/types.js').Drawing | null} drawing
 * @param {Room | null} room
 * @param {import('../protocol/types.js').View | null} view
 * @param {import('./view.js').TableUi} ui */
export function renderToolbar(site, drawing, room, view, ui) {
  if (!room || !drawing) return html`<span class="spring"></span>`
  const { word } = site
  const where = view && room.phase !== 'lobby' ? (drawing.title?.(view) ?? '') : ''
  return html`<p class="where"><b>${say(room.game, site.lang, { key: 'game.name' })}</b> <span>${where}</span></p>
    ${room.phase === 'lobby' ? '' : [renderTool('sheet', 'scores', word('bar.scores')), renderLogTool(word, ui)]}
    ${renderTool('menu', 'menu', word('bar.menu'))}${renderSoundSwitch(word)}`
}

/** Render the button that turns sounds on and off. @param {Site['word']} word */
function renderSoundSwitch(word) {
  const { sounds } = loadAccessibility()
  return html`<button type="button" class="press small tool sound-button" data-key="sound" data-do="sound"
    aria-pressed="${sounds ? 'true' : 'false'}" title="${word('settings.sounds')}"
    aria-label="${word('settings.sounds')}">${icon(sounds ? 'sound' : 'silent')}</button>`
}

/**
 * Render the log button with the number of unread messages.
 * @param {Site['word']} word
 * @param {import('./view.js').TableUi} ui
 */
function renderLogTool(word, { log, parts }) {
  const unread = parts.chat?.unread
  return renderTool(
    'log',
    'log',
    word(parts.chat ? 'bar.talk' : 'bar.log'),
    html`aria-expanded="${log.isOpen ? 'true' : 'false'}"
      ${unread ? html`aria-description="${word('talk.unread', { count: unread })}"` : ''}`,
    unread ? html`<b class="unread" aria-hidden="true">${unread}</b>` : '',
  )
}

/**
 * Render a toolbar button: an icon, and its name if there is room.
 * @param {string} action
 * @param {string} sign
 * @param {string} name
 * @param {import('../lib/dom.js').Html | string} [more]
 * @param {import('../lib/dom.js').Html | string} [badge]
 */
export const renderTool = (action, sign, name, more = '', badge = '') =>
  html`<button type="button" class="press small tool ${action}-button" data-key="${action}" data-do="${action}"
    title="${name}" aria-label="${name}" ${more}>${icon(sign)}<span>${name}</span>${badge}</button>`

/** Check whether the table waits for the viewer. @param {Room} room @param {{actor: number}} table */
export const isAwaited = (room, table) =>
  room.phase === 'playing' && room.mine.includes(table.actor) && !room.seats[table.actor].bot

/**
 * Return the window title, with a dot when it is the viewer's turn or somebody asks to join.
 * @param {Site} site
 * @param {Room | null} room
 * @param {{actor: number} | null} table  the newest one
 */
export function windowTitle(site, room, table) {
  if (!room) return site.word('title')
  const name = say(room.game, site.lang, { key: 'game.name' })
  if (room.joins.length) return `● ${site.word('lobby.asks', { name: room.joins[0].name })}`
  return table && isAwaited(room, table) ? `● ${site.word('phase.turn')} — ${name}` : `${name} — ${site.word('title')}`
}
