// Squares and cards for the board editor.

import { sign } from './art.js'

/** Render one square or card. @param {{kind: string, value?: number, terrain?: string}} square */
export const tile = ({ kind, value, terrain }) => sign({ kind, value: value ?? 0, terrain: terrain ?? '' })

/** Return the squares in the drawing of a board. @param {Element} picture */
export const findSpaces = (picture) => [...picture.querySelectorAll('.ac-stone')]
