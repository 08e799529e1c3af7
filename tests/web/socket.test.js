import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Socket } from '../../src/velodrome/web/lib/socket.js'
import { setGlobal } from './globals.js'

class FakeWebSocket {
  static CONNECTING = 0
  static OPEN = 1
  static CLOSED = 3
  /** @type {FakeWebSocket[]} */
  static all = []

  /** @param {URL} url */
  constructor(url) {
    this.url = String(url)
    this.readyState = FakeWebSocket.CONNECTING
    /** @type {any[]} */ this.sent = []
    /** @type {() => void} */ this.onopen = () => undefined
    /** @type {(event: {data: string}) => void} */ this.onmessage = () => undefined
    /** @type {(event: {code: number}) => void} */ this.onclose = () => undefined
    FakeWebSocket.all.push(this)
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text))
  }

  close() {
    this.readyState = FakeWebSocket.CLOSED
  }

  /** Accept the connection and send messages. @param {...object} messages */
  receive(...messages) {
    if (this.readyState === FakeWebSocket.CONNECTING) {
      this.readyState = FakeWebSocket.OPEN
      this.onopen()
    }
    for (const message of messages) this.onmessage({ data: JSON.stringify(message) })
  }

  /** @param {number} code */
  break(code = 1006) {
    this.readyState = FakeWebSocket.CLOSED
    this.onclose({ code })
  }
}

/** Open a socket with fake timers; return it with its last connection, its reports and the page's listeners.
 * @param {import('node:test').TestContext} t */
function open(t) {
  t.after(() => socket.close()) // runs before the hooks that remove the fake globals
  t.mock.timers.enable({ apis: ['setTimeout'] })
  FakeWebSocket.all = []
  /** @type {Record<string, () => void>} */ const listeners = {}
  const add = (/** @type {string} */ name, /** @type {() => void} */ heard) => {
    listeners[name] = heard
  }
  const remove = (/** @type {string} */ name) => delete listeners[name]
  const page = { hidden: false, addEventListener: add, removeEventListener: remove }
  setGlobal(t, 'WebSocket', FakeWebSocket)
  setGlobal(t, 'location', { href: 'http://host/t/abc' })
  setGlobal(t, 'document', page)
  setGlobal(t, 'addEventListener', add)
  setGlobal(t, 'removeEventListener', remove)
  /** @type {unknown[]} */ const reports = []
  const socket = new Socket('/ws/abc', {
    onMessage: (message) => reports.push(message.is),
    onStateChange: (isConnected) => reports.push(isConnected),
    onGone: () => reports.push('gone'),
  })
  const last = () => /** @type {FakeWebSocket} */ (FakeWebSocket.all.at(-1))
  return { socket, last, reports, page, listeners, tick: (/** @type {number} */ ms) => t.mock.timers.tick(ms) }
}

const PING = { do: 'ping' }

test('a socket connects to its path on the host of the page', (t) => {
  assert.equal(open(t).last().url, 'ws://host/ws/abc')
})

test('a socket is connected once it has received a message', (t) => {
  const { last, reports } = open(t)
  last().receive()
  assert.deepEqual(reports, [])
  last().receive({ is: 'room' }, { is: 'room' })
  assert.deepEqual(reports, [true, 'room', 'room'])
})

test('nothing is sent before the connection is open', (t) => {
  const { socket, last } = open(t)
  assert.equal(socket.send({ do: 'leave' }), false)
  assert.deepEqual(last().sent, [])
})

test('a request that is answered is not followed by a ping', (t) => {
  const { socket, last, tick } = open(t)
  last().receive({ is: 'room' })
  assert.equal(socket.send({ do: 'start' }), true)
  tick(1_400)
  last().receive({ is: 'table' })
  tick(14_900)
  assert.deepEqual(last().sent, [{ do: 'start' }])
})

test('a request without an answer causes one ping, then a new connection within three seconds', (t) => {
  const { socket, last, reports, tick } = open(t)
  last().receive({ is: 'room' })
  const first = last()
  socket.send({ do: 'start' })
  tick(1_500)
  assert.deepEqual(first.sent, [{ do: 'start' }, PING])
  tick(1_500)
  assert(last() !== first)
  assert.deepEqual(reports, [true, 'room', false])
})

test('a slow answer is waited for while the server answers pings', (t) => {
  const { socket, last, tick } = open(t)
  last().receive({ is: 'room' })
  socket.send({ do: 'hint' })
  tick(1_500)
  last().receive({ is: 'pong' })
  tick(10_000)
  assert.equal(FakeWebSocket.all.length, 1)
})

test('a quiet connection is pinged, and replaced if there is no answer', (t) => {
  const { last, tick } = open(t)
  last().receive({ is: 'room' })
  const first = last()
  tick(15_000)
  assert.deepEqual(first.sent, [PING])
  tick(6_000)
  assert(last() !== first)
  assert.equal(first.readyState, FakeWebSocket.CLOSED)
})

test('a broken connection is reopened within two seconds after every failure', (t) => {
  const { last, reports, tick } = open(t)
  last().receive({ is: 'room' })
  for (let failures = 0; failures < 8; failures++) {
    const count = FakeWebSocket.all.length
    last().break()
    tick(1_800)
    assert.equal(FakeWebSocket.all.length, count + 1)
  }
  assert.equal(reports.at(-1), false)
})

test('a hidden page waits longer between attempts', (t) => {
  const { last, page, tick } = open(t)
  setGlobal(t, 'Math', Object.assign(Object.create(Math), { random: () => 0.5, min: Math.min }))
  page.hidden = true
  for (let failures = 0; failures < 6; failures++) {
    last().break()
    tick(5_000)
  }
  const count = FakeWebSocket.all.length
  last().break()
  tick(4_999)
  assert.equal(FakeWebSocket.all.length, count)
  tick(1)
  assert.equal(FakeWebSocket.all.length, count + 1)
})

test('a table that does not exist is not retried', (t) => {
  const { last, reports, tick } = open(t)
  last().receive()
  last().break(4_404)
  tick(60_000)
  assert.deepEqual(reports, ['gone'])
  assert.equal(FakeWebSocket.all.length, 1)
})

test('a busy server is retried only after some seconds', (t) => {
  const { last, tick } = open(t)
  last().break(4_429)
  tick(3_900)
  assert.equal(FakeWebSocket.all.length, 1)
  tick(8_200)
  assert.equal(FakeWebSocket.all.length, 2)
})

test('an open connection is pinged as soon as the page becomes visible', (t) => {
  const { last, listeners, tick } = open(t)
  last().receive({ is: 'room' })
  const first = last()
  listeners.visibilitychange()
  assert.deepEqual(first.sent, [PING])
  tick(1_200)
  assert(last() !== first)
})

test('a broken connection is reopened as soon as the network is back', (t) => {
  const { last, listeners } = open(t)
  last().break()
  listeners.online()
  assert.equal(FakeWebSocket.all.length, 2)
})

test('a message that could not be shown causes one reconnection', (t) => {
  const { socket, last, tick } = open(t)
  last().receive({ is: 'room' })
  socket.reload()
  socket.reload()
  tick(199)
  assert.equal(FakeWebSocket.all.length, 1)
  tick(1)
  assert.equal(FakeWebSocket.all.length, 2)
})

test('a closed socket does nothing more', (t) => {
  const { socket, last, reports, listeners, tick } = open(t)
  last().receive({ is: 'room' })
  socket.close()
  last().break()
  tick(60_000)
  assert.deepEqual([FakeWebSocket.all.length, reports.length, Object.keys(listeners)], [1, 2, []])
})
