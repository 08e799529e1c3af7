// The bar of a table: where the game stands, and what opens over it.

import { icon } from './art/icons.js'
import { html } from './dom.js'
import { say } from './say.js'

/** @typedef {import('./main.js').Site} Site */
/** @typedef {import('./protocol.js').Room} Room */

/** @param {Site} site @param {import('./protocol.js').Drawing | null} drawing @param {Room | null} room @param {import('./protocol.js').View | null} view
 * @param {import('./table.js').Sitting} sitting */
export function bar(site, drawing, room, view, sitting) {
  if (!room || !drawing) return html`<span class="spring"></span>`
  const { word } = site
  const where = view && room.phase !== 'lobby' ? (drawing.title?.(view) ?? '') : ''
  return html`<p class="where"><b>${say(room.game, site.lang, { key: 'game.name' })}</b> <span>${where}</span></p>
    ${room.phase === 'lobby' ? '' : [tool('sheet', 'scores', word('bar.scores')), tool('log', 'log', word('bar.log'), html`aria-expanded="${sitting.logOpen ? 'true' : 'false'}"`)]}
    ${tool('menu', 'menu', word('bar.menu'))}`
}

/** A button of the bar: a sign, and its name where there is room. @param {string} deed @param {string} sign @param {string} name @param {import('./dom.js').Html | string} [more] */
const tool = (deed, sign, name, more = '') =>
  html`<button type="button" class="press small tool ${deed}-button" data-key="${deed}" data-do="${deed}" title="${name}" aria-label="${name}" ${more}>${icon(sign)}<span>${name}</span></button>`

/** What the window is called: a dot when it is one's turn. @param {Site} site @param {Room | null} room @param {{actor: number} | null} table  as it will be seen */
export function title(site, room, table) {
  if (!room) return site.word('title')
  const name = say(room.game, site.lang, { key: 'game.name' })
  return table && room.mine.includes(table.actor) && !room.seats[table.actor].bot ? `● ${site.word('phase.turn')} — ${name}` : `${name} — ${site.word('title')}`
}
