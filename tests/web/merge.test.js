import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeTable } from '../../src/velodrome/web/protocol/merge.js'

/** Make a table message. @param {any[]} zones @param {any[]} [pieces] @returns {any} */
const wire = (zones, pieces) => ({ is: 'table', ply: 1, zones, ...(pieces ? { pieces } : {}) })
const zone = (/** @type {string} */ id, /** @type {any[]} */ pieces) => ({
  id,
  kind: 'hand',
  owner: 0,
  size: 1,
  pieces,
})
const RED = { id: 'red2', kind: 'card', value: 2 }

test('constant pieces are sent once and later referred to by id', () => {
  const pieces = new Map()
  const first = mergeTable(null, wire([zone('hand', ['red2'])], [RED]), pieces)
  assert.deepEqual(first.zones[0].pieces, [RED])
  const second = mergeTable(first, wire([zone('discard', ['red2'])]), pieces)
  assert.deepEqual(second.zones[0], zone('discard', [RED]))
})

test('a zone sent as its id is copied from the previous table', () => {
  const pieces = new Map([[RED.id, RED]])
  const before = mergeTable(null, wire([zone('hand', ['red2']), zone('deck', [])]), pieces)
  const after = mergeTable(before, wire(['deck', zone('hand', [])]), pieces)
  assert.equal(after.zones[0], before.zones[1])
  assert.deepEqual(after.zones[1].pieces, [])
})

test('pieces that change are sent in full', () => {
  const die = { id: 'die', kind: 'die', pips: 5 }
  assert.deepEqual(mergeTable(null, wire([zone('dice', [die])]), new Map()).zones[0].pieces, [die])
})

test('unknown zones and pieces are left out', () => {
  const table = mergeTable(null, wire(['gone', zone('hand', ['unknown'])]), new Map())
  assert.deepEqual(
    table.zones.map(({ id, pieces }) => [id, pieces]),
    [['hand', []]],
  )
})

test('the message is not modified, and its other fields are copied', () => {
  const message = wire([zone('hand', ['red2'])], [RED])
  const table = mergeTable(null, message, new Map())
  assert.deepEqual(message.zones[0].pieces, ['red2'])
  assert.equal(table.ply, 1)
})
