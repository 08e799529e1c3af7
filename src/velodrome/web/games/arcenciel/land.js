// Landscape beside the road, by square: fields, poplars and mills, a village on cobbles, slopes and peaks.

import { html, nothing } from '../../lib/dom.js'
import { stripes } from './art.js'

/** @typedef {import('../../lib/dom.js').Html} Html */
/** @typedef {import('./road.js').Course} Course */
/** @typedef {import('./road.js').Spot} Spot */

// Objects stand on y = 0 and are drawn for a square 40 wide.
const poplar = (
  /** @type {number} */ x,
  /** @type {number} */ size,
) => html`<g transform="translate(${x} 0) scale(${size})">
  <path class="trunk" d="M-1 0h2v-9h-2z"/><path class="poplar" d="M0-4C-6-10-6-26 0-40C6-26 6-10 0-4Z"/><path
    class="poplar dark" d="M0-4C6-10 6-26 0-40C1.5-26 2-12 0-4Z"/></g>`
const bush = (
  /** @type {number} */ x,
  /** @type {number} */ size,
) => html`<g transform="translate(${x} 0) scale(${size})">
  <path class="trunk" d="M-1 0h2v-6h-2z"/><circle class="poplar" cy="-12" r="9"/><path class="poplar dark"
    d="M0-21a9 9 0 0 1 0 18q6-9 0-18z"/></g>`
const fir = (
  /** @type {number} */ x,
  /** @type {number} */ size,
) => html`<g transform="translate(${x} 0) scale(${size})">
  <path class="fir" d="M0-30L9-13H5L11 0H-11L-5-13H-9Z"/><path class="fir dark" d="M0-30L9-13H5L11 0H0Z"/></g>`
const sheaves = html`<ellipse class="wheat" cy="-2" rx="24" ry="9"/><path class="furrow"
  d="M-17-2q16-7 34 0M-13 2q13-5 26 0M-12-6q12-4 24 0"/>`
const mill = html`<path class="wall" d="M-7 0L-5-24H5L7 0Z"/><path class="roof" d="M-7-23Q0-35 7-23Z"/><path
  class="door" d="M-2.5 0v-7h5v7z"/>
  <g class="sails"><path d="M0-26L-15-41M0-26L15-11M0-26L15-41M0-26L-15-11"/><path class="cloth"
    d="M-3-29l-9-9 3-3 9 9zM3-23l9 9-3 3-9-9zM3-29l9-9 3 3-9 9zM-3-23l-9 9-3-3 9-9z"/></g>`
const houses = html`<path class="wall" d="M-20 0v-15h14V0zM4 0v-13h15V0z"/><path class="roof"
  d="M-22-14l9-10 9 10zM2-12l9.5-9 9.5 9z"/>
  <path class="wall" d="M-6 0v-27H5V0z"/><path class="roof" d="M-7-26L-.5-44L6-26Z"/><path class="door"
    d="M-2.5 0v-8h4v8zM-16-9h4v4h-4zM9-8h4v4H9z"/>`
const hill = html`<path class="hill" d="M-34 4Q-8-26 12-10T36 4Z"/>`

/**
 * Render a peak whose height follows that of its square, if there is room.
 * @param {number} high  height of the square, 0 to 1
 * @param {number} lean  offset of the top
 * @param {number} room  free height
 */
const peak = (high, lean, room) => {
  const top = -Math.min(room, 28 + 44 * high)
  return html`<path class="peak" d="M-40 8L${lean} ${top}L40 8Z"/><path class="peak dark"
    d="M${lean} ${top}L40 8H${lean + 4}L${lean - 3} ${top * 0.4}L${lean + 4} ${top * 0.62}Z"/>
    <path class="snow" d="M${lean} ${top}L${lean + 11} ${top * 0.74}L${lean + 4} ${top * 0.68}L${lean} ${top * 0.78}
      L${lean - 5} ${top * 0.66}L${lean - 10} ${top * 0.76}Z"/>`
}

/**
 * @param {{kind: string, terrain: string}} square
 * @param {number} n
 * @param {Spot} spot
 * @param {number} room  above it
 * @returns {Html}
 */
function scene({ kind, terrain }, n, spot, room) {
  const odd = n % 2 === 1
  const isUpright = Math.abs(spot.ny) < 0.5 // the road would hide a mill, except the ends of its sails
  if (kind === 'dotted') return peak(0.55 + spot.high * 0.6, 0, room)
  if (terrain === 'uphill')
    return html`${peak(spot.high * 0.75, odd ? 6 : -6, room * 0.85)}${fir(-16, 0.7)}${fir(17, 0.85)}`
  if (terrain === 'downhill') return html`${hill}${fir(-10, 0.7)}${fir(4, 0.95)}${fir(15, 0.6)}`
  if (terrain === 'wind' && odd) return isUpright ? nothing : html`${mill}`
  if (terrain === 'wind') return html`${poplar(-13, 0.8)}${poplar(0, 1)}${poplar(13, 0.85)}`
  if (terrain === 'cobbles') return houses
  if (terrain === 'flat') return odd ? html`${sheaves}${bush(16, 0.9)}` : html`${bush(-10, 1)}${bush(8, 0.8)}`
  return nothing
}

/**
 * Render sky, fields and everything behind the road.
 * @param {{kind: string, terrain: string}[]} squares
 * @param {Course} course
 */
