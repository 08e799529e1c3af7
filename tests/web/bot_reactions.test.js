import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastReaction, planReactions } from '../../src/velodrome/web/table/bot_reactions.js'

/** @param {string} bot @param {boolean} [away] */
const seat = (bot, away = false) => ({ name: 'x', bot, online: true, away })
const seats = [seat(''), seat('level3'), seat('level8')]
const reactions = { 'outcome.back': { own: 'ouch' }, 'outcome.finish': { own: 'bell', others: 'bravo' } }

/** A game in which every move has the same outcome. @param {Record<string, any>} outcome @param {string} told */
const game = (outcome, told = 'tell.pass') =>
  Array.from({ length: 400 }, (_, i) => ({
    ply: i + 1,
    actor: 0,
    text: told,
    told: { key: told },
    outcomes: [{ key: 'outcome.back', ...outcome }],
  }))

test('a bot reacts to its own bad luck now and then, but not often', () => {
  const found = planReactions('room', seats, reactions, game({ seat: 1 }))
  assert(found.length > 10 && found.length <= 400 / 15, String(found.length))
  assert(found.every((one) => one.seat === 1 && one.reaction === 'ouch'))
  for (const [i, { ply }] of found.slice(1).entries()) assert(ply - found[i].ply >= 15)
})

test('the other bots congratulate a person', () => {
  const found = planReactions('room', seats, reactions, game({ key: 'outcome.finish', seat: 0 }))
  assert.deepEqual(new Set(found.map((one) => one.reaction)), new Set(['bravo']))
  assert.deepEqual(new Set(found.map((one) => one.seat)), new Set([1, 2]))
})

test('a bot does not congratulate itself', () => {
  const cheers = { 'outcome.jersey': { others: 'chapeau' } }
  const found = planReactions('room', seats, cheers, game({ key: 'outcome.jersey', seat: 1 }))
  assert.deepEqual(new Set(found.map((one) => one.seat)), new Set([2]))
})

test('nobody reacts for a person, also while a bot plays for them', () => {
  assert.deepEqual(planReactions('room', seats, reactions, game({ seat: 0 })), [])
  const people = [seat(''), seat('level4', true)]
  assert.deepEqual(planReactions('room', people, reactions, game({ key: 'outcome.finish', seat: 1 })), [])
  assert.equal(lastReaction('room', people, { ply: 9, ranking: [1, 2] }), null)
})

test('every viewer sees the same reactions, whatever their own log says about a move', () => {
  const one = planReactions('room', seats, reactions, game({ seat: 1 }, 'tell.give'))
  const other = planReactions('room', seats, reactions, game({ seat: 1 }, 'tell.give.hidden'))
  assert.deepEqual(one, other)
  const elsewhere = planReactions('elsewhere', seats, reactions, game({ seat: 1 }))
  assert(JSON.stringify(one) !== JSON.stringify(elsewhere))
})

test('an outcome without a reaction stays without one', () => {
  assert.deepEqual(planReactions('room', seats, reactions, game({ key: 'outcome.can', seat: 1 })), [])
  assert.deepEqual(planReactions('room', seats, {}, game({ seat: 1 })), [])
})

test('at the end a bot thanks for its win, or congratulates the winner', () => {
  assert.deepEqual(lastReaction('room', seats, { ply: 9, ranking: [2, 1, 3] }), { ply: 9, seat: 1, reaction: 'thanks' })
  const found = lastReaction('room', seats, { ply: 9, ranking: [1, 2, 3] })
  assert(found && [1, 2].includes(found.seat) && ['bravo', 'chapeau'].includes(found.reaction))
})
