// Pieces and controls as buttons: lit if a legal move uses them; a click on an unlit one asks the server why not.

import { html, nothing } from '../lib/dom.js'
import { instantMove, lit, narrow } from './selection.js'

/** @typedef {import('../protocol/types.js').View} View */
/** @typedef {import('../protocol/types.js').Piece} Piece */
/** @typedef {import('../protocol/types.js').Drawing} Drawing */
/** @typedef {import('../lib/dom.js').Html} Html */

/** Render a piece as a button. It is animated when it moves; the picture is aria-hidden, `label` names the piece.
 * @param {View} view @param {string} id @param {Html} picture
 * @param {{label: string, kind?: string, css?: string, from?: string, flip?: boolean, quiet?: boolean}} how
 *   kind: CSS classes; css: position; from: id of the element a new piece glides from; quiet: Tab skips it if unlit */
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

/** Render a piece that cannot be picked.
 * @param {string} id @param {Html} picture @param {{label: string, kind?: string, css?: string, from?: string}} how */
export function shown(id, picture, { label, kind = '', css = '', from = '' }) {
  return html`<span class="piece ${kind}" data-key="${id}" data-flip="${id}" data-from="${from}" data-css="${css}"
    role="img" title="${label}">${picture}</span>`
}

/** Return the zone with an id. @param {View} view @param {string} id */
export function zone(view, id) {
  return view.table.zones.find((found) => found.id === id) ?? { id, kind: '', owner: null, size: 0, pieces: [] }
}

/** Return the ids that some legal move uses, ignoring the selection. @param {View} view */
export const allLit = (view) => lit(view.moves)

/** Check whether a press on a control plays a move at once; such a button is filled, others only select.
 * @param {View} view @param {string} id */
export const isCommit = ({ table, moves, selected }, id) =>
  !selected.has(id) && instantMove({ ...table, moves }, new Set([...selected, id]), id) !== null

/**
 * Render a control: a button that plays or joins the selection, or a number.
 * @param {Drawing} drawing
 * @param {View} view
 * @param {Piece} piece
 */
export function renderControl(drawing, view, piece) {
  const name = drawing.button?.(view, piece) ?? html`${view.word(`piece.${piece.id}`)}`
  if (piece.number) return renderNumberControl(view, piece, name)
  const chosen = view.selected.has(piece.id)
  const commits = isCommit(view, piece.id)
  return html`<button type="button" class="press ${chosen ? 'on' : commits ? 'commit' : ''}" data-key="${piece.id}"
    data-do="pick" data-arg="${piece.id}"
    ${commits ? '' : html`aria-pressed="${chosen ? 'true' : 'false'}"`}
    ${view.lit.has(piece.id) ? '' : html`aria-disabled="true"`}>${name}</button>`
}

/** Render a number control: a slider over the legal values, and buttons beside it.
 * @param {View} view @param {Piece} piece @param {Html} name */
function renderNumberControl(view, piece, name) {
  const open = openNumbers(view, piece.id)
  if (!open.length) return nothing
  const picked = [...view.selected].find((pick) => pick.startsWith(`${piece.id}:`))
  const value = picked ? Number(picked.split(':')[1]) : open[0]
  const at = Math.max(0, open.indexOf(value))
  return html`<div class="number" data-key="${piece.id}" role="group" aria-label="${view.word(`piece.${piece.id}`)}">
    <button type="button" class="press" data-do="pick" data-arg="${piece.id}:${open[Math.max(0, at - 1)]}" data-hold
      ${at ? '' : html`disabled`} aria-label="−">−</button>
    <label class="number-label"><span>${name}</span> <output>${picked ? value : '—'}</output>
      <input type="range" min="0" max="${open.length - 1}" value="${at}" data-input="number" data-arg="${piece.id}"
        data-values="${open.join(' ')}" aria-valuetext="${value}"></label>
    <button type="button" class="press" data-do="pick"
      data-arg="${piece.id}:${open[picked ? Math.min(open.length - 1, at + 1) : 0]}" data-hold
      ${picked && at === open.length - 1 ? html`disabled` : ''} aria-label="+">+</button></div>`
}

/** Return the legal numbers of a control, ascending. @param {View} view @param {string} id */
export function openNumbers(view, id) {
  const others = [...view.selected].filter((pick) => !pick.startsWith(`${id}:`))
  const picks = narrow(view.moves, others).flatMap((move) => move.picks.filter((pick) => pick.startsWith(`${id}:`)))
  return [...new Set(picks.map((pick) => Number(pick.split(':')[1])))].sort((a, b) => a - b)
}
