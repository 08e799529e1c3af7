// Pieces on the page: real buttons, lit while an open move wants them, answering why when none does.

import { html } from '../lib/dom.js'

/** @typedef {import('../protocol/types.js').View} View */
/** @typedef {import('../lib/dom.js').Html} Html */

/** A piece that can be picked. `id` is its id on the table; it glides to wherever it lies next. All of the picture says
 * aria-hidden: the title is its name.
 * @param {View} view @param {string} id @param {Html} picture
 * @param {{label: string, kind?: string, css?: string, from?: string, flip?: boolean, quiet?: boolean}} how  label:
 *   its name, read aloud; kind: classes;
 *   css: where it lies; quiet: one of many, which Tab passes over unless it is lit */
export function piece(view, id, picture, { label, kind = '', css = '', from = '', flip = true, quiet = false }) {
  const chosen = view.selected.has(id)
  const open = view.lit.has(id)
  const state = `${chosen ? 'chosen' : open ? 'lit' : view.moves.length ? 'unlit' : ''}`
  return html`<button type="button" class="piece ${kind} ${state}" data-key="${id}" data-flip="${flip ? id : ''}"
    data-from="${from}"
    data-css="${css}" data-do="pick" data-arg="${id}" aria-pressed="${chosen ? 'true' : 'false'}" title="${label}"
    ${open || chosen ? '' : html`aria-disabled="true"`}
    ${quiet && !open && !chosen ? html`tabindex="-1"` : ''}>${picture}</button>`
}

/** A piece that is only looked at.
 * @param {string} id @param {Html} picture @param {{label: string, kind?: string, css?: string, from?: string}} how */
export function shown(id, picture, { label, kind = '', css = '', from = '' }) {
  return html`<span class="piece ${kind}" data-key="${id}" data-flip="${id}" data-from="${from}" data-css="${css}"
    role="img" title="${label}">${picture}</span>`
}

/** A zone of the table by its id. @param {View} view @param {string} id */
export function zone(view, id) {
  return view.table.zones.find((found) => found.id === id) ?? { id, kind: '', owner: null, size: 0, pieces: [] }
}
