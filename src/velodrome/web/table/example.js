// Pictures in a rulebook: a game's table in a position, drawn but not playable.

import { html } from '../lib/dom.js'
import { mergeTable } from '../protocol/merge.js'
import { renderSeats } from './layout.js'
import { spans } from './rule_dialog.js'
import { buildView, createUi } from './view.js'

/** @typedef {import('../protocol/types.js').Drawing} Drawing */
/** @typedef {import('../protocol/types.js').Example} Example */

/** Render an example: the parts of the table that it shows, and its caption.
 * @param {Drawing} drawing @param {Example} example @param {string} lang */
export function renderExample(drawing, example, lang) {
  const ui = createUi(lang, {})
  const table = mergeTable(null, example.table, new Map())
  const view = { ...buildView(example.room, { ...table, moves: [] }, ui), past: true }
  const parts = {
    seats: () => renderSeats(drawing, example.room, view, ui),
    board: () => html`<div class="board">${drawing.board(view)}</div>`,
    own: () => html`<div class="mine">${drawing.own(view)}</div>`,
  }
  return html`<figure class="example ${example.room.game}" data-key="example-${example.name}">
    <div class="example-table" data-point="${example.point.join(' ')}" inert>${example.show.map((part) =>
      parts[part](),
    )}</div>
    <figcaption>${spans(example.said)}</figcaption></figure>`
}

/** Highlight the pieces that the examples point at. @param {HTMLElement} root */
export function highlightExamples(root) {
  for (const table of root.querySelectorAll('.example-table'))
    for (const id of table.getAttribute('data-point')?.split(' ').filter(Boolean) ?? [])
      for (const piece of table.querySelectorAll(`[data-key="${id}"], [data-flip="${id}"], [data-arg="${id}"]`))
        piece.classList.add('pointed')
}
