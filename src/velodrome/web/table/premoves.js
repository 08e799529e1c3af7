// Premoves: moves picked while others decide; the server plays them when the turn comes.

import { html, nothing } from '../lib/dom.js'
import { ruleOf, say } from '../lib/i18n.js'
import { loadStyle } from '../lib/lazy.js'
import { announce, toPlainText } from '../lib/screenreader.js'
import { renderMoveName } from './log.js'
import { narrow, pieceOf } from './selection.js'
import { currentView, newestTable, renderRuleSuffix, send, showAnswer, showNotice } from './session.js'

/** @typedef {import('../protocol/types.js').View} View */
/** @typedef {import('../protocol/types.js').Room} Room */
/** @typedef {import('../protocol/types.js').Table} Table */
/** @typedef {import('../protocol/types.js').Piece} Piece */
/** @typedef {import('../protocol/types.js').Choice} Choice */
/** @typedef {import('../protocol/types.js').Drawing} Drawing */
/** @typedef {import('../protocol/types.js').Planned} Planned */
/** @typedef {import('../protocol/types.js').Dropped} Dropped */
/** @typedef {import('./session.js').Session} Session */

/** Premoves of the viewer. */
export class Premoves {
  /** @param {Session} session */
  constructor(session) {
    this.session = session
    this.isOpen = false // picks become premoves
    /** @type {Choice[]} */ this.moves = [] // moves that can be premoved
    this.ply = 0 // ply that `moves` belong to
    /** @type {Planned[]} */ this.queue = [] // confirmed by the server
    /** @type {string[]} */ this.sent = [] // sent last
    this.isUnconfirmed = false // `sent` has no answer yet
    // the premoves when the connection was lost, and their ply
    /** @type {{texts: string[], ply: number} | null} */ this.lost = null
    /** @type {Dropped | null} */ this.lateDrop = null // arrived before its table was shown
    void loadStyle('premoves')
    session.site.addAction('unprepare', (arg) =>
      this.send(arg === '' ? [] : this.texts().filter((_, i) => i !== Number(arg))),
    )
  }

  /** Check whether somebody else decides. @param {Room | null} room @param {{actor: number} | null} table */
  isWaiting(room, table) {
    if (!room || !table || room.me === null || room.phase !== 'playing' || room.seats[room.me].bot) return false
    return table.actor >= 0 && table.actor !== room.me
  }

  /** Check whether the server is about to play the first premove, since it is legal now.
   * @param {Room | null} room @param {{actor: number, moves: Choice[]} | null} table */
  isDue(room, table) {
    const [first] = this.queue
    return (
      first !== undefined &&
      room?.phase === 'playing' &&
      table?.actor === room.me &&
      table.moves.some(({ text }) => text === first.text)
    )
  }

  /** Open or close premove mode. */
  toggle() {
    const { session } = this
    if (this.isOpen) this.close()
    else if (this.ask()) this.isOpen = true
    session.site.redraw()
  }

  close() {
    this.isOpen = false
    this.moves = []
    this.session.ui.selection.picked = new Set()
  }

  /** Ask the server which moves can be premoved. */
  ask() {
    return send(this.session, { do: 'ahead' })
  }

  /** Return the texts of all premoves, confirmed or not. */
  texts() {
    return this.isUnconfirmed ? this.sent : this.queue.map(({ text }) => text)
  }

  /** Mark the last change as answered by the server. */
  confirmSent() {
    this.isUnconfirmed = false
  }

  /** Add premoves. @param {string[]} moves */
  add(moves) {
    if (this.send([...this.texts(), ...moves])) this.session.ui.selection.picked = new Set()
    this.session.site.redraw()
    return false // no move was played
  }

  /** @param {string[]} moves */
  send(moves) {
    const ply = moves.length && this.isOpen ? this.ply : (this.session.table?.ply ?? 0)
    if (!send(this.session, { do: 'prepare', ply, moves })) return false
    this.sent = moves
    this.isUnconfirmed = true
    return true
  }

  /** @param {import('../protocol/types.js').Offered | import('../protocol/types.js').Prepared | Dropped} answer */
  receive(answer) {
    const { session } = this
    if (answer.is === 'prepared') {
      this.queue = answer.moves
      // other lists follow a played premove, or come from another page of this guest
      if (isSame(answer.moves, this.sent)) this.confirmSent()
      this.reportLoss()
    } else if (answer.is === 'dropped') this.receiveDrop(answer)
    else if (this.isOpen) this.receiveOffer(answer)
    session.site.redraw()
    if (answer.is === 'prepared') document.querySelector('.plan li:last-child')?.scrollIntoView({ block: 'nearest' })
  }

  /** @param {import('../protocol/types.js').Offered} answer */
  receiveOffer({ moves, ply }) {
    const { session } = this
    Object.assign(this, { moves, ply })
    if (!narrow(moves, session.ui.selection.picked).length) session.ui.selection.picked = new Set()
    if (moves.length || session.pacing.queue.length || !this.isWaiting(session.room, session.table)) return
    this.close()
    showNotice(session, 'ahead.nothing')
  }

  /** @param {Dropped} news */
  receiveDrop(news) {
    this.lateDrop = news
    if (this.session.table && this.session.table.ply >= news.ply) this.explainDrop()
  }

