// Load a game's drawing, cover and style sheet.

import { createLoader, importModule, loadStyleSheet } from '../lib/lazy.js'

/** @typedef {import('../protocol/types.js').Drawing} Drawing */
/** @typedef {import('../lib/dom.js').Html} Html */

const loadOnce = createLoader()

/** @param {string} game @returns {Promise<Drawing>} */
export async function loadDrawing(game) {
  const load = () => importModule(() => import(`../games/${game}/drawing.js`))
  const [module] = await Promise.all([loadOnce(`${game}/drawing`, load), loadStyleSheet(`games/${game}/style.css`)])
  return module.drawing
}

/** Load a game's poster. @param {string} game @returns {Promise<() => Html>} */
export async function loadCover(game) {
  const load = () => importModule(() => import(`../games/${game}/cover.js`))
  const [module] = await Promise.all([loadOnce(`${game}/cover`, load), loadStyleSheet(`games/${game}/style.css`)])
  return module.cover
}
