// Take-backs: the button and the other players' vote; and the confirmation before a move is sent.

import { icon } from '../art/icons.js'
import { html, nothing } from '../lib/dom.js'
import { loadSetting } from '../lib/storage.js'

/** @typedef {import('../protocol/types.js').Room} Room */
/** @typedef {import('../protocol/types.js').View} View */

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

/** Render the question before a move is sent, if the viewer wants to confirm moves. @param {View} view */
export function renderConfirmation(view) {
  return html`<div class="actions" data-key="confirm" role="group" aria-label="${view.word('confirm.title')}"><b
    class="sure">${view.word('confirm.title')}</b>
    <button type="button" class="press main play" data-key="sure" data-do="sure">${view.word('confirm.yes')}</button>
    <button type="button" class="press" data-key="unsure" data-do="unsure">${view.word('confirm.no')}</button></div>`
}

/** Check whether the viewer wants to confirm each move. */
export const isConfirming = () => loadSetting('confirm', false) === true
