import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RequestError, request } from '../../src/velodrome/web/lib/api.js'
import { createRoom, fetchRules, rename } from '../../src/velodrome/web/protocol/requests.js'
import { fakeFetch } from './globals.js'

test('a request without a body is a GET', async (t) => {
  const calls = fakeFetch(t, { '/api/me': { body: { name: 'Anna' } } })
  assert.deepEqual(await request('/api/me'), { name: 'Anna' })
  assert.deepEqual(calls, [{ path: '/api/me', options: {} }])
})

test('a request with a body is a POST of JSON', async (t) => {
  const calls = fakeFetch(t, { '/api/me': { body: { name: 'Ben' } } })
  await rename('Ben')
  const { method, headers, body } = calls[0].options
  assert.deepEqual([method, headers, body], ['POST', { 'Content-Type': 'application/json' }, '{"name":"Ben"}'])
})

test('a refused request throws the text from the server', async (t) => {
  fakeFetch(t, { '/api/rooms': { status: 429, body: { error: { key: 'refuse.fast' } } } })
  const plan = { game: 'velonimo', seats: 2, options: {}, bots: [], open: false }
  await assert.rejects(createRoom(plan), { text: { key: 'refuse.fast' } })
})

test('a refused request without a readable text throws a default text', async (t) => {
  fakeFetch(t, { '/api/me': { status: 502, body: '<html>' } })
  await assert.rejects(request('/api/me'), { text: { key: 'refuse.broken' } })
})

test('a lost connection throws a RequestError too', async (t) => {
  fakeFetch(t, {})
  await assert.rejects(request('/api/me'), RequestError)
  await assert.rejects(request('/api/me'), { text: { key: 'trouble.line' } })
})

test('a rulebook is fetched by game and language', async (t) => {
  fakeFetch(t, { '/rules/velvet/fr.json': { body: { intro: 'Bonjour', rules: {} } } })
  assert.equal((await fetchRules('velvet', 'fr')).intro, 'Bonjour')
})
