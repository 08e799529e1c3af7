// Patterns and letters of the teams, so that they can be told apart without colours.

import { html } from '../lib/dom.js'
import { hasText, say } from '../lib/i18n.js'

/** @typedef {import('../lib/dom.js').Html} Html */

// Pattern of a jersey: an 8 × 8 tile in the team's dark colour.
/** @type {Record<string, Html>} */
const TILES = {
  red: html`<path d="M0 0h4v8h-4z"/>`, // bars
  blue: html`<circle cx="2" cy="2" r="1.5"/><circle cx="6" cy="6" r="1.5"/>`, // dots
  green: html`<path d="M0 0h8v4h-8z"/>`, // hoops
  yellow: html`<path d="M-2 2l4-4M-1 9L9-1M6 10l4-4" stroke="currentColor" stroke-width="2" fill="none"/>`, // slants
  pink: html`<path d="M4 1l3 3-3 3-3-3z"/>`, // diamonds
  brown: html`<path d="M0 0h4v4h-4zM4 4h4v4h-4z"/>`, // chequers
  gray: html`<path d="M0 6l4-4 4 4" stroke="currentColor" stroke-width="1.6" fill="none"/>`, // chevrons
  black: html`<path d="M3 0h2v8h-2zM0 3h8v2h-8z"/>`, // grid
  white: html`<circle cx="4" cy="4" r="2.4" fill="none" stroke="currentColor" stroke-width="1.2"/>`, // rings
  orange: html`<path d="M0 4l2-2 2 2 2-2 2 2" stroke="currentColor" stroke-width="1.6" fill="none"/>`, // waves
}

/** Return whether a word names a team. @param {string} word */
export const isTeam = (word) => word in TILES

/** Return the letter of a team in a language. @param {string} team @param {string} lang */
export const teamLetter = (team, lang) =>
  hasText('web', lang, `team.${team}`) ? say('web', lang, { key: `team.${team}` }) : ''

/** Render all team patterns, once per page; use with fill="url(#team-red)". */
export function patterns() {
  const tiles = Object.entries(TILES).map(
    ([
      team,
      tile,
    ]) => html`<pattern id="team-${team}" data-team="${team}" width="8" height="8" patternUnits="userSpaceOnUse">
      <rect class="team-ground" width="8" height="8"/><g class="team-sign">${tile}</g></pattern>`,
  )
  return html`<svg class="patterns" width="0" height="0" aria-hidden="true"
    focusable="false"><defs>${tiles}</defs></svg>`
}

/** Render a team's round emblem: its pattern and letter. @param {string} team @param {string} lang */
export function emblem(team, lang) {
  return html`<svg class="emblem" data-team="${team}" viewBox="0 0 40 40" aria-hidden="true">
    <circle cx="20" cy="20" r="18" fill="url(#team-${team})" class="team-rim"/>
    <circle cx="20" cy="20" r="11" class="team-ground"/>
    <text x="20" y="25.5" text-anchor="middle" class="team-letter">${teamLetter(team, lang)}</text></svg>`
}
