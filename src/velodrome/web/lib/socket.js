// WebSocket of a table. It reconnects when it breaks, and at once when the network or the reader is back.

/** @typedef {{is: string}} Message  any message of the server */

/** @typedef {object} Handlers
 * @property {(message: any) => void} onMessage
 * @property {(connected: boolean) => void} onStateChange
 * @property {() => void} onGone  the table does not exist
 */

const PING_INTERVAL = 15_000 // ms without any message before a ping is sent
const PING_TIMEOUT = 6_000 // ms without an answer to that ping: the connection is dead
const WAKE_TIMEOUT = 1_200 // ms; shorter after the reader comes back, because the connection has often died
const ANSWER_TIMEOUT = 1_500 // ms without any message after a request before a ping is sent
const DOUBT_TIMEOUT = 1_500 // ms without an answer to that ping; short, because the player is waiting
const CLOSED_GONE = 4_404 // close code: no such table
const CLOSED_BUSY = 4_429 // close code: too many pages, or too many messages
const RETRY_MIN = 200 // ms before reopening, doubled after each failure
const RETRY_MAX = 1_200 // so that a visible page is back within two seconds
const RETRY_MAX_HIDDEN = 5_000
const RETRY_BUSY = 8_000 // ms, to let other pages close first

export class Socket {
  /** @param {string} path  /ws/ROOM?invite=… @param {Handlers} handlers */
  constructor(path, handlers) {
    this.path = path
    this.handlers = handlers
    this.failures = 0 // failed attempts since the server last admitted this page
    this.reloads = 0 // reconnections because a message could not be shown
    /** @type {number} */ this.reloadTimer = 0
    this.isClosed = false
    /** @type {WebSocket | null} */ this.socket = null
    /** @type {number} */ this.timer = 0 // for the next ping, timeout or attempt
    this.wake = () => this.reconnectNow()
    addEventListener('online', this.wake)
    document.addEventListener('visibilitychange', this.wake)
    this.open()
  }

  open() {
    clearTimeout(this.timer)
    if (this.isClosed) return
    const socket = new WebSocket(new URL(this.path, location.href.replace(/^http/, 'ws')))
    this.socket = socket
    this.timer = setTimeout(() => socket.close(), PING_TIMEOUT)
    let isAdmitted = false // an open socket may still be refused; the first room message admits it
    socket.onopen = () => this.schedulePing(socket)
    socket.onmessage = ({ data }) => {
      this.schedulePing(socket)
      /** @type {Message} */ const message = JSON.parse(data)
      if (message.is === 'room' && !isAdmitted) {
        isAdmitted = true
        this.failures = 0
        this.handlers.onStateChange(true)
      }
      this.handlers.onMessage(message)
    }
    socket.onclose = ({ code }) => {
      if (this.socket === socket && !this.isClosed) this.retry(code)
    }
  }

  /** Reopen after a pause that grows with each failure. @param {number} code  of the close event */
  retry(code) {
    clearTimeout(this.timer)
    if (code === CLOSED_GONE) return this.handlers.onGone()
    this.handlers.onStateChange(false)
    const longest = document.hidden ? RETRY_MAX_HIDDEN : RETRY_MAX
    const pause = code === CLOSED_BUSY ? RETRY_BUSY : Math.min(longest, RETRY_MIN * 2 ** this.failures++)
    this.timer = setTimeout(() => this.open(), pause * (0.5 + Math.random()))
  }

  /**
   * Schedule a ping after a quiet period; every message restarts the period.
   * @param {WebSocket} socket @param {number} [quiet]  ms @param {number} [timeout]  of the ping
   */
  schedulePing(socket, quiet = PING_INTERVAL, timeout = PING_TIMEOUT) {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.ping(socket, timeout), quiet)
  }

  /**
   * Send a ping; reopen unless any message arrives in time.
   * @param {WebSocket} socket
   * @param {number} timeout
   */
  ping(socket, timeout) {
    clearTimeout(this.timer)
    socket.send('{"do":"ping"}')
    this.timer = setTimeout(() => this.reopen(socket), timeout)
  }

  /** Reopen after a pause because a message could not be shown; the server then sends everything again. */
  reload() {
    const { socket } = this
    if (!socket || this.isClosed || this.reloadTimer) return
    const pause = Math.min(RETRY_MAX_HIDDEN, RETRY_MIN * 2 ** this.reloads++)
    this.reloadTimer = setTimeout(() => {
      this.reloadTimer = 0
      this.reopen(socket)
    }, pause)
  }

  /** Replace a dead connection. @param {WebSocket} socket */
  reopen(socket) {
    if (this.socket !== socket || this.isClosed) return
    this.handlers.onStateChange(false)
    socket.close()
    this.open()
  }

  /** Test the connection or open one at once, when the network or the reader is back. */
  reconnectNow() {
    if (document.hidden || this.isClosed) return
    if (this.socket?.readyState === WebSocket.OPEN) this.ping(this.socket, WAKE_TIMEOUT)
    else if (this.socket?.readyState !== WebSocket.CONNECTING) this.open()
  }

  /** Send a request; return whether it was sent. @param {{do: string}} request */
  send(request) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false
    this.socket.send(JSON.stringify(request))
    this.schedulePing(this.socket, ANSWER_TIMEOUT, DOUBT_TIMEOUT)
    return true
  }

  close() {
    this.isClosed = true
    clearTimeout(this.timer)
    clearTimeout(this.reloadTimer)
    removeEventListener('online', this.wake)
    document.removeEventListener('visibilitychange', this.wake)
    this.socket?.close()
  }
}
