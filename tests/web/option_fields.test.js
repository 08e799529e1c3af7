import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveSeat, optionText, setColour } from '../../src/velodrome/web/forms/option_fields.js'

/** @param {string} kind @param {unknown} usual */
const option = (kind, usual) => ({
  name: 'x',
  kind,
  default: usual,
  values: [],
  low: 0,
  high: 9,
  group: 'game',
  advanced: false,
})

test('a seat that no longer exists becomes random', () => {
  assert.equal(optionText(option('seat', 'random'), '3', 4), '3')
  assert.equal(optionText(option('seat', 'random'), '3', 3), 'random')
})

test('an order of seats is adapted to the number of seats', () => {
  const order = option('order', 'random')
  assert.equal(optionText(order, undefined, 3), 'random')
  assert.equal(optionText(order, '2 0 1', 4), '2 0 1 3')
  assert.equal(optionText(order, '2 0 1 3', 2), '0 1')
})

test('a colour that another seat has is swapped', () => {
  assert.equal(setColour('red black yellow', 0, 'yellow'), 'yellow black red')
  assert.equal(setColour('red black', 0, 'blue'), 'blue black')
})

test('a seat moves in the order', () => {
  assert.equal(moveSeat('2 0 1', 0, 1), '0 2 1')
  assert.equal(moveSeat('2 0 1', 2, 1), '2 1 0')
})
