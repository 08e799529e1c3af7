// Drawing of VeloCity: a city from above, and the couriers who cross it.

import { emblem } from '../../art/teams.js'
import { html, nothing } from '../../lib/dom.js'
import { piece, zone } from '../../table/pieces.js'
import { canPicture, courier, diePicture } from './art.js'
import { board, watch } from './board.js'
import { actions, controls } from './controls.js'
import { cover } from './cover.js'
import { brief, promised } from './ghosts.js'
import { lastRoll } from './moments.js'
import { follow } from './riders.js'
import { finishers, progress } from './standing.js'

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../protocol/types.js').Piece} Piece */
/** @typedef {import('../../protocol/types.js').Text} Text */

const COLOURS = ['red', 'black', 'yellow', 'white', 'green', 'gray', 'blue']

/** Render the dice of the turn, or those of the last roll until the next one. @param {View} view */
function own(view) {
  const now = zone(view, 'dice').pieces
  const last = lastRoll(view.heard)
  const rolled = now.length ? now : last && view.table.actor !== -2 ? diceOf(view, last.text) : []
  return html`${rolled.length ? dice(view, rolled, last?.ply ?? 0, now.length > 0) : ''}
    ${view.ready ? html`<p class="foretold" data-key="foretold">${promised(view, view.ready)}</p>` : ''}`
}

/** Return the dice that an outcome lists. @param {View} view @param {Text} text @returns {Piece[]} */
const diceOf = (view, { each }) =>
  /** @type {Text[]} */ (each).map(({ colour, pips }) => {
    const seat = view.table.seats.findIndex((found) => found.colour === colour)
    return { id: `die_${colour}`, kind: 'die', pips, ...(seat < 0 ? { colour: null, seat: null } : { colour, seat }) }
  })

/** @param {View} view @param {Piece[]} rolled @param {number} ply  of the roll @param {boolean} now */
function dice(view, rolled, ply, now) {
  const rolls = now || follow(view).moment.roll // a forced move may follow in the same table
  return html`<div class="dice ${now ? '' : 'past'} ${rolls ? 'rolls' : ''} ${rolled.length > 5 ? 'many' : ''}"
    data-key="dice${ply}" role="group" aria-label="${view.word(now ? 'view.roll' : 'view.roll.past')}">
    ${now ? '' : html`<span class="past-word" aria-hidden="true">${view.word('view.roll.past')}</span>`}
    ${rolled.map((one) => die(view, one, now))}</div>`
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

/** Render the cans, and how far the couriers still have to ride. @param {View} view @param {number} seat */
const plate = (view, seat) => html`<span class="counter cans">${canPicture()}<b>${view.table.seats[seat].cans}</b><span
    class="hidden">${view.word('piece.cans')}</span></span>${progress(view, seat)}`

/**
 * Render a team or die in a sentence.
 * @param {View} view
 * @param {string} word
 * @param {string} [argument]  name of the text argument
 * @param {Text} [text]
 */
function chip(view, word, argument, text) {
  if (text?.key === 'outcome.die') return argument === 'pips' ? dieChip(view, text) : html``
  if (!COLOURS.includes(word)) return null
  return html`<span class="team-chip">${emblem(word, view.lang)}<span
    class="hidden">${view.word(`piece.${word}`)}</span></span>`
}

/** Render a die of a roll; that of the last roll appears when the dice have landed.
 * @param {View} view @param {Text} text */
function dieChip(view, text) {
  const [one] = diceOf(view, { key: '', each: [text] })
  const { roll } = follow(view).moment
  const isFresh = roll && /** @type {Text[]} */ (roll.each).includes(text)
  const picture = diePicture(/** @type {any} */ (one), view.lang)
  return html`<span class="roll-chip die-chip ${isFresh ? 'fresh' : ''}">${picture}<span
    class="hidden">${view.word(`piece.${text.colour}`)} ${one.pips}</span></span>`
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
  result: finishers,
  hero: ({ table, lang }, seat) =>
    html`<svg viewBox="-22 -20 44 40" aria-hidden="true">${courier(table.seats[seat].colour, lang)}</svg>`,
  afterPaint: watch,
  duration: (view) => follow(view).moment.duration,
  actions,
  title: (view) => view.word('view.round', { round: view.table.more.turn.round }),
  cover,
  face: (view, seat) => emblem(view.table.seats[seat].colour, view.lang),
}
