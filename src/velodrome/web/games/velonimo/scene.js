// The climb: a mountain road on which the seats ride up, in a wide version for desktops and a tall one for phones.

import { html } from '../../lib/dom.js'
import { rider } from './art.js'

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../lib/dom.js').Html} Html */

/** A landscape: its size, its shapes and its road.
 * @typedef {{kind: string, size: [number, number], fit: string, sun: [number, number, number], far: string,
 *     near: string, peak: string,
 *   snow: string, dark: string, road: string, meadow: string, pines: [number, number, number][], banner: [number,
 *   number, number],
 * scale: number, start: number, line: number, gap: number}} Land  start, line: positions of the foot and of the
 *   banner along the road, in % */

/** @type {Land} */
const WIDE = {
  kind: 'wide',
  size: [736, 460],
  fit: 'xMinYMin meet',
  sun: [880, 128, 84],
  far:
    'M0 296L150 208 300 270 470 164 640 270 800 190 930 261 1060 199 1200 270 1330 205 1470 268 ' +
    '1640 180 1790 262 1960 200 2120 270 2300 210V700H0Z',
  near:
    'M380 341L560 270 700 323 860 243 1010 314 1120 270 1240 318 1420 250 1580 316 ' +
    '1760 262 1930 318 2120 256 2300 310V700H380Z',
  peak: 'M-60 700L120 296 190 261 300 119 352 61 392 79 450 137 560 270 700 358 820 700Z',
  snow: 'M300 119L352 61 392 79 450 137 420 128 398 146 368 126 342 144 326 121Z',
  dark: 'M352 61L392 79 450 137 560 270 700 358 820 700H560L500 376 540 296 440 234 430 172 380 128Z',
  road:
    'M-40 440C160 447 380 434 590 413 652 404 646 367 586 362 460 353 300 357 190 337 ' +
    '136 325 146 291 200 284 300 272 400 279 490 259 ' +
    '536 247 526 218 484 215 420 210 330 215 280 195 250 181 262 160 296 157 340 153 380 155 ' +
    '408 141 428 128 414 114 388 112 372 110 356 103 352 89',
  meadow:
    'M0 420C240 394 520 420 760 403 960 387 1080 394 1200 380 1400 362 1600 396 ' +
    '1800 384 2000 374 2150 390 2300 378V700H0Z',
  pines: [
    [690, 404, 1.2],
    [722, 410, 0.9],
    [1130, 394, 1.3],
    [1164, 401, 1],
    [1090, 399, 0.8],
    [40, 358, 0.8],
    [66, 346, 0.6],
    [600, 316, 0.6],
    [622, 323, 0.5],
    [1500, 392, 1.1],
    [1534, 398, 0.8],
    [1850, 396, 1.2],
    [1884, 402, 0.9],
  ],
  banner: [352, 94, 0.95],
  scale: 0.96,
  start: 5,
  line: 95,
  gap: 2.6,
}

/** @type {Land} */
const TALL = {
  kind: 'tall',
  size: [360, 250],
  fit: 'xMidYMin slice',
  sun: [292, 52, 34],
  far: 'M0 119L50 83 100 108 150 72 210 111 262 84 310 114 360 93V400H0Z',
  near: 'M0 150L40 135 90 152 280 152 330 127 360 139V400H0Z',
  peak: 'M-30 400L40 142 84 114 140 58 168 34 188 44 214 68 262 112 310 150 380 400Z',
  snow: 'M140 58L168 34 188 44 214 68 200 64 190 74 176 62 162 72 154 59Z',
  dark: 'M168 34L188 44 214 68 262 112 310 150 380 400H270L232 171 256 140 206 114 204 89 180 66Z',
  road:
    'M-10 171C70 178 180 174 262 163 292 158 290 142 262 140 200 138 130 142 88 133 66 ' +
    '127 70 114 94 111 140 106 190 112 226 102 ' +
    '246 95 240 83 222 81 190 80 160 83 146 74 138 66 150 61 164 59 176 58 172 51 168 48',
  meadow: 'M0 178C80 167 200 183 360 165V400H0Z',
  pines: [
    [18, 166, 0.6],
    [340, 163, 0.7],
    [322, 166, 0.5],
    [36, 155, 0.4],
  ],
  banner: [168, 51, 0.53],
  scale: 0.57,
  start: 9,
  line: 94,
  gap: 4.2,
}

