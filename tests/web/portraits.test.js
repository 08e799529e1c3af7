import assert from 'node:assert/strict'
import { test } from 'node:test'
import { portrait } from '../../src/velodrome/web/art/portraits.js'

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `level${number}`)
const NAMES = ['Odette', 'Marcel', 'Ginette', 'Gaston', 'Colette', 'Anselme', 'Suzon']

test('every level and every name has its own portrait', () => {
  const all = ['', ...NAMES].flatMap((name) => LEVELS.map((level) => portrait(level, name).markup))
  assert.equal(new Set(all.slice(0, 8)).size, 8)
  assert.equal(new Set(all.slice(8)).size, 56)
})

test('any name has a face, and an unknown level has none', () => {
  assert(portrait('level4', 'Ülkü 7').markup.startsWith('<svg'))
  assert.equal(portrait('level4', 'Anna').markup, portrait('level4', 'Anna').markup)
  assert.equal(portrait('here', 'Anna').markup, '')
})
