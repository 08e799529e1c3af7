// What is fetched when it is first needed: a game's drawing, its cover, styles.

/** @typedef {import('../protocol/types.js').Drawing} Drawing */

/** A part of the page that was not to be had. */
export class Missing extends Error {}

/** A module that is imported. What could not be fetched is missing; a fault of the module's own is thrown as it is:
 * imported again, it is the very same, where every fetch in vain has a TypeError of its own.
 * @template T @param {() => Promise<T>} load @returns {Promise<T>} */
export const imported = (load) =>
  load().catch((cause) =>
    load().catch((again) =>
      Promise.reject(again instanceof TypeError && again !== cause ? new Missing(cause.message) : again),
    ),
  )

/** Whether the server answers: only then is a page loaded anew, or the browser would have nothing to show. */
export const isThere = async () => (await fetch(location.href).catch(() => null))?.ok ?? false

/** Fetches each thing once; who waits for the same goes on in the order of asking, which imports do not promise. */
export function fetcher() {
  /** @type {Map<string, Promise<any>>} */
  const fetched = new Map()
  return once

  /** @template T @param {string} name @param {() => Promise<T>} fetch @returns {Promise<T>} */
  function once(name, fetch) {
    const found = fetched.get(name) ?? fetch()
    fetched.set(name, found)
    found.catch(() => fetched.delete(name)) // the next try asks again
    return found
  }
}

const once = fetcher() // what all tables share, by address

/** @param {string} game @returns {Promise<Drawing>} */
export async function drawingOf(game) {
  const [module] = await Promise.all([
    once(`${game}/drawing`, () => imported(() => import(`../games/${game}/drawing.js`))),
    styleOf(game),
  ])
  return module.drawing
}

/** @param {string} game @returns {Promise<() => import('./dom.js').Html>} */
export async function coverOf(game) {
  const [module] = await Promise.all([
    once(`${game}/cover`, () => imported(() => import(`../games/${game}/cover.js`))),
    styleOf(game),
  ])
  return module.cover
}

/** @param {string} game */
const styleOf = (game) => sheetAt(`games/${game}/style.css`)

/** See to it that a sheet of `style/lazy` is on the page. @param {string} name */
export const dressed = (name) => sheetAt(`style/lazy/${name}.css`)

/** A table without its style can still be played at: the next who needs it asks again. @param {string} address */
const sheetAt = (address) => once(address, () => linked(address)).catch(() => undefined)

/** @param {string} address @returns {Promise<unknown>} */
function linked(address) {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `/web/${address}` })
  document.head.append(link)
  return new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => (link.remove(), reject(new Missing(address)))
  })
}
