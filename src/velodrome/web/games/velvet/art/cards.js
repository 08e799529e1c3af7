// Cards of cloth, 60 × 84: grounds, backs of the two kingdoms, numbers and tags.

import { html, nothing } from '../../../lib/dom.js'
import { PICTURES } from './animals.js'

/** @typedef {import('../../../lib/dom.js').Html} Html */

export const INK = '#1e2743'
const CREAM = '#fff6e2'

const GROUNDS = { velvet: '#f8e6c4', denim: '#d5dfe9', event: '#f1d68f', threads: '#7d1f2b' }
const VELVETS = ['fox', 'bear', 'snake', 'horse', 'rabbit']
const DENIMS = ['dragon', 'rhino', 'dinosaur', 'octopus']

/** Return the material of a kind. @param {string} kind @returns {'velvet' | 'denim' | 'event' | 'threads'} */
export function cloth(kind) {
  if (VELVETS.includes(kind)) return 'velvet'
  if (DENIMS.includes(kind)) return 'denim'
  return kind === 'threads' ? 'threads' : 'event'
}

// The two kingdoms: red gingham, and teal with dots and diamonds. Tiles of 8 × 8.
const CLOTHS = [
  html`<rect width="8" height="8" fill="#f6dccb"/><path d="M0 0h4v8h-4z" fill="#c8372d" opacity="0.6"/><path
    d="M0 0h8v4h-8z" fill="#c8372d" opacity="0.6"/>`,
  html`<rect width="8" height="8" fill="#1f6f6b"/><path d="M4 0.6L7.4 4 4 7.4 0.6 4z" fill="#2f8a83"/><circle cx="0"
    cy="0" r="1.5" fill="#f6e3c0"/>
    <circle cx="8" cy="0" r="1.5" fill="#f6e3c0"/><circle cx="0" cy="8" r="1.5" fill="#f6e3c0"/><circle cx="8" cy="8"
      r="1.5" fill="#f6e3c0"/>`,
]
const THREAD = ['#8f1f1a', '#f3cf7a'] // quilting thread of each kingdom
const INKS = ['#c8372d', '#1f6f6b'] // hem of each kingdom's cards

const WEAVES = {
  velvet: html`<path d="M1 2h1M5 5h1M3 7h1" stroke="#e9cf9f" stroke-width="0.8"/>`,
  denim: html`<path d="M-2 2l4-4M-1 9L9-1M6 10l4-4M-1 5l6-6M3 9l6-6" stroke="#c0cfdf" stroke-width="0.8"/>`,
  event: html`<path d="M1 1l2 2m0-2l-2 2M5 5l2 2m0-2l-2 2" stroke="#e3bd62" stroke-width="0.7"/>`,
  threads: html`<path d="M4 0v8" stroke="#8f2a36" stroke-width="1.5"/>`,
}

/** Render the definitions of all cloths and pictures, once per page. */
export function cloths() {
  const grounds = Object.entries(GROUNDS).map(
    ([
      name,
      ink,
    ]) => html`<pattern id="vv-ground-${name}" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8"
      height="8" fill="${ink}"/>
      ${WEAVES[/** @type {keyof typeof WEAVES} */ (name)]}</pattern>`,
  )
  const backs = CLOTHS.map(
    (tile, seat) =>
      html`<pattern id="vv-cloth${seat}" width="8" height="8" patternUnits="userSpaceOnUse">${tile}</pattern>`,
  )
  const pictures = Object.entries(PICTURES).map(
    ([kind, drawn]) => html`<symbol id="vv-${kind}" viewBox="0 0 60 60" overflow="visible">${drawn}</symbol>`,
  )
  return html`<svg class="patterns" data-key="cloths" width="0" height="0" aria-hidden="true"
    focusable="false"><defs>${grounds}${backs}${pictures}</defs></svg>`
}

// ---------------------------------------------------------------- numbers

const SHAPES = {
  strength: html`<path d="M0-10l2.5 3.8 4.5-.9-.9 4.5L10 0 6.1 2.6l.9 4.5-4.5-.9L0 10l-2.5-3.8-4.5.9.9-4.5L-10 0
    l3.9-2.6-.9-4.5 4.5.9z" fill="#c8372d" stroke="${CREAM}" stroke-width="0.8"/>`,
  stuffing: html`<path d="M-5.5-5.5a5 5 0 0 1 8.5-2 5 5 0 0 1 6 6 5 5 0 0 1-2 8.5 5 5 0 0 1-8.5 1.5 5 5 0 0 1-7.5-4.5 5
    5 0 0 1 3.5-9.5z" fill="#fffaf0" stroke="#1e2743" stroke-width="1"/>`,
  speed: html`<path d="M-10-8H3l8 8-8 8h-13l4.5-8z" fill="#e9ad2c"/>`,
}
const ON = { strength: CREAM, stuffing: INK, speed: INK }
/** @typedef {keyof typeof SHAPES} Stat */
/** @type {Stat[]} */
export const STATS = ['strength', 'stuffing', 'speed']

