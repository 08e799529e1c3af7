// Pictures of cards, the jersey, riders and medals.

import { isTeam, teamLetter } from '../../art/teams.js'
import { html } from '../../lib/dom.js'
import { BACKS, HEADS } from './animals.js'

/** @typedef {import('../../lib/dom.js').Html} Html */
/** @typedef {string} Lang */
/** @typedef {{kind: string, colour?: string, value: number}} Card */

/** Render all heads as symbols, once per page; cards use them. */
export function heads() {
  const symbols = Object.entries(HEADS).map(
    ([name, head]) => html`<symbol id="vn-${name}" viewBox="0 0 100 100" overflow="visible">${head}</symbol>`,
  )
  return html`<svg class="patterns" width="0" height="0" aria-hidden="true" focusable="false">${symbols}</svg>`
}

/** Parse a card id such as "red5" or "hare30"; null for other words. @param {string} word @returns {Card | null} */
export function parseCard(word) {
  const found = /^([a-z]+)(\d+)$/.exec(word)
  if (!found || !(isTeam(found[1]) || found[1] === 'hare')) return null
  return found[1] === 'hare'
    ? { kind: 'hare', value: Number(found[2]) }
    : { kind: 'racer', colour: found[1], value: Number(found[2]) }
}

/** @param {Card} card */
const team = (card) => card.colour ?? 'hare'

/**
 * Render a card face up.
 * @param {Card} card
 * @param {Lang} lang
 * @param {Html} [head] replaces the symbol on a page without heads()
 */
export function face(card, lang, head) {
  const name = card.kind === 'hare' ? 'hare' : String(card.value)
  const rider = head
    ? html`<g transform="translate(13 38) scale(.82)">${head}</g>`
    : html`<use href="#vn-${name}" x="13" y="38" width="82" height="82"/>`
  return html`<svg class="vn-card" data-team="${team(card)}" viewBox="0 0 100 140" aria-hidden="true">
    <rect width="100" height="140" rx="9" class="vn-c-ground"/>
    <g>
      <circle cx="58" cy="86" r="50" class="vn-c-sun"/>
      ${name in BACKS ? html`<g transform="translate(13 46) scale(.82)">${BACKS[name]}</g>` : ''}
      <g transform="scale(1.75)"><path d="M3 82C3 68 16 62 31 62S59 68 59 82Z"
        fill="url(#team-${card.colour ?? 'white'})"/></g>
      <path d="M40 110Q54 122 68 110L64 107H44Z" class="vn-c-collar"/>
      ${rider}
    </g>
    <text x="${card.kind === 'hare' ? 6 : 8}" y="${card.kind === 'hare' ? 37 : 43}"
      class="${card.kind === 'hare' ? 'vn-c-number vn-c-two' : 'vn-c-number'}">${card.value}</text>
    ${
      card.colour
        ? html`<circle cx="15" cy="61" r="10.5" class="vn-c-badge"/><text x="15" y="66"
    class="vn-c-letter">${teamLetter(card.colour, lang)}</text>`
        : ''
    }
  </svg>`
}

/** Render a card face down: a wheel over the mountains. */
export function back() {
  return html`<svg class="vn-card vn-back" viewBox="0 0 100 140" aria-hidden="true"><rect width="100" height="140"
    rx="9" class="vn-c-ground"/>
    <path d="M6 134V96L30 66 46 88 64 58 94 100V134Z" class="vn-c-ridge"/><circle cx="50" cy="52" r="25"
      class="vn-c-wheel"/><circle cx="50" cy="52" r="4" class="vn-c-hub"/>
    <path d="M50 27V77M25 52H75M32.3 34.3L67.7 69.7M67.7 34.3L32.3 69.7" class="vn-c-spokes"/></svg>`
}

/** A heap of played cards. */
export const heap =
  () => html`<svg viewBox="0 0 26 22" aria-hidden="true"><rect x="2" y="5" width="12" height="16" rx="2"
    transform="rotate(-16 8 13)" fill="#c8372d"/>
  <rect x="8" y="3" width="12" height="16" rx="2" fill="#f2c033"/><rect x="12" y="4" width="12" height="16" rx="2"
    transform="rotate(14 18 12)" fill="#2f64ad"/></svg>`

