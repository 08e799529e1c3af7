// Who leads: the way that each team has still to ride, and at the end its rank beside the places of its couriers.

import { emblem } from '../../art/teams.js'
import { html, nothing } from '../../lib/dom.js'
import { zone } from '../../table/pieces.js'

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../protocol/types.js').Text} Text */

const flag = html`<svg class="flag" viewBox="0 0 14 16" aria-hidden="true"><path class="pole" d="M2 1v15"/><path
  class="cloth" d="M2.500 1.500h10l-2.500 3.250 2.500 3.250h-10z"/></svg>`

/** Render how far a team has still to ride, with a bar for each courier that it needs at the finish.
 * @param {View} view @param {number} seat */
export function progress(view, seat) {
  const { ways, to_go: spaces, leads, home, racing } = view.table.seats[seat]
  const { way } = view.table.more.turn
  const isFar = view.table.seats.some((other) => other.to_go > 99) // so that all plates look alike
  const bars = ways.map((/** @type {number} */ left) => {
    const done = `width: ${(100 - (100 * left) / way).toFixed(0)}%`
    return html`<i class="${left ? '' : 'in'}"><i data-css="${done}"></i></i>`
  })
  const told = `${view.word('view.home', { home, racing })}, ${view.word('view.togo.told', { spaces })}`
  const whole = leads ? `${view.word('view.leads')}: ${told}` : told
  return html`<span class="counter togo ${leads ? 'leads' : ''} ${isFar ? 'far' : ''}" title="${whole}"><span
    aria-hidden="true">${
      leads ? flag : ''
    }<span class="words">${view.word('view.togo', { spaces })}</span><b class="short">${spaces}</b></span><span
    class="hidden">${whole}</span></span>
    <span class="homes" aria-hidden="true">${bars}</span>`
}

/** Render why the first to finish does not win, and the finishing places of each team, by rank. @param {View} view */
export function finishers(view) {
  const places = zone(view, 'podium').pieces.filter((place) => place.seat !== null)
  if (!places.length) return nothing
  const { ranking, seats, more } = view.table
  const order = ranking.map((_, seat) => seat).sort((a, b) => ranking[a] - ranking[b])
  const rows = order.map((seat) => {
    const own = places.filter((place) => place.seat === seat)
    const finished = own.map(({ n }) => html`<span>${view.word('view.ordinal', { place: n })}</span>`)
    return html`<li><b class="rank">${ranking[seat]}</b>${emblem(seats[seat].colour, view.lang)}<span
      class="name">${view.names[seat]}</span><span class="came">${finished.length ? finished : '–'}</span></li>`
  })
  return html`${more.verdict.map((/** @type {Text} */ text) => verdict(view, text))}
    <section class="finishers"><h3>${view.word('view.finished')}</h3><ol>${rows}</ol></section>`
}

/** @param {View} view @param {Text} text */
const verdict = (view, text) => html`<p class="verdict">${view.say(text, text.seat === view.me)}</p>`
