import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  instantMove,
  isRestart,
  lit,
  narrow,
  pick,
  pieceOf,
  ready,
  withNumber,
} from '../../src/velodrome/web/table/selection.js'

/** Build moves from texts such as "red2+red5", whose parts are the picks. @param {...string} texts */
const moves = (...texts) => texts.map((text) => ({ text, picks: text === 'pass' ? ['pass'] : text.split('+') }))
const CARDS = moves('red2', 'red5', 'red2+red5', 'blue5', 'red5+blue5', 'pass')
const set = (/** @type {string[]} */ ...picks) => new Set(picks)
const texts = (/** @type {{text: string}[]} */ found) => found.map(({ text }) => text)

/**
 * Make a table from its legal moves and the piece ids in each zone.
 * @param {import('../../src/velodrome/web/protocol/types.js').Choice[]} open
 * @param {Record<string, string[]>} zones
 * @returns {any}
 */
const table = (open, zones) => ({
  moves: open,
  zones: Object.entries(zones).map(([id, ids]) => ({ id, pieces: ids.map((piece) => ({ id: piece })) })),
})

test('the piece of a numbered pick is its control', () => {
  assert.deepEqual([pieceOf('bid:7'), pieceOf('red2')], ['bid', 'red2'])
})

test('a selection narrows the moves to those that use every selected pick', () => {
  assert.deepEqual(texts(narrow(CARDS, ['red5'])), ['red5', 'red2+red5', 'red5+blue5'])
  assert.deepEqual(texts(narrow(CARDS, ['red2', 'blue5'])), [])
  assert.equal(narrow(CARDS, []).length, CARDS.length)
})

test('pieces that a remaining move uses are lit', () => {
  assert.deepEqual(lit(moves('bid:3', 'bid:4+red2')), set('bid', 'red2'))
})

test('nothing is ready before something is selected', () => {
  assert.equal(ready(moves('red2'), set()), null)
})

test('the move with exactly the selection is ready, even if longer ones remain', () => {
  assert.equal(ready(narrow(CARDS, ['red2']), set('red2'))?.text, 'red2')
})

test('the only remaining move is ready even if it is partly selected', () => {
  assert.equal(ready(moves('red2+red5+red7'), set('red2'))?.text, 'red2+red5+red7')
  assert.equal(ready(moves('red2+red5+red7', 'red2+red5+red8'), set('red2')), null)
})

test('a pick joins the selection, and leaves it when picked again', () => {
  assert.deepEqual(pick(CARDS, set('red2'), 'red5'), set('red2', 'red5'))
  assert.deepEqual(pick(CARDS, set('red2', 'red5'), 'red2'), set('red5'))
})

test('a pick that does not go with the others restarts the selection', () => {
  assert.deepEqual(pick(CARDS, set('red2'), 'blue5'), set('blue5'))
})

test('a pick that no move uses is refused', () => {
  assert.equal(pick(CARDS, set('red2'), 'green1'), null)
})

test('another number of the same control replaces the first', () => {
  assert.deepEqual(pick(moves('bid:3', 'bid:4'), set('bid:3'), 'bid:4'), set('bid:4'))
})

test('a restart is a pick that drops other picks of the same zone', () => {
  const cards = table(CARDS, { hand: ['red2', 'red5', 'blue5'], controls: ['pass'] })
  assert.equal(isRestart(cards, set('red2'), 'blue5'), true)
  assert.equal(isRestart(cards, set('red2'), 'red5'), false)
  assert.equal(isRestart(cards, set(), 'red5'), false)
  assert.equal(isRestart(cards, set('red2'), 'red2'), false)
  assert.equal(isRestart(cards, set('red2'), 'pass'), false)
})

test('replacing a pick is no restart if all moves have equally many picks', () => {
  const pairs = table(moves('a+x', 'b+x'), { hand: ['a', 'b', 'x'] })
  assert.equal(isRestart(pairs, set('a'), 'b'), false)
})

test('a slider sets the number of its control', () => {
  const slider = /** @type {any} */ ({ dataset: { values: '3 5 9' }, value: '1' })
  assert.deepEqual(withNumber(set('red2', 'bid:3'), 'bid', slider), set('red2', 'bid:5'))
})

test('a button that is a whole move plays at once; a card does not', () => {
  const cards = table(CARDS, { hand: ['red2'], controls: ['pass'] })
  assert.equal(instantMove(cards, set('pass'), 'pass')?.text, 'pass')
  assert.equal(instantMove(cards, set('red2'), 'red2'), null)
})

test('a button that needs more picks does not play at once', () => {
  const steal = table(moves('steal+1', 'steal+2'), { controls: ['steal', '1', '2'] })
  assert.equal(instantMove(steal, set('steal'), 'steal'), null)
})