/** Render a card in a line of text. @param {Card} card @param {Lang} lang @param {string} label */
export function chip(card, lang, label) {
  const wide = card.colour ? 42 : 30
  const letter = card.colour ? teamLetter(card.colour, lang) : ''
  return html`<svg class="vn-chip" data-team="${team(card)}" viewBox="0 0 ${wide} 24" role="img" aria-label="${label}">
    <rect width="${wide}" height="24" rx="5" class="vn-c-ground"/>
    ${
      letter
        ? html`<path d="M18 0H37A5 5 0 0 1 42 5V19A5 5 0 0 1 37 24H18Z" fill="url(#team-${card.colour})"/><rect
    x="20" y="3" width="20" height="18" rx="5" class="vn-c-ground"/>`
        : ''
    }
    <text x="${letter ? 9.5 : 15}" y="18.5" class="vn-c-number">${card.value}</text>
    ${
      letter
        ? html`<text x="30" y="18" class="vn-c-letter ${letter.length > 1 ? 'vn-c-two' : ''}">${letter}</text>`
        : ''
    }</svg>`
}

/** Render the jersey of the best climber. @param {string} [kind] */
export function jersey(kind = '') {
  const dots = [
    [34, 34],
    [66, 34],
    [50, 46],
    [34, 60],
    [66, 60],
    [50, 74],
    [34, 88],
    [66, 88],
    [14, 40],
    [86, 40],
  ]
  return html`<svg class="vn-jersey ${kind}" viewBox="0 0 100 110" aria-hidden="true">
    <path d="M34 8Q50 20 66 8L84 16 99 44 82 54 76 44V102H24V44L18 54 1 44 16 16Z" fill="#fffaf0" stroke="#1e2743"
      stroke-width="3" stroke-linejoin="round"/>
    ${dots.map(([x, y]) => html`<circle cx="${x}" cy="${y}" r="7" fill="#c8372d"/>`)}
    <path d="M34 8Q50 20 66 8L61 5Q50 13 39 5Z" fill="#c8372d"/></svg>`
}

/** Background colours of the seats' race numbers. */
const BIBS = ['#f3e7cf', '#f2c033', '#9fd0d8', '#f0a48f', '#b9d48c']

/** Render a seat's race number as a round emblem. @param {number} seat */
export function bib(seat) {
  return html`<svg class="vn-bib" viewBox="0 0 40 40" aria-hidden="true"><rect x="2" y="2" width="36" height="36" rx="9"
    fill="${BIBS[seat % 5]}" stroke="#1e2743" stroke-width="2.5"/>
    <circle cx="8.5" cy="8.5" r="1.8" fill="#1e2743"/><circle cx="31.5" cy="8.5" r="1.8" fill="#1e2743"/><text x="20"
      y="30">${seat + 1}</text></svg>`
}

/** Render a rider from behind, 40 × 56, with the wheel at (0, 0). @param {number} seat */
export function rider(seat) {
  return html`<path d="M-2.5 -14H2.5V-1A2.5 2.5 0 0 1-2.5-1ZM-9 -15L-7 -28H7L9 -15 5 -8 3 -15H-3L-5 -8Z" fill="#1e2743"
      class="vn-bike"/>
    <path d="M-15 -33Q-17 -24-9 -21M15 -33Q17 -24 9 -21" stroke="#1e2743" stroke-width="3" fill="none"
      stroke-linecap="round" class="vn-arms"/>
    <path d="M-12 -41Q0 -47 12 -41L14 -27Q11 -19 0 -19T-14 -27Z" fill="${BIBS[seat % 5]}" stroke="#1e2743"
      stroke-width="1.5"/>
    <text y="-25" class="vn-c-number">${seat + 1}</text>
    <circle cy="-49" r="7" fill="#e8b48a"/><path d="M-7.6 -49A7.6 7.6 0 0 1 7.6 -49Q0 -53-7.6 -49Z" fill="#c8372d"/>`
}

/** Render the medal for a place. @param {number} place */
export function medal(place) {
  const metal = ['#e0a21b', '#b6bcc6', '#b87b45'][place - 1] ?? '#8d97a5'
  return html`<svg class="vn-medal" viewBox="0 0 40 48" aria-hidden="true"><path d="M8 0H18L22 18H14ZM32 0H22L18 18H26Z"
    fill="#c8372d"/>
    <circle cx="20" cy="31" r="15" fill="${metal}" stroke="#1e2743" stroke-width="2"/><text x="20"
      y="38">${place}</text></svg>`
}
