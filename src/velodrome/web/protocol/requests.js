// The HTTP endpoints of the server, one function each.

import { request } from '../lib/api.js'

/** @typedef {import('./types.js').Seat} Seat */
/** @typedef {import('./types.js').Terms} Terms */
/** @typedef {{name: string, kind: string, default: unknown, values: string[], low: number, high: number}} GameOption */
/** @typedef {{name: string, low: number, high: number, options: GameOption[]}} GameListing */
/** @typedef {{room: string, game: string, phase: string, seats: Seat[], turn: boolean, left: number}} Listed
 *   a room in a list; left: seconds until the viewer's clock runs out */
/** @typedef {{mine: Listed[], open: Listed[]}} RoomList */
/** @typedef {{name: string}} Me */
/** @typedef {{chapter: string, title: string, text: string, note: string}} Rule  note: its source */
/** @typedef {{intro: string, chapters: Record<string, string>, rules: Record<string, Rule>}} Rulebook
 *   chapters: their own texts, by title */
/** @typedef {{code: string, link: string, picture: string, minutes: number}} HandCode */

/** Request for a new room.
 * @typedef {object} RoomPlan
 * @property {string} game
 * @property {number} seats
 * @property {Record<string, unknown>} options
 * @property {string[]} bots  by seat; "" for a person
 * @property {boolean} open  listed on the home page
 * @property {Terms} [terms]
 * @property {string[]} [here]  names of the players sharing this device, by seat
 */

/** @returns {Promise<{games: GameListing[]}>} */
export const fetchGames = () => request('/api/games')

/** @returns {Promise<Me>} */
export const fetchMe = () => request('/api/me')

/** @param {string} name @returns {Promise<Me>} */
export const rename = (name) => request('/api/me', { name })

/** @returns {Promise<RoomList>} */
export const fetchRooms = () => request('/api/rooms')

/** @param {RoomPlan} plan @returns {Promise<{room: string}>} */
export const createRoom = (plan) => request('/api/rooms', plan)

/** @param {string} game @param {string} lang @returns {Promise<Rulebook>} */
export const fetchRules = (game, lang) => request(`/rules/${game}/${lang}.json`)

/** @param {string} game @param {string} lang @returns {Promise<import('./types.js').Lesson>} */
export const fetchLesson = (game, lang) => request(`/lessons/${game}/${lang}.json`)

/** @param {string} game @param {string} lang @returns {Promise<import('./types.js').Example[]>} */
export const fetchExamples = (game, lang) => request(`/examples/${game}/${lang}.json`)

/** @param {string} room  where the code leads; "" for the home page @returns {Promise<HandCode>} */
export const createHandCode = (room) => request('/api/hand', { room })

/** @param {string} code @returns {Promise<{room: string}>} */
export const redeemHandCode = (code) => request('/api/hand/take', { code })
