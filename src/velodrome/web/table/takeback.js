// Take-backs: the button and the other players' vote; and the confirmation before a move is sent.

import { icon } from '../art/icons.js'
import { html, nothing } from '../lib/dom.js'
import { loadSetting } from '../lib/storage.js'

/** @typedef {import('../protocol/types.js').Room} Room */
/** @typedef {import('../protocol/types.js').View} View */
/** @typedef {import('../protocol/types.js').Drawing} Drawing */

/** Render the button that undoes the viewer's last decision. @param {Room} room @param {View} view */
export function renderTakebackButton(room, view) {
  const canUndo =
    room.phase === 'playing' &&
    room.terms.back !== false &&
    room.me !== null &&
    !room.seats[room.me].bot &&
    view.heard.some(({ actor }) => actor === room.me)
  if (!canUndo || room.asks !== null) return nothing
  return html`<button type="button" class="back-ask" data-key="back" data-do="back"
    aria-keyshortcuts="u">${icon('back')}<span> ${view.word('back')}</span></button>`
}

/**
 * Render the pending take-back: who asks, and buttons for those who must agree.
 * @param {Room} room
 * @param {View} view
 */
export function renderTakebackVote(room, view) {
  const { asks, me, phase } = room
  if (asks === null || phase !== 'playing') return nothing
  if (asks === me)
    return html`<p class="banner" role="status" data-key="asks">${view.word('back.waiting')}
      <button type="button" class="press small" data-key="cancel" data-do="agree"
        data-arg="no">${view.word('lobby.asked.cancel')}</button></p>`
  const mine = me !== null && !room.agreed.includes(me)
  return html`<p class="banner" role="status" data-key="asks">${view.word(
    room.terms.redraw ? 'back.asks.redraw' : 'back.asks',
    { seat: view.names[asks] },
  )}
    ${
      mine
        ? html`<button type="button" class="press small main" data-key="yes" data-do="agree"
          data-arg="yes">${view.word('back.yes')}</button>
      <button type="button" class="press small" data-key="no" data-do="agree"
        data-arg="no">${view.word('back.no')}</button>`
        : ''
    }</p>`
}

/** Render the question before moves are sent, if the viewer wants to confirm moves.
 * @param {Drawing} drawing @param {View} view @param {string[]} moves */
export function renderConfirmation(drawing, view, moves) {
  const name = moves.length === 1 ? nameOf(drawing, view, moves[0]) : ''
  const question = name ? view.word('confirm.move', { move: name }) : view.word('confirm.title')
  return html`<div class="actions" data-key="confirm" role="group" aria-label="${question}"><b
    class="sure">${question}</b>
    <button type="button" class="press main play" data-key="sure"
      data-do="sure">${name || view.word('confirm.yes')}</button>
    <button type="button" class="press" data-key="unsure" data-do="unsure">${view.word('confirm.no')}</button></div>`
}

/** Return what the button of a move says: "Pass", "Play 24"; "" if no button stands for it.
 * @param {Drawing} drawing @param {View} view @param {string} text */
function nameOf(drawing, view, text) {
  const picks = view.moves.find((move) => move.text === text)?.picks ?? []
  const isControl = view.table.zones.some(
    ({ id, pieces }) => id === 'controls' && pieces.some((one) => one.id === picks[0]),
  )
  if (picks.length === 1 && isControl) return view.word(`piece.${picks[0]}`)
  const name = view.ready?.text === text ? drawing.verb?.(view) : ''
  return name && name !== view.word('table.play') ? name : ''
}

/** Check whether the viewer wants to confirm each move. */
export const isConfirming = () => loadSetting('confirm', false) === true
