// Pictures of couriers, cans, dice and signs, in the colours of their team.

import { teamLetter } from '../../art/teams.js'
import { html } from '../../lib/dom.js'

/** @typedef {import('../../lib/dom.js').Html} Html */

// A rider facing right around (0, 0), 40 × 40; wheels and frame are separate, since the halo's outline uses them too.
const WHEELS =
  'M-17.600 11.500a6.600 6.600 0 1 0 13.200 0a6.600 6.600 0 1 0-13.200 0M5.400 ' +
  '11.500a6.600 6.600 0 1 0 13.200 0a6.600 6.600 0 1 0-13.200 0'
const FRAME = 'M-11 11.500L-4 3h11l5 8.500M7 3L5.500-1M12 11.500L8-.5h4'
const LEG = 'M-4 1L1 8l-3 6'
const BACK = 'M-4 1.500Q-3-6 5-8'
const ARM = 'M5-7L6.500-1l5-.5'
const HEAD = 'M5.200-12a4.300 4.300 0 1 0 8.600 0a4.300 4.300 0 1 0-8.600 0'
const CAP = 'M5-12.500a4.600 4.600 0 0 1 9-1l3.600 1.200-.4 1.500z'
const BAG = 'M-16-17h13a3 3 0 0 1 3 3v13a3 3 0 0 1-3 3h-13a3 3 0 0 1-3-3v-13a3 3 0 0 1 3-3z'

/** Render a courier around (0, 0). The letter on the bag is never mirrored.
 * @param {string} team @param {string} lang @param {boolean} [left] */
export function courier(team, lang, left = false) {
  return html`<g class="courier-art" data-team="${team}"><g transform="scale(${left ? -1 : 1} 1)">
      <path class="halo" d="${WHEELS}${FRAME}${HEAD}${CAP}${BAG}${BACK}"/><path class="bike" d="${WHEELS}${FRAME}"/>
      <path class="limb" d="${LEG}"/><path class="back" d="${BACK}"/><path class="limb" d="${ARM}"/>
      <path class="skin" d="${HEAD}"/><circle class="eye" cx="11.800" cy="-11" r=".8"/><path class="cap" d="${CAP}"/>
      <path d="${BAG}" fill="url(#team-${team})"/><rect class="label" x="-16.500" y="-14.500" width="14" height="14"
        rx="2"/></g>
    <text class="letter" x="${left ? 9.5 : -9.5}" y="-3.200">${teamLetter(team, lang)}</text></g>`
}

/**
 * Render only the bag, for crowded spaces: its letter stays readable when small.
 * @param {string} team
 * @param {string} lang
 */
export function bag(team, lang) {
  return html`<g class="courier-art small" data-team="${team}"><rect class="rim" x="-19.500" y="-19.500" width="39"
    height="39" rx="8"/>
    <rect x="-17" y="-17" width="34" height="34" rx="6" fill="url(#team-${team})"/>
    <rect class="label" x="-12.500" y="-12.500" width="25" height="25" rx="4"/><text class="letter"
      y="8">${teamLetter(team, lang)}</text></g>`
}

/** A can of energy drink around (0, 0), 20 high. */
export const can = html`<g class="can-art"><path class="tin"
  d="M-5.500 -8.500h11l1.500 2.500v12l-1.500 2.500h-11l-1.500 -2.500v-12z"/>
  <path class="lid" d="M-5.500 -8.500h11l1.300 2.200h-13.600z"/><path class="bolt"
    d="M1.500 -4.500l-4.500 6h3l-1.500 5 5 -6.500h-3.200z"/></g>`

/** @param {string} [kind] */
export const canPicture = (kind = '') =>
  html`<svg class="can-picture ${kind}" viewBox="-8 -10 16 20" aria-hidden="true">${can}</svg>`

/** A manhole whose cover lies beside it, around (0, 0), in a circle of 10. */
export const manhole = html`<g class="manhole-art"><circle class="rim" r="10"/><circle class="hole" r="7.600"/>
  <path class="bars" d="M-6 -3.500h12M-7.300 0h14.600M-6 3.500h12"/></g>`

/** Cells of a 3 × 3 grid that have a pip, by the number shown. */
const PIPS = ['', '4', '08', '048', '0268', '02468', '035268']

/** Render the pips of a die around (0, 0), 30 wide. @param {number} shows */
export const pips = (shows) =>
  [...(PIPS[shows] ?? '')].map(
    (at) =>
      html`<circle class="pip" cx="${((Number(at) % 3) - 1) * 8.5}" cy="${(Math.floor(Number(at) / 3) - 1) * 8.5}"
        r="3.300"/>`,
  )

/** @typedef {{id: string, colour: string | null, pips: number, kind: string}} Die */

/** Render a die around (0, 0), 36 wide. @param {Die} die @param {string} lang */
export function die({ id, colour, pips: shows, kind }, lang) {
  const face = html`<rect class="face" x="-18" y="-18" width="36" height="36" rx="8"/>`
  if (kind === 'sum') return html`<g class="die-art sum">${face}<text y="7">${shows}</text></g>`
  if (!colour)
    return html`<g class="die-art ${id === 'die_energy' ? 'energy' : ''}">${face}<path class="bolt"
      d="M5 -16l-15 18h9l-4 14 15 -19h-10z"/>${pips(shows)}</g>`
  return html`<g class="die-art" data-team="${colour}"><rect x="-18" y="-18" width="36" height="36" rx="8"
    fill="url(#team-${colour})"/>
    <rect class="face" x="-15" y="-15" width="30" height="30" rx="6"/>${pips(shows)}
    <circle class="face" cx="15" cy="-15" r="7"/><text class="mark" x="15"
      y="-11.500">${teamLetter(colour, lang)}</text></g>`
}

/** @param {Die} one @param {string} lang */
export const diePicture = (one, lang) =>
  html`<svg class="die-picture" viewBox="-20 -23 43 43" aria-hidden="true">${die(one, lang)}</svg>`
