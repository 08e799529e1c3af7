// Poster of the game: couriers on a street that winds through the city.

import { html } from '../../lib/dom.js'
import { can, courier, manhole } from './art.js'
import { city } from './city.js'
import { put, stroke } from './road.js'
import { at, smooth, stretch } from './street.js'

const CORNERS = [
  [-30, 62],
  [150, 62],
  [235, 20],
  [372, 40],
  [362, 140],
  [240, 158],
  [60, 150],
  [34, 262],
  [210, 268],
  [440, 258],
].map(([x, y]) => ({ x, y }))
const ROAD = { ...smooth(CORNERS, 46), shape: { width: 400, height: 300 }, wide: 52 }

export function cover() {
  const { path, wide } = ROAD
  const [works, oasis] = [stretch(ROAD, 130, 176), stretch(ROAD, 690, 742)]
  return html`<svg class="velocity-cover" viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"><g class="map">${city(ROAD)}
    <g class="street" fill="none">${stroke('kerb-shade', path, wide + 13)}${stroke(
      'kerb',
      path,
      wide + 9,
    )}${stroke('road', path, wide)}
      ${stroke('works', works, wide)}${stroke('works-bars', works, wide, [6, 6])}${stroke('road', works, wide - 12)}
      ${stroke('oasis', oasis, wide)}${stroke('border', path, 1.5, [4, 4])}</g>
    ${on(153, manhole, 1.2)}${on(716, can, 1.5)}${on(60, courier('yellow', 'en'))}${on(
      330,
      courier('blue', 'en'),
    )}${on(500, courier('white', 'en', true))}
    <g transform="translate(222 196) scale(4.4)"><ellipse class="big-shadow" cx="-3" cy="19" rx="23" ry="2.600"/>
      ${courier('red', 'en')}${spokes(-11)}${spokes(12)}</g></g></svg>`
}

/**
 * Place a picture on the street.
 * @param {number} d
 * @param {import('../../lib/dom.js').Html} picture
 * @param {number} [scale]
 */
const on = (d, picture, scale = 0.95) => html`<g transform="${put(at(ROAD, d), scale)}">${picture}</g>`

/** @param {number} x */
function spokes(x) {
  const turned = [0, 30, 60, 90, 120, 150].map(
    (turn) => html`<path class="spoke" d="M-6 0h12" transform="rotate(${turn})"/>`,
  )
  return html`<g transform="translate(${x} 11.500)">${turned}<circle class="eye" r="1.100"/></g>`
}
