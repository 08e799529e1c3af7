import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as rows from '../../src/velodrome/web/forms/board_rows.js'

/** @param {Partial<import('../../src/velodrome/web/protocol/requests.js').BoardField>} field */
const field = (field) => ({
  name: '',
  type: /** @type {const} */ ('number'),
  low: 1,
  high: 9,
  values: [],
  kinds: [],
  default: 3,
  ...field,
})

/** @type {import('../../src/velodrome/web/protocol/requests.js').BoardForm} */
const TRACK = {
  rows: 'spaces',
  low: 2,
  high: 4,
  kinds: ['road', 'can'],
  fields: [],
  fixed: 0,
  length: 'length',
  numbering: 'down',
  has_ids: false,
  settings: [],
  seats: 'setup',
  seat_settings: [],
}
const CIRCUIT = {
  ...TRACK,
  rows: 'square',
  kinds: ['effort', 'chance', 'dotted'],
  fields: [
    field({ name: 'value', kinds: ['effort'] }),
    field({ name: 'value', low: 2, high: 3, kinds: ['dotted'], default: 2 }),
    field({ name: 'terrain', type: 'word', values: ['flat', 'wind'], kinds: ['effort'] }),
    field({ name: 'name', type: 'text' }),
  ],
  fixed: 1,
  length: '',
  numbering: 'up',
}
const DECK = {
  ...TRACK,
  rows: 'card',
  length: '',
  numbering: '',
  has_ids: true,
  fields: [field({ name: 'count', default: 1 })],
}

const track = () => ({
  length: 3,
  spaces: [
    { n: 3, kind: 'road', source: 'rulebook' },
    { n: 2, kind: 'can' },
    { n: 1, kind: 'road' },
  ],
  setup: [
    { players: 3, cans: 15, source: 'rulebook' },
    { players: 4, cans: 20 },
  ],
})
const circuit = () => ({
  square: [
    { n: 0, kind: 'start', name: 'Start' },
    { n: 1, kind: 'effort', value: 9, terrain: 'wind', name: 'Canal road', source: 'designed' },
    { n: 2, kind: 'chance', name: 'Chance' },
  ],
})
const kindName = (/** @type {string} */ kind) => `A ${kind}`
const kindsOf = (/** @type {import('../../src/velodrome/web/forms/board_rows.js').Board} */ board) =>
  rows.rowsOf(TRACK, board).map((row) => `${row.n}${row.kind}`)

test('an inserted space is numbered, and the length follows', () => {
  const board = rows.insertRow(TRACK, track(), 1, 'can', kindName)
  assert.deepEqual(kindsOf(board), ['4road', '3can', '2can', '1road'])
  assert.equal(board.length, 4)
})

test('no more spaces than the limit can be inserted, and no fewer can be left', () => {
  const full = rows.insertRow(TRACK, track(), 0, 'can', kindName)
  assert.equal(rows.insertRow(TRACK, full, 0, 'can', kindName), full)
  const few = rows.removeRow(TRACK, track(), 0)
  assert.deepEqual(kindsOf(few), ['2can', '1road'])
  assert.equal(rows.removeRow(TRACK, few, 0), few)
})

test('a space can be moved to both sides', () => {
  assert.deepEqual(kindsOf(rows.moveRow(TRACK, track(), 1, 0)), ['3can', '2road', '1road'])
  assert.deepEqual(kindsOf(rows.moveRow(TRACK, track(), 1, 2)), ['3road', '2road', '1can'])
})

test('a changed space no longer states its source', () => {
  const board = rows.changeKind(TRACK, track(), 0, 'can', kindName)
  assert.deepEqual(rows.rowsOf(TRACK, board)[0], { n: 3, kind: 'can' })
})

test('a change keeps what the new kind has, too', () => {
  const board = rows.changeKind(CIRCUIT, circuit(), 1, 'dotted', kindName)
  assert.deepEqual(rows.rowsOf(CIRCUIT, board)[1], { n: 1, kind: 'dotted', value: 3, name: 'Canal road' })
})

test('a square that is named after its kind gets a new name', () => {
  const board = rows.changeKind(CIRCUIT, circuit(), 2, 'effort', kindName)
  const effort = { n: 2, kind: 'effort', value: 3, terrain: 'flat', name: 'A effort' }
  assert.deepEqual(rows.rowsOf(CIRCUIT, board)[2], effort)
})

test('the start of a circuit stays where and what it is', () => {
  const board = circuit()
  assert.equal(rows.removeRow(CIRCUIT, board, 0), board)
  assert.equal(rows.moveRow(CIRCUIT, board, 1, 0), board)
  assert.equal(rows.changeKind(CIRCUIT, board, 0, 'effort', kindName), board)
  const more = rows.insertRow(CIRCUIT, board, 0, 'chance', kindName)
  assert.deepEqual(
    rows.rowsOf(CIRCUIT, more).map((row) => row.kind),
    ['start', 'chance', 'effort', 'chance'],
  )
})

test('a new card has an id of its own', () => {
  const board = rows.insertRow(DECK, { card: [{ id: 'own1', kind: 'road', count: 2 }] }, 1, 'can', kindName)
  assert.deepEqual(rows.rowsOf(DECK, board)[1], { id: 'own2', kind: 'can', count: 1 })
})

test('settings are set by their path, and for one number of players', () => {
  assert.deepEqual(rows.writeSetting({ team: { source: 'rulebook', size: 4, energy: 9 } }, 'team.size', 5), {
    team: { size: 5, energy: 9 },
  })
  assert.equal(rows.readSetting({ team: { size: 4 } }, 'team.size'), 4)
  const board = rows.setForSeats(TRACK, track(), 3, 'cans', 9)
  assert.deepEqual(board.setup, [
    { players: 3, cans: 9 },
    { players: 4, cans: 20 },
  ])
})

test('a damaged list has no rows to edit', () => {
  assert.deepEqual(rows.rowsOf(TRACK, { spaces: [{ n: 1 }] }), [])
  assert.deepEqual(rows.rowsOf(TRACK, {}), [])
})

test('a changed built-in board gets a name of its own', () => {
  const before = { id: 'city', name: 'City', source: 'rulebook', length: 3 }
  assert.deepEqual(rows.renameBoard({ ...before, length: 4 }, before, 'Mine'), { id: 'own', name: 'Mine', length: 4 })
  assert.equal(rows.renameBoard({ ...before, name: 'Village' }, before, 'Mine').name, 'Village')
})
