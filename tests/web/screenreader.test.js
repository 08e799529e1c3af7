import assert from 'node:assert/strict'
import { test } from 'node:test'
import { announce, loadAccessibility, setAccessibility, textOf } from '../../src/velodrome/web/lib/screenreader.js'
import { fakeStorage, setGlobal } from './globals.js'

class FakeText {
  /** @param {string} data */
  constructor(data) {
    this.data = data
    this.nodeName = '#text'
    /** @type {any[]} */ this.childNodes = []
  }
}

class FakeElement {
  /** @param {string} name @param {Record<string, string>} attributes @param {...any} children */
  constructor(name, attributes, ...children) {
    this.nodeName = name.toUpperCase()
    this.attributes = attributes
    this.childNodes = children.map((child) => (typeof child === 'string' ? new FakeText(child) : child))
    this.classList = { contains: (/** @type {string} */ one) => (attributes.class ?? '').split(' ').includes(one) }
  }
  /** @param {string} name */
  getAttribute(name) {
    return this.attributes[name] ?? null
  }
  /** @param {string} selector */
  matches(selector) {
    return selector
      .split(', ')
      .some((one) => one === this.nodeName.toLowerCase() || one === `[role="${this.attributes.role}"]`)
  }
}

/** Return the text of a paragraph. @param {import('node:test').TestContext} t @param {...any} children */
function read(t, ...children) {
  setGlobal(t, 'Text', FakeText)
  setGlobal(t, 'Element', FakeElement)
  return textOf(/** @type {any} */ (new FakeElement('p', {}, ...children)))
}

test('white space is collapsed', (t) => {
  assert.equal(read(t, '  Anna\n  plays ', new FakeElement('b', {}, ' red 2 ')), 'Anna plays red 2')
})

test('a label replaces a picture, a title names a button', (t) => {
  const picture = new FakeElement('span', { 'aria-label': 'red 2' }, '2')
  const button = new FakeElement('button', { title: 'blue 5' }, '5')
  assert.equal(read(t, picture, button), 'red 2 blue 5')
})

test('a title is read only for buttons', (t) => {
  assert.equal(read(t, new FakeElement('span', { title: 'ignored' }, 'text')), 'text')
})

test('elements hidden from screen readers are left out', (t) => {
  assert.equal(read(t, 'a', new FakeElement('svg', { 'aria-hidden': 'true' }, 'b')), 'a')
})

test('chips are read as a list', (t) => {
  const chip = (/** @type {string} */ label) => new FakeElement('i', { 'aria-label': label })
  assert.equal(read(t, new FakeElement('span', { class: 'chips' }, chip('red 2'), chip('red 5'))), 'red 2, red 5')
})

test('by default single keys and sounds are on', (t) => {
  fakeStorage(t)
  assert.deepEqual(loadAccessibility(), { keys: true, sounds: true, spoken: false })
  setAccessibility('sounds', false)
  assert.deepEqual(loadAccessibility(), { keys: true, sounds: false, spoken: false })
})

test('no text is built or spoken while sounds and speech are off', async (t) => {
  fakeStorage(t, { 'velodrome.ease': '{"sounds":false}' })
  let isAsked = false
  const text = () => {
    isAsked = true
    return ''
  }
  await announce('move', text, 'en')
  assert.equal(isAsked, false)
})

test('a text is read out in the language of the page', async (t) => {
  fakeStorage(t, { 'velodrome.ease': '{"spoken":true}' })
  /** @type {any[]} */
  const spoken = []
  setGlobal(t, 'window', { speechSynthesis: {} })
  setGlobal(t, 'speechSynthesis', { speak: (/** @type {any} */ one) => spoken.push([one.text, one.lang]) })
  setGlobal(
    t,
    'SpeechSynthesisUtterance',
    class {
      /** @param {string} text */
      constructor(text) {
        this.text = text
      }
    },
  )
  await announce('move', () => 'À vous', 'fr')
  assert.deepEqual(spoken, [['À vous', 'fr']])
})
