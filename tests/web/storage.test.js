import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadSetting, saveSetting } from '../../src/velodrome/web/lib/storage.js'
import { fakeStorage, setGlobal } from './globals.js'

test('a setting is stored as JSON under the name of the site', (t) => {
  const stored = fakeStorage(t)
  saveSetting('taste.velvet', { sort: 'colour' })
  assert.deepEqual(stored, { 'velodrome.taste.velvet': '{"sort":"colour"}' })
  assert.deepEqual(loadSetting('taste.velvet', {}), { sort: 'colour' })
})

test('a missing setting loads as the fallback, but a stored false does not', (t) => {
  fakeStorage(t, { 'velodrome.notices': 'false', 'velodrome.nothing': 'null' })
  assert.equal(loadSetting('other', 7), 7)
  assert.equal(loadSetting('nothing', 7), 7)
  assert.equal(loadSetting('notices', true), false)
})

test('a setting that is not JSON loads as the fallback', (t) => {
  fakeStorage(t, { 'velodrome.lang': '{' })
  assert.equal(loadSetting('lang', 'en'), 'en')
})

test('a browser without storage causes no error', (t) => {
  const refuse = () => {
    throw new Error('denied')
  }
  setGlobal(t, 'localStorage', { getItem: refuse, setItem: refuse })
  saveSetting('lang', 'fr')
  assert.equal(loadSetting('lang', 'en'), 'en')
})
