// Preparing ahead: moves that are picked while others decide, and wait at the server until their moment comes.

import { html, nothing } from '../lib/dom.js'
import { ruleOf, say } from '../lib/i18n.js'
import { dressed } from '../lib/lazy.js'
import { letHear, plain } from '../lib/screenreader.js'
import { narrow, pieceOf } from './selection.js'
import { named } from './view.js'

/** @typedef {import('../protocol/types.js').View} View */
/** @typedef {import('../protocol/types.js').Room} Room */
/** @typedef {import('../protocol/types.js').Table} Table */
/** @typedef {import('../protocol/types.js').Piece} Piece */
/** @typedef {import('../protocol/types.js').Choice} Choice */
/** @typedef {import('../protocol/types.js').Drawing} Drawing */
/** @typedef {import('../protocol/types.js').Planned} Planned */
/** @typedef {import('../protocol/types.js').Dropped} Dropped */
/** @typedef {import('../pages/play.js').Here} Here */

/** What somebody at a table prepares. */
export class Planner {
  /** @param {Here} here */
  constructor(here) {
    this.here = here
    this.open = false // what is picked is prepared
    /** @type {Choice[]} */ this.moves = [] // that can be
    this.ply = 0 // of the table that they are about
    /** @type {Planned[]} */ this.queue = [] // as the server has it
    /** @type {string[]} */ this.sent = [] // as it will be
    this.unsure = false // what was sent is not answered
    // what waited when the line was cut, and at which ply
    /** @type {{texts: string[], ply: number} | null} */ this.lost = null
    /** @type {Dropped | null} */ this.late = null // came before the table that it is about was shown
    void dressed('ahead')
    here.site.hear('unprepare', (arg) => this.send(arg === '' ? [] : this.texts().filter((_, i) => i !== Number(arg))))
  }

  /** Whether somebody else decides. @param {Room | null} room @param {{actor: number} | null} table */
  waits(room, table) {
    if (!room || !table || room.me === null || room.phase !== 'playing' || room.seats[room.me].bot) return false
    return table.actor >= 0 && table.actor !== room.me
  }

  /** Whether the server is about to play the first that waits: it is open. What is not is left to wait, or dropped.
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

  /** Begin to prepare, or end it. */
  toggle() {
    const { here } = this
    if (this.open) this.close()
    else if (this.ask()) this.open = true
    here.site.redraw()
  }

  close() {
    this.open = false
    this.moves = []
    this.here.sitting.selected = new Set()
  }

  /** What can be prepared now? */
  ask() {
    return this.here.ask({ do: 'ahead' })
  }

  /** All that is to wait, whether the server has said so or not. */
  texts() {
    return this.unsure ? this.sent : this.queue.map(({ text }) => text)
  }

  /** The last thing that was sent is granted, or not. */
  answered() {
    this.unsure = false
  }

  /** One more, or several. @param {string[]} moves */
  add(moves) {
    if (this.send([...this.texts(), ...moves])) this.here.sitting.selected = new Set()
    this.here.site.redraw()
    return false // nothing of it is on the table yet
  }

  /** @param {string[]} moves */
  send(moves) {
    const ply = moves.length && this.open ? this.ply : (this.here.table?.ply ?? 0)
    if (!this.here.ask({ do: 'prepare', ply, moves })) return false
    this.sent = moves
    this.unsure = true
    return true
  }

  /** @param {import('../protocol/types.js').Offered | import('../protocol/types.js').Prepared | Dropped} answer */
  told(answer) {
    const { here } = this
    if (answer.is === 'prepared') {
      this.queue = answer.moves
      if (same(answer.moves, this.sent)) this.answered() // others tell of what was played, or come from another page
      this.compare()
    } else if (answer.is === 'dropped') this.dropped(answer)
    else if (this.open) this.offered(answer)
    here.site.redraw()
    if (answer.is === 'prepared') document.querySelector('.plan li:last-child')?.scrollIntoView({ block: 'nearest' })
  }

  /** @param {import('../protocol/types.js').Offered} answer */
  offered({ moves, ply }) {
    const { here } = this
    Object.assign(this, { moves, ply })
    if (!narrow(moves, here.sitting.selected).length) here.sitting.selected = new Set()
    if (moves.length || here.unseen.length || !this.waits(here.room, here.table)) return
    this.close()
    here.notice('ahead.nothing')
  }

