import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listenToKeys } from '../../src/velodrome/web/lib/keyboard.js'
import { fakeStorage, setGlobal } from './globals.js'

class FakeElement {
  /** @param {string} name @param {{isDisabled?: boolean, isUnlit?: boolean}} [state] */
  constructor(name, { isDisabled = false, isUnlit = false } = {}) {
    this.name = name
    this.isDisabled = isDisabled
    this.isUnlit = isUnlit
    this.clicks = 0
  }
  click() {
    this.clicks++
  }
  focus() {
    Object.assign(document, { activeElement: this })
  }
  checkVisibility() {
    return true
  }
  /** @param {string} selector */
  matches(selector) {
    return selector.startsWith(':disabled') ? this.isDisabled : selector.startsWith('input') && this.name === 'input'
  }
  /** @param {string} name */
  getAttribute(name) {
    return name === 'aria-disabled' && this.isUnlit ? 'true' : null
  }
}

/** Fake a page; return a function that presses a key. `elements` maps parts of selectors to the elements found.
 * @param {import('node:test').TestContext} t
 * @param {Record<string, FakeElement[]>} elements
 * @param {boolean} [inDialog] */
function openPage(t, elements, inDialog = false) {
  /** @type {(event: any) => void} */
  let handle = () => undefined
  const find = (/** @type {string} */ selector) =>
    Object.entries(elements).flatMap(([part, found]) => (selector.includes(part) ? found : []))
  setGlobal(t, 'HTMLElement', FakeElement)
  setGlobal(t, 'document', {
    activeElement: null,
    querySelectorAll: find,
    addEventListener: (/** @type {string} */ _, /** @type {any} */ listener) => {
      handle = listener
    },
  })
  listenToKeys(/** @type {any} */ ({ inDialog: () => inDialog }))
  return (/** @type {string} */ key, more = {}) => {
    let isUsed = false
    const preventDefault = () => {
      isUsed = true
    }
    handle({ key, code: key, target: new FakeElement('body'), preventDefault, ...more })
    return isUsed
  }
}

test('arrows move between pickable elements and wrap around', (t) => {
  fakeStorage(t)
  const pieces = [new FakeElement('a'), new FakeElement('unlit', { isUnlit: true }), new FakeElement('b')]
  const press = openPage(t, { 'button.piece': pieces })
  const names = ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End'].map((key) => {
    press(key)
    return /** @type {any} */ (document.activeElement).name
  })
  assert.deepEqual(names, ['a', 'b', 'a', 'b', 'a', 'b'])
})

test('a letter presses the button with that shortcut', (t) => {
  fakeStorage(t)
  const undo = new FakeElement('undo')
  const press = openPage(t, { '[aria-keyshortcuts="u"]': [undo] })
  assert.deepEqual([press('u'), undo.clicks], [true, 1])
  assert.equal(press('y'), false)
})

test('a disabled button is not pressed', (t) => {
  fakeStorage(t)
  const clear = new FakeElement('clear', { isDisabled: true })
  const press = openPage(t, { '[data-do="clear"]': [clear] })
  assert.deepEqual([press('c'), clear.clicks], [false, 0])
})

test('a digit key presses the action with that number in any keyboard layout', (t) => {
  fakeStorage(t)
  const acts = [new FakeElement('first'), new FakeElement('second')]
  const press = openPage(t, { '.vv-tools) button': acts })
  press('é', { code: 'Digit2' })
  assert.deepEqual(
    acts.map(({ clicks }) => clicks),
    [0, 1],
  )
})

test('keys in fields, in dialogs and of the browser press no button', (t) => {
  fakeStorage(t)
  const undo = new FakeElement('undo')
  const press = openPage(t, { '[aria-keyshortcuts="u"]': [undo] })
  press('u', { target: new FakeElement('input') })
  press('u', { ctrlKey: true })
  openPage(t, { '[aria-keyshortcuts="u"]': [undo] }, true)('u')
  assert.equal(undo.clicks, 0)
})

test('single keys can be switched off, but arrows still work', (t) => {
  fakeStorage(t, { 'velodrome.ease': '{"keys":false}' })
  const undo = new FakeElement('undo')
  const press = openPage(t, { '[aria-keyshortcuts="u"]': [undo], 'button.piece': [new FakeElement('a')] })
  assert.deepEqual([press('u'), press('ArrowRight'), undo.clicks], [false, true, 0])
})
