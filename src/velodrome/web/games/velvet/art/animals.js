// Plush and denim animals, the Events and the Threads, each in a square of 60 × 60. Colours are the same in light and
// dark mode.

import { html } from '../../../lib/dom.js'

/** @typedef {import('../../../lib/dom.js').Html} Html */

const DARK = '#231f2b'
const CREAM = '#fbf0da'
const MUSTARD = '#e9ad2c'
const RED = '#c8372d'
const JEAN = '#3d5c92' // denim: base, shade, washed
const DEEP = '#2a406d'
const WASHED = '#8fabd2'

/** Render an eye: a sewn-on button. @param {number} x @param {number} y @param {number} [r] @param {string} [ink] */
const eye = (x, y, r = 3.6, ink = DARK) => html`<circle cx="${x}" cy="${y}" r="${r}" fill="${ink}"/>
  <circle cx="${x - r * 0.36}" cy="${y}" r="${r * 0.22}" fill="${CREAM}"/><circle cx="${x + r * 0.36}" cy="${y}"
    r="${r * 0.22}" fill="${CREAM}"/>`

/**
 * Render a denim animal's eye: a pale button with a cross of thread.
 * @param {number} x
 * @param {number} y
 * @param {number} [r]
 */
const cross = (x, y, r = 4) => html`<circle cx="${x}" cy="${y}" r="${r}" fill="${CREAM}"/>
  <path d="M${x - r * 0.4} ${y - r * 0.4}l${r * 0.8} ${r * 0.8}m0 ${-r * 0.8}l${-r * 0.8} ${r * 0.8}" stroke="${DARK}"
    stroke-width="1.3" stroke-linecap="round"/>`

/** Render a seam. @param {string} d @param {string} [ink] */
const seam = (d, ink = MUSTARD) =>
  html`<path d="${d}" fill="none" stroke="${ink}" stroke-width="1.2" stroke-dasharray="2.6 1.9"
    stroke-linecap="round"/>`

/** Render a left half and its mirror image. @param {Html} half */
const twice = (half) => html`${half}<g transform="matrix(-1 0 0 1 60 0)">${half}</g>`

const fox = html`
  ${twice(html`<path d="M8 4c-2 9-3 18 0 27l18-13C20 10 14 5 8 4z" fill="#d8622a"/><path
  d="M11 11c-1 5-1 9 0 13l9-7c-3-3-6-5-9-6z" fill="#7c2f16"/>`)}
  <path d="M30 16c12-3 24 3 24 14 0 12-14 26-24 27C20 56 6 42 6 30 6 19 18 13 30 16z" fill="#d8622a"/>
  ${twice(html`<path d="M30 57C20 56 7 43 6 31c9-2 20 3 24 15z" fill="${CREAM}"/>`)}
  ${twice(eye(20, 31))}
  <path d="M25 50c0-3 10-3 10 0 0 3-3 6-5 6s-5-3-5-6z" fill="${DARK}"/>
  ${seam('M30 17v15', '#fbd9b4')}`

const bear = html`
  ${twice(html`<circle cx="13" cy="15" r="10" fill="#8b5a35"/><circle cx="13" cy="15" r="5" fill="#d89b86"/>`)}
  <path d="M30 9c15 0 25 10 25 24S44 57 30 57 5 47 5 33 15 9 30 9z" fill="#8b5a35"/>
  <path d="M40 14l10 4-3 11-11-4z" fill="#b7814f"/>${seam('M41.5 16l6.6 2.7-2 7-7-2.700z', CREAM)}
  <ellipse cx="30" cy="44" rx="13" ry="10" fill="#ecd2ac"/>
  <path d="M24 39c0-3 12-3 12 0 0 3-4 5.5-6 5.500S24 42 24 39z" fill="${DARK}"/>
  ${seam('M30 45v3c0 3-5 3.5-7 1m7-1c0 3 5 3.5 7 1', DARK)}
  ${eye(18, 31)}${eye(41, 31)}`

const snake = html`
  <path d="M9 53h33c12 0 12-15 0-15H20C7 38 7 22 20 21h10" fill="none" stroke="#5c8a3c" stroke-width="11"
    stroke-linecap="round"/>
  <path d="M9 53h33c12 0 12-15 0-15H20C7 38 7 22 20 21h10" fill="none" stroke="#3d6529" stroke-width="11"
    stroke-dasharray="3.5 9"/>
  <path d="M56 24l5 2m-5-2l4-3M50 23h6" fill="none" stroke="${RED}" stroke-width="2" stroke-linecap="round"/>
  <path d="M22 17C22 8 31 4 40 5s15 8 15 14-7 11-16 11S22 26 22 17z" fill="#6f9f48"/>
  ${seam('M27 24c7 3 18 3 24-3', '#d7e6b5')}
  ${eye(40, 14, 4)}
  <path d="M24 10c4-4 9-5 13-5l-2 4c-4 0-7 2-10 4z" fill="${MUSTARD}"/>`

