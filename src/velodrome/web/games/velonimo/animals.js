// Heads of the eight animals, each in a box of 100 × 100, with a cap in the colour --team.

import { html } from '../../lib/dom.js'

/** @typedef {import('../../lib/dom.js').Html} Html */

const INK = '#1e2743'
const CREAM = '#fdf3dc'

/** Render the left half of a face and its mirror image. @param {Html} half */
const both = (half) => html`<g>${half}</g><g transform="matrix(-1 0 0 1 100 0)">${half}</g>`

/** @param {number} x @param {number} y @param {string} [white] */
const eye = (x, y, white = '#fff') =>
  html`<ellipse cx="${x}" cy="${y}" rx="6.4" ry="7" fill="${white}"/><circle cx="${x + 1}" cy="${y + 0.6}" r="3.9"
    fill="${INK}"/><circle cx="${x + 2.3}" cy="${y - 1}" r="1.3" fill="#fff"/>`

/**
 * Render a racing cap: crown, stripe and turned-up brim.
 * @param {number} [wide] its width
 * @param {number} [low] where the brim ends
 */
function cap(wide = 60, low = 42) {
  const x = wide / 60
  return html`<g transform="translate(50 ${low}) scale(${x} ${(x + 1) / 2})">
    <path d="M-29 -3C-31 -30 -14 -37 0 -37S31 -30 29 -3Z" fill="var(--cap, var(--team))"/>
    <path d="M-6.5 -36.4Q0 -38 6.5 -36.4L8 -9H-8Z" fill="${CREAM}"/>
    <path d="M-31 -2C-27 -15 -13 -17 0 -17S27 -15 31 -2C20 -8 -20 -8 -31 -2Z" fill="var(--team-dark)"/></g>`
}

// ---------------------------------------------------------------- one to seven

const tortoise = html`
  <path d="M50 24C76 24 84 44 82 62 80 84 66 94 50 94S20 84 18 62C16 44 24 24 50 24Z" fill="#86a552"/>
  <path d="M22 70Q50 54 78 70C75 86 64 94 50 94S25 86 22 70Z" fill="#b9cc80"/>
  <path d="M27 75Q50 91 73 75" fill="none" stroke="#4c6431" stroke-width="3" stroke-linecap="round"/>
  ${both(html`<circle cx="46" cy="67" r="1.7" fill="#4c6431"/><circle cx="35" cy="54" r="9.5" fill="#fff"/><circle
  cx="37" cy="56" r="4.6" fill="${INK}"/>
  <path d="M24.5 55A10.5 10.5 0 0 1 45.5 53Q35 48 24.5 55Z" fill="#6c8a3d"/>`)}
  ${cap(58, 41)}`

const shell = html`<path d="M50 18C90 18 108 52 108 88V104H-8V88C-8 52 10 18 50 18Z" fill="#7b5330"/>
  <path d="M2 60L14 40 28 52 20 74 4 76ZM98 60L86 40 72 52 80 74 96 76ZM-4 84L16 80 24 96 14 108H-6ZM104 84L84 80 76 96
    86 108H106Z" fill="#a87a45"/>`

const camel = html`
  ${both(html`<path d="M33 44C22 32 10 32 9 39 9 48 22 54 34 52Z" fill="#b9803f"/>`)}
  <path d="M50 20C67 20 70 34 68 50 69 60 78 66 78 78 78 92 65 99 50 99S22 92 22 78C22 66 31 60 32 50 30 34 33 20 50 20
    Z" fill="#d7a05a"/>
  <path d="M50 66C68 66 76 72 76 80 76 92 64 98 50 98S24 92 24 80C24 72 32 66 50 66Z" fill="#efcd97"/>
  <path d="M50 80V87M50 87Q40 96 31 88M50 87Q60 96 69 88" fill="none" stroke="#7d4f22" stroke-width="3"
    stroke-linecap="round"/>
  ${both(html`<path d="M45 76Q38 70 35 74" fill="none" stroke="#7d4f22" stroke-width="3.4" stroke-linecap="round"/>
  <ellipse cx="39" cy="54" rx="7" ry="6.5" fill="#fff"/><circle cx="40.5" cy="56" r="3.8" fill="${INK}"/>
  <path d="M30.5 55A9 8 0 0 1 47.5 54Q39 50 30.5 55ZM31 54L26 57M33.5 57L29.5 61" fill="#a06c30" stroke="#a06c30"
    stroke-width="2.2" stroke-linecap="round"/>`)}
  ${cap(46, 40)}`

