import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Html, html, listen, nothing } from '../../src/velodrome/web/lib/dom.js'
import { setGlobal } from './globals.js'

test('values in a template are escaped', () => {
  assert.equal(html`<b title="${'"x\''}">${'<i>&'}</b>`.markup, '<b title="&#34;x&#39;">&#60;i&#62;&#38;</b>')
})

test('a template inside another is not escaped again', () => {
  assert.equal(html`<p>${html`<b>${'a & b'}</b>`}</p>`.markup, '<p><b>a &#38; b</b></p>')
})

test('lists and nested lists are joined', () => {
  assert.equal(html`${['a', [html`<br>`, 1]]}`.markup, 'a<br>1')
})

test('null, undefined, true and false are left out, 0 is not', () => {
  assert.equal(html`${null}${undefined}${true}${false}${0}`.markup, '0')
})

test('`nothing` is an empty template', () => {
  assert(nothing instanceof Html)
  assert.equal(nothing.markup, '')
})

/** Fake element that matches a selector by its attributes. */
class FakeElement {
  /** @param {Record<string, string>} attributes */
  constructor(attributes) {
    this.attributes = attributes
  }
  /** @param {string} selector */
  closest(selector) {
    return selector.slice(1, -1) in this.attributes ? this : null
  }
  /** @param {string} name */
  getAttribute(name) {
    return this.attributes[name] ?? null
  }
}

/** Listen for actions on a fake root element; return its listeners. @param {Record<string, any>} actions */
function fakeRoot(actions) {
  /** @type {Record<string, (event: any) => void>} */
  const listeners = {}
  const root = { addEventListener: (/** @type {string} */ kind, /** @type {any} */ heard) => (listeners[kind] = heard) }
  listen(/** @type {any} */ (root), actions)
  return listeners
}

test('a click calls the action that the element names, with its argument', (t) => {
  setGlobal(t, 'HTMLElement', FakeElement)
  /** @type {unknown[]} */
  const calls = []
  const target = new FakeElement({ 'data-do': 'pick', 'data-arg': 'red2' })
  const { click } = fakeRoot({ pick: (/** @type {string} */ arg, /** @type {any} */ on) => calls.push(arg, on) })
  click({ target })
  assert.deepEqual(calls, ['red2', target])
})

test('a click without a known action is ignored', (t) => {
  setGlobal(t, 'HTMLElement', FakeElement)
  const { click } = fakeRoot({})
  click({ target: new FakeElement({ 'data-do': 'unknown' }) })
  click({ target: new FakeElement({}) })
})

test('the browser itself does not submit a form', (t) => {
  setGlobal(t, 'HTMLElement', FakeElement)
  let isPrevented = false
  const { submit, change } = fakeRoot({ say: () => undefined })
  const preventDefault = () => {
    isPrevented = true
  }
  change({ target: new FakeElement({ 'data-change': 'say' }), preventDefault })
  assert.equal(isPrevented, false)
  submit({ target: new FakeElement({ 'data-submit': 'say' }), preventDefault })
  assert.equal(isPrevented, true)
})
