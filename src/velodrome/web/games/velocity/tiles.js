// Spaces for the board editor.

import { html } from '../../lib/dom.js'
import { can, manhole } from './art.js'

/** Render one space. @param {{kind: string}} space */
export function tile({ kind }) {
  const sign = kind === 'can' ? can : kind === 'obstacle' ? manhole : ''
  return html`<svg class="tile-art ${kind}" viewBox="-16 -16 32 32" aria-hidden="true"><rect class="tile-road" x="-16"
    y="-16" width="32" height="32"/><path class="tile-line" d="M-13 0h8m10 0h8"/>${sign}</svg>`
}

/** Return the spaces in the drawing of a board, without START. @param {Element} picture */
export const findSpaces = (picture) => [...picture.querySelectorAll('.space')].slice(1)
