import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRounds, findSteps, roundAt, stepAt } from '../../src/velodrome/web/pages/replay/steps.js'

/** @param {number} ply @param {number} actor @param {string} key */
const move = (ply, actor, key = '') => ({ ply, actor, text: key, told: /** @type {any} */ (key ? { key } : {}) })

const news = [
  move(1, -1, 'tell.first'),
  move(2, -1), // a card is dealt
  move(3, 0, 'tell.play'),
  move(4, -1, 'tell.roll'),
  move(5, 1, 'tell.pass'),
  move(6, 0), // a decision without a sentence
  { ...move(7, 1), undone: [5, 6] },
  move(8, 1, 'tell.play'),
]

test('deals, dice and moves without a sentence belong to the step before', () => {
  const steps = findSteps({ news, plies: 8 })
  assert.deepEqual(
    steps.map(({ ply }) => ply),
    [2, 4, 6, 7, 8],
  )
  assert.deepEqual(
    steps.map((step) => step.news.map(({ ply }) => ply)),
    [[1, 2], [3, 4], [5, 6], [7], [8]],
  )
})

test('a game without decisions is one step', () => {
  assert.deepEqual(findSteps({ news: [], plies: 0 }), [{ ply: 0, news: [] }])
  assert.deepEqual(
    findSteps({ news: news.slice(0, 2), plies: 2 }).map(({ ply }) => ply),
    [2],
  )
})

test('a ply in the middle of a step leads to the end of the step', () => {
  const steps = findSteps({ news, plies: 8 })
  assert.deepEqual(
    [0, 2, 3, 4, 5, 8, 99].map((ply) => stepAt(steps, ply)),
    [0, 0, 1, 1, 2, 4, 4],
  )
})

test('a round begins at the step whose table is its first decision', () => {
  const steps = findSteps({ news, plies: 8 })
  const rounds = findRounds(steps, {
    rounds: [
      [1, 0],
      [2, 5],
    ],
  })
  assert.deepEqual(rounds, [
    { number: 1, step: 0 },
    { number: 2, step: 2 },
  ])
  assert.deepEqual(
    [0, 1, 2, 4].map((step) => roundAt(rounds, step)),
    [0, 0, 1, 1],
  )
})
