// Portraits of the bots: the name decides the face, the level decides clothes and headgear. In a box of 100 × 100.

import { html } from '../lib/dom.js'

/** @typedef {import('../lib/dom.js').Html} Html */

const INK = '#1e2743'
const CREAM = '#fdf3dc'
const RED = '#d0392f'
const BLUE = '#2f64ad'
const GREEN = '#388043'
const YELLOW = '#f2c033'
const TEAL = '#1c6764'
const STRAW = '#e3bf74'
const LEATHER = '#8a5a36'

/** Render the left half of a picture and its mirror image. @param {Html} half */
const both = (half) => html`<g>${half}</g><g transform="matrix(-1 0 0 1 100 0)">${half}</g>`

// ---------------------------------------------------------------- faces

/** A face: colours of skin and hair, hair behind and in front of the head, and what is special about it.
 * @typedef {{skin: string, shade: string, hair: string, back?: Html, front?: Html, extra?: Html}} Face */

const bob = html`<path d="M26 68C22 34 34 22 50 22S78 34 74 68C70 74 64 72 63 66V44H37V66C36 72 30 74 26 68Z"/>`
const fringe = html`<path d="M31 46C30 30 40 25 50 25S70 30 69 46C60 38 44 36 31 46Z"/>`
const short = html`<path d="M29 50C26 28 40 23 50 23S74 28 71 50L67 40C58 36 42 36 33 40Z"/>`
const curls = html`<g>${[
  [30, 40],
  [28, 54],
  [33, 66],
  [70, 40],
  [72, 54],
  [67, 66],
  [40, 29],
  [60, 29],
].map(([x, y]) => html`<circle cx="${x}" cy="${y}" r="9"/>`)}</g>`
const tail = html`<path d="M66 34C84 36 88 58 80 76 78 66 74 56 64 48Z"/>`
const plaits = both(html`<path d="M32 48C24 54 24 64 28 70 22 76 24 86 29 90 35 84 36 76 33 70 38 62 36 54 35 48Z"/>`)
const moustache = html`<path d="M50 58C44 55 38 58 34 56 36 64 46 65 50 61 54 65 64 64 66 56 62 58 56 55 50 58Z"/>`
const beard = html`<path d="M31 50C30 76 40 84 50 84S70 76 69 50C67 60 60 58 50 58S33 60 31 50Z"/>
  <path d="M44 65q6 5 12 0" fill="none" stroke="${CREAM}" stroke-width="2.400" stroke-linecap="round"/>`
const glasses = html`<g fill="#fff6" stroke="${INK}" stroke-width="2"><circle cx="42" cy="50" r="6.500"/><circle cx="58"
  cy="50" r="6.500"/><path d="M48.500 49q1.500-1.500 3 0" fill="none"/></g>`
const freckles = both(html`<g fill="#b5652f"><circle cx="37" cy="57" r="1"/><circle cx="40" cy="59" r="1"/><circle
  cx="36" cy="60" r="1"/></g>`)

/** @type {Record<string, Face>} */
const FACES = {
  Odette: { skin: '#f3cfa8', shade: '#dba87a', hair: '#7a2f1d', back: bob, front: fringe },
  Marcel: { skin: '#eebc8c', shade: '#cf9260', hair: '#3a2618', front: short, extra: moustache },
  Ginette: { skin: '#8a5632', shade: '#6b3f21', hair: '#1d1512', back: curls, front: fringe },
  Gaston: { skin: '#e9b183', shade: '#c98a58', hair: '#b5602c', extra: beard },
  Colette: { skin: '#f5d7b8', shade: '#dfb08a', hair: '#cfcac2', back: bob, front: fringe, extra: glasses },
  Anselme: { skin: '#6f4527', shade: '#523019', hair: '#24180f', front: short, extra: glasses },
  Suzon: { skin: '#f1c493', shade: '#d39c68', hair: '#e0a93f', back: plaits, front: fringe, extra: freckles },
  Lucien: { skin: '#b97a48', shade: '#955c32', hair: '#1d1512', back: tail, front: short },
}
const NAMES = Object.keys(FACES)

/** Return the face for a name; a name without a face of its own gets one of the others. @param {string} name */
const faceOf = (name) => FACES[name] ?? FACES[NAMES[[...name].reduce((sum, c) => sum + c.charCodeAt(0), 0) % 8]]

/** @param {Face} face @param {Html} hat */
const renderHead = ({ skin, shade, hair, back, front, extra }, hat) => html`
  <g fill="${hair}">${back}</g>
  <path d="M42 66h16v14q-8 7-16 0z" fill="${shade}"/>
  ${both(html`<circle cx="30.500" cy="52" r="5" fill="${shade}"/>`)}
  <path d="M50 25C64 25 70 36 70 50 70 66 60 75 50 75S30 66 30 50C30 36 36 25 50 25Z" fill="${skin}"/>
  ${both(html`<circle cx="37" cy="59" r="4" fill="${RED}" opacity=".2"/><ellipse cx="42.500" cy="50" rx="2.400" ry="3"
    fill="${INK}"/><path d="M38 44q4-3 8-1" fill="none" stroke="${hair}" stroke-width="2.200"
    stroke-linecap="round"/>`)}
  <path d="M50 51q-3 5 0 6" fill="none" stroke="${shade}" stroke-width="2.200" stroke-linecap="round"/>
  <path d="M43 64q7 6 14 0" fill="none" stroke="${INK}" stroke-width="2.400" stroke-linecap="round"/>
  <g fill="${hair}">${front}${extra}</g>${hat}`

