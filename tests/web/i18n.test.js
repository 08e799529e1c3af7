import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html } from '../../src/velodrome/web/lib/dom.js'
import { addTexts, fixSpaces, hasText, loadTexts, phrase, ruleOf, say, show } from '../../src/velodrome/web/lib/i18n.js'
import { fakeFetch, setGlobal } from './globals.js'

addTexts('web', 'en', {
  say: {
    you: 'you',
    hello: 'hello {name}',
    'grammar.ordinals': '1st 2nd 3rd',
    'grammar.singular': '1',
    'grammar.and': '{first} and {last}',
  },
  rule: {},
})
addTexts('race', 'en', {
  say: {
    'tell.win': '{winner:seat} wins with {card}.',
    'tell.give': '{who} gives {card} to {seat:seat}.',
    'tell.give.you': 'you give {card} to {seat:seat}.',
    'tell.home': '{winners:seats} finish {place:ordinal} with {count:a card|# cards}.',
    'tell.all': '{list}!',
    'tell.one': 'a {card}',
    'piece.red2': 'red 2',
  },
  rule: { 'tell.win': 'VN-31' },
})

test('a text starts with a capital and holds its arguments', () => {
  assert.equal(say('web', 'en', { key: 'hello', name: 'Anna' }), 'Hello Anna')
})

test('seat numbers become names, and piece ids become words', () => {
  const text = { key: 'tell.win', winner: 1, card: 'red2' }
  assert.equal(say('race', 'en', text, ['Anna', 'Ben']), 'Ben wins with red 2.')
})

test('names are joined, places become ordinals, and 1 has a singular form', () => {
  const text = { key: 'tell.home', winners: '0, 1, 2', place: 2, count: 1 }
  const names = ['Anna', 'Ben', 'Chris']
  assert.equal(say('race', 'en', text, names), 'Anna, Ben and Chris finish 2nd with a card.')
  assert.equal(say('race', 'en', { ...text, winners: '1', count: 4 }, names), 'Ben finish 2nd with 4 cards.')
})

test('in the middle of a sentence a text keeps its small letter', () => {
  assert.equal(phrase('race', 'en', 'piece.red2'), 'red 2')
})

test('a text that the game does not have comes from the page', () => {
  assert.equal(say('race', 'en', { key: 'you' }), 'You')
})

test('a list of texts is joined by commas', () => {
  const list = [
    { key: 'tell.one', card: 'red2' },
    { key: 'tell.one', card: 'blue' },
  ]
  assert.equal(say('race', 'en', { key: 'tell.all', list }), 'A red 2, a blue!')
})

test('an unknown text is shown as its key and logged as an error', (t) => {
  /** @type {string[]} */
  const errors = []
  setGlobal(t, 'console', { ...console, error: (/** @type {string} */ message) => errors.push(message) })
  assert.equal(say('race', 'en', { key: 'no.such' }), 'No.such')
  assert.deepEqual(errors, ['no sentence: race en no.such'])
})

test('pictures replace arguments, the rest is escaped', () => {
  const picture = (/** @type {string} */ name) => (name === 'card' ? html`<img>` : null)
  const text = { key: 'tell.give', who: '<Anna>', card: 'red2', seat: 1 }
  assert.equal(show('race', 'en', text, ['Anna', 'Ben'], picture).markup, '&#60;Anna&#62; gives <img> to Ben.')
})

test('the viewer is addressed if the game has a text for that', () => {
  const text = { key: 'tell.give', card: 'red2', seat: 1 }
  assert.equal(show('race', 'en', text, ['Anna', 'Ben'], () => null, true).markup, 'You give red 2 to Ben.')
})

test('a text has its own rule, or else the rule of its key', () => {
  assert.equal(ruleOf('race', 'en', { key: 'tell.win', rule: 'VN-02' }), 'VN-02')
  assert.equal(ruleOf('race', 'en', { key: 'tell.win' }), 'VN-31')
  assert.equal(ruleOf('race', 'en', { key: 'tell.give' }), '')
})

test('French punctuation never begins a line', () => {
  assert.equal(fixSpaces('Qui ? « Moi » : 5 %, n° 2'), 'Qui\u00a0? «\u00a0Moi\u00a0»\u00a0: 5\u00a0%, n°\u00a02')
})

test('texts are fetched once', async (t) => {
  const calls = fakeFetch(t, { '/texts/tour/fr.json': { body: { say: { a: 'Ici ?' }, rule: {} } } })
  assert.equal(hasText('tour', 'fr', 'a'), false)
  await loadTexts('fr', 'tour')
  await loadTexts('fr', 'tour')
  assert.equal(calls.length, 1)
  assert.equal(hasText('tour', 'fr', 'a'), true)
  assert.equal(say('tour', 'fr', { key: 'a' }), 'Ici\u00a0?')
})
