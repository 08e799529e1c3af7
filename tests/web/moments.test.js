import assert from 'node:assert/strict'
import { test } from 'node:test'

import { describeMoment, LANDING, lastRoll, RIDE } from '../../src/velodrome/web/games/velocity/moments.js'

/** @param {number} ply @param {number} actor @param {string} key @param {Record<string, unknown>} told
 * @param {...Record<string, unknown>} outcomes */
const news = (ply, actor, key, told, ...outcomes) =>
  /** @type {any} */ ({ ply, actor, text: '', told: key ? { key, ...told } : undefined, outcomes })
const rider = (/** @type {string} */ key, /** @type {number} */ seat, /** @type {string} */ on) => ({
  key,
  seat,
  colour: 'red',
  on,
})
const roll = news(1, -1, '', {}, { key: 'outcome.roll', seat: 0, each: [] })
const ride = news(2, 0, 'tell.move', { space: '33' }, { key: 'outcome.to.obstacle', space: 32 })
const back = news(3, 0, 'tell.back', {}, { key: 'outcome.back.start', seat: 0, cans: 2 })
const START = 'space_start'

test('a forced retreat in the same table begins after the dice and the ride', () => {
  const { wait, retreats, gains, duration } = describeMoment([roll, ride, back], 0, [rider('a', 0, START)], [])
  assert.equal(wait, LANDING)
  const [{ from, via, to, start }] = retreats
  assert.deepEqual([from, via, to], ['space_33', 'space_32', START])
  assert(start > LANDING + RIDE)
  assert(duration > start)
  assert.deepEqual(
    gains.map(({ rider, cans }) => [rider, cans]),
    [['a', 2]],
  )
})

test('a chosen retreat begins at the manhole', () => {
  const trails = [{ rider: 'b', seat: 0, colour: 'red', from: 'space_32', to: START }]
  const riders = [rider('a', 0, START), rider('b', 0, START)]
  const { wait, retreats } = describeMoment([roll, ride, back], 2, riders, trails)
  assert.equal(wait, 0)
  assert.deepEqual(
    retreats.map(({ rider, from, via, start }) => [rider, from, via, start]),
    [['b', 'space_32', 'space_32', 0]],
  )
})

test('two couriers that retreat are two figures', () => {
  const other = news(4, 1, 'tell.back', {}, { key: 'outcome.back', seat: 1, space: 34, cans: 1 })
  const again = news(5, 0, 'tell.back', {}, { key: 'outcome.back.start', seat: 0, cans: 2 })
  const riders = [rider('a', 0, START), rider('b', 0, START), rider('c', 1, 'space_34')]
  const { retreats } = describeMoment([roll, ride, back, other, again], 0, riders, [])
  assert.deepEqual(
    retreats.map((retreat) => retreat.rider),
    ['a', 'c', 'b'],
  )
})

test('in a batch of turns, each retreat rolls back from the manhole of its own landing', () => {
  const landed = news(5, 0, 'tell.move', { space: '29' }, { key: 'outcome.to.obstacle', space: 28 })
  const rolled = news(6, 0, 'tell.back', {}, { key: 'outcome.back', seat: 0, space: 32, cans: 1 })
  const next = news(9, 1, 'tell.move', { space: '9' }, { key: 'outcome.to', space: 4 })
  const riders = [rider('a', 0, 'space_32'), rider('b', 1, 'space_4')]
  const { retreats } = describeMoment([landed, rolled, next], 4, riders, [])
  assert.deepEqual(
    retreats.map(({ rider, from, via, to }) => [rider, from, via, to]),
    [['a', 'space_29', 'space_28', 'space_32']],
  )
})

test('in a batch of turns, each can is won on its own drinks stop', () => {
  const stop = news(
    2,
    0,
    'tell.move',
    { space: '33' },
    { key: 'outcome.to', space: 30 },
    { key: 'outcome.can', seat: 0 },
  )
  const next = news(5, 1, 'tell.move', { space: '9' }, { key: 'outcome.to', space: 4 })
  const { gains } = describeMoment([stop, next], 0, [rider('a', 0, 'space_30'), rider('b', 1, 'space_4')], [])
  assert.deepEqual(
    gains.map(({ rider, to }) => [rider, to]),
    [['a', 'space_30']],
  )
})

test('a retreat without cans shows none, and a drinks stop shows one', () => {
  const none = news(3, 0, 'tell.back', {}, { key: 'outcome.back.start', seat: 0, cans: 0 })
  assert.deepEqual(describeMoment([roll, ride, none], 0, [rider('a', 0, START)], []).gains, [])
  const stop = news(
    2,
    0,
    'tell.move',
    { space: '33' },
    { key: 'outcome.to', space: 30 },
    { key: 'outcome.can', seat: 0 },
  )
  const { gains } = describeMoment([roll, stop], 0, [rider('a', 0, 'space_30')], [])
  assert.deepEqual([gains[0].cans, gains[0].to], [1, 'space_30'])
})

test('nothing new takes no time', () => {
  assert.equal(describeMoment([roll, ride, back], 3, [rider('a', 0, START)], []).duration, 0)
  assert.equal(lastRoll([ride]), null)
})
