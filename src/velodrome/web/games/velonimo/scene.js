// The climb: a pass road with hairpins, drawn wide for a desk and tall for a phone; the seats ride up it.

import { html } from '../../dom.js'
import { rider } from './art.js'

/** @typedef {import('../../protocol.js').View} View */
/** @typedef {import('../../dom.js').Html} Html */

/** A landscape: its size, its shapes, and the road that everything rides on.
 * @typedef {{kind: string, size: [number, number], anchor: string, sun: [number, number, number], far: string, near: string, peak: string,
 *   snow: string, dark: string, road: string, meadow: string, pines: [number, number, number][], banner: [number, number, number],
 *   scale: number, start: number, line: number, gap: number}} Land  start, line: how far along the road, in %, the foot and the banner are */

/** @type {Land} */
const WIDE = {
  kind: 'wide', size: [1200, 520], anchor: 'xMinYMax', sun: [860, 150, 92],
  far: 'M0 330L150 230 300 300 470 180 640 300 800 210 930 290 1060 220 1200 300V520H0Z',
  near: 'M380 380L560 300 700 360 860 270 1010 350 1120 300 1200 340V520H380Z',
  peak: 'M-60 520L120 330 190 290 300 130 352 64 392 84 450 150 560 300 700 400 820 520Z',
  snow: 'M300 130L352 64 392 84 450 150 420 140 398 160 368 138 342 158 326 132Z',
  dark: 'M352 64L392 84 450 150 560 300 700 400 820 520H560L500 420 540 330 440 260 430 190 380 140Z',
  road: 'M-40 492C160 500 380 486 590 462 652 452 646 410 586 404 460 394 300 398 190 376 136 362 146 324 200 316 300 302 400 310 490 288 536 274 526 242 484 238 420 232 330 238 280 216 250 200 262 176 296 172 340 168 380 170 408 154 428 140 414 124 388 122 372 120 356 112 352 96',
  meadow: 'M0 470C240 440 520 470 760 450 960 432 1080 440 1200 424V520H0Z',
  pines: [[690, 452, 1.2], [722, 458, 0.9], [1130, 440, 1.3], [1164, 448, 1], [1090, 446, 0.8], [40, 400, 0.8], [66, 386, 0.6], [600, 352, 0.6], [622, 360, 0.5]],
  banner: [352, 98, 1], scale: 1, start: 7, line: 96.5, gap: 2.6,
}

/** @type {Land} */
const TALL = {
  kind: 'tall', size: [360, 280], anchor: 'xMidYMin', sun: [292, 52, 34],
  far: 'M0 130L50 84 100 116 150 70 210 120 262 86 310 124 360 96V280H0Z',
  near: 'M0 170L40 150 90 172 280 172 330 140 360 156V280H0Z',
  peak: 'M-30 280L40 160 84 124 140 52 168 22 188 34 214 66 262 122 310 170 380 280Z',
  snow: 'M140 52L168 22 188 34 214 66 200 60 190 72 176 58 162 70 154 54Z',
  dark: 'M168 22L188 34 214 66 262 122 310 170 380 280H270L232 196 256 158 206 124 204 92 180 62Z',
  road: 'M-10 196C70 206 180 200 262 186 292 180 290 160 262 158 200 154 130 160 88 148 66 140 70 124 94 120 140 114 190 122 226 108 246 100 240 84 222 82 190 80 160 84 146 72 138 62 150 56 164 54 176 52 172 44 168 40',
  meadow: 'M0 206C80 192 200 212 360 188V280H0Z',
  pines: [[18, 190, 0.6], [340, 186, 0.7], [322, 190, 0.5], [36, 176, 0.4]],
  banner: [168, 42, 0.62], scale: 0.64, start: 9, line: 96, gap: 4.6,
}

/** The whole landscape, in both shapes; the style sheet shows the one that fits. @param {View} view */
export const scene = (view) => html`${[WIDE, TALL].map((land) => landscape(view, land))}`

/** @param {View} view @param {Land} land */
function landscape(view, land) {
  const [x, y, size] = land.banner
  return html`<svg class="vn-scene ${land.kind}" viewBox="0 0 ${land.size.join(' ')}" preserveAspectRatio="${land.anchor} slice" aria-hidden="true">
    ${ground(land)}
    <g transform="translate(${x} ${y}) scale(${size})">${banner(view.table.more.prize)}</g>
    ${places(view, land).map(([seat, at]) => html`<g class="vn-rider ${seat === view.me ? 'me' : ''} ${view.table.actor === seat ? 'turn' : ''}" data-key="rider${seat}"
      data-css="offset-path: path('${land.road}'); offset-distance: ${at}%"><g transform="scale(${land.scale})">${rider(seat)}</g></g>`)}
  </svg>`
}

/** Sky, ridges, mountain, road. @param {Land} land */
function ground(land) {
  const [x, y, r] = land.sun
  return html`<circle cx="${x}" cy="${y}" r="${r}" class="s-sun"/><path d="${land.far}" class="s-far"/><path d="${land.near}" class="s-near"/>
    <path d="${land.peak}" class="s-peak"/><path d="${land.dark}" class="s-dark"/><path d="${land.snow}" class="s-snow"/><path d="${land.meadow}" class="s-meadow"/>
    <path d="${land.road}" class="s-road"/><path d="${land.road}" class="s-line"/>
    ${land.pines.map(([px, py, size]) => html`<path transform="translate(${px} ${py}) scale(${size})" d="M0-54L15-22H8L20 2H4V12H-4V2H-20L-8-22H-15Z" class="s-pine"/>`)}`
}

/** The line at the summit, with what going out now would score. @param {number} prize */
const banner = (prize) => html`<path d="M-40 0V-66M40 0V-66" class="s-post"/><path d="M-46 -78H46V-46H-46Z" class="s-cloth"/>
  <path d="M-46 -46h11.500v8h-11.500zM-23 -46h11.500v8h-11.500zM0 -46h11.500v8h-11.500zM23 -46h11.500v8h-11.500z" class="s-chequer"/>
  <text y="-53" class="s-prize">${prize ? `+${prize}` : ''}</text>`

/** Where along the road each seat is, in %, lowest first: the fewer cards, the higher, and nobody on top of another.
 * @param {View} view @param {Land} land @returns {[number, number][]} */
function places(view, land) {
  const { seats } = view.table
  const most = Math.max(11, ...seats.map((seat) => seat.cards))
  const wanted = seats.map((seat, i) => /** @type {[number, number]} */ ([i, seat.place ? 100 : land.start + (land.line - land.start) * (1 - seat.cards / most)]))
  wanted.sort((a, b) => b[1] - a[1] || seats[a[0]].place - seats[b[0]].place)
  for (let i = 1; i < wanted.length; i++) wanted[i][1] = Math.min(wanted[i][1], wanted[i - 1][1] - land.gap)
  const under = Math.max(0, land.start - (wanted.length - 1) * land.gap / 2 - wanted[wanted.length - 1][1])
  return wanted.map(([seat, at]) => /** @type {[number, number]} */ ([seat, Math.round(10 * (at + under)) / 10])).reverse()
}
