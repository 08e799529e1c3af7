// Controls below the board: announcement, pursuit, obstacles and cans, each with its price.

import { emblem } from '../../art/teams.js'
import { html } from '../../lib/dom.js'
import { zone } from '../../table/pieces.js'
import { canPicture } from './art.js'
import { spaceArgument } from './ghosts.js'

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../protocol/types.js').Choice} Choice */
/** @typedef {import('../../lib/dom.js').Html} Html */

/** @param {View} view */
export function controls(view) {
  const phase = view.ahead ? 'announce' : view.table.more.turn.phase // premoves begin a turn
  if (phase === 'announce') return announce(view)
  if (phase === 'pursuit')
    return choices(
      view,
      'piece.pursue',
      view.moves.map((move) => pursue(view, move)),
    )
  if (phase === 'obstacle') return html`${view.moves.map((move) => obstacle(view, move))}`
  if (phase === 'take')
    return choices(
      view,
      'piece.cans',
      view.moves.map((move) => giver(view, move)),
    )
  return html``
}

/** @param {View} view @param {string} name @param {Html[]} pressed @param {string} [kind] */
const choices = (view, name, pressed, kind = '') =>
  html`<div class="choices ${kind}" data-key="${name}" role="group" aria-label="${view.word(name)}">${pressed}</div>`

/**
 * Render a button that only joins the selection (`data-hold`), so that all alternatives of a question look alike.
 * @param {View} view
 * @param {string} pick
 * @param {Html} picture
 * @param {string} [kind]
 */
function renderPick(view, pick, picture, kind = '') {
  const chosen = view.selected.has(pick)
  const open =
    chosen || view.left.some((move) => move.picks.includes(pick)) || view.moves.some((move) => move.picks[0] === pick)
  return html`<button type="button" class="press ${kind} ${chosen ? 'on' : ''}" data-key="${pick}"
    data-do="pick" data-arg="${pick}" data-hold
    aria-pressed="${chosen ? 'true' : 'false'}"
    ${open ? '' : html`aria-disabled="true"`}>${picture}</button>`
}

/**
 * Render a button that plays a whole move; the main button if it is the only move.
 * @param {View} view
 * @param {Choice} move
 * @param {Html} picture
 */
const renderMove = (
  view,
  { picks, text },
  picture,
) => html`<button type="button" class="press ${view.moves.length > 1 ? 'commit' : 'main'}" data-key="${picks[0]}"
  data-do="answer" data-arg="${text}">${picture}</button>`

/** @type {NonNullable<import('../../protocol/types.js').Drawing['actions']>} */
export const actions = { answer: (text, _, desk) => void desk.play([text]) }

/** Return a sentence about a space or START. @param {View} view @param {string} key @param {string} space */
const place = (view, key, space) =>
  space === 'space_start' ? view.word(`${key}.start`) : view.word(key, { space: spaceArgument(space) })

/** Render a number of cans. @param {number} count */
const cans = (count) => html`<span class="price">${Array.from({ length: count }, () => canPicture())}</span>`

/** @param {View} view */
function announce(view) {
  const solo = html`${view.word('piece.solo')}`
  if (view.moves.length === 1) return renderMove(view, view.moves[0], solo)
  const groups = [...new Set(view.moves.flatMap((move) => (move.preview?.group ? [move.preview.group] : [])))]
  const cost = (/** @type {string} */ control) =>
    view.moves.find((move) => move.picks.includes(control))?.preview?.cost ?? 0
  const energy = zone(view, 'controls')
    .pieces.filter((piece) => piece.id !== 'solo')
    .map(({ id }) =>
      renderPick(
        view,
        id,
        html`${view.word(`view.${id}`)} ${cans(cost(id))}<span class="hidden">${view.word(`piece.${id}`)}</span>`,
        'toggle',
      ),
    )
  const runs = groups.map((space) =>
    renderPick(view, space, html`${place(view, 'view.group', space)}${riding(view, space)}`),
  )
  return html`${choices(view, 'view.run', [renderPick(view, 'solo', solo), ...runs])}
    ${energy.length ? choices(view, 'view.energy', energy, 'energy') : ''}`
}

/** Return the teams whose dice a group run would roll. @param {View} view @param {string} space */
function riding(view, space) {
  const dice = view.moves.find((move) => move.preview?.group === space)?.preview?.dice ?? []
  const rivals = view.table.seats.filter((seat) => dice.includes(`die_${seat.colour}`))
  return html`<span class="riding">${rivals.map((seat) => emblem(seat.colour, view.lang))}</span>`
}

/** @param {View} view @param {Choice} move */
function pursue(view, move) {
  const { couriers, cost } = move.preview ?? {}
  return renderMove(
    view,
    move,
    couriers ? html`${view.word('view.follow', { couriers })} ${cans(cost)}` : html`${view.word('view.stay')}`,
  )
}

/** @param {View} view @param {Choice} move */
function obstacle(view, move) {
  const { cost, gain, to } = move.preview ?? {}
  if (cost) return renderMove(view, move, html`${place(view, 'view.pay', to)} <span class="sign">−</span>${cans(cost)}`)
  return renderMove(
    view,
    move,
    html`${place(view, 'view.retreat', to)} ${gain ? html`<span class="sign">+</span>${cans(gain)}` : ''}`,
  )
}

/** @param {View} view @param {Choice} move */
function giver(view, move) {
  const from = zone(view, 'cans').pieces.find((piece) => piece.id === move.picks[0])
  if (!from) return html``
  return renderMove(
    view,
    move,
    html`${emblem(from.colour, view.lang)} ${view.names[from.seat]} <span
      class="sign">${from.number_of}</span>${canPicture()}`,
  )
}
