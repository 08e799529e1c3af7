// Hot seat: several players share a device; a curtain hides the table between their turns.

import { icon } from '../art/icons.js'
import { html, nothing } from '../lib/dom.js'
import { loadStyle } from '../lib/lazy.js'
import { standingMoves } from './log.js'
import { clearTable, send } from './session.js'

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../protocol/types.js').Room} Room */
/** @typedef {import('../lib/dom.js').Html} Html */

/** State of a shared device: whose view of the table is shown, a player's or the public one. */
export class HotSeat {
  /** @param {Session} session */
  constructor(session) {
    this.session = session
    /** @type {number | null} */ this.looker = null // the seat whose view was requested; null for the public view
    /** @type {number | null} */ this.next = null // the player at this device whose turn it is
    this.isBlind = false // another view was requested: ignore tables until the server confirms it
    // drawing memory by viewing seat
    /** @type {Map<number | null, Record<string, any>>} */ this.memories = new Map()
    void loadStyle('hotseat')
  }

  /** Return the player at this device whose turn it is. @returns {number | null} */
  get due() {
    const { room, table } = this.session
    if (!room || !table || room.phase !== 'playing') return null
    return room.mine.includes(table.actor) && !room.seats[table.actor].bot ? table.actor : null
  }

  /** Whether the curtain is closed: it is a player's turn, but their view is not shown yet. */
  get isClosed() {
    return this.isBlind || (this.due !== null && this.due !== this.session.room?.me)
  }

  /**
   * The player at this device who may take back their last move; never the one whose turn it is.
   * @returns {number | null}
   */
  get takebackSeat() {
    const { room, ui } = this.session
    if (room?.phase !== 'playing' || room.terms.back === false || room.asks !== null) return null
    const last = standingMoves(ui.history).findLast(({ actor, told }) => told && room.mine.includes(actor))
    return !last || last.actor === this.due || room.seats[last.actor].bot ? null : last.actor
  }

  /** Request the view of a seat, or the public one. @param {number | null} seat */
  look(seat) {
    const { session } = this
    if (!send(session, { do: 'look', seat })) return
    this.looker = seat
    this.isBlind = true
    clearTable(session)
    session.site.redraw()
  }

  /** Handle a room message, which names the seat that is shown. @param {Room | null} before @param {Room} room */
  roomReceived(before, room) {
    if (before && before.me !== room.me) {
      const { ui } = this.session
      this.memories.set(before.me, ui.memory)
      ui.memory = this.memories.get(room.me) ?? {}
      clearTable(this.session)
    }
    if (room.me === this.looker) this.isBlind = false
    else if (!this.isBlind) this.look(this.looker) // reconnected: request the same view again
  }

  /** Handle a new table: hide it if it is another player's turn at this device. */
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
   * Render the take-back button on the curtain, where no cards are visible.
   * @param {Room} room
   * @param {import('./view.js').TableUi} ui
   */
  renderTakeback({ seats, asks }, { notice }) {
    const { word } = this.session.site
    const { takebackSeat } = this
    return html`${
      asks === null ? '' : html`<p role="status" data-key="asks">${word('back.asks', { seat: seats[asks].name })}</p>`
    }
      ${
        takebackSeat === null
          ? ''
          : html`<button type="button" class="press small" data-do="back" data-arg="${takebackSeat}"
      data-key="back">${icon('back')} ${word('hot.take', { name: seats[takebackSeat].name })}</button>`
      }
      ${notice ? html`<p class="notice" role="alert" data-key="notice">${notice()}</p>` : ''}`
  }

  /** Render the choice of whose cards are shown while others decide. */
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

  /** Focus the curtain while it is closed. @param {HTMLElement} root */
  afterPaint(root) {
    const table = root.querySelector('main.table')
    table?.toggleAttribute('inert', this.isClosed)
    const button = root.querySelector('.curtain [data-do=eyes]')
    if (button instanceof HTMLElement && !root.querySelector('.curtain :focus') && !this.session.site.inDialog())
      button.focus()
  }
}
