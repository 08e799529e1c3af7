// Several people at one device: a curtain between their turns, and nothing of anybody's behind it.

import { icon } from '../art/icons.js'
import { html, nothing } from '../lib/dom.js'
import { dressed } from '../lib/lazy.js'
import { standing } from './takeback.js'

/** @typedef {import('../pages/play.js').Here} Here */
/** @typedef {import('../protocol/types.js').Room} Room */
/** @typedef {import('../lib/dom.js').Html} Html */

/** Who of those at the device looks at the table: one of them, or all of them at what everybody may see. */
export class HotSeat {
  /** @param {Here} here */
  constructor(here) {
    this.here = here
    /** @type {number | null} */ this.looker = null // whose eyes were asked for
    /** @type {number | null} */ this.next = null // who of them is to decide, as far as is known
    this.blind = false // other eyes were asked for: what comes before them is not for whoever looks
    // what drawings keep, by whose eyes
    /** @type {Map<number | null, Record<string, any>>} */ this.memories = new Map()
    void dressed('hotseat')
  }

  /** The person at the device who is to decide. @returns {number | null} */
  get due() {
    const { room, table } = this.here
    if (!room || !table || room.phase !== 'playing') return null
    return room.mine.includes(table.actor) && !room.seats[table.actor].bot ? table.actor : null
  }

  /** Whether the curtain is down: somebody is to decide who does not look yet. */
  get isClosed() {
    return this.blind || (this.due !== null && this.due !== this.here.room?.me)
  }

  /**
   * The person at the device who may want to take back what they did last: not who is to decide, for they look first.
   * @returns {number | null}
   */
  get backer() {
    const { room, sitting } = this.here
    if (!room || room.phase !== 'playing' || room.terms.back === false || room.asks !== null) return null
    const last = standing(sitting.heard).findLast(({ actor, told }) => told && room.mine.includes(actor))
    return !last || last.actor === this.due || room.seats[last.actor].bot ? null : last.actor
  }

  /** See the table from a seat, or as everybody does. @param {number | null} seat */
  look(seat) {
    const { here } = this
    if (!here.ask({ do: 'look', seat })) return
    this.looker = seat
    this.blind = true
    here.cover()
    here.site.redraw()
  }

  /** The server has told whose eyes these are. @param {Room | null} before @param {Room} room */
  told(before, room) {
    if (before && before.me !== room.me) {
      const { sitting } = this.here
      this.memories.set(before.me, sitting.memory)
      sitting.memory = this.memories.get(room.me) ?? {}
      this.here.cover()
    }
    if (room.me === this.looker) this.blind = false
    else if (!this.blind) this.look(this.looker) // the line was cut: whoever looked still does
  }

  /** A table has come: hide it from whoever has just played if another one here is to decide. */
  dealt() {
    const { room } = this.here
    this.next = this.due
    if (room && room.me !== null && this.due !== null && this.due !== room.me) this.look(null)
  }

  /** What hangs before the table. */
  curtain() {
    const { site, room, sitting } = this.here
    if (!this.isClosed || !room) return nothing
    const due = this.looker === null ? (this.due ?? this.next) : null
    const name = due === null ? '' : room.seats[due].name
    return html`<section class="curtain ${room.game}" data-key="curtain" role="dialog" aria-modal="true"
      aria-labelledby="curtain-title">
      <div class="curtain-card"><h2 id="curtain-title" role="status">${name ? site.word('hot.pass', { name }) : ''}</h2>
        ${
          name
            ? html`<p>${site.word('hot.text')}</p><button type="button" class="press main" data-do="eyes"
        data-arg="${due}" data-key="eyes">${site.word('hot.me', { name })}</button>`
            : ''
        }
        ${name ? this.backing(room, sitting) : ''}</div></section>`
  }

  /**
   * What was done last can be taken back without a look at anybody's cards.
   * @param {Room} room
   * @param {import('./view.js').Sitting} sitting
   */
  backing({ seats, asks }, { notice }) {
    const { word } = this.here.site
    const { backer } = this
    return html`${
      asks === null ? '' : html`<p role="status" data-key="asks">${word('back.asks', { seat: seats[asks].name })}</p>`
    }
      ${
        backer === null
          ? ''
          : html`<button type="button" class="press small" data-do="back" data-arg="${backer}"
      data-key="back">${icon('back')} ${word('hot.take', { name: seats[backer].name })}</button>`
      }
      ${notice ? html`<p class="notice" role="alert" data-key="notice">${notice()}</p>` : ''}`
  }

  /** Beside the table while others decide: whose cards are shown, or hide them. */
  chooser() {
    const { site, room } = this.here
    if (!room || room.phase === 'over' || this.due !== null) return nothing
    const { me } = room
    const left = room.mine.filter((seat) => room.seats[seat].bot && !room.forfeits.includes(seat))
    if (left.length)
      return html`<p class="banner eyes" data-key="chooser">${site.word('hot.away')}
      ${left.map(
        (seat) => html`<button type="button" class="press small main" data-do="sit" data-arg="${seat}"
      data-key="back${seat}">${site.word('hot.back', { name: room.seats[seat].name })}</button>`,
      )}</p>`
    return html`<p class="banner eyes" data-key="chooser">${
      me === null
        ? html`${site.word('hot.whose')}
      ${room.mine.map(
        (seat) =>
          html`<button type="button" class="press small" data-do="eyes" data-arg="${seat}"
        data-key="eyes${seat}">${site.word('hot.me', { name: room.seats[seat].name })}</button>`,
      )}`
        : html`${site.word('hot.now', { name: room.seats[me].name })} <button type="button" class="press small"
          data-do="eyes" data-arg="" data-key="eyes">${site.word('hot.hide')}</button>`
    }</p>`
  }

  /** Keys go to the curtain while it is down. @param {HTMLElement} root */
  drawn(root) {
    const table = root.querySelector('main.table')
    table?.toggleAttribute('inert', this.isClosed)
    const button = root.querySelector('.curtain [data-do=eyes]')
    if (button instanceof HTMLElement && !root.querySelector('.curtain :focus') && !this.here.site.inDialog())
      button.focus()
  }
}
