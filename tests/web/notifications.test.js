import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notify, switchNotifications } from '../../src/velodrome/web/lib/notifications.js'
import { fakeStorage, setGlobal } from './globals.js'

/**
 * Fake `Notification`; return the list of notifications shown.
 * @param {import('node:test').TestContext} t
 * @param {string} answer  answer to the request for permission
 * @param {boolean} [isRefused]  whether the browser refuses to show any
 */
function fakeNotifications(t, answer, isRefused = false) {
  /** @type {any[]} */
  const shown = []
  class FakeNotification {
    static permission = answer
    static requestPermission = async () => answer
    /** @param {string} heading @param {any} options */
    constructor(heading, options) {
      if (isRefused) throw new TypeError('only for installed pages')
      shown.push([heading, options.body, options.tag])
    }
  }
  setGlobal(t, 'Notification', FakeNotification)
  return shown
}

/** @type {any} */
const SITE = { word: (/** @type {string} */ key) => key, redraw: () => undefined }

test('turning notifications on shows a first one and stores the setting', async (t) => {
  const stored = fakeStorage(t)
  const shown = fakeNotifications(t, 'granted')
  await switchNotifications(SITE, 'abc', true)
  assert.deepEqual(shown, [['notice.works', 'title', 'velodrome-abc']])
  assert.equal(stored['velodrome.notices'], 'true')
})

test('notifications stay off if permission is denied or the browser refuses them', async (t) => {
  const stored = fakeStorage(t)
  fakeNotifications(t, 'denied')
  await switchNotifications(SITE, 'abc', true)
  assert.equal(stored['velodrome.notices'], 'false')
  fakeNotifications(t, 'granted', true)
  await switchNotifications(SITE, 'abc', true)
  assert.equal(stored['velodrome.notices'], 'false')
})

test('turning notifications off shows none and stores the setting', async (t) => {
  const stored = fakeStorage(t, { 'velodrome.notices': 'true' })
  const shown = fakeNotifications(t, 'granted')
  await switchNotifications(SITE, 'abc', false)
  assert.deepEqual([shown, stored['velodrome.notices']], [[], 'false'])
})

test('a notification is shown only with permission', (t) => {
  const denied = fakeNotifications(t, 'default')
  notify('Your turn', 'Velvet', 'abc')
  assert.deepEqual(denied, [])
  const granted = fakeNotifications(t, 'granted')
  notify('Your turn', 'Velvet', 'abc')
  assert.deepEqual(granted, [['Your turn', 'Velvet', 'velodrome-abc']])
})
