import assert from 'node:assert/strict'
import { test } from 'node:test'

import './globals.js'
import { buildView, createUi } from '../../src/velodrome/web/table/view.js'

/** @param {number} ply @param {number} actor @param {...Record<string, unknown>} outcomes */
const news = (ply, actor, ...outcomes) =>
  /** @type {any} */ ({ ply, actor, text: '', told: { key: 'tell.pass' }, outcomes })

/** Return the seats whose plates show a last move. @param {any[]} history @param {number} actor */
function seatsWithMove(history, actor) {
  const seats = ['Anna', 'Ben'].map((name) => ({ name, bot: '' }))
  const room = /** @type {any} */ ({ game: 'velonimo', seats, me: 0, mine: [0], phase: 'playing', forfeits: [] })
  const table = /** @type {any} */ ({ actor, moves: [], prompt: { key: 'prompt' }, zones: [], ranking: [1, 2] })
  return [...buildView(room, table, { ...createUi('en'), history }).last.keys()]
}

const scored = { key: 'outcome.round', round: 1, each: [] }
const begun = { key: 'outcome.round', round: 2 }

test('a new deal clears the last moves of the plates', () => {
  assert.deepEqual(seatsWithMove([news(1, 0), news(2, 1, scored)], 0), [])
  assert.deepEqual(seatsWithMove([news(1, 0), news(2, 1, scored), news(3, 1)], 0), [1])
})

test('the last moves stay at the end of a game, and when a round brings no deal', () => {
  assert.deepEqual(seatsWithMove([news(1, 0), news(2, 1, scored)], -2), [0, 1])
  assert.deepEqual(seatsWithMove([news(1, 0), news(2, 1, begun)], 0), [0, 1])
})