  /** Say which premove was dropped, and why. */
  explainDrop() {
    const { session, lateDrop } = this
    if (!lateDrop || !currentView(session)) return
    this.lateDrop = null
    const { why, of, move } = lateDrop
    const said = () => {
      const view = currentView(session)
      return view && session.drawing
        ? html`${view.word('ahead.dropped')} ${renderMoveName(session.drawing, view, move)}
          ${say(of, session.site.lang, why, view.spoken)}`
        : nothing
    }
    void announce('refused', () => toPlainText(said()), session.site.lang)
    showAnswer(session, () => html`${said()}${renderRuleSuffix(session, ruleOf(of, session.site.lang, why))}`)
  }

  /** Handle a new table; return whether the selection stays. @param {Table} table */
  tableShown(table) {
    const { session } = this
    if (this.lateDrop && table.ply >= this.lateDrop.ply) this.explainDrop()
    if (!this.isOpen) return false
    if (this.isWaiting(session.room, table)) return this.ask()
    if (!this.queue.length || table.actor < 0) this.close()
    return false
  }

  /** Tell the viewer if premoves were lost during a disconnection and not played. */
  reportLoss() {
    const { session, lost } = this
    const { me } = session.room ?? {}
    this.lost = null
    if (!lost) return
    const news = newestTable(session)?.news ?? []
    const played = news.filter(({ ply, actor }) => ply > lost.ply && actor === me).map(({ text }) => text)
    const left = played.reduce((texts, text) => (texts[0] === text ? texts.slice(1) : texts), lost.texts)
    if (left.length > this.queue.length) showNotice(session, 'ahead.lost')
  }

  /** Clear the premoves after a reconnection: the server sends them again. */
  reconnected() {
    if (this.texts().length) this.lost = { texts: this.texts(), ply: newestTable(this.session)?.ply ?? 0 }
    this.queue = []
    this.isUnconfirmed = false
    this.close()
  }

  /**
   * Return the table with the possible premoves as its moves; picks that are in no zone become controls.
   * @param {Room} room
   * @param {Table} table
   * @returns {Table}
   */
  addTo(room, table) {
    if (!this.isOpen || !this.moves.length || !this.isWaiting(room, table)) return table
    const moves = this.affordable(room, table)
    const others = table.zones.filter((zone) => zone.id !== 'controls')
    const lying = new Set(others.flatMap((zone) => zone.pieces.map((piece) => piece.id)))
    const picks = [...new Set(moves.flatMap((move) => move.picks))].filter((pick) => !lying.has(pieceOf(pick)))
    const pieces = [...new Set(picks.map(pieceOf))].map((id) => controlOf(id, picks))
    return {
      ...table,
      moves,
      zones: [...others, { id: 'controls', kind: 'controls', owner: null, size: pieces.length, pieces }],
    }
  }

  /**
   * Return the possible premoves without those that need a hand card of an earlier premove.
   * @param {Room} room
   * @param {Table} table
   */
  affordable(room, table) {
    const hand = table.zones
      .filter((zone) => zone.kind === 'hand' && zone.owner === room.me)
      .flatMap((zone) => zone.pieces.map((piece) => piece.id))
    const waiting = new Set(this.texts())
    const spent = new Set(
      this.moves
        .filter((move) => waiting.has(move.text))
        .flatMap((move) => move.picks)
        .filter((pick) => hand.includes(pick)),
    )
    return spent.size ? this.moves.filter((move) => !move.picks.some((pick) => spent.has(pick))) : this.moves
  }

  /** Render the premoves. @param {Drawing} drawing @param {View} view */
  panel(drawing, view) {
    const { queue } = this
    // false: the drawing shows the premoves itself
    if ((!this.isOpen && !queue.length) || drawing.prepares?.(view) === false) return nothing
    return html`<section class="plan ${this.isOpen ? 'open' : ''}" data-key="plan"
      aria-label="${view.word('ahead.title')}">
      <p class="hidden" role="status" data-key="said">${
        queue.length ? view.word('ahead.count', { count: queue.length }) : view.word('ahead.how')
      }</p>
      ${
        this.isOpen && !queue.length
          ? html`<p class="plan-how" data-key="how" aria-hidden="true">${view.word('ahead.how')}</p>`
          : ''
      }
      ${
        queue.length
          ? html`<span class="plan-title" data-key="title" aria-hidden="true">${view.word('ahead.title')}</span>
        <ol data-key="queue">${queue.map((move, i) => renderPremove(drawing, view, move, i))}</ol>`
          : ''
      }
      ${
        queue.length > 1
          ? html`<button type="button" class="press small" data-key="none"
      data-do="unprepare">${view.word('ahead.clear')}</button>`
          : ''
      }</section>`
  }
}

/** Check whether a queue consists of these moves. @param {Planned[]} queue @param {string[]} texts */
const isSame = (queue, texts) => queue.length === texts.length && queue.every(({ text }, i) => text === texts[i])

/** Build a control (a number if picks have one). @param {string} id @param {string[]} picks @returns {Piece} */
function controlOf(id, picks) {
  const numbers = picks.filter((pick) => pick !== id && pieceOf(pick) === id).map((pick) => Number(pick.split(':')[1]))
  return numbers.length
    ? { id, kind: 'number', number: [Math.min(...numbers), Math.max(...numbers)] }
    : { id, kind: 'button' }
}

/**
 * Render a premove with a button that removes it.
 * @param {Drawing} drawing
 * @param {View} view
 * @param {Planned} move
 * @param {number} i
 */
function renderPremove(drawing, view, move, i) {
  const name = renderMoveName(drawing, view, move)
  const drop = view.word('ahead.drop', { move: toPlainText(name) })
  return html`<li data-key="plan${i}"><span>${name}</span><button type="button" data-key="drop${i}" data-do="unprepare"
    data-arg="${i}" aria-label="${drop}" title="${drop}">×</button></li>`
}
