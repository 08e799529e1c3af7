// View of a table for layouts and drawings: what the viewer sees and may do.

import { hasText, say } from '../lib/i18n.js'
import { standingMoves } from './log.js'
import { lit, narrow, ready } from './selection.js'

/** @typedef {import('../protocol/types.js').View} View */
/** @typedef {import('../protocol/types.js').Room} Room */
/** @typedef {import('../protocol/types.js').Table} Table */
/** @typedef {import('../protocol/types.js').Drawing} Drawing */
/** @typedef {import('../protocol/types.js').News} News */
/** @typedef {import('../lib/dom.js').Html} Html */

/** Picks and unsent moves of the viewer.
 * @typedef {object} Selection
 * @property {Set<string>} picked
 * @property {string[]} unconfirmed  moves that the viewer must confirm
 * @property {boolean} isSending  a move is on its way to the server
 */

/** Lazily loaded parts of a table.
 * @typedef {object} Parts
 * @property {import('./chat.js').Chat | null} chat
 * @property {import('./premoves.js').Premoves | null} premoves
 * @property {((drawing: Drawing, view: View) => Html) | null} hints  renders the open hints
 * @property {boolean} hasClock
 */

/** State of the screen, besides what the server sends.
 * @typedef {object} TableUi
 * @property {string} lang
 * @property {News[]} history  the whole log so far
 * @property {Selection} selection
 * @property {Parts} parts
 * @property {(() => Html) | null} notice  the answer to the last attempt, rendered in the current language
 * @property {{isOpen: boolean, tab: string}} log  tab: "log" or "talk", on screens without room for both
 * @property {boolean} isConnected
 * @property {number} takebackDeniedAt  ply at which others refused to undo
 * @property {Record<string, string>} preferences  display settings of this game
 * @property {Record<string, any>} memory  state of the drawing while the page is open
 */

/**
 * @param {import('../lib/i18n.js').Lang} lang
 * @param {Record<string, string>} [preferences]
 * @param {Record<string, any>} [memory]
 * @returns {TableUi}
 */
export const createUi = (lang, preferences = {}, memory = {}) => ({
  lang,
  history: [],
  selection: { picked: new Set(), unconfirmed: [], isSending: false },
  parts: { chat: null, premoves: null, hints: null, hasClock: false },
  notice: null,
  log: { isOpen: false, tab: 'log' },
  isConnected: true,
  takebackDeniedAt: -1,
  preferences,
  memory,
})

/**
 * Return a room for a table that is only displayed.
 * @param {string} game
 * @param {import('../protocol/types.js').Seat[]} seats
 * @param {Partial<Room>} [more]
 * @returns {Room}
 */
export const displayRoom = (game, seats, more = {}) => ({
  is: 'room',
  room: '',
  game,
  options: {},
  terms: { back: false },
  phase: 'playing',
  open: false,
  seats,
  me: null,
  mine: [],
  host: false,
  spectators: 0,
  invite: '',
  rematch: '',
  opener: null,
  forfeits: [],
  asks: null,
  agreed: [],
  joining: '',
  name: '',
  joins: [],
  changed: [],
  ...more,
})

/** Return the seats of people who have neither moved nor connected yet, as after a request for a rematch.
 * @param {Room} room @param {News[]} history */
export function absentSeats({ phase, mine, seats }, history) {
  if (phase !== 'playing') return []
  const hasMoved = new Set(history.map(({ actor }) => actor))
  const isAbsent = (/** @type {number} */ seat) => {
    const { name, bot, online } = seats[seat]
    return name && !bot && !online && !mine.includes(seat) && !hasMoved.has(seat)
  }
  return [...seats.keys()].filter(isAbsent)
}

/** Return the table with seats that lost on time ranked last. With two seats, the game is then over; with more, bots
 * finish it.
 * @param {Room} room @param {Table} table @returns {Table} */
function rankForfeits(room, table) {
  const { forfeits, seats } = room
  if (room.phase !== 'over' || !forfeits.length || forfeits.length === seats.length) return table
  const places = table.ranking.map((place, seat) => (forfeits.includes(seat) ? Infinity : place))
  const ranking = places.map((place) => 1 + places.filter((other) => other < place).length)
  const winner = ranking.indexOf(1)
  if (seats.length === 2)
    return {
      ...table,
      actor: -2,
      moves: [],
      prompt: { key: forfeits[0] === room.me ? 'clock.over.own' : 'clock.over', seat: forfeits[0] },
      ranking,
    }
  const prompt = { key: winner === room.me ? 'clock.won.own' : 'clock.won', seat: winner }
  return { ...table, ranking, prompt: table.ranking[winner] === 1 ? table.prompt : prompt }
}

/**
 * Check whether it is the viewer's turn but a bot plays for them.
 * @param {Room} room
 * @param {Table} table
 */
const isPlayedByBot = ({ me, mine, seats }, { actor }) =>
  me !== null && actor === me && mine.includes(me) && seats[me].bot !== ''

/** Check whether a move ended a round with points, as in Velonimo; VeloCity's rounds just go on. @param {News} news */
const endsScoredRound = ({ outcomes }) =>
  (outcomes ?? []).some(({ key, each }) => key === 'outcome.round' && each !== undefined)

/**
 * Build the input of layouts and drawings.
 * @param {Room} room
 * @param {Table} current
 * @param {TableUi} ui
 * @returns {View}
 */
export function buildView(room, current, ui) {
  const over = rankForfeits(room, current)
  const now = isPlayedByBot(room, over) ? { ...over, prompt: { key: 'table.stands' } } : over
  const due = ui.parts.premoves?.isDue(room, now) // the server is about to play the viewer's premove
  const table = due ? { ...now, moves: [] } : (ui.parts.premoves?.addTo(room, now) ?? now)
  const { lang } = ui
  const { picked: selected } = ui.selection
  const moves = room.me !== null && room.seats[room.me].bot ? [] : table.moves // while a bot plays for the viewer
  const left = narrow(moves, selected)
  const names = room.seats.map((seat, i) => (i === room.me ? say('web', lang, { key: 'you' }) : seatName(seat, lang)))
  const spoken = names.map((name, i) => (i === room.me ? name.toLowerCase() : name)) // in the middle of a sentence
  const heard = standingMoves(ui.history)
  /** @type {Map<number, News>} */
  const last = new Map()
  for (const news of heard) {
    if (news.actor >= 0 && news.told) last.set(news.actor, news)
    if (table.actor !== -2 && endsScoredRound(news)) last.clear() // the next deal starts afresh
  }
  return {
    game: room.game,
    table,
    names,
    spoken,
    me: room.me,
    moves,
    left,
    selected,
    lit: lit(left),
    ready: ready(left, selected),
    heard,
    last,
    lang,
    say: (text, own = false) => say(room.game, lang, text, spoken, own),
    word: (key, args = {}) => say(hasText('web', lang, key) ? 'web' : room.game, lang, { key, ...args }, spoken),
    taste: ui.preferences,
    memory: ui.memory,
    ahead: table !== now && !due,
    prepared: ui.parts.premoves?.queue.map(({ text }) => text) ?? [],
  }
}

/**
 * Return the name of the player or bot on a seat, or "Free seat".
 * @param {import('../protocol/types.js').Seat} seat
 * @param {string} lang
 */
export function seatName(seat, lang) {
  return seat.name || say('web', lang, { key: 'seat.free' })
}