const horse = html`
  <g fill="#3a2a26"><circle cx="40" cy="8" r="6"/><circle cx="47" cy="14" r="6.5"/><circle cx="52" cy="22"
    r="6.5"/><circle cx="54" cy="31" r="6.5"/>
    <circle cx="55" cy="41" r="6.5"/><circle cx="55" cy="51" r="6.5"/></g>
  <path d="M31 12l1-10 9 8z" fill="#b57d47"/>
  <path d="M41 9c9 5 14 15 14 27 0 8-1 15-2 21H29c3-5 4-11 3-16l-8 4c-2 5-6 8-11 7-6 0-9-6-6-12l12-19C22 13 30 6 41 9z"
    fill="#b57d47"/>
  <path d="M7 40c-3 6 0 12 6 12 5 1 9-2 11-7-4-6-10-8-17-5z" fill="#e6c49a"/>
  <path d="M17 25c3 7 8 13 16 16" fill="none" stroke="${RED}"
    stroke-width="3.4"/>${seam('M17 25c3 7 8 13 16 16', CREAM)}
  <path d="M34 8c-4 1-8 4-9 9 5 0 9-3 11-8z" fill="#3a2a26"/>
  ${eye(28, 24)}<circle cx="13" cy="44" r="1.6" fill="${DARK}"/>${seam('M40 30c3 8 3 16 1 25', '#f0dbb9')}`

const rabbit = html`
  <path d="M24 31C15 24 11 12 15 4c9 1 14 13 14 25z" fill="#cdb6a6"/><path d="M23 26c-5-6-7-12-6-17 5 3 8 10 9 17z"
    fill="#e6a09a"/>
  <path d="M34 29c0-12 3-22 11-26 8 3 12 10 11 18-3 1-6-1-9-3-2 5-6 10-9 13z" fill="#cdb6a6"/>
  <path d="M38 25c0-8 2-14 6-17 1 4 0 11-5 17z" fill="#e6a09a"/><path d="M46 4c7 2 11 9 10 17-5 0-9-4-10-8z"
    fill="#b79c8a"/>
  <path d="M30 25c12 0 20 7 20 17S41 58 30 58 10 52 10 42s8-17 20-17z" fill="#dcc8b9"/>
  ${twice(html`<circle cx="16" cy="48" r="4.5" fill="#eab4a6"/>`)}
  ${twice(eye(21, 39))}
  <path d="M27 44.500h6L30 48z" fill="#b9524e"/>
  <path d="M26.5 51h3.200v5h-3.200zM30.3 51h3.200v5h-3.200z" fill="#fffaf0"/>
  ${seam('M30 48v3', DARK)}${twice(seam('M22 47L12 45m10 4.500l-9 2', '#8a7263'))}`

const dragon = html`
  ${twice(html`<path d="M15 26L1 15c0 6 1 9 3 12l-4 3c3 4 7 7 14 8z"
  fill="${RED}"/>${seam('M13 28L4 20m9 13l-8-2.5', CREAM)}
    <path d="M20 15C11 13 7 7 8 0c5 5 10 5 17 10z" fill="#f3d9a3"/>`)}
  <path d="M25 13l5-12 5 12z" fill="${RED}"/>
  <path d="M30 10c11 0 18 5 18 14 0 8-5 12-4 20 0 8-6 13-14 13s-14-5-14-13c1-8-4-12-4-20 0-9 7-14 18-14z"
    fill="${JEAN}"/>
  <path d="M30 38c9 0 13 4 13 9 0 6-5 10-13 10s-13-4-13-10c0-5 4-9 13-9z" fill="${WASHED}"/>
  ${seam('M30 12v25')}${seam('M19 42c7-5 15-5 22 0')}
  ${twice(html`<ellipse cx="25" cy="45" rx="2" ry="2.6" fill="${DEEP}"/><path d="M20 50l3 5 3-4z" fill="${CREAM}"/>`)}
  ${twice(html`${cross(21, 26, 4.6)}<path d="M14 21l11 2-1-4z" fill="${DEEP}"/>`)}`

