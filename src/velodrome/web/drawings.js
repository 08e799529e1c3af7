// A game's drawing, fetched with its style when it is first needed.

/** @typedef {import('./protocol.js').Drawing} Drawing */

/** @type {Record<string, Promise<Drawing>>} */
const fetched = {}

/** @param {string} game @returns {Promise<Drawing>} */
export function drawingOf(game) {
  fetched[game] ??= Promise.all([import(`./games/${game}/drawing.js`), styled(`/web/games/${game}/style.css`)]).then(([module]) => module.drawing)
  return fetched[game]
}

/** @param {string} href */
function styled(href) {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  const done = new Promise((resolve) => (link.onload = link.onerror = resolve))
  document.head.append(link)
  return done
}
