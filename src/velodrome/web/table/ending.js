// The end of a game: podium, table of the result with the game's figures, and what to do next.

import { html, nothing } from '../lib/dom.js'
import { hasText, ruleOf } from '../lib/i18n.js'
import { renderBotTag } from './bots.js'
import { promptText, rematchText, renderRematchButton } from './layout.js'
import { renderOutcome } from './log.js'
import { renderRuleLink } from './rule_dialog.js'

/** @typedef {import('../protocol/types.js').Room} Room */
/** @typedef {import('../protocol/types.js').View} View */
/** @typedef {import('../protocol/types.js').Drawing} Drawing */
/** @typedef {import('../protocol/types.js').Text} Text */
/** @typedef {import('../lib/dom.js').Html} Html */
/** @typedef {{key: string, values: number[]}} Figure  a number for each seat, such as the rounds it won */
/** @typedef {{label: string, values: number[], isScore: boolean}} Column  of the table of the result */

const PODIUM_PLACES = 3
const CONFETTI = 44 // pieces of confetti
const COLOURS = ['red', 'mustard', 'teal', 'sky', 'leaf']

/** @param {Drawing} drawing @param {Room} room @param {View} view
 * @param {Text[]} last  outcomes of the last move
 * @param {string} note  what became of sharing the result */
export function renderEnding(drawing, room, view, last, note) {
  const ties = last.filter(({ key }) => key.startsWith('outcome.tie.'))
  return html`<div class="ending ${room.game}">
    <div class="end-finish" data-key="finish">${renderConfetti()}<h2 tabindex="-1" autofocus>${promptText(view)}</h2>
      ${renderPodium(drawing, view)}</div>
    <div class="scores" data-key="scores">${renderResultTable(drawing, room, view)}
      ${ties.map(
        (text) => html`<p class="tie" data-key="${text.key}">${renderOutcome(drawing, view, text)}
        ${renderRuleLink(view, ruleOf(room.game, view.lang, text))}</p>`,
      )}
      ${drawing.result && (!room.forfeits.length || view.table.more.reveal) ? drawing.result(view) : ''}</div>
    ${renderRounds(view)}
    ${renderNext(room, view, note)}</div>`
}

// ---------------------------------------------------------------- podium

/** Return the seats on the podium, best first. @param {number[]} ranking */
export function podiumSeats(ranking) {
  const order = ranking.map((_, seat) => seat).sort((a, b) => ranking[a] - ranking[b])
  return order.filter((seat) => ranking[seat] <= PODIUM_PLACES)
}

/** Return the column of a seat on the podium: the best in the middle, the others alternately left and right of it.
 * @param {number} index  among the seats on the podium, best first @param {number} count */
export function podiumColumn(index, count) {
  const middle = count === 2 ? 1 : Math.floor((count - 1) / 2)
  const left = middle - (index + 1) / 2
  if (index % 2) return left >= 0 ? left : index
  return middle + index / 2
}

/** @param {Drawing} drawing @param {View} view */
function renderPodium(drawing, view) {
  const { ranking } = view.table
  const seats = podiumSeats(ranking)
  return html`<ol class="end-podium" data-key="podium" aria-label="${view.word('end.podium')}"
    data-css="--columns: ${seats.length}">${seats.map(
      (
        seat,
        i,
      ) => html`<li class="end-stand place${ranking[seat]} ${seat === view.me ? 'me' : ''}" data-key="stand${seat}"
        data-css="order: ${podiumColumn(i, seats.length)}">
        <span class="end-hero">${renderHero(drawing, view, seat)}</span>
        <b class="name">${view.names[seat]}</b><span class="end-block">${ranking[seat]}</span></li>`,
    )}</ol>`
}

/** Render the picture of a seat on the podium. @param {Drawing} drawing @param {View} view @param {number} seat */
export const renderHero = (drawing, view, seat) => drawing.hero?.(view, seat) ?? drawing.face(view, seat)

