import assert from 'node:assert/strict'
import { test } from 'node:test'

import { handovers } from '../../src/velodrome/web/games/velonimo/steals.js'

const news = (
  /** @type {number} */ ply,
  /** @type {number} */ actor,
  /** @type {string} */ key,
  /** @type {Record<string, string>} */ told = {},
) => ({ ply, actor, text: '', told: { key, ...told } })

test('a steal and the cards given back are two handovers, in opposite directions', () => {
  const heard = [
    news(1, 2, 'tell.play', { cards: 'red1+blue1' }),
    news(2, 2, 'tell.steal', { seat: '0', count: '2' }),
    news(3, -1, 'tell.stolen', { card: 'red4' }),
    news(4, -1, 'tell.stolen', { card: 'red5' }),
    news(5, 2, 'tell.give', { card: 'pink3' }),
    news(6, 2, 'tell.give', { card: 'pink4' }),
  ]
  assert.deepEqual(
    handovers(heard).map(({ from, to, cards, ply }) => [from, to, cards, ply]),
    [
      [0, 2, ['red4', 'red5'], 4],
      [2, 0, ['pink3', 'pink4'], 6],
    ],
  )
})

test('cards that the viewer does not see have no name', () => {
  const heard = [news(1, 1, 'tell.steal_one', { seat: '2' }), news(2, -1, 'tell.hidden_stolen')]
  assert.deepEqual(handovers(heard)[0].cards, [''])
})

test('without a steal there is no handover', () => {
  assert.deepEqual(handovers([news(1, 0, 'tell.pass')]), [])
})