const rhino = html`
  <path d="M41 16c-3-7-1-13 4-15 5 3 7 9 4 16z" fill="${DEEP}"/><path d="M43 13c-1-4 0-7 2-8 2 2 3 5 2 8z"
    fill="${WASHED}"/>
  <path d="M14 33C8 25 5 14 7 2c7 8 13 16 18 24z" fill="#f3d9a3"/>
  <path d="M26 22c-1-5-1-9 1-13 3 3 6 7 7 10z" fill="#f3d9a3"/>
  <path d="M57 57V32c-2-12-12-18-23-16-6 1-9 6-13 10-8 3-14 7-16 13-2 8 4 13 13 12 5 0 8-1 12 1 3 2 4 3 5 5z"
    fill="${JEAN}"/>
  <path d="M21 26c-8 3-14 7-16 13-2 8 4 13 13 12 4-9 5-17 3-25z" fill="${WASHED}"/>
  ${seam('M22 27c2 8 1 16-3 24')}${seam('M45 18c6 5 8 12 8 22v15')}${seam('M30 51c8-1 14-6 16-13')}
  ${cross(33, 29, 4.6)}
  <ellipse cx="11" cy="40" rx="1.7" ry="2.4" fill="${DEEP}"/>`

const dinosaur = html`
  <g fill="${MUSTARD}"><path d="M20 22l1-12 8 9zM28 18l5-12 6 13zM38 20l9-9 1 13zM46 27l10-4-4 11z"/></g>
  <path d="M3 26c-1-7 4-12 11-11 6 1 8 5 9 10 7-7 18-8 25 1 4 6 6 13 12 17-5 4-10 4-14 2l1 13H37l-1-8H25l-1 8H14l-1-15
    c-2-3-2-6-2-9-5 0-8-3-8-8z" fill="${JEAN}"/>
  <path d="M15 43c7 4 16 5 21 1l0 6H25l-1 8H14z" fill="${WASHED}"/>
  ${seam('M25 25c8-5 16-4 21 3 4 6 5 10 9 14')}${seam('M15 43c7 4 16 5 22 1')}
  ${cross(12, 23, 4.2)}
  <path d="M4 29c3 2 6 2 9 1" fill="none" stroke="${DEEP}" stroke-width="1.6" stroke-linecap="round"/>
  <g fill="${CREAM}"><circle cx="16.5" cy="56" r="1.4"/><circle cx="21" cy="56" r="1.4"/><circle cx="39.5" cy="56"
    r="1.4"/><circle cx="44" cy="56" r="1.4"/></g>`

const arms = 'M16 34c0 11-12 8-10 19M23 37c1 12-7 10-5 20M37 37c-1 12 7 10 5 20M44 34c0 11 12 8 10 19M30 38v18'
const octopus = html`
  <path d="${arms}" fill="none" stroke="${JEAN}" stroke-width="7.5" stroke-linecap="round"/>
  <path d="${arms}" fill="none" stroke="${WASHED}" stroke-width="2.4" stroke-linecap="round"
    stroke-dasharray="0.1 4.2"/>
  <path d="M30 3c13 0 20 9 20 20 0 6-2 9-3 13-1 4-6 5-17 5s-16-1-17-5c-1-4-3-7-3-13C10 12 17 3 30 3z" fill="${JEAN}"/>
  <path d="M33 7l11 4-3 11-11-4z" fill="${WASHED}"/>${seam('M34.5 9l7 2.8-2 7-7-2.800z')}
  ${seam('M13 34c10 4 24 4 34 0')}
  ${cross(21, 26, 5)}${cross(39, 26, 5)}
  <path d="M27 32c2 2 4 2 6 0" fill="none" stroke="${DEEP}" stroke-width="1.8" stroke-linecap="round"/>`

const stone = (/** @type {string} */ d, /** @type {string} */ ink) => html`<path d="${d}" fill="${ink}"/>`
const caveIn = html`
  <path d="M2 58V30C2 12 14 3 30 3s28 9 28 27v28H46V34c0-10-6-15-16-15s-16 5-16 15v24z" fill="#8a6d52"/>
  <path d="M14 58V34c0-10 6-15 16-15s16 5 16 15v24z" fill="#35263a"/>
  ${seam('M7 54V31C7 17 16 8 30 8s23 9 23 23v23', '#f0dbb9')}
  <path d="M30 4l-4 7 6 4-4 8" fill="none" stroke="#35263a" stroke-width="2"/>
  ${stone('M22 26l8-3 6 5-2 7-9 1z', '#c9a77e')}${stone('M35 37l6-2 3 5-4 5-6-2z', '#a98560')}
  ${stone('M16 58c-1-8 4-12 9-12s8 4 8 12z', '#c9a77e')}${stone(
    'M31 58c0-6 3-9 7-9s7 3 7 9z',
    '#a98560',
  )}${stone('M18 39l4-2 3 4-3 3z', '#e0c39c')}
  ${seam('M20 55c0-4 2-6 5-6', CREAM)}`

