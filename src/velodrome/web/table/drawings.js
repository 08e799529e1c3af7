// Load a game's drawing, style sheet, cover and sounds.

import { Html } from '../lib/dom.js'
import { createLoader, importModule, loadStyleSheet, MissingPartError } from '../lib/lazy.js'

/** @typedef {import('../protocol/types.js').Drawing} Drawing */

const loadOnce = createLoader()

/** @param {string} game @returns {Promise<Drawing>} */
export async function loadDrawing(game) {
  const load = () => importModule(() => import(`../games/${game}/drawing.js`))
  const [module] = await Promise.all([loadOnce(`${game}/drawing`, load), loadStyleSheet(`games/${game}/style.css`)])
  return module.drawing
}

/** Load a game's poster: from the HTML that the server has sent, otherwise from its file. @param {string} game */
export const loadCover = (game) =>
  loadOnce(`${game}/cover`, async () => {
    const sent = document.querySelector(`.poster.${game} > .cover`)
    if (sent) return new Html(sent.innerHTML)
    const answer = await fetch(`/web/games/${game}/cover.svg`).catch(() => null)
    if (!answer?.ok) throw new MissingPartError(game)
    return new Html(await answer.text())
  })

/** Load the sounds of a game. @param {string} game @returns {Promise<import('../protocol/types.js').GameSounds>} */
export const loadSounds = async (game) =>
  (await loadOnce(`${game}/sounds`, () => importModule(() => import(`../games/${game}/sounds.js`)))).sounds

/** Load the reactions of bots in a game.
 * @param {string} game @returns {Promise<import('../protocol/types.js').BotReactions>} */
export const loadReactions = async (game) =>
  (await loadOnce(`${game}/reactions`, () => importModule(() => import(`../games/${game}/reactions.js`)))).reactions

/** Load what the board editor needs: pictures of single spaces, and the spaces in the drawing of a board, in order.
 * @param {string} game @returns {Promise<{tile: (row: {kind: string}) => Html,
 *   findSpaces: (picture: Element) => Element[]}>} */
export async function loadTiles(game) {
  const load = () => importModule(() => import(`../games/${game}/tiles.js`))
  const [module] = await Promise.all([loadOnce(`${game}/tiles`, load), loadStyleSheet(`games/${game}/style.css`)])
  return module
}