/** Render a number in its shape: a burst for strength, a puff for stuffing, an arrow for speed.
 * @param {Stat} stat @param {number | string} number */
const figure = (stat, number) =>
  html`${SHAPES[stat]}<text y="5" text-anchor="middle" class="vv-figure" fill="${ON[stat]}">${number}</text>`

/** Render a stat by itself. @param {Stat} stat @param {number | string} [number] */
export const statIcon = (stat, number = '') =>
  html`<svg class="vv-icon" viewBox="-11 -11 22 22" aria-hidden="true">${figure(stat, number)}</svg>`

// ---------------------------------------------------------------- cards

/** @typedef {{kind?: string | null, seat: number, slot?: number, up?: boolean, known?: boolean, own?: boolean,
 *   could?: string[],
 *   boost?: number, count?: number, strength?: number, stuffing?: number, speed?: number}} Card */

/** Render a card as the viewer sees it: its face, or its back with what is known about it.
 * @param {Card} card */
export function picture(card) {
  const seen = card.kind && (card.up || card.own)
  return html`<svg class="vv-card" viewBox="0 0 60 84" aria-hidden="true">
    <rect width="60" height="84" rx="7" fill="url(#vv-cloth${card.seat})"/>
    ${seen ? face(card) : back(card)}
    ${card.own && card.kind ? secrecy(card) : nothing}
    ${
      card.boost && (card.strength || !card.kind)
        ? html`<g transform="translate(50 49)"><g class="vv-legible"><circle r="8.5" fill="#3d5c92" stroke="${CREAM}"
          stroke-width="1.5"/>
      <text y="4" text-anchor="middle" class="vv-small" fill="${CREAM}">+${card.boost}</text></g></g>`
        : nothing
    }
    ${
      (card.count ?? 1) > 1
        ? html`<g transform="translate(51 9)"><g class="vv-legible"><circle r="9" fill="${INK}"/>
      <text y="4" text-anchor="middle" class="vv-small" fill="${CREAM}">×${card.count}</text></g></g>`
        : nothing
    }
    ${card.slot === undefined ? nothing : number(card.slot)}</svg>`
}

/** Render the number of a slot, counted from 1. @param {number} slot */
const number = (
  slot,
) => html`<g class="vv-slot vv-legible"><path d="M0 7a7 7 0 0 1 7-7h8a3 3 0 0 1 3 3v8a4 4 0 0 1-4 4H0z" fill="${INK}"/>
  <text x="8.6" y="11.4" text-anchor="middle" class="vv-small" fill="${CREAM}">${slot + 1}</text></g>`

/** @param {Card} card */
function face(card) {
  const made = cloth(card.kind ?? '')
  const figures = STATS.filter((stat) => card[stat])
  return html`<rect x="3" y="3" width="54" height="78" rx="5" fill="url(#vv-ground-${made})"/>
    <rect x="5.5" y="5.5" width="49" height="73" rx="3.5" fill="none" class="vv-stitch"
      stroke="${made === 'threads' ? '#e9ad2c' : INKS[card.seat]}"/>
    <use href="#vv-${card.kind}" x="8" y="${figures.length ? 12 : 19}" width="44" height="44"/>
    ${figures.map(
      (stat, i) =>
        html`<g transform="translate(${11.8 + i * 18.2} 68) scale(0.86)">${figure(stat, card[stat] ?? '')}</g>`,
    )}`
}

/** Render a back: a quilted patch with a button, or a tag with what the card may be. @param {Card} card */
function back(card) {
  const maybe = card.kind ? [card.kind] : (card.could ?? [])
  return html`<rect x="5" y="5" width="50" height="74" rx="4" fill="none" class="vv-stitch"
    stroke="${THREAD[card.seat]}"/>
    <path d="M5 23L23 5M5 61l50-56M9 79L55 23M37 79l18-18M37 5l18 18M5 23l50 56M5 61l18 18" class="vv-quilt"
      stroke="${THREAD[card.seat]}"/>
    ${maybe.length ? tag(maybe, Boolean(card.kind)) : sewn(30, 42, 9, card.seat)}`
}

