// Pictures of riders, jerseys, signs, dice and cards.

import { teamLetter } from '../../art/teams.js'
import { html, nothing } from '../../lib/dom.js'

/** @typedef {import('../../lib/dom.js').Html} Html */

export const STRIPES = ['#2a6db0', '#d0392f', '#20232e', '#f2c033', '#3f8a4a'] // champion's jersey, from the top

/**
 * Render the rainbow stripes in a box.
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
export const stripes = (x, y, width, height) =>
  html`${STRIPES.map(
    (ink, i) =>
      html`<rect x="${x}" y="${y + (i * height) / 5}" width="${width}" height="${height / 5 + 0.15}" fill="${ink}"/>`,
  )}`

// ---------------------------------------------------------------- riders

const TORSO = 'M19 19.5C20 10 28 3.5 37.5 3.5Q43 4 42.5 9.5C38 12.5 32 15 28.5 21Z'

const SKIN = '#e2ab7a'

/**
 * Render a racer riding to the right, 64 × 48.
 * @param {Html} jersey  painted on the torso
 * @param {string} cap  a colour
 * @param {string} ink  of the bicycle
 */
function racer(jersey, cap, ink) {
  return html`<g fill="none" stroke-linecap="round" stroke-linejoin="round"><g stroke="${ink}" stroke-width="2.6">
    <circle cx="13.5" cy="35.5" r="10" fill="#fffaf033"/><circle cx="49.5" cy="35.5" r="10" fill="#fffaf033"/></g>
    <path d="M24 19L31 26L27 37" stroke="#b57f54" stroke-width="4.2"/>
    <path d="M13.5 35.5L23.5 22H42.5L30 35.5H13.5M21.5 18.5L30 35.5M41.5 17.5L49.5 35.5M18.5 18.5h7M41 17.5q6-2.5 8 .5
      t-2.5 5" stroke="${ink}" stroke-width="2.2"/>
    <path d="M40 7L45 6" stroke="${SKIN}" stroke-width="4"/>${jersey}
    <path d="M24 18.5L36 24L31 37.5" stroke="#d9a06f" stroke-width="4.2"/><path d="M23.5 18.5L32 22.3" stroke="#20232e"
      stroke-width="6.2"/><path d="M29 38.5h6" stroke="#20232e" stroke-width="3.4"/>
    <path d="M39 8.5L42.5 15.5L48.5 18" stroke="#d9a06f" stroke-width="3.6"/></g><circle cx="46" cy="6" r="4.6"
      fill="${SKIN}"/>
    <path d="M41.3 5.8C41 1.5 45 -.8 48.5 .8C50.5 1.8 51 3.4 53.5 4.2C50 5.6 45 4.6 41.3 5.8Z" fill="${cap}"/>`
}

/** Render the rainbow cyclist, who marks the pack. @param {string} [ink] */
export function rainbowCyclist(ink = 'var(--ink)') {
  const jersey = html`<clipPath id="ac-torso"><path d="${TORSO}"/></clipPath><path d="${TORSO}" fill="#fffaf0"/>
    <g clip-path="url(#ac-torso)"><g transform="rotate(-38 30 12)">${STRIPES.map(
      (band, i) => html`<rect x="${25 + i * 2.6}" y="-4" width="2.7" height="34" fill="${band}"/>`,
    )}</g></g>`
  return html`<svg class="racer" viewBox="0 -2 64 50" width="64" height="50"
    aria-hidden="true">${racer(jersey, '#fffaf0', ink)}</svg>`
}

/** Render a team's leader. @param {string} team @param {string} lang */
export function leader(team, lang) {
  const jersey = html`<path d="${TORSO}" fill="url(#team-${team})"/>`
  return html`<svg class="racer" data-team="${team}" viewBox="0 -2 64 50"
    aria-hidden="true">${racer(jersey, 'var(--team)', 'var(--ink)')}
    <circle cx="32" cy="37" r="10.5" class="team-ground team-rim"/><text x="32" y="42" text-anchor="middle"
      class="team-letter">${teamLetter(team, lang)}</text></svg>`
}

/**
 * Render a domestique from the front, with the team's pattern and letter, 36 × 40.
 * @param {string} team
 * @param {string} lang
 */
