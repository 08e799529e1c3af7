// What is pressed beside the board: the announcement, pursuit, obstacles and cans, each with its price.

import { html } from '../../dom.js'
import { emblem } from '../../art/teams.js'
import { zone } from '../../pieces.js'
import { canPicture } from './art.js'
import { spaceName } from './ghosts.js'

/** @typedef {import('../../protocol.js').View} View */
/** @typedef {import('../../dom.js').Html} Html */

/** @param {View} view */
export function controls(view) {
  const { phase } = view.table.more.turn
  if (phase === 'announce') return announce(view)
  if (phase === 'pursuit') return html`<div class="choices" role="group" aria-label="${view.word('piece.pursue')}">${view.moves.map((move) => pursue(view, move))}</div>`
  if (phase === 'obstacle') return html`${view.moves.map((move) => obstacle(view, move))}`
  if (phase === 'take') return html`<div class="choices">${view.moves.map((move) => giver(view, move.picks[0]))}</div>`
  return html``
}

/** A button that joins the selection. @param {View} view @param {string} pick @param {Html} picture @param {string} [kind] */
function press(view, pick, picture, kind = '') {
  const chosen = view.selected.has(pick)
  const open = chosen || view.left.some((move) => move.picks.includes(pick)) || view.moves.some((move) => move.picks[0] === pick)
  return html`<button type="button" class="press ${kind} ${chosen ? 'on' : ''}" data-key="${pick}" data-do="pick" data-arg="${pick}"
    aria-pressed="${chosen ? 'true' : 'false'}" ${open ? '' : html`aria-disabled="true"`}>${picture}</button>`
}

/** A sentence about a space, or the one about START. @param {View} view @param {string} key @param {string} space */
const place = (view, key, space) => (space === 'space_start' ? view.word(`${key}.start`) : view.word(key, { space: spaceName(view, space) }))

/** So many cans, as pictures. @param {number} count */
const cans = (count) => html`<span class="price">${Array.from({ length: count }, () => canPicture())}</span>`

/** @param {View} view */
function announce(view) {
  const groups = [...new Set(view.moves.flatMap((move) => (move.preview?.group ? [move.preview.group] : [])))]
  const cost = (/** @type {string} */ control) => view.moves.find((move) => move.picks.includes(control))?.preview?.cost ?? 0
  const energy = zone(view, 'controls').pieces.filter((piece) => piece.id !== 'solo')
  return html`<div class="choices" data-key="runs" role="group" aria-label="${view.word('view.run')}">
      ${press(view, 'solo', html`${view.word('piece.solo')}`)}
      ${groups.map((space) => press(view, space, html`${place(view, 'view.group', space)}${riding(view, space)}`))}</div>
    ${energy.length ? html`<div class="choices energy" data-key="energy" role="group" aria-label="${view.word('view.energy')}">
      ${energy.map((piece) => press(view, piece.id, html`${view.word(`view.${piece.id}`)} ${cans(cost(piece.id))}<span class="hidden">${view.word(`piece.${piece.id}`)}</span>`, 'toggle'))}</div>` : ''}`
}

/** The teams whose dice a group's run would roll. @param {View} view @param {string} space */
function riding(view, space) {
  const dice = view.moves.find((move) => move.preview?.group === space)?.preview?.dice ?? []
  const rivals = view.table.seats.filter((seat) => dice.includes(`die_${seat.colour}`))
  return html`<span class="riding">${rivals.map((seat) => emblem(seat.colour, view.lang))}</span>`
}

/** @param {View} view @param {import('../../protocol.js').Choice} move */
function pursue(view, { picks, preview = {} }) {
  const { couriers, cost } = preview
  return press(view, picks[0], couriers ? html`${view.word('view.follow', { couriers })} ${cans(cost)}` : html`${view.word('view.stay')}`)
}

/** @param {View} view @param {import('../../protocol.js').Choice} move */
function obstacle(view, { picks, preview = {} }) {
  const { cost, gain, to } = preview
  if (cost) return press(view, picks[0], html`${place(view, 'view.pay', to)} <span class="sign">−</span>${cans(cost)}`)
  return press(view, picks[0], html`${place(view, 'view.retreat', to)} ${gain ? html`<span class="sign">+</span>${cans(gain)}` : ''}`)
}

/** @param {View} view @param {string} pick */
function giver(view, pick) {
  const from = zone(view, 'cans').pieces.find((piece) => piece.id === pick)
  if (!from) return html``
  return press(view, pick, html`${emblem(from.colour, view.lang)} ${view.names[from.seat]} <span class="sign">${from.number_of}</span>${canPicture()}`)
}
