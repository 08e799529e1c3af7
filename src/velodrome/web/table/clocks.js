// Clocks: the server sends each seat's remaining time; the page counts down in between.

import { loadStyle } from '../lib/lazy.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {import('../protocol/types.js').Times} Times */

const SHORT_TIME = 10 // seconds left below which a clock is marked
const UPDATE_INTERVAL = 250 // ms between two updates

/** Clocks of one table. */
export class Clocks {
  /** @param {import('./session.js').Session} session */
  constructor(session) {
    this.session = session
    this.site = session.site
    /** @type {Times | null} */ this.times = null
    this.at = 0 // when `times` was received
    void loadStyle('clocks')
    const counting = setInterval(() => this.afterPaint(), UPDATE_INTERVAL)
    session.leaving.signal.addEventListener('abort', () => clearInterval(counting))
  }

  /** @param {Times} news */
  receive(news) {
    this.times = news
    this.at = performance.now()
  }

  /** Return the seconds that a seat has left. @param {Times} times @param {number} seat */
  secondsLeft(times, seat) {
    return times.left[seat] - (seat === times.running ? (performance.now() - this.at) / 1000 : 0)
  }

  /** Update every clock on the page. */
  afterPaint() {
    if (!this.times) return
    for (const element of document.querySelectorAll('[data-clock]')) this.writeClock(element, this.times)
  }

  /** @param {Element} element @param {Times} times */
  writeClock(element, times) {
    const seat = Number(element.getAttribute('data-clock'))
    const left = this.secondsLeft(times, seat)
    const runs = seat === times.running
    const text = `${runs && left <= SHORT_TIME ? '! ' : ''}${formatTime(this.site, left)}`
    if (element.textContent !== text) element.textContent = text
    element.classList.toggle('runs', runs)
    element.classList.toggle('short', runs && left <= SHORT_TIME)
    element.setAttribute('aria-label', this.site.word('clock.left', { time: formatTime(this.site, left) }))
    if (seat === this.session.room?.me) this.warn(runs && left <= SHORT_TIME)
  }

  /** Announce to screen readers that time is short. @param {boolean} short */
  warn(short) {
    const said = document.querySelector('[data-clock-said]')
    const text = short ? this.site.word('clock.short') : ''
    if (said && said.textContent !== text) said.textContent = text
  }
}

/** Format a time: 0:09, 14:59, 3 h 05, 2 d 4 h; +0:12 once it has run out.
 * @param {Site} site @param {number} left */
export function formatTime(site, left) {
  const whole = left < 0 ? Math.floor(-left) : Math.ceil(left)
  const [minutes, hours, days] = [Math.floor(whole / 60), Math.floor(whole / 3600), Math.floor(whole / 86_400)]
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0')
  const time = days
    ? site.word('clock.days', { days, hours: hours % 24 })
    : hours
      ? `${hours} h ${two(minutes % 60)}`
      : `${minutes}:${two(whole % 60)}`
  return left < 0 && whole ? `+${time}` : time
}
