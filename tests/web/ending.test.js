// Places on the podium.

import assert from 'node:assert/strict'
import { test } from 'node:test'

const { podiumColumn, podiumSeats, seatsByPlace } = await import('../../src/velodrome/web/table/ending.js')

/** @param {number} count */
const columns = (count) => Array.from({ length: count }, (_, i) => podiumColumn(i, count))

test('the winner stands in the middle, the second on the left, the third on the right', () => {
  assert.deepEqual(columns(1), [0])
  assert.deepEqual(columns(2), [1, 0])
  assert.deepEqual(columns(3), [1, 0, 2])
})

test('every seat on the podium has a column of its own, also after a tie', () => {
  for (let count = 1; count <= 7; count++)
    assert.deepEqual(
      columns(count).sort(),
      Array.from({ length: count }, (_, i) => i),
    )
})

test('the podium has the first three places, and everybody who shares them', () => {
  assert.deepEqual(podiumSeats([2, 1, 4, 3]), [1, 0, 3])
  assert.deepEqual(podiumSeats([1, 1]), [0, 1])
  assert.deepEqual(podiumSeats([3, 1, 3, 2, 5]), [1, 3, 0, 2])
})

test('the table lists all seats by place', () => {
  assert.deepEqual(seatsByPlace([3, 1, 2]), [1, 2, 0])
})
