import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addTexts } from '../../src/velodrome/web/lib/i18n.js'
import { groupMoves, isDivider, joinDice, standingMoves } from '../../src/velodrome/web/table/log.js'

addTexts('race', 'en', { say: { 'tell.give': '{who} gives.', 'tell.give.all': '{who} gives {count}.' }, rule: {} })

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

const view = /** @type {import('../../src/velodrome/web/protocol/types.js').View} */ ({ game: 'race', lang: 'en' })
const give = (/** @type {number} */ ply, actor = 0) => ({ ply, actor, text: 'give', told: { key: 'tell.give' } })
const plies = (/** @type {{ply: number}[][]} */ runs) => runs.map((run) => run.map(({ ply }) => ply))

test('the same sentence of one player is one group, but not across players or take-backs', () => {
  assert.deepEqual(plies(groupMoves(view, [give(1), give(2), give(3, 1), give(4, 1)])), [
    [1, 2],
    [3, 4],
  ])
  assert.deepEqual(plies(groupMoves(view, [give(1), give(2), undo(3, 2), give(4)])), [[1], [2], [3], [4]])
})

test('dice join the decision before them', () => {
  const dice = (/** @type {number} */ ply) => ({ ply, actor: -1, text: 'roll', outcomes: [{ key: 'outcome.roll' }] })
  assert.deepEqual(plies(joinDice([[give(1)], [dice(2)], [give(3)]])), [[1, 2], [3]])
  assert.deepEqual(plies(joinDice([[dice(1)], [undo(2, 1)], [dice(3)]])), [[1], [2], [3]])
})