const bear = html`
  ${both(html`<circle cx="20" cy="34" r="14" fill="#6b4126"/><circle cx="20" cy="35" r="7" fill="#b98253"/>`)}
  <path d="M50 18C80 18 88 42 86 60 84 84 68 95 50 95S16 84 14 60C12 42 20 18 50 18Z" fill="#7d4c2b"/>
  <ellipse cx="50" cy="75" rx="23" ry="18.5" fill="#d9ac7a"/>
  <path d="M41 66Q50 60 59 66 58 75 50 76 42 75 41 66Z" fill="${INK}"/>
  <path d="M50 76V81M50 81Q44 88 38 83M50 81Q56 88 62 83" fill="none" stroke="${INK}" stroke-width="2.8"
    stroke-linecap="round"/>
  ${both(html`<circle cx="33" cy="54" r="4.6" fill="${INK}"/><circle cx="34.5" cy="52.4" r="1.5" fill="#fff"/>`)}
  ${cap(62, 42)}`

const cow = html`
  ${both(html`<path d="M26 30C16 26 13 16 17 8 22 16 30 18 34 22Z" fill="#e9d8a8"/>
  <path d="M26 46C14 34 0 38-1 46 2 57 18 58 28 54Z" fill="#2a2c36"/><path d="M21 47C14 42 6 43 5 47 8 52 16 53 22 51Z"
    fill="#e58f8c"/>`)}
  <path d="M50 18C70 18 78 32 76 50 75 62 80 68 79 78 76 93 64 98 50 98S24 93 21 78C20 68 25 62 24 50 22 32 30 18 50 18
    Z" fill="#fbf4e4"/>
  <path d="M24 46C22 34 28 20 44 18 52 30 48 62 36 66 28 66 25 58 24 46Z" fill="#2a2c36"/>
  <path d="M50 66C70 66 80 72 80 81 78 93 65 99 50 99S22 93 20 81C20 72 30 66 50 66Z" fill="#ee9f98"/>
  <path d="M38 89Q50 95 62 89" fill="none" stroke="#8d3f45" stroke-width="2.8" stroke-linecap="round"/>
  ${both(html`<ellipse cx="37" cy="78" rx="4.2" ry="5.2" fill="#8d3f45"/>`)}${eye(36, 54)}${eye(62, 54)}
  <path d="M91 53L99 51 101 62 93 64Z" fill="#f2c033"/>
  ${cap(52, 41)}`

const tiger = html`
  ${both(html`<circle cx="22" cy="33" r="12" fill="#e5812a"/><circle cx="22" cy="33" r="6" fill="${CREAM}"/>`)}
  <path d="M50 18C78 18 86 40 86 54L92 66 84 70 86 80 75 82C69 91 60 95 50 95S31 91 25 82L14 80 16 70 8 66 14 54C14 40
    22 18 50 18Z" fill="#ec8b2c"/>
  <path d="M50 70C58 62 74 64 76 76 74 88 62 95 50 95S26 88 24 76C26 64 42 62 50 70Z" fill="${CREAM}"/>
  ${both(html`<path d="M14 54L29 58 14 61ZM9 66L27 66 15 71ZM16 79L28 74 25 82Z" fill="${INK}"/>
  <path d="M26 48Q34 40 44 47 36 46 30 52Z" fill="${CREAM}"/>
  <circle cx="34" cy="79" r="1.3" fill="${INK}"/><circle cx="38" cy="83" r="1.3" fill="${INK}"/><circle cx="31" cy="84"
    r="1.3" fill="${INK}"/>`)}
  ${eye(35, 55, '#ffe08a')}${eye(65, 55, '#ffe08a')}
  <path d="M42 68Q50 64 58 68 56 75 50 77 44 75 42 68Z" fill="#d5545a"/>
  <path d="M50 77V81M50 81Q44 88 38 84M50 81Q56 88 62 84" fill="none" stroke="${INK}" stroke-width="2.6"
    stroke-linecap="round"/>
  ${cap(60, 42)}`

