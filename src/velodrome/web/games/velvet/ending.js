// The end: both kingdoms face up, how close each seat came, and what it lost.

import { html, nothing } from '../../lib/dom.js'
import { zone } from '../../table/pieces.js'
import { small } from './art/cards.js'

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../protocol/types.js').Piece} Piece */
/** @typedef {{cards: Piece[], threads: number | null, raider: string | null}} Revealed */

/** Return what the end reveals about a kingdom.
 * @param {View} view @param {number} seat @returns {Revealed | undefined} */
const revealed = (view, seat) => view.table.more.reveal?.[seat]

/** Return a card at home; after the end, with its face even if it was hidden.
 * @param {View} view @param {number} seat @param {Piece} card @returns {Piece} */
export function revealCard(view, seat, card) {
  const found = card.kind ? undefined : revealed(view, seat)?.cards[card.slot]
  return found?.kind ? { ...card, ...found, could: [], revealed: true } : card
}

/** Say how close a seat came to the other's Threads; "" if nobody knows. @param {View} view @param {number} seat */
function closeness(view, seat) {
  const { threads, raider } = revealed(view, 1 - seat) ?? {}
  const own = seat === view.me ? '.own' : ''
  const last = view.heard.findLast(({ told, actor }) => actor === seat && told?.key.startsWith('tell.move'))
  if (view.table.prompt.winner === seat && last)
    return view.word(`view.close.won${own}`, { seat, animal: `the-${last.told?.kind}` })
  if (threads === null || threads === undefined) return ''
  if (!raider) return view.word(`view.close.none${own}`, { seat, slot: threads })
  return view.word(`view.close${threads ? '' : '.next'}${own}`, { seat, animal: `the-${raider}`, count: threads })
}

/** Render the result: how close each seat came, its kingdom, and what it lost. @param {View} view */
export function result(view) {
  return html`<div class="vv-result">${
    view.table.prompt.winner === undefined ? nothing : html`<div class="vv-trophy">${small('threads')}</div>`
  }<ul>${view.table.seats.map((_, seat) => renderSeat(view, seat))}</ul></div>`
}

/** @param {View} view @param {number} seat */
function renderSeat(view, seat) {
  const gone = zone(view, `discard${seat}`)
  const cards = revealed(view, seat)?.cards ?? []
  return html`<li data-key="end${seat}"><b class="vv-close">${closeness(view, seat) || view.names[seat]}</b>
    ${
      cards.length
        ? html`<span class="vv-lost" data-key="kingdom">${cards.map(({ kind }) => chip(view, kind, 1))}</span>`
        : nothing
    }
    <span>${view.word('view.lost', { count: gone.size })}</span>
    <span class="vv-lost vv-gone"
      data-key="lost">${gone.pieces.map(({ kind, count }) => chip(view, kind, count))}</span></li>`
}

/** @param {View} view @param {string | null} kind @param {number} count */
function chip(view, kind, count) {
  const name = view.word(`piece.${kind ?? 'hidden'}`)
  return html`<span class="vv-one ${kind === 'threads' ? 'vv-treasure' : ''}" role="img" aria-label="${name}"
    title="${name}">${kind ? small(kind) : '?'}${count > 1 ? html`<i>${count}</i>` : ''}</span>`
}
