import { html } from '../../dom.js'
import { emblem } from '../../art/teams.js'
import { piece, zone } from '../../pieces.js'

/** @type {import('../../protocol.js').Drawing} */
export const drawing = {
  board: (view) => html`<p>${JSON.stringify(zone(view, 'centre'))}</p>`,
  own: (view) => html`<div>${view.me === null ? '' : zone(view, `hand${view.me}`).pieces.map((card) => piece(view, card.id, html`<b>${card.id}</b>`, { label: card.id }))}</div>`,
  plate: (view, seat) => html`${view.table.seats[seat].cards} cards`,
  chip: (_, word) => html`<i>${word}</i>`,
  cover: () => html`<svg viewBox="0 0 40 20"></svg>`,
  face: (view, seat) => emblem(['red', 'blue', 'green', 'yellow', 'pink'][seat], view.lang),
}
