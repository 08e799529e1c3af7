import assert from 'node:assert/strict'
import { test } from 'node:test'
import { play, SOUNDS } from '../../src/velodrome/web/lib/sounds.js'
import { beginsLastLap, chooseSounds } from '../../src/velodrome/web/pages/play/pacing.js'

/** @param {string} told @param {...string} outcomes @returns {any} */
const news = (told, ...outcomes) => ({ told: { key: told }, outcomes: outcomes.map((key) => ({ key })) })
const sounds = { 'tell.roll': 'dice', 'tell.move': 'ride', 'outcome.can': 'can', 'outcome.finish': 'cheer' }

test('a move has the sounds of its texts, in their order and each once', () => {
  const moves = [news('tell.roll'), news('tell.roll'), news('tell.move', 'outcome.can')]
  assert.deepEqual(chooseSounds(sounds, moves, 'move'), ['dice', 'ride', 'can'])
})

test('the own turn and the end are heard after the move', () => {
  assert.deepEqual(chooseSounds(sounds, [news('tell.move')], 'turn'), ['ride', 'turn'])
  assert.deepEqual(chooseSounds(sounds, [news('tell.move', 'outcome.finish')], 'over'), ['ride', 'cheer', 'over'])
})

test('a move without a sound of its own has the usual one', () => {
  assert.deepEqual(chooseSounds(sounds, [news('tell.pass')], 'move'), ['move'])
  assert.deepEqual(chooseSounds({}, [/** @type {any} */ ({ told: null, outcomes: null })], 'turn'), ['turn'])
})

test('of many sounds only the last are played', () => {
  const moves = [news('tell.roll'), news('tell.move', 'outcome.can', 'outcome.finish')]
  assert.deepEqual(chooseSounds(sounds, moves, 'move'), ['ride', 'can', 'cheer'])
})

test('the bell rings when the last lap begins, and only then', () => {
  /** @param {boolean} [final] */
  const table = (final) => ({ more: final === undefined ? {} : { final } })
  assert(beginsLastLap(table(false), table(true)))
  assert(!beginsLastLap(table(true), table(true)), 'once only')
  assert(!beginsLastLap(table(false), table(false)))
  assert(!beginsLastLap(table(true), table(false)), 'the end of the game, or an undo')
  assert(!beginsLastLap(table(), table()), 'a game without laps')
  assert.deepEqual(chooseSounds(sounds, [news('tell.pass')], 'move', true), ['bell'])
  assert.deepEqual(chooseSounds(sounds, [news('tell.move')], 'turn', true), ['ride', 'bell', 'turn'])
  const moves = [news('tell.roll'), news('tell.move', 'outcome.can', 'outcome.finish')]
  assert.equal(chooseSounds(sounds, moves, 'move', true).at(-1), 'bell')
})

test('no event of a game rings the bell by itself, and every event has a sound that exists', async () => {
  for (const game of ['velonimo', 'velocity', 'arcenciel', 'velvet']) {
    const { sounds } = await import(`../../src/velodrome/web/games/${game}/sounds.js`)
    for (const [key, name] of Object.entries(sounds)) assert(name !== 'bell' && name in SOUNDS, `${game} ${key}`)
  }
})

test('every sound is short, audible and not too loud', () => {
  for (const [name, { tones = [], noises = [] }] of Object.entries(SOUNDS)) {
    const layers = [...tones, ...noises]
    assert(layers.length, name)
    for (const { at = 0, hertz, seconds, volume } of layers) {
      assert(at + seconds <= 1.5, name)
      assert(hertz >= 100 && hertz <= 8000, name)
      assert(volume > 0 && volume <= 1.2, name)
    }
  }
})

test('nothing is played before the first click', () => {
  play('bell') // there is no AudioContext here
})
