// Quick reactions of bots, now and then. They depend only on what everybody has seen, so they reveal nothing.

import { isBot } from './bots.js'
import { loadReactions } from './drawings.js'
import { floatReaction } from './reaction_bubble.js'

/** @typedef {import('../protocol/types.js').BotReactions} BotReactions */
/** @typedef {import('../protocol/types.js').News} News */
/** @typedef {import('../protocol/types.js').Seat} Seat */
/** @typedef {import('../protocol/types.js').Table} Table */
/** @typedef {import('./session.js').Session} Session */
/** @typedef {{ply: number, seat: number, reaction: string}} BotReaction */

const ONE_IN = 3 // share of the outcomes in question that a bot reacts to
const MIN_GAP = 15 // plies between two reactions
const DELAY = 700 // ms after the move

/** Return a number that is the same for all viewers of a table (FNV-1a). @param {string} text */
function hash(text) {
  let found = 2166136261
  for (const letter of text) found = Math.imul(found ^ letter.charCodeAt(0), 16777619)
  return (found ^ (found >>> 15)) >>> 0
}

/**
 * Plan the reactions of the bots to the game so far. Every viewer gets the same ones.
 * @param {string} room
 * @param {Seat[]} seats
 * @param {BotReactions} reactions  of the game
 * @param {News[]} history
 * @returns {BotReaction[]}
 */
export function planReactions(room, seats, reactions, history) {
  /** @type {BotReaction[]} */
  const found = []
  for (const { ply, outcomes } of history) {
    if (!outcomes?.length || ply - (found.at(-1)?.ply ?? -MIN_GAP) < MIN_GAP) continue
    const chance = hash(`${room} ${ply}`)
    if (chance % ONE_IN) continue
    const all = outcomes.map((text) => findReaction(seats, reactions, text, chance)).filter((one) => one !== null)
    if (all.length) found.push({ ply, ...all[0] })
  }
  return found
}

/**
 * Find the bot that reacts to an outcome, and how.
 * @param {Seat[]} seats @param {BotReactions} reactions @param {import('../protocol/types.js').Text} outcome
 * @param {number} chance
 */
function findReaction(seats, reactions, { key, seat }, chance) {
  const { own, others } = reactions[key] ?? {}
  const concerned = typeof seat === 'number' ? seat : -1
  if (own && seats[concerned] && isBot(seats[concerned])) return { seat: concerned, reaction: own }
  const bots = seats.map((_, i) => i).filter((i) => i !== concerned && isBot(seats[i]))
  return others && bots.length ? { seat: bots[chance % bots.length], reaction: others } : null
}

/**
 * Return how a bot takes the end of the game: the winner says thanks, otherwise somebody congratulates.
 * @param {string} room @param {Seat[]} seats @param {Pick<Table, 'ply' | 'ranking'>} table
 * @returns {BotReaction | null}
 */
export function lastReaction(room, seats, { ply, ranking }) {
  const bots = seats.map((_, i) => i).filter((i) => isBot(seats[i]))
  const chance = hash(`${room} ${ply}`)
  const losers = bots.filter((seat) => ranking[seat] > 1)
  const isBotAhead = bots.some((seat) => ranking[seat] === 1)
  const seat = isBotAhead ? bots.find((one) => ranking[one] === 1) : losers[chance % losers.length]
  if (seat === undefined) return null
  return { ply, seat, reaction: isBotAhead ? 'thanks' : chance % 2 ? 'bravo' : 'chapeau' }
}

/** Show the reaction to the table that has just been shown, if there is one.
 * @param {Session} session @param {Table} table @param {number} since  ply of the table before */
export async function showBotReaction(session, table, since) {
  const { room, ui, leaving, site } = session
  if (!room) return
  const reactions = await loadReactions(room.game)
  const planned = planReactions(room.room, room.seats, reactions, ui.history)
  const over = table.actor === -2 ? lastReaction(room.room, room.seats, table) : null
  const found = over ?? planned.find(({ ply }) => ply > since && ply <= table.ply)
  if (!found || leaving.signal.aborted) return
  const timer = setTimeout(() => void floatReaction(site, found.seat, found.reaction, leaving.signal), DELAY)
  leaving.signal.addEventListener('abort', () => clearTimeout(timer))
}
