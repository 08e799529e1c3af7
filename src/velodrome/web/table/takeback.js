// Taking back, and thinking twice: what is offered, what is asked of the others, and what the log shows of it.

import { icon } from '../art/icons.js'
import { html, nothing } from '../lib/dom.js'
import { kept } from '../lib/storage.js'

/** @typedef {import('../protocol/types.js').News} News */
/** @typedef {import('../protocol/types.js').Room} Room */
/** @typedef {import('../protocol/types.js').View} View */

const UNDO = '@undo '

/** How many moves a line of the log takes back; 0 for a move. @param {News} news */
export const undoes = ({ text }) => (text.startsWith(UNDO) ? Number(text.slice(UNDO.length)) : 0)

/** The moves that were not taken back. @param {News[]} heard */
export function standing(heard) {
  /** @type {News[]} */
  const found = []
  for (const news of heard) {
    const count = undoes(news)
    if (count) found.splice(-count)
    else found.push(news)
  }
  return found
}

/** The button beside the prompt, for who has decided something. @param {Room} room @param {View} view */
export function backButton(room, view) {
  const may =
    room.phase === 'playing' &&
    room.terms.back !== false &&
    room.me !== null &&
    !room.seats[room.me].bot &&
    view.heard.some(({ actor }) => actor === room.me)
  if (!may || room.asks !== null) return nothing
  return html`<button type="button" class="back-ask" data-key="back" data-do="back"
    aria-keyshortcuts="u">${icon('back')}<span> ${view.word('back')}</span></button>`
}

/** What is asked about a move that somebody would take back. @param {Room} room @param {View} view */
export function backQuestion(room, view) {
  const { asks, me } = room
  if (asks === null) return nothing
  if (asks === me) return html`<p class="banner" role="status" data-key="asks">${view.word('back.waiting')}</p>`
  const mine = me !== null && !room.agreed.includes(me)
  return html`<p class="banner" role="status" data-key="asks">${view.word('back.asks', { seat: view.names[asks] })}
    ${
      mine
        ? html`<button type="button" class="press small main" data-key="yes" data-do="agree"
          data-arg="yes">${view.word('back.yes')}</button>
      <button type="button" class="press small" data-key="no" data-do="agree"
        data-arg="no">${view.word('back.no')}</button>`
        : ''
    }</p>`
}

/** Asked before a move is sent, for who wants that. @param {View} view */
export function confirming(view) {
  return html`<div class="actions" data-key="confirm" role="group" aria-label="${view.word('confirm.title')}"><b
    class="sure">${view.word('confirm.title')}</b>
    <button type="button" class="press main play" data-key="sure" data-do="sure">${view.word('confirm.yes')}</button>
    <button type="button" class="press" data-key="unsure" data-do="unsure">${view.word('confirm.no')}</button></div>`
}

/** Whether every move is asked about once more. */
export const isConfirming = () => kept('confirm', false) === true
