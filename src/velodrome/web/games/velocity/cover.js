// The poster of the game: couriers on a street that winds through the city.

import { html } from '../../dom.js'
import { can, courier, figures, manhole } from './art.js'
import { city } from './city.js'
import { at, smooth, stretch } from './street.js'

const CORNERS = [[-30, 62], [150, 62], [235, 20], [372, 40], [362, 140], [240, 158], [60, 150], [34, 262], [210, 268], [440, 258]].map(([x, y]) => ({ x, y }))
const ROAD = { ...smooth(CORNERS, 46), shape: { width: 400, height: 300 }, wide: 52 }

export function cover() {
  const { path, wide } = ROAD
  const [works, oasis] = [stretch(ROAD, 130, 176), stretch(ROAD, 690, 742)]
  return html`<svg class="velocity-cover" viewBox="0 0 400 300" aria-hidden="true">${figures()}<g class="map">${city(ROAD)}
    <g class="street" fill="none"><path class="kerb-shade" d="${path}" stroke-width="${wide + 13}"/><path class="kerb" d="${path}" stroke-width="${wide + 9}"/><path class="road" d="${path}" stroke-width="${wide}"/>
      <path class="works" d="${works}" stroke-width="${wide}"/><path class="works-bars" d="${works}" stroke-width="${wide}" stroke-dasharray="6 6"/><path class="road" d="${works}" stroke-width="${wide - 12}"/>
      <path class="oasis" d="${oasis}" stroke-width="${wide}"/><path class="border" d="${path}" stroke-width="1.5"/></g>
    ${on(153, manhole, 1.2)}${on(716, can, 1.5)}${on(60, courier('yellow', 'en'), 0.95)}${on(330, courier('blue', 'en'), 0.95)}${on(500, courier('white', 'en', true), 0.95)}
    <g transform="translate(222 196) scale(4.4)"><g class="big-shadow"><ellipse cx="-3" cy="19" rx="23" ry="2.600"/></g>${courier('red', 'en')}${spokes(-11)}${spokes(12)}</g></g></svg>`
}

/** Something on the street. @param {number} d @param {import('../../dom.js').Html} picture @param {number} scale */
function on(d, picture, scale) {
  const { x, y } = at(ROAD, d)
  return html`<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale})">${picture}</g>`
}

/** @param {number} x */
function spokes(x) {
  const turns = [0, 30, 60, 90, 120, 150]
  return html`<g transform="translate(${x} 11.500)">${turns.map((turn) => html`<path class="spoke" d="M-6 0h12" transform="rotate(${turn})"/>`)}<circle class="eye" r="1.100"/></g>`
}
