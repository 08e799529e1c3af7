import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createLoader,
  importModule,
  isServerUp,
  loadStyleSheet,
  MissingPartError,
} from '../../src/velodrome/web/lib/lazy.js'
import { fakeFetch, setGlobal } from './globals.js'

test('a part is loaded once and shared', async () => {
  const load = createLoader()
  let count = 0
  const get = () => load('chat', async () => ++count)
  assert.deepEqual(await Promise.all([get(), get()]), [1, 1])
  assert.equal(await get(), 1)
})

test('after a failure, the next call tries again', async () => {
  const load = createLoader()
  await assert.rejects(
    load('chat', async () => {
      throw new Error('lost')
    }),
    { message: 'lost' },
  )
  assert.equal(await load('chat', async () => 'there'), 'there')
})

test('a module that cannot be fetched throws a MissingPartError', async () => {
  const load = async () => {
    throw new TypeError('failed to fetch') // a new error each time
  }
  await assert.rejects(importModule(load), MissingPartError)
})

test('an error in the module itself is thrown unchanged', async () => {
  const error = new TypeError('undefined is not a function')
  const load = async () => {
    throw error
  }
  await assert.rejects(importModule(load), error)
})

test('a module that fails to load once is fetched again', async () => {
  let tries = 0
  const load = async () => {
    if (!tries++) throw new TypeError('failed to fetch')
    return 'module'
  }
  assert.equal(await importModule(load), 'module')
})

test('a style sheet is linked once; one that fails is removed and tried again', async (t) => {
  /** @type {any[]} */
  const links = []
  setGlobal(t, 'document', {
    createElement: () => ({ remove: () => links.pop() }),
    head: { append: (/** @type {any} */ link) => links.push(link) },
  })
  const first = loadStyleSheet('style/a.css')
  links[0].onerror()
  await first
  assert.equal(links.length, 0)
  const second = loadStyleSheet('style/a.css')
  links[0].onload()
  await second
  await loadStyleSheet('style/a.css')
  assert.deepEqual([links.length, links[0].href], [1, '/web/style/a.css'])
})

test('the server is up if it answers without an error', async (t) => {
  setGlobal(t, 'location', { href: '/here' })
  fakeFetch(t, { '/here': { body: {} } })
  assert.equal(await isServerUp(), true)
  fakeFetch(t, { '/here': { status: 500, body: {} } })
  assert.equal(await isServerUp(), false)
  fakeFetch(t, {})
  assert.equal(await isServerUp(), false)
})
