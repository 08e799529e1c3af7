// What the page asks of the server besides the socket.

/** @typedef {{name: string, kind: string, default: unknown, values: string[], low: number, high: number}} Option */
/** @typedef {{name: string, low: number, high: number, options: Option[]}} Listing */
/**
 * @typedef {{room: string, game: string, phase: string, seats: import('../protocol/types.js').Seat[],
 *   turn: boolean, left: number}} Line
 */
/** @typedef {{name: string}} Me */

/** A refusal by the server, as a text of the page's. */
export class Trouble extends Error {
  /** @param {import('../protocol/types.js').Text} text */
  constructor(text) {
    super(text.key)
    this.text = text
  }
}

/** @param {string} path @param {unknown} [body] sent as JSON; without it the page only asks */
export async function ask(path, body) {
  const how =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(path, how).catch(() => {
    throw new Trouble({ key: 'trouble.line' })
  })
  const told = await answer.json().catch(() => ({}))
  if (!answer.ok) throw new Trouble(told.error ?? { key: 'refuse.broken' })
  return told
}

/** @returns {Promise<{games: Listing[]}>} */
export const games = () => ask('/api/games')
/** @returns {Promise<Me>} */
export const me = () => ask('/api/me')
/** @param {string} name @returns {Promise<Me>} */
export const rename = (name) => ask('/api/me', { name })
/** @returns {Promise<{mine: Line[], open: Line[]}>} */
export const rooms = () => ask('/api/rooms')
/**
 * @param {{game: string, seats: number, options: Record<string, unknown>, bots: string[], open: boolean,
 *   terms?: import('../protocol/types.js').Terms, here?: string[]}} wanted
 * @returns {Promise<{room: string}>}
 */
export const open = (wanted) => ask('/api/rooms', wanted)
/** @typedef {{chapter: string, title: string, text: string}} Rule */
/** @param {string} game @param {string} lang @returns {Promise<{intro: string, rules: Record<string, Rule>}>} */
export const rules = (game, lang) => ask(`/rules/${game}/${lang}.json`)
/** @param {string} game @param {string} lang @returns {Promise<import('../protocol/types.js').Lesson>} */
export const lesson = (game, lang) => ask(`/lessons/${game}/${lang}.json`)