export function country(squares, course) {
  const { width, height, spots, step, road } = course
  const scale = Math.min(1.5, Math.max(0.8, step / 40))
  const sky = Math.min(...spots.map((spot) => spot.y)) + road * 0.4
  const order = spots.map((_, n) => n).sort((a, b) => tall(squares[b]) - tall(squares[a]) || spots[a].y - spots[b].y)
  return html`<rect class="sky" width="${width}" height="${height}"/><circle class="ac-sun" cx="${width * 0.12}"
    cy="${sky * 0.62}" r="${Math.min(30, sky * 0.34)}"/>
    <path class="far" d="M0 ${sky}Q${width * 0.14} ${sky - 26} ${width * 0.27} ${sky - 4}T${width * 0.55} ${sky - 8}
      T${width * 0.8} ${sky - 6}T${width} ${sky - 12}V${height}H0Z"/>
    <rect class="ac-ground" y="${sky}" width="${width}" height="${height - sky}"/>
    <path class="meadow" d="M0 ${height * 0.52}Q${width * 0.25} ${height * 0.42} ${width * 0.5} ${height * 0.56}
      T${width} ${height * 0.5}V${height * 0.8}Q${width * 0.6} ${height * 0.72} ${width * 0.35} ${height * 0.84}T0
        ${height * 0.86}Z"/>
    <path class="meadow ac-two" d="M${width * 0.45} ${height}Q${width * 0.7} ${height * 0.78} ${width} ${height * 0.84}
      V${height}Z"/>
    ${order.map((n) => {
      const spot = spots[n]
      const side = 1 - Math.abs(spot.ny)
      const x = spot.x + side * spot.nx * -road * 0.2
      const y = spot.y - road * 0.3 * Math.abs(spot.ny) + side * step * 0.3
      return html`<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(2)})">${scene(
        squares[n],
        n,
        spot,
        (y - 6) / scale,
      )}</g>`
    })}`
}

/** Return the painting order: higher objects are drawn first. @param {{kind: string, terrain: string}} square */
const tall = ({ kind, terrain }) => (kind === 'dotted' ? 3 : terrain === 'uphill' ? 2 : terrain === 'downhill' ? 1 : 0)

/** Render the road with its cobbles, marks between squares, and the colours of squares held by a team.
 * @param {{kind: string, terrain: string}[]} squares
 * @param {Course} course
 * @param {Map<number, string>} held  square → colour */
export function roadway(squares, course, held) {
  const { line, road } = course
  const count = squares.length
  const part = (/** @type {number} */ n, /** @type {number} */ trim) => {
    const from = line.mid[(n + count - 1) % count] - (n === 0 ? 1 : 0)
    const size = line.mid[n] - from
    return html`pathLength="1000" stroke-dasharray="${(1000 * size * (1 - trim)).toFixed(2)} 2000"
      stroke-dashoffset="${(-1000 * (from + (size * trim) / 2)).toFixed(2)}"`
  }
  const pieces = (
    /** @type {number} */ n,
    /** @type {string} */ name,
    /** @type {number} */ width,
    /** @type {number} */ trim,
  ) =>
    n === 0 ? nothing : html`<path class="${name}" d="${line.d}" stroke-width="${width.toFixed(1)}" ${part(n, trim)}/>`
  const k = road * 0.5
  const ticks = line.gates.map(
    ({ x, y, nx, ny }) =>
      `M${(x - nx * k).toFixed(1)} ${(y - ny * k).toFixed(1)}l${(2 * nx * k).toFixed(1)} ${(2 * ny * k).toFixed(1)}`,
  )
  return html`<defs><pattern id="ac-setts" width="10" height="10" patternUnits="userSpaceOnUse"><rect class="sett-joint"
    width="10" height="10"/>
      <path class="sett" d="M.5.5h4v4h-4zM5.5.500h4v4h-4zM-2 5.5h4v4h-4zM3 5.5h4v4h-4zM8 5.5h4v4h-4z"/></pattern></defs>
    <path class="verge" d="${line.d}" stroke-width="${road + 8}"/>
    ${[...held].map(([n, team]) => html`<g data-team="${team}">${pieces(n, 'held', road + 9, 0.04)}</g>`)}
    <path class="asphalt" d="${line.d}" stroke-width="${road}"/>
    ${squares.map((square, n) => (square.terrain === 'cobbles' ? pieces(n, 'paved', road, 0) : nothing))}
    <path class="tick" d="${ticks}"/>`
}

/** Render the finish line: chequers across the road, and a banner in rainbow stripes. @param {Course} course */
export function finish({ spots: [spot], road }) {
  const [w, h] = [road * 1.5, road * 0.34]
  const k = road / 8
  const chequers = Array.from(
    { length: 8 },
    (_, i) => html`<rect x="${i % 2 ? 0 : -k}" y="${-road / 2 + i * k}" width="${k}" height="${k}"/>`,
  )
  return html`<g transform="translate(${spot.x.toFixed(1)} ${spot.y.toFixed(1)})">
    <rect class="chalk" x="${-k}" y="${-road / 2}" width="${2 * k}" height="${road}"/><g
      class="ac-chequer">${chequers}</g>
    <path class="post" d="M${-w / 2} ${road / 2 + 3}V${-road * 0.85 - h}M${w / 2} ${road / 2 + 3}V${-road * 0.85 - h}"/>
    <rect class="banner" x="${-w / 2 - 3}" y="${-road * 0.85 - h}" width="${w + 6}"
      height="${h}"/>${stripes(-w / 2 - 3, -road * 0.85 - h * 0.78, w + 6, h * 0.56)}</g>`
}