const goat = html`
  ${both(html`<path d="M38 22C34 4 20-8 4-4-4 0-6 10-2 16 4 6 14 6 20 14 25 20 27 26 28 32Z" fill="#a58a5c"/>
  <path d="M12 0Q12 6 14 9M22 4Q20 10 21 15M30 12Q26 17 26 22" stroke="#7c6439" stroke-width="2.4" fill="none"/>
  <path d="M31 46C20 40 6 44 2 54 10 60 24 60 33 54Z" fill="#cfc4ae"/><path
    d="M26 49C18 47 11 50 9 53 14 56 22 56 28 53Z" fill="#e3a49a"/>`)}
  <path d="M36 88Q40 112 50 118 60 112 64 88Z" fill="#cfc4ae"/>
  <path d="M50 20C68 20 72 36 70 52 70 66 68 94 50 96 32 94 30 66 30 52 28 36 32 20 50 20Z" fill="#f2ead8"/>
  <path d="M50 66C62 66 66 72 65 80 63 90 58 95 50 96 42 95 37 90 35 80 34 72 38 66 50 66Z" fill="#ddd0b8"/>
  <path d="M50 80V85M42 87Q50 92 58 87" fill="none" stroke="#5f4a3a" stroke-width="2.8" stroke-linecap="round"/>
  ${both(html`<path d="M46 75Q41 73 41 77" fill="none" stroke="#5f4a3a" stroke-width="3" stroke-linecap="round"/>
  <ellipse cx="38" cy="54" rx="6.8" ry="6.4" fill="#f2c033"/><rect x="33.5" y="52" width="9" height="4.4" rx="1.8"
    fill="${INK}"/>`)}
  ${cap(48, 41)}`

const cheetah = html`
  ${both(html`<circle cx="23" cy="33" r="11" fill="#d99a35"/><circle cx="23" cy="34" r="5.5" fill="${INK}"/>`)}
  <path d="M50 20C76 20 84 40 83 58 81 82 66 94 50 94S19 82 17 58C16 40 24 20 50 20Z" fill="#f0bf57"/>
  <path d="M50 70C57 64 70 67 71 77 69 88 60 94 50 94S31 88 29 77C30 67 43 64 50 70Z" fill="${CREAM}"/>
  ${both(html`<path d="M40 58C44 64 42 74 34 84 40 82 48 74 46 62Z" fill="${INK}"/>
  <g fill="#7c4a16"><circle cx="24" cy="58" r="2.6"/><circle cx="21" cy="66" r="2.1"/><circle cx="27" cy="68" r="2.3"/>
  <circle cx="25" cy="76" r="2"/><circle cx="22" cy="50" r="2"/><circle cx="30" cy="47" r="1.7"/></g>`)}
  ${eye(35, 55, '#ffe9a8')}${eye(65, 55, '#ffe9a8')}
  <path d="M42.5 68Q50 64 57.5 68 56 74 50 76 44 74 42.5 68Z" fill="${INK}"/>
  <path d="M50 76V80M50 80Q45 87 40 84M50 80Q55 87 60 84" fill="none" stroke="${INK}" stroke-width="2.4"
    stroke-linecap="round"/>
  ${cap(56, 42)}`

// ---------------------------------------------------------------- the hare, ears in the wind

const hare = html`
  <path d="M58 24C60 2 76-14 100-18 106-4 92 20 72 32Z" fill="#a9794a"/><path
    d="M68 20C72 4 82-6 95-10 95 0 86 14 74 24Z" fill="#eab3a4"/>
  <path d="M40 22C38-2 50-22 70-32 82-18 74 10 58 28Z" fill="#c39260"/><path
    d="M49 14C49-4 57-16 68-23 71-10 66 6 57 18Z" fill="#f0c4b4"/>
  <path d="M50 22C74 22 80 42 79 58 78 82 66 94 50 94S22 82 21 58C20 42 26 22 50 22Z" fill="#c39260"/>
  <path d="M50 68C60 62 76 68 73 79 70 89 60 94 50 94S30 89 27 79C24 68 40 62 50 68Z" fill="${CREAM}"/>
  <path d="M43 84H57V93Q50 97 43 93Z" fill="#fff"/><path d="M50 84V94" stroke="#c9b48a" stroke-width="1.6"/>
  ${both(html`<path d="M30 78H12M31 82L14 88" stroke="${CREAM}" stroke-width="1.8" stroke-linecap="round"/>`)}
  ${eye(35, 55)}${eye(65, 55)}
  <path d="M43 69Q50 65 57 69 55 75 50 76 45 75 43 69Z" fill="#d5545a"/>
  <path d="M50 76V80M50 80Q44 86 38 83M50 80Q56 86 62 83" fill="none" stroke="${INK}" stroke-width="2.6"
    stroke-linecap="round"/>
  ${cap(56, 42)}`

/** Heads by the racer's number, and "hare". @type {Record<string, Html>} */
export const HEADS = { 1: tortoise, 2: camel, 3: bear, 4: cow, 5: tiger, 6: goat, 7: cheetah, hare }

/** What is drawn behind an animal's shoulders. @type {Record<string, Html>} */
export const BACKS = { 1: shell }
