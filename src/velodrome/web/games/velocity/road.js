// Rendering of the street: kerbs, asphalt, signs of the spaces, and highlights.

import { html } from '../../lib/dom.js'
import { can, manhole } from './art.js'
import { across, at, stretch } from './street.js'

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../protocol/types.js').Piece} Piece */
/** @typedef {import('./street.js').Street} Street */
/** @typedef {import('./street.js').Spot} Spot */
/** @typedef {import('./board.js').Scene} Scene */

/**
 * Render a line with a class and a width.
 * @param {string} kind
 * @param {string} d
 * @param {number} wide
 * @param {number[]} [dashes]
 * @param {number} [offset]
 */
export const stroke = (kind, d, wide, dashes = [], offset = 0) =>
  html`<path class="${kind}" d="${d}" stroke-width="${wide.toFixed(1)}" stroke-dasharray="${dashes.join(' ')}"
    stroke-dashoffset="${offset}"/>`

/**
 * Render the street with all its spaces.
 * @param {View} view
 * @param {Scene} scene
 * @param {Set<string>} targets  spaces with ghosts
 */
export function road(view, { way, spaces, spots }, targets) {
  const { wide, path, finish } = way
  const grain = Math.max(4, wide / 9) // of stripes
  const pieces = (/** @type {(space: Piece) => boolean} */ wanted) =>
    spaces.flatMap((space, i) => (wanted(space) ? [stretch(way, way.spots[i].from, way.spots[i].to)] : [])).join('')
  const works = pieces((space) => space.kind === 'obstacle')
  const { group, origin, dest } = view.table.more.turn
  const glow = [
    ['here', pieces(({ id }) => id === group || id === origin || id === dest)],
    ['target', pieces(({ id }) => targets.has(id))],
    ['lit', pieces(({ id }) => view.lit.has(id) && !view.selected.has(id))],
    ['chosen', pieces(({ id }) => view.selected.has(id))],
  ]
  return html`<g class="street" fill="none"
    data-key="street">${stroke('kerb-shade', path, wide + 14)}${stroke('kerb', path, wide + 10)}
    ${glow.map(([kind, d]) => stroke(`glow ${kind}`, d, wide + 12))}
    ${stroke('road', path, wide)}${stroke('depart', stretch(way, 0, way.spots[0].to), wide)}
    ${stroke(
      'oasis',
      pieces((space) => space.kind === 'can'),
      wide,
    )}
    ${stroke('works', works, wide)}${stroke('works-bars', works, wide, [grain, grain])}${stroke(
      'road',
      works,
      wide - grain * 2,
    )}
    ${borders(way, grain)}${stroke('line', across(way, way.spots[0].to), 4)}
    ${[0, 1].map((row) =>
      stroke('chequer', across(way, finish + grain * (row + 0.5)), grain, [grain, grain], row * grain),
    )}
    ${glow.map(([kind, d]) => stroke(`tint ${kind}`, d, wide))}</g>
    <text class="depart-word" x="${way.line[0].x}" y="${above(way)}">${view.word('view.start')}</text>
    ${spaces.map((space) => thing(way, space, spots.get(space.id)))}`
}

/** Return the middle of the strip above START. @param {Street} way */
export const above = (way) => (way.spots[0].y - way.wide / 2 - 5) / 2

/**
 * Render the lines between spaces; some straight ones are zebra crossings.
 * @param {Street} way
 * @param {number} grain
 */
function borders(way, grain) {
  const ends = way.spots.slice(1, -1).map((spot) => spot.to)
  const straight = ends.filter(
    (d, i) => i % 3 !== 1 && [-2, 2].every((off) => Math.abs(at(way, d + off * grain).tx) > 0.99),
  )
  const zebras = straight.filter((_, i) => i % 3 === 0)
  const lines = ends.filter((d) => !zebras.includes(d))
  return html`${stroke('border', lines.map((d) => across(way, d, 0.86)).join(''), 1.4, [4, 4])}
    ${stroke('zebra', zebras.map((d) => across(way, d, 0.9)).join(''), grain * 2, [grain * 0.8, grain * 0.7])}`
}

/** Render the can or obstacle on a space. @param {Street} way @param {Piece} space @param {Spot | undefined} spot */
function thing({ wide }, { kind }, spot) {
  if (!spot || (kind !== 'can' && kind !== 'obstacle')) return ''
  return html`<g transform="${put(spot, wide / 40)}">${kind === 'can' ? can : manhole}</g>`
}

/** Render the numbers of the spaces on plates at the kerb, above the couriers.
 * @param {{way: Street, spaces: Piece[], spots: Map<string, Spot>}} scene */
export const numbers = ({ way, spaces, spots }) =>
  html`<g data-key="numbers">${spaces.map((space) => sign(way, space, spots.get(space.id)))}</g>`

/** @param {Street} way @param {Piece} space @param {Spot | undefined} spot */
function sign(way, space, spot) {
  if (!spot || space.kind === 'start') return ''
  const { scale, ...plate } = plateOf(way, spot)
  return html`<g class="plate-art ${space.kind}" transform="${put(plate, scale)}"><rect x="-11.500" y="-8" width="23"
    height="16" rx="4"/><text y="4.800">${space.n}</text></g>`
}

/** Return the middle and scale of a space's number plate. @param {Street} way @param {Spot} spot */
export function plateOf(way, spot) {
  const { wide, shape } = way
  const [side, scale] = [kerb(way, spot), Math.min(1.25, Math.max(shape.least / 13, wide / 52))]
  const x = spot.x + (side.x * (wide + 11)) / 2
  return {
    x: Math.max(12 * scale, Math.min(shape.width - 12 * scale, x)),
    y: spot.y + (side.y * (wide + 11)) / 2,
    scale,
  }
}

/** Return the part of a space that its number plate leaves free, as an offset from the middle and a size.
 * @param {Street} way @param {Spot} spot */
export function freeRoom(way, spot) {
  const { x, y, scale } = plateOf(way, spot)
  const [dx, dy] = [x - spot.x, y - spot.y]
  const across = spot.wide / 2 - (Math.abs(dx) - 12.5 * scale) // how far the plate reaches into the space
  const down = spot.high / 2 - (Math.abs(dy) - 9 * scale)
  const room = { x: 0, y: 0, wide: spot.wide, high: spot.high }
  if (across <= 0 || down <= 0) return room
  if (across < down) return { ...room, x: (-Math.sign(dx) * across) / 2, wide: spot.wide - across }
  return { ...room, y: (-Math.sign(dy) * down) / 2, high: spot.high - down }
}

/**
 * Return the direction from a space to its number: above the street, or on the outside of a bend, which has more room.
 * @param {Street} way
 * @param {Spot} spot
 */
export function kerb(way, { tx, ty, from, to }) {
  const [a, b] = [at(way, from), at(way, to)]
  const turn = a.tx * b.ty - a.ty * b.tx
  const right = Math.abs(ty) > 0.5 || Math.abs(turn) > 0.5 ? turn < 0 : tx < 0
  return right ? { x: -ty, y: tx } : { x: ty, y: -tx }
}

/** Return an SVG transform for a position and scale. @param {{x: number, y: number}} place @param {number} scale */
export const put = ({ x, y }, scale) => `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(2)})`
