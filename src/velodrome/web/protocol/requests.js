// The HTTP endpoints of the server, one function each.

import { request } from '../lib/api.js'

/** @typedef {import('./types.js').Seat} Seat */
/** @typedef {import('./types.js').Terms} Terms */
/** @typedef {{name: string, kind: string, default: unknown, values: string[], low: number, high: number,
 *   group: string, advanced: boolean}} GameOption */
/** @typedef {{name: string, type: 'number' | 'word' | 'text', low: number, high: number, values: string[],
 *   kinds: string[], default: number}} BoardField  an editable key of a board; its label is `board.field.NAME` */
/** @typedef {{rows: string, low: number, high: number, kinds: string[], fields: BoardField[], fixed: number,
 *   length: string, numbering: string, has_ids: boolean, settings: BoardField[], seats: string,
 *   seat_settings: BoardField[]}} BoardForm  see core/board_form.py */
/** @typedef {{line: number, column: number, why: import('./types.js').Text[]}} BoardError
 *   line, column: counted from 1; line 0: the whole board; column 0: the whole line */
/** @typedef {{ok: boolean, table?: import('./types.js').WireTable, error?: BoardError,
 *   boards?: Record<string, Record<string, unknown>>}} BoardCheck  boards: {option: parsed board} */
/** @typedef {{name: string, low: number, high: number, options: GameOption[]}} GameListing */
/** @typedef {{room: string, game: string, phase: string, seats: Seat[], turn: boolean, left: number}} Listed
 *   a room in a list; left: seconds until the viewer's clock runs out */
/** @typedef {{mine: Listed[], open: Listed[]}} RoomList */
/** @typedef {{room: string, game: string, phase: string, seats: Seat[], mine: number[], places: number[],
 *   scores: number[], at: number, seconds: number | null, moves: number | null, turn: boolean}} PlayedGame
 *   places, scores: by seat, empty while unknown; null: not known */
/** @typedef {{games: PlayedGame[], page: number, pages: number, total: number}} PlayedPage */
/** @typedef {{name: string, bot: string, games: number, wins: number}} Tally  name: of the game or the opponent */
/** @typedef {{running: PlayedPage, finished: PlayedPage, by_game: Tally[], by_opponent: Tally[]}} PlayedGames */
/** @typedef {{at: number}} RemovedGames */
/** @typedef {{name: string}} Me */
/** @typedef {{chapter: string, title: string, text: string, note: string}} Rule  note: its source */
/** @typedef {{intro: string, chapters: Record<string, string>, rules: Record<string, Rule>}} Rulebook
 *   chapters: the text before the first rule of each chapter, by title */
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

/** @param {number} running  page @param {number} finished  page @returns {Promise<PlayedGames>} */
export const fetchPlayedGames = (running, finished) => request(`/api/history?running=${running}&finished=${finished}`)

/** @param {string} room  "" for all finished games @returns {Promise<RemovedGames>} */
export const removeGames = (room) => request('/api/history/remove', { room })

/** @param {number} at  from removeGames */
export const restoreGames = (at) => request('/api/history/restore', { at })

/** @param {RoomPlan} plan @returns {Promise<{room: string}>} */
export const createRoom = (plan) => request('/api/rooms', plan)

/** @param {string} game @param {string} option @returns {Promise<BoardForm>} */
export const fetchBoardForm = (game, option) => request(`/boards/form/${game}/${option}.json`)

/** @param {string} game @param {number} seats @param {Record<string, string>} options  boards by option
 * @returns {Promise<BoardCheck>} */
export const checkBoard = (game, seats, options) => request('/api/boards', { game, seats, options })

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
