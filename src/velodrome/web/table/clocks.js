// Clocks: the server says how long each seat may still think; between two tellings the page counts on.

import { dressed } from '../lib/lazy.js'

/** @typedef {import('../main.js').Site} Site */
/** @typedef {import('../protocol/types.js').Times} Times */

const SHORT = 10 // seconds that are marked
const OFTEN = 250 // ms between two looks

/** The clocks of one table. */
export class Watch {
  /** @param {import('../pages/play.js').Here} here */
  constructor(here) {
    this.here = here
    this.site = here.site
    /** @type {Times | null} */ this.times = null
    this.at = 0 // when they were told
    void dressed('clocks')
    const counting = setInterval(() => this.drawn(), OFTEN)
    here.leaving.signal.addEventListener('abort', () => clearInterval(counting))
  }

  /** @param {Times} news */
  told(news) {
    this.times = news
    this.at = performance.now()
  }

  /** Seconds that a seat may still think. @param {Times} times @param {number} seat */
  left(times, seat) {
    return times.left[seat] - (seat === times.running ? (performance.now() - this.at) / 1000 : 0)
  }

  /** Write every clock on the page anew. */
  drawn() {
    if (!this.times) return
    for (const element of document.querySelectorAll('[data-clock]')) this.write(element, this.times)
  }

  /** @param {Element} element @param {Times} times */
  write(element, times) {
    const seat = Number(element.getAttribute('data-clock'))
    const left = this.left(times, seat)
    const runs = seat === times.running
    const text = `${runs && left <= SHORT ? '! ' : ''}${written(this.site, left)}`
    if (element.textContent !== text) element.textContent = text
    element.classList.toggle('runs', runs)
    element.classList.toggle('short', runs && left <= SHORT)
    element.setAttribute('aria-label', this.site.word('clock.left', { time: written(this.site, left) }))
    if (seat === this.here.room?.me) this.warn(runs && left <= SHORT)
  }

  /** Say that time is short, for those who do not see it. @param {boolean} short */
  warn(short) {
    const said = document.querySelector('[data-clock-said]')
    const text = short ? this.site.word('clock.short') : ''
    if (said && said.textContent !== text) said.textContent = text
  }
}

/** A time as people read it: 0:09, 14:59, 3 h 05, 2 d 4 h; +0:12 where it has run out.
 * @param {Site} site @param {number} left */
export function written(site, left) {
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