/** Render confetti, which falls into place; without animations it just lies there. */
function renderConfetti() {
  const pieces = Array.from({ length: CONFETTI }, (_, i) => {
    const spread = (/** @type {number} */ step) => ((i * step) % 97) / 97 // an even scatter without chance
    const [x, y] = [spread(37) * 100, spread(61) * 100]
    const aside = x < 50 ? x * 0.24 : 100 - (100 - x) * 0.24 // beside the headline, not behind it
    const css = [
      `left: ${(y < 45 ? aside : x).toFixed(1)}%`,
      `top: ${y.toFixed(1)}%`,
      `rotate: ${Math.round(spread(23) * 360)}deg`,
      `background: var(--${COLOURS[i % COLOURS.length]})`,
      `--late: ${(spread(53) * 0.9).toFixed(2)}`,
    ]
    return html`<i data-css="${css.join('; ')}"></i>`
  })
  return html`<div class="end-confetti" aria-hidden="true" data-key="confetti">${pieces}</div>`
}

// ---------------------------------------------------------------- tables

/** Return the columns of the result: the game's figures, then the score. @param {View} view @returns {Column[]} */
export function resultColumns(view) {
  const { scores, more } = view.table
  const figures = /** @type {Figure[]} */ (more?.figures ?? [])
  const columns = figures.map(({ key, values }) => ({ label: view.say({ key }), values, isScore: false }))
  if (!hasText(view.game, view.lang, 'sheet.score')) return columns // no points, only a winner
  return [...columns, { label: view.say({ key: 'sheet.score' }), values: scores, isScore: true }]
}

/** Return the seats by their place. @param {number[]} ranking */
export const seatsByPlace = (ranking) => ranking.map((_, seat) => seat).sort((a, b) => ranking[a] - ranking[b])

/** @param {Drawing} drawing @param {Room} room @param {View} view */
function renderResultTable(drawing, room, view) {
  const { word } = view
  const { ranking } = view.table
  const columns = resultColumns(view)
  return html`<div class="scroll" tabindex="0"><table><caption class="hidden">${word('sheet.title')}</caption>
    <thead><tr><th scope="col"><span class="hidden">${word('sheet.place')}</span></th><th
      scope="col"><span class="hidden">${word('sheet.player')}</span></th>${columns.map(
        ({ label }) => html`<th scope="col">${label}</th>`,
      )}</tr></thead>
    <tbody>${seatsByPlace(ranking).map(
      (seat) => html`<tr class="${seat === view.me ? 'me' : ''}" data-key="seat${seat}"><td
        class="place">${ranking[seat]}</td>
      <th scope="row"><span class="who">${drawing.face(view, seat)} <span class="name">${view.names[seat]}</span>
        ${renderBotTag(word, room.seats[seat])}
        ${room.forfeits.includes(seat) ? html`<span class="mark">${word('clock.lost')}</span>` : ''}</span></th>
      ${columns.map(
        ({ values, isScore }) => html`<td class="${isScore ? 'total' : 'figure'}">${values[seat]}</td>`,
      )}</tr>`,
    )}</tbody></table></div>`
}

/** Render the points of each round, folded. @param {View} view */
function renderRounds(view) {
  const { sheet, ranking } = view.table
  if (sheet.length < 2) return nothing
  const { word } = view
  return html`<details class="end-rounds" data-key="rounds"><summary>${word('end.rounds')}</summary>
    <div class="scroll" tabindex="0"><table><caption class="hidden">${word('end.rounds')}</caption><thead><tr><th
      scope="col">${word('sheet.player')}</th>${sheet.map(
        (_, i) => html`<th scope="col"><abbr title="${word('sheet.number', { round: i + 1 })}">${i + 1}</abbr></th>`,
      )}</tr></thead><tbody>${seatsByPlace(ranking).map(
        (seat) =>
          html`<tr><th scope="row">${view.names[seat]}</th>${sheet.map(
            (row, i) => html`<td>${row[seat] - (i ? sheet[i - 1][seat] : 0)}</td>`,
          )}</tr>`,
      )}</tbody></table></div></details>`
}

// ---------------------------------------------------------------- what next

/** @param {Room} room @param {View} view @param {string} note */
function renderNext(room, view, note) {
  const { word } = view
  const replay = `/t/${room.room}/replay`
  return html`<div class="end-next" data-key="after">
    ${room.rematch ? html`<p role="status" data-key="next">${rematchText(room, view)}</p>` : ''}
    <p role="status" class="end-note" data-key="note">${note && word(note)}</p>
    <div class="choose" data-key="choose">${renderRematchButton(room, word)}
      <a class="press" href="${replay}" data-do="go" data-arg="${replay}">${word('replay.title')}</a>
      <button type="button" class="press" data-key="share" data-do="shareResult">${word('end.share')}</button>
      <a class="press" href="/" data-do="go" data-arg="/">${word('menu.home')}</a></div></div>`
}
