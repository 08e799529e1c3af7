// Poster of the game: a road in rainbow stripes winds up to a pass, with one rider in front.

import { html } from '../../lib/dom.js'
import { rainbowCyclist, STRIPES } from './art.js'

/** Return the middle and width of the road at a share of its length. @param {number} t */
function bend(t) {
  return {
    x: 205 + 118 * Math.sin(t * 7.4 - 0.25) * (1 - t) ** 0.55 + 42 * t,
    y: 314 - 196 * t ** 0.8,
    w: 170 * (1 - t) ** 1.6 + 4,
  }
}

/** Return the path of one stripe of the road. @param {number} band */
function ribbon(band) {
  const steps = Array.from({ length: 41 }, (_, i) => bend(i / 40))
  const edge = (/** @type {number} */ share) =>
    steps.map(({ x, y, w }) => `${(x + w * (share - 0.5)).toFixed(1)} ${y.toFixed(1)}`)
  return `M${edge(band / 5).join('L')}L${edge((band + 1.04) / 5)
    .reverse()
    .join('L')}Z`
}

const peak = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ w) => {
  const h = 176 - y
  return html`<path class="ac-poster-peak" d="M${x - w} 178L${x} ${y}L${x + w} 178Z"/>
    <path class="ac-poster-shade" d="M${x} ${y}L${x + w} 178H${x + w * 0.1}L${x - w * 0.1} ${y + h * 0.62}
      L${x + w * 0.12} ${y + h * 0.4}Z"/>
    <path class="ac-poster-snow" d="M${x} ${y}L${x + w * 0.3} ${y + h * 0.3}L${x + w * 0.14} ${y + h * 0.36}
      L${x + w * 0.04} ${y + h * 0.26}L${x - w * 0.1} ${y + h * 0.38}L${x - w * 0.29}
      ${y + h * 0.29}Z"/>`
}
const poplar = (
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ s,
) => html`<g transform="translate(${x} ${y}) scale(${s})"><path class="ac-poster-trunk" d="M-1.5 0h3v-12h-3z"/>
  <path class="ac-poster-tree" d="M0-5C-8-14-8-38 0-58C8-38 8-14 0-5Z"/><path class="ac-poster-tree-dark"
    d="M0-5C8-14 8-38 0-58C2-38 3-16 0-5Z"/></g>`

/** Render the poster, 400 × 300. */
export function cover() {
  return html`<svg class="cover" viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><clipPath
    id="ac-cover"><rect width="400" height="300"/></clipPath><g clip-path="url(#ac-cover)">
    <rect width="400" height="300" class="ac-poster-sky"/><circle cx="236" cy="92" r="62" class="ac-poster-sun"/>
    ${peak(90, 74, 120)}${peak(352, 66, 116)}${peak(236, 34, 128)}
    <path class="ac-poster-hill" d="M0 168Q70 138 150 152T300 146T400 158V300H0Z"/><path class="ac-poster-field"
      d="M0 206Q90 168 190 190T400 184V300H0Z"/>
    <path class="ac-poster-wheat" d="M230 300Q290 226 400 222V300Z"/><path class="ac-poster-meadow"
      d="M0 248Q70 220 150 300H0Z"/>
    ${STRIPES.map((ink, band) => html`<path fill="${ink}" d="${ribbon(band)}"/>`)}
    ${poplar(18, 204, 1.15)}${poplar(40, 198, 0.95)}${poplar(58, 193, 0.8)}${poplar(380, 250, 1.7)}${poplar(
      352,
      236,
      1.3,
    )}${poplar(331, 225, 1)}
    <ellipse cx="138" cy="280" rx="106" ry="8" fill="#1e2743" opacity=".28"/><g
      transform="translate(26 112) scale(3.45)">${rainbowCyclist()}</g></g></svg>`
}
