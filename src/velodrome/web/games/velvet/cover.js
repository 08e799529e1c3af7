// Poster of the game, 400 × 300: a quilt of animals around the Threads of Destiny.

import { html } from '../../lib/dom.js'
import { PICTURES } from './art/animals.js'

const PATCHES = [
  ['#1f6f6b', 'rhino'],
  ['#e9ad2c', 'fox'],
  ['#c8372d', 'bear'],
  ['#d5dfe9', 'octopus'],
  ['#f6e3c0', 'snake'],
  ['#7d1f2b', 'threads'],
  ['', ''],
  ['#e9ad2c', 'horse'],
  ['#c8372d', 'rabbit'],
  ['', ''],
  ['', ''],
  ['#f6e3c0', 'dragon'],
]

export function cover() {
  return html`<svg class="vv-cover" viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><rect
    width="400" height="300" fill="#1e2743"/>
    ${PATCHES.map(([ink, kind], i) => {
      if (!kind) return ''
      const large = kind === 'threads'
      const [x, y, size] = [(i % 4) * 100, Math.floor(i / 4) * 100, large ? 200 : 100]
      return html`<g transform="translate(${x} ${y})"><rect x="1.5" y="1.5" width="${size - 3}" height="${size - 3}"
        rx="6" fill="${ink}"/>
        ${weave(i, size)}
        <rect x="8" y="8" width="${size - 16}" height="${size - 16}" rx="4" fill="none"
          stroke="${ink === '#f6e3c0' || ink === '#d5dfe9' || ink === '#e9ad2c' ? '#1e2743' : '#fff6e2'}"
          stroke-width="2" stroke-dasharray="7 5" stroke-linecap="round" opacity="0.7"/>
        <g transform="translate(${size * (large ? 0.17 : 0.16)} ${size * (large ? 0.19 : 0.15)}) scale(${
          (size * (large ? 0.66 : 0.68)) / 60
        })">${PICTURES[kind]}</g></g>`
    })}</svg>`
}

/** Render the print of every other patch. @param {number} i @param {number} size */
function weave(i, size) {
  if (i === 0 || i === 11)
    return [20, 50, 80].map((x) =>
      [20, 50, 80].map((y) => html`<circle cx="${x}" cy="${y}" r="4" fill="#fff6e2" opacity="0.25"/>`),
    )
  if (i === 2 || i === 8)
    return html`<path d="M10 1v98M30 1v98M50 1v98M70 1v98M90 1v98M1 10h98M1 30h98M1 50h98M1 70h98M1 90h98"
      stroke="#fff6e2" stroke-width="8" opacity="0.14"/>`
  if (i === 1 || i === 7)
    return html`<path d="M2 30L30 2M2 60L60 2M2 90L90 2M18 98l80-80M48 98l50-50M78 98l20-20" stroke="#c07a10"
      stroke-width="4" opacity="0.45"/>`
  return size > 100
    ? html`<path d="M20 2v196M40 2v196M60 2v196M80 2v196M100 2v196M120 2v196M140 2v196M160 2v196M180 2v196"
      stroke="#8f2a36" stroke-width="6"/>`
    : ''
}
