// Drawing of VeloCity: a city from above, and the couriers who cross it.

import { emblem } from '../../art/teams.js'
import { html, nothing } from '../../lib/dom.js'
import { piece, zone } from '../../table/pieces.js'
import { canPicture, diePicture, plainDie } from './art.js'
import { board, watch } from './board.js'
import { actions, controls } from './controls.js'
import { cover } from './cover.js'
import { brief, promised } from './ghosts.js'

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../protocol/types.js').Piece} Piece */

const COLOURS = ['red', 'black', 'yellow', 'white', 'green', 'gray', 'blue']

/** Render the dice of the turn, or those of the last roll until the next one. @param {View} view */
function own(view) {
  const now = zone(view, 'dice').pieces
  const { turn } = view.table.more
  if (now.length) view.memory.dice = { pieces: now, key: `${turn.round}-${turn.active}`, ply: view.heard.at(-1)?.ply }
  // the roll may have been taken back; in a replay the memory may come from a later ply
  const stands = !view.past && view.heard.some(({ ply }) => ply === view.memory.dice?.ply)
  const rolled = now.length || stands ? view.memory.dice : null
  return html`${rolled ? dice(view, rolled, now.length > 0) : ''}
    ${view.ready ? html`<p class="foretold" data-key="foretold">${promised(view, view.ready)}</p>` : ''}`
}

/** @param {View} view @param {{pieces: Piece[], key: string}} rolled @param {boolean} now */
function dice(view, rolled, now) {
  return html`<div class="dice ${now ? '' : 'past'} ${rolled.pieces.length > 5 ? 'many' : ''}"
    data-key="dice${rolled.key}" role="group"
    aria-label="${view.word(now ? 'view.roll' : 'view.roll.past')}">
    ${rolled.pieces.map((one) => die(view, one, now))}</div>`
}

/** @param {View} view @param {Piece} one @param {boolean} now */
function die(view, one, now) {
  const whose = one.seat === null ? view.word(one.kind === 'sum' ? 'piece.sum' : 'view.power') : view.names[one.seat]
  const picture = html`${diePicture(/** @type {any} */ (one), view.lang)}<span class="whose"
    aria-hidden="true">${whose}</span>`
  const label = `${whose}: ${one.pips}`
  if (!now) return html`<span class="piece die" data-key="${one.id}" role="img" aria-label="${label}">${picture}</span>`
  return piece(view, one.id, picture, { label, kind: `die ${one.kind === 'sum' ? 'sum' : ''}`, flip: false })
}

/** Render the cans, and the finished couriers out of those needed to win. @param {View} view @param {number} seat */
function plate(view, seat) {
  const { cans, home, racing } = view.table.seats[seat]
  const pips = Array.from(
    { length: view.table.more.turn.goal },
    (_, i) => html`<i class="${i < home ? 'in' : ''}"></i>`,
  )
  const told = view.word('view.home', { home, racing })
  return html`<span class="counter">${canPicture()}<b>${cans}</b><span
    class="hidden">${view.word('piece.cans')}</span></span>
    <span class="counter homes" title="${told}">${pips}<span class="hidden">${told}</span></span>`
}

/**
 * Render a team or die in a sentence.
 * @param {View} view
 * @param {string} word
 * @param {string} [argument]  name of the text argument
 */
function chip(view, word, argument) {
  if (argument === 'pips')
    return html`<span class="roll-chip">${plainDie(Number(word))}<span class="hidden">${word}</span></span>`
  if (!COLOURS.includes(word)) return null
  return html`<span class="team-chip">${emblem(word, view.lang)}<span
    class="hidden">${view.word(`piece.${word}`)}</span></span>`
}

/** Render a can that was paid or taken. @param {View} _ @param {import('../../protocol/types.js').News} news */
const aside = (_, { told }) =>
  told?.key === 'tell.pay' || told?.key === 'tell.take' ? html`<span class="roll-chip">${canPicture()}</span>` : nothing

/** Label the Play button: it rolls, moves a courier, takes one over the line, or takes a can. @param {View} view */
function verb(view) {
  const { phase } = view.table.more.turn
  if (phase === 'move') return view.word(view.ready?.preview?.place ? 'view.do.finish' : 'view.do.move')
  return view.word(phase === 'take' ? 'view.do.take' : 'view.do.roll')
}

/** Render the final podium. @param {View} view */
function result(view) {
  const places = zone(view, 'podium').pieces.filter((place) => place.seat !== null)
  if (!places.length) return nothing
  const rows = places.map(
    ({ n, seat }) =>
      html`<li><b>${n}</b>${emblem(view.table.seats[seat].colour, view.lang)}<span
        class="name">${view.names[seat]}</span></li>`,
  )
  return html`<ol class="arrivals" aria-label="${view.word('piece.podium')}">${rows}</ol>`
}

/** @type {import('../../protocol/types.js').Drawing} */
export const drawing = {
  board,
  own,
  plate,
  chip,
  aside,
  controls,
  verb,
  promise: (view) =>
    html`${
      view.ready
        ? html`<span class="brief">${brief(view, view.ready)}</span><span
      class="words">${promised(view, view.ready)}</span>`
        : ''
    }`,
  result,
  afterPaint: watch,
  actions,
  title: (view) => view.word('view.round', { round: view.table.more.turn.round }),
  cover,
  face: (view, seat) => emblem(view.table.seats[seat].colour, view.lang),
}