const pin = (
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ tx,
  /** @type {number} */ ty,
  /** @type {string} */ ink,
) =>
  html`<path d="M${x} ${y}L${tx} ${ty}" stroke="#d9dde4" stroke-width="1.5"/><circle cx="${x}" cy="${y}" r="2.8"
    fill="${ink}"/>`
const pit = html`
  <ellipse cx="30" cy="51" rx="28" ry="8" fill="#35263a"/>
  ${pin(12, 8, 20, 28, MUSTARD)}${pin(47, 6, 40, 26, '#4fb0a5')}${pin(55, 17, 46, 30, CREAM)}${pin(
    4,
    20,
    14,
    32,
    '#4fb0a5',
  )}
  <path d="M30 20c14 0 24 7 24 17S43 54 30 54 6 47 6 37s10-17 24-17z" fill="${RED}"/>
  <path d="M30 21c-6 9-6 23 0 33m0-33c6 9 6 23 0 33M26 21C14 27 12 42 20 52m14-31c12 6 14 21 6 31" fill="none"
    stroke="#8f1f1a" stroke-width="1.4"/>
  <path d="M30 26l-5-3-8 2 4-5-3-6 8 3 4-7 4 7 8-3-3 6 4 5-8-2z" fill="#5c8a3c"/>
  ${pin(30, 3, 30, 20, CREAM)}${seam('M11 40c6 7 12 10 19 10s13-3 19-10', '#f6c3b4')}`

const reinforcements = html`
  <path d="M8 14h40l2 36-44 2z" fill="${JEAN}"/><path d="M8 14h40l0.5 9-41 1z" fill="${DEEP}"/>
  ${seam('M11 17h34l1.5 30-37 2z')}
  <path d="M17 27l20-2 2 18-20 2z" fill="${RED}"/>${seam('M19.5 29.500l15.5-1.5 1.5 13-15.5 1.500z', CREAM)}
  <path d="M28 31v9m-4.5-4.500h9" stroke="${CREAM}" stroke-width="2.6" stroke-linecap="round"/>
  <path d="M39 43C50 46 60 36 51 27" fill="none" stroke="${MUSTARD}" stroke-width="1.8" stroke-linecap="round"/>
  <path d="M57 2L35 38l3.5 1.500L59 4z" fill="#d9dde4"/><path d="M57 5l-3.5 6" stroke="#56608a" stroke-width="1.1"
    stroke-linecap="round"/>`

const rays = [0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330]
const threads = html`
  <g stroke="#f2c75c" stroke-width="2" stroke-linecap="round">${rays.map(
    (turn) => html`<path d="M30 3v-6M30 8v-1" transform="rotate(${turn} 30 30)"/>`,
  )}</g>
  <path d="M49 40c10 2 13 10 5 15-9 5-22-3-36 1-5 1-9 1-13-2" fill="none" stroke="#fbe3a0" stroke-width="2"
    stroke-linecap="round"/>
  <path d="M18 16h24c-4 9-4 19 0 28H18c4-9 4-19 0-28z" fill="${MUSTARD}"/>
  <path d="M19 20l22 3m-21 2l20 3m-20 2l20 3m-20 2l21 3" stroke="#fbe3a0" stroke-width="1.7"/>
  <path d="M13 8h34c2 0 3 2 2 4l-3 5H14l-3-5c-1-2 0-4 2-4zM14 43h32l3 5c1 2 0 4-2 4H13c-2 0-3-2-2-4z" fill="#a9683a"/>
  <path d="M14 12h32M14 48h32" stroke="#d69a63" stroke-width="1.6" stroke-linecap="round"/>
  <ellipse cx="30" cy="11" rx="4" ry="1.6" fill="#54331b"/>`

/** Pictures by kind. @type {Record<string, Html>} */
export const PICTURES = {
  fox,
  bear,
  snake,
  horse,
  rabbit,
  dragon,
  rhino,
  dinosaur,
  octopus,
  'cave-in': caveIn,
  pit,
  reinforcements,
  threads,
}
