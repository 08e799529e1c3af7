// Match the cards of a kingdom before and after a move by guessing from visible information. Only animations use the
// result.

import { zone } from '../../table/pieces.js'

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {{name: string, look: string}} Track  a card: its data-flip name, and its look */
/** @typedef {{ply: number, cards: Track[], left: string, next: number}} Row
 *   left: the card that left last; next: number for the name of the next new card */

const REACH = 4 // at most this many cards go to the back in one move
const LEAVES = ['tell.invade', 'tell.spend', 'tell.return'] // texts that name the slot a card left or entered
/** Number of cards that go to the back, for texts without that number. @type {Record<string, number>} */
const PAST = { 'tell.move.front': 0, 'tell.move.one': 1 }

/** Return the row of a kingdom with a name for each card. @param {View} view @param {number} seat @returns {Row} */
export function trackCards(view, seat) {
  const looks = zone(view, `kingdom${seat}`).pieces.map((card) => card.kind ?? (card.could?.join() || '?'))
  view.memory.rows ??= {}
  const { rows } = view.memory
  const old = rows[seat]
  if (old?.ply === view.table.ply) return old
  const found = old ? follow(old, looks, readLog(view, seat, old.ply)) : null
  const next = found?.next ?? old?.next ?? 0
  rows[seat] = found ?? {
    ply: 0,
    cards: looks.map((look, i) => ({ name: `card${seat}.${next + i}`, look })),
    left: '',
    next: next + looks.length,
  }
  rows[seat].ply = view.table.ply
  return rows[seat]
}

/**
 * Read the log of a kingdom since a ply. turn: how many cards went to the back; slot: the slot that was named, or -1.
 * @param {View} view
 * @param {number} seat
 * @param {number} since
 */
function readLog(view, seat, since) {
  const found = { turn: 0, slot: -1 }
  for (const { ply, actor, told: said } of view.table.news) {
    if (ply <= since || !said) continue
    if (actor !== seat && said.key.startsWith('tell.move')) found.turn = Number(said.count ?? PAST[said.key])
    else if (actor === seat && LEAVES.includes(said.key)) found.slot = Number(said.slot)
  }
  return found
}

/** Return the row with the old names in their new order; null if nothing fits. Several cards may have gone to the back,
 * and one may have left or entered: try all cases, and use the best match; prefer the `likely` case.
 * @param {Row} old @param {string[]} looks @param {{turn: number, slot: number}} likely @returns {Row | null} */
function follow(old, looks, likely) {
  const grown = looks.length - old.cards.length
  if (Math.abs(grown) > 1 || !looks.length) return null
  let best = { score: -1, cards: /** @type {Track[]} */ ([]), left: '', next: old.next }
  for (let turn = 0; turn < Math.min(REACH, old.cards.length); turn++) {
    const turned = [...old.cards.slice(turn), ...old.cards.slice(0, turn)]
    for (let at = 0; at < (grown ? Math.max(looks.length, old.cards.length) : 1); at++) {
      const fresh = { name: `${old.cards[0].name.split('.')[0]}.${old.next}`, look: '' }
      const cards = grown > 0 ? turned.toSpliced(at, 0, fresh) : grown < 0 ? turned.toSpliced(at, 1) : turned
      const same = cards.filter((card, i) => card.look === looks[i]).length
      const score = same + (turn === likely.turn ? 0.5 : turn ? 0 : 0.25) + (at === likely.slot ? 0.1 : 0)
      if (score > best.score)
        best = { score, cards, left: grown < 0 ? turned[at].name : '', next: old.next + (grown > 0 ? 1 : 0) }
    }
  }
  return {
    ply: 0,
    cards: best.cards.map((card, i) => ({ name: card.name, look: looks[i] })),
    left: best.left || old.left,
    next: best.next,
  }
}