export function domestique(team, lang) {
  return html`<svg class="domestique" data-team="${team}" viewBox="0 0 36 40" aria-hidden="true">
    <path d="M2 39C2 25 8 19 18 19S34 25 34 39Z" fill="url(#team-${team})" class="team-rim"/>
    <circle cx="18" cy="13" r="7.5" fill="${SKIN}"/><path class="team-ground"
      d="M9.5 11.5C9 4 13 1 18 1S27 4 26.5 11.5Q18 8.5 9.5 11.5Z"/>
    <path class="team-sign" d="M10 11.5Q18 7.5 26 11.5Q18 15 10 11.5Z"/>
    <circle cx="18" cy="29.5" r="9.5" class="team-ground"/><text x="18" y="36" text-anchor="middle"
      class="team-letter">${teamLetter(team, lang)}</text></svg>`
}

// ---------------------------------------------------------------- jerseys

const SHIRT = 'M12 4Q20 9 28 4L38 11L33 19L30 17V37H10V17L7 19L2 11Z'
const DOTS = [
  [14, 13],
  [26, 13],
  [20, 19],
  [14, 25],
  [26, 25],
  [20, 31],
  [7, 13],
  [33, 13],
  [14, 35],
  [26, 35],
]

/** Render a jersey, 40 × 40: rainbow, green, double or triple. @param {string} kind */
export function shirt(kind) {
  if (kind === 'points')
    return html`<svg class="shirt" viewBox="0 0 40 40" aria-hidden="true"><rect x="5" y="5" width="30" height="30"
      rx="4" fill="#c8372d"/>
    <path d="M20 9l3 7.5 8 .5-6 5 2 8-7-4.5-7 4.5 2-8-6-5 8-.5z" fill="#fffaf0"/></svg>`
  const ground = kind === 'green' ? '#3f8a4a' : '#fffaf0'
  const sign =
    kind === 'rainbow'
      ? html`<g>${stripes(10, 18, 20, 11)}</g>`
      : kind === 'green'
        ? html`<path d="M10 25h20v4H10z" fill="#fffaf0" opacity=".85"/>`
        : html`<g fill="#d0392f">${DOTS.map(([x, y]) => html`<circle cx="${x}" cy="${y}" r="2.6"/>`)}</g>`
  const worth = { double: 2, triple: 3 }[kind]
  return html`<svg class="shirt" viewBox="0 0 40 40" aria-hidden="true"><path d="${SHIRT}" fill="${ground}"
    class="seam"/>${sign}
    ${
      worth
        ? html`<circle cx="31" cy="31" r="9" fill="#1e2743"/><text x="31" y="36" text-anchor="middle"
    class="worth">${worth}</text>`
        : nothing
    }</svg>`
}

/** Render the energy icon: a drop. */
export const energyIcon = () =>
  html`<svg class="energy-icon" viewBox="0 0 20 20" aria-hidden="true"><path
    d="M11.5 1L3 11.5h5.5L7 19l9.5-11.5H10.5z"/></svg>`

// ---------------------------------------------------------------- signs of squares and cards, 40 × 40

/** @type {Record<string, Html>} */
const GLYPHS = {
  flat: html`<path d="M13 11.5h14"/>`,
  wind: html`<path d="M11 9h11a3 3 0 1 0-3-3M13 13h13"/>`,
  cobbles: html`<path d="M12 12.5h4M18 12.5h4M24 12.5h4M15 8h4M21 8h4"/>`,
  uphill: html`<path d="M12 13L20 5.5L28 13"/>`,
  downhill: html`<path d="M12 6L20 13.5L28 6"/>`,
}

/** Render a milestone with the cost of an effort square. @param {string} terrain @param {number} value */
const milestone = (terrain, value) => html`<path class="slab" d="M5 38V17a15 15 0 0 1 30 0V38Z"/>
  <path class="ac-cap ${terrain || 'flat'}" d="M5 17.5V17a15 15 0 0 1 30 0v.5Z"/><g
    class="glyph">${GLYPHS[terrain] ?? ''}</g><text class="cost" x="20" y="36" text-anchor="middle">${value}</text>`

/** @param {string} fill @param {Html} inner */
const roundel = (fill, inner) => html`<circle class="disc" cx="20" cy="20" r="18.5" fill="${fill}"/>${inner}`

/** Render the sign of a square or card. @param {{kind: string, value: number, terrain?: string}} square */
export function sign({ kind, value, terrain }) {
  return html`<svg class="ac-sign" viewBox="0 0 40 40" aria-hidden="true">${picture(kind, value, terrain ?? '')}</svg>`
}