// ---------------------------------------------------------------- levels

const SHOULDERS = 'M12 104C12 84 30 77 42 76Q50 84 58 76C70 77 88 84 88 104Z'

/** What a level wears. @typedef {{ground: string, jersey: string, pattern?: Html, hat: Html}} Outfit */

/** @type {Record<string, Outfit>} */
const OUTFITS = {
  level1: {
    // a child's striped jumper and a cap with a propeller
    ground: '#9cc4cf',
    jersey: RED,
    pattern: html`<path d="M0 86h100v5H0zM0 96h100v5H0z" fill="${CREAM}"/>`,
    hat: html`<path d="M28 40C28 22 38 17 50 17S72 22 72 40Q50 31 28 40Z" fill="${YELLOW}"/>
      <path d="M50 17C42 20 40 28 40 35.500Q50 33.500 60 35.500C60 28 58 20 50 17Z" fill="${RED}"/>
      <path d="M49 10h2v8h-2z" fill="${INK}"/>
      <ellipse cx="41" cy="10" rx="9" ry="3.500" fill="${BLUE}"/><ellipse cx="59" cy="10" rx="9" ry="3.500"
        fill="${GREEN}"/>`,
  },
  level2: {
    // a straw hat and a flower
    ground: '#f0bb45',
    jersey: '#7fb3a6',
    pattern: both(html`<path d="M43 76l7 9-11 8-5-15z" fill="${CREAM}"/>`),
    hat: html`<ellipse cx="50" cy="36" rx="36" ry="7.500" fill="${STRAW}"/>
      <path d="M30 35C30 18 38 14 50 14S70 18 70 35Q50 40 30 35Z" fill="#f0d191"/>
      <path d="M30 29Q50 35 70 29V36Q50 41 30 36Z" fill="${RED}"/>
      <g fill="${CREAM}"><circle cx="66" cy="27" r="3"/><circle cx="71" cy="30" r="3"/><circle cx="69" cy="35.500"
        r="3"/>
        <circle cx="63.500" cy="35" r="3"/><circle cx="61.500" cy="30" r="3"/></g><circle cx="66.500" cy="31.500" r="3"
        fill="${YELLOW}"/>`,
  },
  level3: {
    // a town helmet and a safety vest
    ground: '#8d97a5',
    jersey: '#dfe04a',
    pattern: html`<path d="M28 78l8-2v30h-8zM64 76l8 2v28h-8z" fill="${CREAM}"/><path d="M0 94h100v5H0z"
      fill="${CREAM}"/><path d="M49 82h2v24h-2z" fill="${INK}"/>`,
    hat: html`<path d="M26 41C24 20 38 14 50 14S76 20 74 41Q50 33 26 41Z" fill="${TEAL}"/>
      <path d="M33 25h34v3.500H33z" fill="${INK}" opacity=".35"/><path d="M36 19h28v3H36z" fill="${INK}" opacity=".35"/>
      <path d="M25 40Q50 31 75 40L73 44Q50 36 27 44Z" fill="${INK}"/>
      ${both(html`<path d="M29 43l3 26 14 7" fill="none" stroke="${INK}" stroke-width="1.800"/>`)}`,
  },
  level4: {
    // a cap with a peak and the hoops of a club
    ground: '#c9d8a8',
    jersey: GREEN,
    pattern: html`<path d="M0 85h100v8H0z" fill="${CREAM}"/><path d="M0 88h100v2H0z" fill="${RED}"/>`,
    hat: html`<path d="M28 39C28 22 38 17 50 17S72 22 72 39Q50 32 28 39Z" fill="${CREAM}"/>
      <path d="M44 17.500h12l3 17.500q-9-1.500-18 0z" fill="${GREEN}"/><path d="M48 17h4l1 17.300h-6z" fill="${RED}"/>
      <path d="M27 38Q50 29 73 38 76 43 70 44 50 34 30 44 24 43 27 38Z" fill="${GREEN}"/>`,
  },
  level5: {
    // a smooth helmet with a visor, for riding against the clock
    ground: '#e9a98f',
    jersey: BLUE,
    pattern: html`<path d="M12 104L50 82l38 22H74L50 91 26 104Z" fill="${YELLOW}"/>`,
    hat: html`<path d="M26 46C22 20 38 12 52 13S80 24 86 44Q78 40 73 46Q50 34 26 46Z" fill="${CREAM}"/>
      <path d="M60 14.500C74 18 82 30 86 44Q78 40 73 46L71 44C72 32 68 22 60 14.500Z" fill="${BLUE}"/>
      <path d="M28 43Q50 33 72 43 73 55 62 56 55 56 50 50 45 56 38 56 27 55 28 43Z" fill="${INK}"/>
      <path d="M33 45q6-4 12-4l-7 11q-5-1-5-7z" fill="#7fb6d6" opacity=".7"/>`,
  },
  level6: {
    // red dots on white
    ground: '#a9c6e8',
    jersey: '#fffaf0',
    pattern: html`<g fill="${RED}">${[
      [24, 92],
      [36, 84],
      [38, 98],
      [50, 92],
      [62, 98],
      [64, 84],
      [76, 92],
    ].map(([x, y]) => html`<circle cx="${x}" cy="${y}" r="4.200"/>`)}</g>`,
    hat: html`<path d="M28 40C28 22 38 17 50 17S72 22 72 40Q50 33 28 40Z" fill="#fffaf0"/>
      <g fill="${RED}"><circle cx="38" cy="26" r="3.600"/><circle cx="50" cy="21" r="3.600"/><circle cx="62" cy="26"
        r="3.600"/><circle cx="50" cy="31" r="3.600"/></g>
      <path d="M28 40Q50 31 72 40C74 32 70 29 66 30 56 25 44 25 34 30 30 29 26 32 28 40Z" fill="${RED}"/>`,
  },
  level7: {
    // the rainbow jersey and a laurel wreath
    ground: '#31557a',
    jersey: '#fffaf0',
    pattern: html`<path d="M0 86h100v3H0z" fill="${BLUE}"/><path d="M0 89h100v3H0z" fill="${RED}"/><path
      d="M0 92h100v3H0z" fill="${INK}"/><path d="M0 95h100v3H0z" fill="${YELLOW}"/><path d="M0 98h100v3H0z"
      fill="${GREEN}"/>`,
    hat: both(html`<g fill="#8fb158"><ellipse cx="29" cy="44" rx="3.600" ry="8" transform="rotate(14 29 44)"/><ellipse
      cx="31" cy="34" rx="3.600" ry="8" transform="rotate(38 31 34)"/><ellipse cx="38" cy="26.500" rx="3.600" ry="8"
      transform="rotate(62 38 26.500)"/><ellipse cx="45.500" cy="23" rx="3" ry="6"
      transform="rotate(82 45.500 23)"/></g>
      <g fill="#5f7f32"><ellipse cx="25" cy="38" rx="3" ry="7" transform="rotate(-24 25 38)"/><ellipse cx="30" cy="27"
      rx="3" ry="7" transform="rotate(-2 30 27)"/><ellipse cx="40" cy="20" rx="3" ry="7"
      transform="rotate(26 40 20)"/></g>`),
  },
  level8: {
    // leather helmet, goggles and a spare tyre, as a hundred years ago
    ground: '#b42d24',
    jersey: '#d9b777',
    pattern: html`<path d="M12 96C30 72 70 72 88 96" fill="none" stroke="${INK}" stroke-width="6"/><path
      d="M12 96C30 72 70 72 88 96" fill="none" stroke="#8d97a5" stroke-width="1.600" stroke-dasharray="3 3"/>`,
    hat: html`<path d="M27 50C23 22 38 15 50 15S77 22 73 50L68 44Q50 36 32 44Z" fill="${LEATHER}"/>
      <path d="M50 15v22M38 18q-4 10-3 22M62 18q4 10 3 22" fill="none" stroke="#5d3a1f" stroke-width="2.200"/>
      ${both(html`<path d="M27 48l4 24 6 2-4-27z" fill="${LEATHER}"/>`)}
      <path d="M27 33Q50 25 73 33V39Q50 31 27 39Z" fill="#3a2618"/>
      ${both(html`<circle cx="40" cy="32.500" r="8" fill="${STRAW}"/><circle cx="40" cy="32.500" r="5.600"
        fill="#7fb6d6"/><path d="M36.500 32a4 4 0 0 1 4-3.500" fill="none" stroke="#fff" stroke-width="1.600"
        stroke-linecap="round"/>`)}`,
  },
}

/** Return the face that a level has where no bot is named yet. @param {string} level */
const usualName = (level) => NAMES[(Number(level.slice(-1)) + 6) % 8]

/**
 * Render the portrait of a bot.
 * @param {string} level  "level1" to "level8"
 * @param {string} name  "" for a level without a name
 */
export function portrait(level, name) {
  const outfit = OUTFITS[level]
  if (!outfit) return html``
  return html`<svg viewBox="0 0 100 100" aria-hidden="true" focusable="false"><path d="M0 0h100v100H0z"
    fill="${outfit.ground}"/><path d="${SHOULDERS}" fill="${outfit.jersey}"/>${outfit.pattern}<path
    d="M-1 70H101V104H-1Z${SHOULDERS}" fill-rule="evenodd" fill="${outfit.ground}"/>${renderHead(
      faceOf(name || usualName(level)),
      outfit.hat,
    )}</svg>`
}
