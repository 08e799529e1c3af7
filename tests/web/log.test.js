import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDivider, standingMoves } from '../../src/velodrome/web/table/log.js'

const move = (/** @type {number} */ ply) => ({ ply, actor: 0, text: 'pass' })
const undo = (/** @type {number} */ ply, /** @type {number[]} */ ...undone) => ({
  ply,
  actor: 0,
  text: `@undo ${undone.length}`,
  undone,
})

test('standing moves include neither undone moves nor undo lines', () => {
  const history = [move(1), move(2), undo(3, 2), move(4), undo(5, 1, 4), move(6)]
  assert.deepEqual(
    standingMoves(history).map(({ ply }) => ply),
    [6],
  )
})

test('without undo lines all moves are standing', () => {
  assert.equal(standingMoves([move(1), move(2)]).length, 2)
})

test('rounds and laps divide the log, other outcomes do not', () => {
  assert(isDivider({ key: 'outcome.round', round: 2 }))
  assert(isDivider({ key: 'outcome.lap.unfed', lap: 3 }))
  assert(!isDivider({ key: 'outcome.finish', seat: 1 }))
  assert(!isDivider({ key: 'outcome.tie.round', seats: '0, 1' }))
})