/** Render the landscape in both versions; the style sheet shows the one that fits. @param {View} view */
export const scene = (view) => html`${[WIDE, TALL].map((land) => landscape(view, land))}`

/** @param {View} view @param {Land} land */
function landscape(view, land) {
  const [x, y, size] = land.banner
  return html`<svg class="vn-scene ${land.kind}" viewBox="0 0 ${land.size.join(' ')}" preserveAspectRatio="${land.fit}"
    aria-hidden="true">
    ${ground(land)}
    <g transform="translate(${x} ${y}) scale(${size})">${banner(view.table.more.prize)}</g>
    ${places(view, land).map(
      ([seat, at]) => html`<g class="vn-rider" data-key="rider${seat}"
      data-css="offset-path: path('${land.road}'); offset-distance: ${at}%"><g
      transform="scale(${land.scale})">${rider(seat)}
        ${
          view.table.actor === seat && !view.table.seats[seat].place
            ? html`<path d="M-9 -74H9L0 -61Z" class="vn-turn-mark"/>`
            : ''
        }</g></g>`,
    )}
  </svg>`
}

/** Render sky, ridges, mountain and road. @param {Land} land */
function ground(land) {
  const [x, y, r] = land.sun
  return html`<circle cx="${x}" cy="${y}" r="${r}" class="vn-sun"/><path d="${land.far}" class="vn-far"/><path
    d="${land.near}" class="vn-near"/>
    <path d="${land.peak}" class="vn-peak"/><path d="${land.dark}" class="vn-dark"/><path d="${land.snow}"
      class="vn-snow"/><path d="${land.meadow}" class="vn-meadow"/>
    <path d="${land.road}" class="vn-road"/><path d="${land.road}" class="vn-line"/>
    ${land.pines.map(
      ([px, py, size]) =>
        html`<path transform="translate(${px} ${py}) scale(${size})" d="M0-54L15-22H8L20 2H4V12H-4V2H-20L-8-22H-15Z"
      class="vn-pine"/>`,
    )}`
}

/** Render the finish line, with the points for finishing now. @param {number} prize */
const banner = (
  prize,
) => html`<path d="M-40 0V-74M40 0V-74" class="vn-post"/><path d="M-46 -86H46V-54H-46Z" class="vn-cloth"/>
  <path d="M-46 -54h11.5v7h-11.5zM-23 -54h11.5v7h-11.5zM0 -54h11.5v7h-11.5zM23 -54h11.5v7h-11.5z" class="vn-chequer"/>
  <text y="-61" class="vn-prize">${prize ? `+${prize}` : ''}</text>`

/** Return each seat's position along the road in %, lowest first: fewer cards are higher, and no two overlap.
 * @param {View} view @param {Land} land @returns {[number, number][]} */
function places(view, land) {
  const { seats } = view.table
  const most = Math.max(11, ...seats.map((seat) => seat.cards))
  const wanted = seats.map(
    (seat, i) =>
      /** @type {[number, number]} */ ([
        i,
        seat.place ? 100 : land.start + (land.line - land.start) * (1 - seat.cards / most),
      ]),
  )
  wanted.sort((a, b) => a[1] - b[1] || seats[b[0]].place - seats[a[0]].place)
  const last = wanted.length - 1
  for (let i = 1; i <= last; i++) wanted[i][1] = Math.max(wanted[i][1], wanted[i - 1][1] + land.gap)
  wanted[last][1] = Math.min(100, wanted[last][1])
  for (let i = last; i > 0; i--) wanted[i - 1][1] = Math.min(wanted[i - 1][1], wanted[i][1] - land.gap)
  return wanted.map(([seat, at]) => [seat, Math.round(10 * at) / 10])
}
