// Poster of the game: three racers on a mountain road.

import { html } from '../../lib/dom.js'
import { BACKS, HEADS } from './animals.js'

/** Render a rider's bust. @param {string} team @param {string} head @param {string} place */
const hero = (team, head, place) => html`<g data-team="${team}" transform="${place}">${BACKS[head] ?? ''}
  <g transform="scale(1.8)"><path d="M-9 90C-9 56 8 46 28 46S65 56 65 90Z"
    fill="url(#team-${team === 'hare' ? 'white' : team})"/></g>${HEADS[head]}</g>`

/** Render the poster. */
export const cover =
  () => html`<svg class="vn-cover" viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice" role="img"
    aria-label="Velonimo">
  <rect width="400" height="300" class="vn-sky"/><circle cx="312" cy="74" r="46" class="vn-sun"/>
  <path d="M0 190L70 130 130 170 190 110 270 180 330 140 400 180V300H0Z" class="vn-far"/>
  <path d="M-20 300L70 170 120 130 178 46 206 26 232 44 290 130 350 190 420 300Z" class="vn-peak"/>
  <path d="M206 26L232 44 290 130 350 190 420 300H300L270 220 296 176 240 138 238 96 214 66Z" class="vn-dark"/>
  <path d="M178 46L206 26 232 44 250 72 232 66 220 80 206 62 190 78 184 60Z" class="vn-snow"/>
  <path d="M-10 236C90 246 210 236 300 214 332 204 328 180 298 178 230 174 160 182 112 166 90 156 96 140 120 136 170 130
    214 138 248 124 268 114 262 98 242 96 216 94 190 96 180 84 176 74
    190 68 204 62" class="vn-road"/>
  <path d="M0 262C120 236 280 270 400 240V300H0Z" class="vn-meadow"/>
  ${hero('hare', 'hare', 'translate(268 176) scale(1.06)')}${hero(
    'blue',
    '1',
    'translate(24 186) scale(1.02)',
  )}${hero('red', '5', 'translate(136 150) scale(1.3)')}
</svg>`
