// Steals: a scene that shows which cards change hands, and marks on these cards afterwards.

import { html, nothing } from '../../lib/dom.js'
import { paced } from '../../lib/settings.js'
import { back, bib, face, parseCard } from './art.js'

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../protocol/types.js').News} News */
/** @typedef {import('../../lib/dom.js').Html} Html */
/** @typedef {{told: News, from: number, to: number, cards: string[], ply: number}} Handover
 *   told: the move that names it; cards: "" for a card that the viewer does not see; ply: of the last card */

export const FLIGHT = 1_200 // ms at normal speed
const STAGGER = 150 // ms between two cards
const MAX_HANDOVER_MOVES = 15 // a steal, at most seven cards that are taken and seven that are given back

const isSteal = (/** @type {News} */ { told }) => told?.key === 'tell.steal' || told?.key === 'tell.steal_one'
const isStolen = (/** @type {News} */ { told }) => told?.key === 'tell.stolen' || told?.key === 'tell.hidden_stolen'
const isGift = (/** @type {News} */ { told }) => told?.key === 'tell.give' || told?.key === 'tell.hidden_give'
const cardOf = (/** @type {News} */ { told }) => String(told?.card ?? '')

/** List the cards that changed hands, each steal and each return as one handover. @param {News[]} heard
 * @returns {Handover[]} */
export function handovers(heard) {
  /** @type {Handover[]} */
  const found = []
  let [thief, victim] = [0, 0]
  for (const news of heard) {
    const last = found.at(-1)
    if (isSteal(news)) {
      ;[thief, victim] = [news.actor, Number(news.told?.seat)]
      found.push({ told: news, from: victim, to: thief, cards: [], ply: news.ply })
    } else if (isStolen(news) && last) {
      last.cards.push(cardOf(news))
      last.ply = news.ply
    } else if (isGift(news) && last?.told && isGift(last.told) && last.ply === news.ply - 1) {
      last.cards.push(cardOf(news))
      last.ply = news.ply
    } else if (isGift(news)) found.push({ told: news, from: thief, to: victim, cards: [cardOf(news)], ply: news.ply })
  }
  return found
}

/** Return the moves of the current round since the viewer last played or passed. @param {View} view */
function recent({ heard, me }) {
  const isOwn = (/** @type {News} */ news) => news.actor === me && !isSteal(news) && !isGift(news)
  return heard.slice(1 + heard.findLastIndex((news) => isOwn(news) || news.text.startsWith('deal')))
}

/** Return the viewer's cards that changed hands lately, with the seat that had each before. @param {View} view
 * @returns {Map<string, {from: number, arrives: boolean}>} */
export function marks(view) {
  const { me } = view
  const isGiving = view.table.prompt.key === 'prompt.give'
  const moves = isGiving ? view.heard.slice(view.heard.findLastIndex(isSteal)) : recent(view)
  const taken = handovers(moves).filter(({ from, to }) => from === me || to === me)
  const fresh = current(view)
  return new Map(
    taken.flatMap(({ from, cards, ply }) =>
      cards.map((card) => [card, { from, arrives: fresh?.isFresh === true && ply === fresh.handover.ply }]),
    ),
  )
}

/** Return the handover with which the log ends, or null. isFresh: the page has just learned of it; `view.memory` stores
 * this until the next table.
 * @param {View} view @returns {{handover: Handover, isFresh: boolean} | null} */
function current(view) {
  const { heard, table, memory } = view
  const handover = handovers(heard.slice(-MAX_HANDOVER_MOVES)).at(-1)
  const shown = handover && handover.ply === heard.at(-1)?.ply && table.actor !== -2 ? handover : null
  if (memory.steal?.ply !== table.ply || view.past) {
    const isFresh = !view.past && memory.steal !== undefined && shown !== null && shown.ply > memory.steal.ply
    memory.steal = { ply: table.ply, isFresh }
  }
  return shown && { handover: shown, isFresh: memory.steal.isFresh }
}

/** Return how long the scene takes. @param {View} view */
export function duration(view) {
  const found = current(view)
  return found?.isFresh ? FLIGHT + STAGGER * (found.handover.cards.length - 1) : 0
}

/** @param {View} view @param {string} card */
function picture(view, card) {
  const known = parseCard(card)
  return known ? face(known, view.lang) : back()
}

/** Render who takes which cards from whom, above the road. @param {View} view */
export function stealScene(view) {
  const found = current(view)
  if (!found) return nothing
  const { told, from, to, cards, ply } = found.handover
  const key = isSteal(told) ? String(told.told?.key) : 'tell.hidden_give.all'
  const said = view.say({ ...told.told, key, who: view.names[told.actor], count: cards.length }, told.actor === view.me)
  const seat = (/** @type {number} */ one) => html`<span class="vn-side">${bib(one)}<b>${view.names[one]}</b></span>`
  return html`<section class="vn-steal ${isSteal(told) ? '' : 'gift'} ${paced(1) ? '' : 'still'}"
    data-key="steal${ply}" aria-hidden="true"><p>${said}</p>
    <div class="vn-swap">${seat(from)}<span class="vn-goes">${cards.map(
      (card) => html`<span class="vn-moved">${picture(view, card)}</span>`,
    )}<svg class="vn-arrow" viewBox="0 0 24 16"><path d="M1 6h13V1l9 7-9 7v-5H1z"/></svg></span>${seat(to)}</div>
  </section>`
}

/** Render the cards that fly from seat to seat; `fly` moves them. @param {View} view */
export function flyers(view) {
  const found = current(view)
  if (!found?.isFresh || !paced(1)) return nothing
  const { cards, ply } = found.handover
  return html`<div class="vn-flyers" data-key="flyers${ply}" aria-hidden="true">${cards.map(
    (card) => html`<span class="vn-flyer">${picture(view, card)}</span>`,
  )}</div>`
}

/** Let the cards fly from one seat over the board to the other, once per handover.
 * @param {HTMLElement} root @param {import('../../protocol/types.js').Desk} desk */
export function fly(root, { view }) {
  const found = current(view)
  if (!found?.isFresh || view.memory.flown === found.handover.ply) return
  view.memory.flown = found.handover.ply
  const { from, to } = found.handover
  const stage = root.querySelector('.vn-steal')
  if (!stage || !paced(1)) return
  const stops = [seatElement(root, view, from), stage, seatElement(root, view, to)].map((stop) => middleOf(stop))
  root.querySelectorAll('.vn-flyer').forEach((card, i) => {
    const rest = middleOf(card)
    const place = (/** @type {number} */ stop, /** @type {number} */ scale) =>
      `translate(${stops[stop].x - rest.x}px, ${stops[stop].y - rest.y}px) scale(${scale})`
    card.animate(
      [
        { offset: 0, transform: place(0, 0.35), opacity: 1, easing: 'ease-out' },
        { offset: 0.4, transform: place(1, 1), opacity: 1 },
        { offset: 0.6, transform: place(1, 1), opacity: 1, easing: 'ease-in' },
        { offset: 1, transform: place(2, 0.35), opacity: 1 },
      ],
      { duration: paced(FLIGHT), delay: paced(i * STAGGER) },
    )
  })
}

/** Return where a seat's cards are: the viewer's hand, or a plate. @param {HTMLElement} root @param {View} view
 * @param {number} seat */
const seatElement = (root, view, seat) =>
  (seat === view.me && root.querySelector('.vn-hand')) || root.querySelector(`[data-key="plate${seat}"]`)

/** @param {Element | null} element */
function middleOf(element) {
  const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect()
  return { x: x + width / 2, y: y + height / 2 }
}