/** @param {string} kind @param {number} value @param {string} terrain @returns {Html} */
function picture(kind, value, terrain) {
  switch (kind) {
    case 'effort':
      return milestone(terrain, value)
    case 'start':
      return roundel(
        '#fffaf0',
        html`<g fill="#1e2743">${[0, 1, 2, 3].flatMap((r) =>
          [0, 1].map(
            (c) => html`<rect x="${9 + ((r + 1) % 2) * 5.5 + c * 11}" y="${9 + r * 5.5}" width="5.5" height="5.5"/>`,
          ),
        )}</g>`,
      )
    case 'chance':
      return html`<rect class="disc" x="6" y="2" width="28" height="36" rx="4" fill="#e0a21b"/><text class="cost" x="20"
        y="30" text-anchor="middle">?</text>`
    case 'breakaway':
      return roundel('#c8372d', html`<path d="M9 11l8 9-8 9M17 11l8 9-8 9M25 11l8 9-8 9" class="chevron"/>`)
    case 'feeding':
      return html`<path class="ac-strap" d="M9 17C9 2 31 2 31 17"/><path class="disc" d="M4 15h32l-2.5 23h-27z"
        fill="#3c8f7c"/><text class="gain" x="20" y="33" text-anchor="middle">+${value}</text>`
    case 'hazard':
      return html`<path class="warning" d="M20 4L37 35H3Z"/><text class="cost" x="20" y="33"
        text-anchor="middle">${value}</text>`
    case 'hazard_all':
      return html`<path class="warning all" d="M20 4L37 35H3Z"/><text class="cost" x="20" y="33"
        text-anchor="middle">${value}</text>`
    case 'green':
      return html`<path d="${SHIRT}" fill="#3f8a4a" class="seam"/><path d="M12 27l5-6 3 3 6-7" class="chevron"/>`
    case 'dotted':
      return html`<path d="${SHIRT}" fill="#fffaf0" class="seam"/><g
        fill="#d0392f">${DOTS.map(([x, y]) => html`<circle cx="${x}" cy="${y}" r="2.6"/>`)}</g>
        <circle cx="20" cy="26" r="10" fill="#1e2743"/><text class="gain" x="20" y="32.5"
          text-anchor="middle">${value}</text>`
    case 'rainbow_lap':
      return html`<path d="${SHIRT}" fill="#fffaf0" class="seam"/>${stripes(10, 18, 20, 11)}`
    case 'no_feeding':
      return html`<path class="ac-strap" d="M9 17C9 2 31 2 31 17"/><path d="M4 15h32l-2.5 23h-27z" fill="#9aa0a8"/><path
        d="M4 36L36 4" stroke="#c8372d" stroke-width="5"/>`
    default: // a domestique retires
      return roundel(
        '#5c5a55',
        html`<circle cx="20" cy="14" r="6" fill="#fffaf0"/><path d="M9 32c0-8 4-11 11-11s11 3 11 11z"
          fill="#fffaf0"/><path d="M8 33L32 9" stroke="#c8372d" stroke-width="4"/>`,
      )
  }
}

// ---------------------------------------------------------------- dice

/** @type {Record<number, number[][]>} */
const PIPS = {
  1: [[2, 2]],
  2: [
    [1, 1],
    [3, 3],
  ],
  3: [
    [1, 1],
    [2, 2],
    [3, 3],
  ],
  4: [
    [1, 1],
    [3, 1],
    [1, 3],
    [3, 3],
  ],
  5: [
    [1, 1],
    [3, 1],
    [2, 2],
    [1, 3],
    [3, 3],
  ],
  6: [
    [1, 1],
    [3, 1],
    [1, 2],
    [3, 2],
    [1, 3],
    [3, 3],
  ],
}

/** Render a die; 0 for one that was not rolled. @param {'white' | 'yellow'} colour @param {number} eyes */
export const die = (
  colour,
  eyes,
) => html`<svg class="ac-die ${colour} ${eyes ? '' : 'idle'}" viewBox="0 0 40 40" aria-hidden="true">
  <rect x="2" y="2" width="36" height="36" rx="8"/>${(PIPS[eyes] ?? []).map(
    ([x, y]) => html`<circle cx="${x * 10}" cy="${y * 10}" r="3.8"/>`,
  )}</svg>`