/** Render a button with four holes. @param {number} x @param {number} y @param {number} r @param {number} seat */
export const sewn = (
  x,
  y,
  r,
  seat,
) => html`<g transform="translate(${x} ${y}) scale(${r / 9})"><circle r="9" fill="${seat ? '#e9ad2c' : '#fff6e2'}"/>
  <circle r="6.4" fill="none" stroke="${seat ? '#a9700c' : '#c9a98c'}" stroke-width="1.2"/>
  <g fill="${seat ? '#1f6f6b' : '#8f1f1a'}"><circle cx="-2.2" cy="-2.2" r="1.3"/><circle cx="2.2" cy="-2.2"
    r="1.3"/><circle cx="-2.2" cy="2.2" r="1.3"/><circle cx="2.2" cy="2.2" r="1.3"/></g></g>`

/** Render a stitched tag with the kinds that a hidden card may be. @param {string[]} kinds @param {boolean} sure */
function tag(kinds, sure) {
  const wide = kinds.length > 4 ? 3 : kinds.length > 1 ? 2 : 1
  const size = [0, 34, 20, 13.5][wide]
  const rows = Math.ceil(kinds.length / wide)
  const height = rows * size + 8
  const top = 44 - height / 2
  return html`<rect x="8" y="${top}" width="44" height="${height}" rx="4" fill="${CREAM}"/>
    <rect x="10" y="${top + 2}" width="40" height="${height - 4}" rx="3" fill="none" stroke="#a98f63" stroke-width="1"
      ${sure ? '' : html`stroke-dasharray="2.5 2"`}/>
    ${kinds.map(
      (kind, i) => html`<use href="#vv-${kind}" x="${30 - (wide * size) / 2 + (i % wide) * size + 1}"
        y="${top + 4 + Math.floor(i / wide) * size + 1}"
      width="${size - 2}" height="${size - 2}"/>`,
    )}`
}

/**
 * Render what the opponent knows about the viewer's card: an eye if it is visible, a closed eye if it was seen before,
 * a tag if something is known about it.
 * @param {Card} card
 */
function secrecy(card) {
  if (card.up)
    return html`<g transform="translate(51 9)"><circle r="8" fill="#c8372d"/><path d="M-5.5 0q5.5-6 11 0-5.5 6-11 0z"
      fill="${CREAM}"/><circle r="2" fill="#c8372d"/></g>`
  if (card.known)
    return html`<g transform="translate(51 9)"><circle r="8" fill="#4a4f63"/>
    <path d="M-5.5-1q5.5 5 11 0M-3.5 1.5l-1.2 2.2M0 2.4v2.8M3.5 1.5l1.2 2.2" fill="none" stroke="${CREAM}"
      stroke-width="1.5" stroke-linecap="round"/></g>`
  if (card.could?.length)
    return html`<g transform="translate(51 9)"><g class="vv-legible"><circle r="8" fill="#e9ad2c"/>
    <text y="4" text-anchor="middle" class="vv-small" fill="${INK}">?${card.could.length}</text></g></g>`
  return html`<path d="M40 0h13a7 7 0 0 1 7 7v13z" fill="#00000030"/><path d="M42 0h11a7 7 0 0 1 7 7v11z"
    fill="url(#vv-cloth${card.seat})"/>`
}

/** Render a small picture for a sentence. @param {string} kind */
export const small = (
  kind,
) => html`<svg class="vv-chip" viewBox="-4 -4 68 68" aria-hidden="true"><rect x="-4" y="-4" width="68" height="68"
  rx="14" fill="${GROUNDS[cloth(kind)]}"/>
  <g>${PICTURES[kind]}</g></svg>`

/**
 * Render a seat's emblem: a button on a patch of its cloth; without patterns, so that it needs no definitions.
 * @param {number} seat
 */
export function emblem(seat) {
  const ground = seat
    ? html`<circle cx="20" cy="20" r="19" fill="#1f6f6b"/>${[7, 20, 33].map((x) =>
        [7, 20, 33].map((y) => html`<circle cx="${x}" cy="${y}" r="2" fill="#f6e3c0"/>`),
      )}`
    : html`<circle cx="20" cy="20" r="19" fill="#e58a76"/><path d="M12 3v34M28 3v34M3 12h34M3 28h34" stroke="#c8372d"
      stroke-width="6" opacity="0.75"/>`
  return html`<svg class="emblem" viewBox="0 0 40 40" aria-hidden="true">${ground}
    <circle cx="20" cy="20" r="19" fill="none" stroke="${seat ? '#0f4a47' : '#8f1f1a'}"
      stroke-width="2"/>${sewn(20, 20, 11, seat)}</svg>`
}
