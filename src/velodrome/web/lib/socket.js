// The line to a table: opened again whenever it breaks, sooner when the network is back.

/** @typedef {import('../protocol/types.js').Answer} Answer */
/** @typedef {import('../protocol/types.js').Request} Request */

const PATIENCE = 6_000 // ms without an answer to a ping: the line is dead, even if the browser has not noticed
const PING = 15_000
const DOUBT = 1_200 // the same where the reader is just back: a line that slept may well be dead
const ASKED = 3_000 // the same after a request: whoever plays a card does not wait longer in silence
const GONE = 4_404 // close code: there is no such table
const MANY = 4_429 // close code: too many pages, or too many messages
const SOONEST = 200 // ms until a broken line is opened again, twice as many after each try in vain
const LATEST = 1_200 // so that whoever looks is back within two seconds
const UNSEEN = 5_000 // the same while nobody looks
const CROWDED = 8_000 // ms where others have to make room first

export class Line {
  /** @param {string} path  /ws/ROOM?invite=…
   * @param {{told: (answer: Answer) => void, state: (connected: boolean) => void, gone: () => void}} heard */
  constructor(path, heard) {
    this.path = path
    this.heard = heard
    this.tries = 0 // since a table let this page in
    this.vain = 0 // times that what was told could not be shown
    /** @type {number} */ this.retrying = 0
    this.closed = false
    /** @type {WebSocket | null} */ this.socket = null
    /** @type {number} */ this.timer = 0
    this.wake = () => this.soon()
    addEventListener('online', this.wake)
    document.addEventListener('visibilitychange', this.wake)
    this.open()
  }

  open() {
    clearTimeout(this.timer)
    if (this.closed) return
    const socket = new WebSocket(new URL(this.path, location.href.replace(/^http/, 'ws')))
    this.socket = socket
    this.timer = setTimeout(() => socket.close(), PATIENCE)
    let inside = false // a table has let this page in: until then it may be turned away, though the line is open
    socket.onopen = () => this.watch(socket)
    socket.onmessage = ({ data }) => {
      this.watch(socket)
      /** @type {Answer} */ const answer = JSON.parse(data)
      if (answer.is === 'room' && !inside) {
        inside = true
        this.tries = 0
        this.heard.state(true)
      }
      this.heard.told(answer)
    }
    socket.onclose = ({ code }) => {
      if (this.socket !== socket || this.closed) return
      clearTimeout(this.timer)
      if (code === GONE) return this.heard.gone()
      this.heard.state(false)
      const wait = code === MANY ? CROWDED : Math.min(document.hidden ? UNSEEN : LATEST, SOONEST * 2 ** this.tries++)
      this.timer = setTimeout(() => this.open(), wait * (0.5 + Math.random()))
    }
  }

  /** Ask now and then whether the line is alive. @param {WebSocket} socket */
  watch(socket) {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.probe(socket, PATIENCE), PING)
  }

  /** Ask whether the line is alive; whatever comes is an answer. @param {WebSocket} socket @param {number} patience */
  probe(socket, patience) {
    clearTimeout(this.timer)
    socket.send('{"do":"ping"}')
    this.timer = setTimeout(() => this.again(socket), patience)
  }

  /** What was told could not be shown: open another line after a while, which tells all of it anew. */
  retry() {
    const { socket } = this
    if (!socket || this.closed || this.retrying) return
    const again = () => ((this.retrying = 0), this.again(socket))
    this.retrying = setTimeout(again, Math.min(UNSEEN, SOONEST * 2 ** this.vain++)) // whatever is told meanwhile
  }

  /** Give a dead line up and open another. @param {WebSocket} socket */
  again(socket) {
    if (this.socket !== socket || this.closed) return
    this.heard.state(false)
    socket.close()
    this.open()
  }

  /** The network or the reader is back: do not wait. */
  soon() {
    if (document.hidden || this.closed) return
    if (this.socket?.readyState === WebSocket.OPEN) this.probe(this.socket, DOUBT)
    else if (this.socket?.readyState !== WebSocket.CONNECTING) this.open()
  }

  /** Whether it went out. @param {Request} request */
  send(request) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false
    this.socket.send(JSON.stringify(request))
    this.probe(this.socket, ASKED)
    return true
  }

  close() {
    this.closed = true
    clearTimeout(this.timer)
    clearTimeout(this.retrying)
    removeEventListener('online', this.wake)
    document.removeEventListener('visibilitychange', this.wake)
    this.socket?.close()
  }
}
