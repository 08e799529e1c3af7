// The poster on the home page.

import { html } from '../../dom.js'
import { HEADS } from './animals.js'

/** @param {string} team @param {string} head @param {string} place */
const hero = (team, head, place) => html`<g data-team="${team}" transform="${place}">
  <g transform="translate(-13 0) scale(1.25)"><path d="M0 120C2 96 22 84 50 84S98 96 100 120Z" fill="url(#team-${team === 'hare' ? 'white' : team})"/></g>${HEADS[head]}</g>`

/** A summit, hairpins, and three who want to be first. */
export const cover = () => html`<svg class="vn-cover" viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice" role="img" aria-label="Velonimo">
  <rect width="400" height="300" class="s-sky"/><circle cx="312" cy="74" r="46" class="s-sun"/>
  <path d="M0 190L70 130 130 170 190 110 270 180 330 140 400 180V300H0Z" class="s-far"/>
  <path d="M-20 300L70 170 120 130 178 46 206 26 232 44 290 130 350 190 420 300Z" class="s-peak"/>
  <path d="M206 26L232 44 290 130 350 190 420 300H300L270 220 296 176 240 138 238 96 214 66Z" class="s-dark"/>
  <path d="M178 46L206 26 232 44 250 72 232 66 220 80 206 62 190 78 184 60Z" class="s-snow"/>
  <path d="M-10 236C90 246 210 236 300 214 332 204 328 180 298 178 230 174 160 182 112 166 90 156 96 140 120 136 170 130 214 138 248 124 268 114 262 98 242 96 216 94 190 96 180 84 176 74 190 68 204 62" class="s-road"/>
  <path d="M0 262C120 236 280 270 400 240V300H0Z" class="s-meadow"/>
  ${hero('red', '5', 'translate(150 158) scale(1.08)')}${hero('blue', '1', 'translate(26 196) scale(.92)')}${hero('hare', 'hare', 'translate(276 190) scale(.98)')}
</svg>`
