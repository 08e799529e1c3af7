// Several people at one device: a curtain hides the table between their turns.

import { icon } from '../art/icons.js'
import { html, nothing } from '../lib/dom.js'
import { loadStyle } from '../lib/lazy.js'
import { standingMoves } from './log.js'
import { clearTable, send } from './session.js'

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../protocol/types.js').Room} Room */
/** @typedef {import('../lib/dom.js').Html} Html */

/** Whose view of the table is shown: that of one person at the device, or the public one. */
export class HotSeat {
  /** @param {Session} session */
  constructor(session) {
    this.session = session
    /** @type {number | null} */ this.looker = null // the seat whose view was asked for
    /** @type {number | null} */ this.next = null // the person at the device whose turn it is
    this.isBlind = false // other eyes were asked for: what comes before them is not for whoever looks
    // what drawings keep, by whose eyes
    /** @type {Map<number | null, Record<string, any>>} */ this.memories = new Map()
    void loadStyle('hotseat')
  }

  /** Return the person at the device whose turn it is. @returns {number | null} */
  get due() {
    const { room, table } = this.session
    if (!room || !table || room.phase !== 'playing') return null
    return room.mine.includes(table.actor) && !room.seats[table.actor].bot ? table.actor : null
  }

  /** Check whether the curtain is closed: it is the turn of somebody who does not look yet. */
  get isClosed() {
    return this.isBlind || (this.due !== null && this.due !== this.session.room?.me)
  }

  /**
   * The person at the device who may want to take back what they did last: not who is to decide, for they look first.
   * @returns {number | null}
   */
  get backer() {
    const { room, ui } = this.session
    if (room?.phase !== 'playing' || room.terms.back === false || room.asks !== null) return null
    const last = standingMoves(ui.history).findLast(({ actor, told }) => told && room.mine.includes(actor))
    return !last || last.actor === this.due || room.seats[last.actor].bot ? null : last.actor
  }

  /** See the table from a seat, or as everybody does. @param {number | null} seat */
  look(seat) {
    const { session } = this
    if (!send(session, { do: 'look', seat })) return
    this.looker = seat
    this.isBlind = true
    clearTable(session)
    session.site.redraw()
  }

  /** The server has told whose eyes these are. @param {Room | null} before @param {Room} room */
  roomReceived(before, room) {
    if (before && before.me !== room.me) {
      const { ui } = this.session
      this.memories.set(before.me, ui.memory)
      ui.memory = this.memories.get(room.me) ?? {}
      clearTable(this.session)
    }
    if (room.me === this.looker) this.isBlind = false
    else if (!this.isBlind) this.look(this.looker) // the line was cut: whoever looked still does
  }

  /** A table has come: hide it from the player who has just moved if another one at this device decides. */
  tableShown() {
    const { room } = this.session
    this.next = this.due
    if (room && room.me !== null && this.due !== null && this.due !== room.me) this.look(null)
  }

  /** Render the curtain. */
  curtain() {
    const { site, room, ui } = this.session
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
        ${name ? this.renderTakeback(room, ui) : ''}</div></section>`
  }

  /**
   * What was done last can be taken back without a look at anybody's cards.
   * @param {Room} room
   * @param {import('./view.js').TableUi} ui
   */
  renderTakeback({ seats, asks }, { notice }) {
    const { word } = this.session.site
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
    const { site, room } = this.session
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
  afterPaint(root) {
    const table = root.querySelector('main.table')
    table?.toggleAttribute('inert', this.isClosed)
    const button = root.querySelector('.curtain [data-do=eyes]')
    if (button instanceof HTMLElement && !root.querySelector('.curtain :focus') && !this.session.site.inDialog())
      button.focus()
  }
}