  /** @param {Dropped} news */
  dropped(news) {
    this.late = news
    if (this.here.table && this.here.table.ply >= news.ply) this.say()
  }

  /** Say what was dropped, and why. */
  say() {
    const { here, late } = this
    if (!late || !here.looking()) return
    this.late = null
    const { why, of, move } = late
    const said = () => {
      const view = here.looking()
      return view && here.drawing
        ? html`${view.word('ahead.dropped')} ${named(here.drawing, view, move)}
          ${say(of, here.site.lang, why, view.spoken)}`
        : nothing
    }
    void letHear('refused', () => plain(said()), here.site.lang)
    here.answer(() => html`${said()}${here.mark(ruleOf(of, here.site.lang, why))}`)
  }

  /** A table is shown: whether what is selected stays. @param {Table} table */
  dealt(table) {
    const { here } = this
    if (this.late && table.ply >= this.late.ply) this.say()
    if (!this.open) return false
    if (this.waits(here.room, table)) return this.ask()
    if (!this.queue.length || table.actor < 0) this.close()
    return false
  }

  /** The line is back: say so if less waits than before, and more than was played meanwhile. */
  compare() {
    const { here, lost } = this
    const { me } = here.room ?? {}
    this.lost = null
    if (!lost) return
    const news = here.last?.news ?? []
    const played = news.filter(({ ply, actor }) => ply > lost.ply && actor === me).map(({ text }) => text)
    const left = played.reduce((texts, text) => (texts[0] === text ? texts.slice(1) : texts), lost.texts)
    if (left.length > this.queue.length) here.notice('ahead.lost')
  }

  /** The line was cut: what still waits is told again. */
  again() {
    if (this.texts().length) this.lost = { texts: this.texts(), ply: this.here.last?.ply ?? 0 }
    this.queue = []
    this.unsure = false
    this.close()
  }

  /**
   * The table with what can be prepared in place of what is open: picks that lie nowhere are controls.
   * @param {Room} room
   * @param {Table} table
   * @returns {Table}
   */
  laid(room, table) {
    if (!this.open || !this.moves.length || !this.waits(room, table)) return table
    const moves = this.unspent(room, table)
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
   * The moves without those that need a card of the hand which already waits to be played.
   * @param {Room} room
   * @param {Table} table
   */
  unspent(room, table) {
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

  /** What is prepared, and how. @param {Drawing} drawing @param {View} view */
  panel(drawing, view) {
    const { queue } = this
    // a game that does so itself shows it itself
    if ((!this.open && !queue.length) || drawing.prepares?.(view) === false) return nothing
    return html`<section class="plan ${this.open ? 'open' : ''}" data-key="plan"
      aria-label="${view.word('ahead.title')}">
      <p class="hidden" role="status" data-key="said">${
        queue.length ? view.word('ahead.count', { count: queue.length }) : view.word('ahead.how')
      }</p>
      ${
        this.open && !queue.length
          ? html`<p class="plan-how" data-key="how" aria-hidden="true">${view.word('ahead.how')}</p>`
          : ''
      }
      ${
        queue.length
          ? html`<span class="plan-title" data-key="title" aria-hidden="true">${view.word('ahead.title')}</span>
        <ol data-key="queue">${queue.map((move, i) => chip(drawing, view, move, i))}</ol>`
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

/** Whether this is what waits. @param {Planned[]} queue @param {string[]} texts */
const same = (queue, texts) => queue.length === texts.length && queue.every(({ text }, i) => text === texts[i])

/** A control by its picks: a number if they have one. @param {string} id @param {string[]} picks @returns {Piece} */
function controlOf(id, picks) {
  const numbers = picks.filter((pick) => pick !== id && pieceOf(pick) === id).map((pick) => Number(pick.split(':')[1]))
  return numbers.length
    ? { id, kind: 'number', number: [Math.min(...numbers), Math.max(...numbers)] }
    : { id, kind: 'button' }
}

/**
 * A move that waits, and how to be rid of it.
 * @param {Drawing} drawing
 * @param {View} view
 * @param {Planned} move
 * @param {number} i
 */
function chip(drawing, view, move, i) {
  const name = named(drawing, view, move)
  const drop = view.word('ahead.drop', { move: plain(name) })
  return html`<li data-key="plan${i}"><span>${name}</span><button type="button" data-key="drop${i}" data-do="unprepare"
    data-arg="${i}" aria-label="${drop}" title="${drop}">×</button></li>`
}
