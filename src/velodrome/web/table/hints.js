// Hints: the best moves with what they promise and why; the one that is looked at is drawn on the pieces.

import { html } from '../lib/dom.js'
import { loadTexts } from '../lib/i18n.js'
import { loadStyle } from '../lib/lazy.js'
import { renderMoveName } from './log.js'
import { playMoves, send } from './session.js'

/** @typedef {import('../protocol/types.js').View} View */
/** @typedef {import('../protocol/types.js').Drawing} Drawing */
/** @typedef {import('../protocol/types.js').Advice} Advice */
/** @typedef {import('../protocol/types.js').Hints} Hints */
/** @typedef {import('./session.js').Session} Session */

/** The hints of the viewer. */
export class HintPanel {
  /** @param {Session} session */
  constructor(session) {
    this.session = session
    /** @type {Hints | null} */ this.hints = null
    this.shown = 0 // the one that is drawn on the pieces
    this.pressed = 0 // the one that was, before a finger came down
    this.unfolded = false // a phone shows what speaks for it
    void loadStyle('hints')
    const { site, leaving } = session
    site.addAction('showHint', (arg, _, event) => this.pressHint(Number(arg), event))
    site.addAction('playHint', (arg) => this.playHint(Number(arg)))
    document.addEventListener(
      'pointerdown',
      () => {
        this.pressed = this.shown
      },
      {
        signal: leaving.signal,
        capture: true,
      },
    )
    for (const kind of ['pointermove', 'focusin']) {
      // a list that opens under a pointer at rest is not pointed at
      document.addEventListener(
        kind,
        (event) => {
          const row = /** @type {Element} */ (event.target).closest?.('[data-hint]')
          if (row) this.showHint(Number(row.getAttribute('data-hint')))
        },
        { signal: leaving.signal },
      )
    }
  }

  /** Ask for hints, or close them. */
  toggle() {
    const { session } = this
    if (session.ui.parts.hints) return this.dismiss()
    if (!session.table || !send(session, { do: 'hint', ply: session.table.ply })) return
    this.open()
  }

  open() {
    Object.assign(this, { hints: null, shown: 0, unfolded: false })
    this.session.ui.parts.hints = (drawing, view) => panel(drawing, view, this)
    this.session.site.redraw()
  }

  /** Close the hints without redrawing: the table has changed. */
  close() {
    this.hints = null
    this.session.ui.parts.hints = null
  }

  /** Stop waiting for hints that will not come. */
  cancel() {
    if (this.session.ui.parts.hints && !this.hints) this.close()
  }

  dismiss() {
    this.close()
    this.session.site.redraw()
  }

  /** The sentences that say why. @param {import('../lib/i18n.js').Lang} lang */
  async loadTexts(lang) {
    if (this.session.room) await loadTexts(lang, `${this.session.room.game}.why`)
  }

  /** @param {Hints} hints */
  async receive(hints) {
    await this.loadTexts(this.session.site.lang)
    if (hints.ply === this.session.table?.ply && this.session.ui.parts.hints) this.hints = hints
    this.session.site.redraw()
    reveal()
  }

  /** Shows a hint and unfolds it; pressed once more, it folds. @param {number} which @param {Event} event */
  pressHint(which, event) {
    // a key comes to what has the focus, and is shown
    const before = /** @type {MouseEvent} */ (event).detail ? this.pressed : this.shown
    this.unfolded = before !== which || !this.unfolded
    this.shown = which
    this.session.site.redraw()
    reveal()
  }

  /** @param {number} which */
  showHint(which) {
    if (which === this.shown || !this.hints?.moves[which]) return
    this.shown = which
    this.session.site.redraw()
    reveal()
  }

  /** @param {number} which */
  playHint(which) {
    const move = this.hints?.moves[which]
    if (move) playMoves(this.session, [move.text])
  }

  /** Mark the pieces of the hint that is looked at. */
  afterPaint() {
    const move = this.session.ui.parts.hints && this.hints?.moves[this.shown]
    const picks = move ? [...move.picks, move.text] : [] // a button may stand for the whole move
    const wanted = new Set(picks.map((pick) => pick.split(':')[0])) // of a number, its control
    for (const element of document.querySelectorAll(
      '.table :is([data-do="pick"], [data-do="answer"], [role="group"])',
    )) {
      const name = element.getAttribute(element.getAttribute('role') === 'group' ? 'data-key' : 'data-arg')
      element.classList.toggle('hinted', name !== null && wanted.has(name))
    }
  }
}

/** Scroll to the pieces of a hint. */
const reveal = () => document.querySelector('.board .hinted')?.scrollIntoView({ block: 'nearest' })

/** Check whether hints unfold by a touch, as on a phone. */
const isSmall = () => matchMedia('(max-width: 40rem)').matches

/**
 * @param {Drawing} drawing
 * @param {View} view
 * @param {{hints: Hints | null, shown: number, unfolded: boolean}} adviser  hints: null while they are thought about
 */
function panel(drawing, view, { hints, shown, unfolded }) {
  return html`<section class="hints ${unfolded ? 'unfolded' : ''}" data-key="hints"
    aria-label="${view.word('hint.title')}" aria-busy="${hints ? 'false' : 'true'}">
    <p class="hidden" role="status">${
      hints ? view.word('hint.count', { count: hints.moves.length }) : view.word('hint.wait')
    }</p>
    ${
      hints
        ? html`<ol data-key="list">${hints.moves.map((move, i) =>
            row(drawing, view, move, i, i === shown, i === shown && (unfolded || !isSmall())),
          )}</ol>`
        : html`<p class="mark" data-key="wait" aria-hidden="true">${view.word('hint.wait')}</p>`
    }</section>`
}

/**
 * @param {Drawing} drawing
 * @param {View} view
 * @param {Advice} move
 * @param {number} i
 * @param {boolean} shown
 * @param {boolean} whole  what speaks for it is seen
 */
function row(drawing, view, move, i, shown, whole) {
  const share = Math.round(move.chance * 100)
  return html`<li class="hint ${shown ? 'on' : ''}" data-key="hint${i}" data-hint="${i}">
    <button type="button" class="hint-row" data-key="show${i}" data-do="showHint" data-arg="${i}"
      aria-pressed="${shown ? 'true' : 'false'}" aria-expanded="${whole ? 'true' : 'false'}">
      <b class="hint-move">${renderMoveName(drawing, view, move)}</b>
      <span class="hint-chance"><span class="hint-bar" data-css="--share: ${share}%"
        aria-hidden="true"></span>${promise(view, move.chance, share)}</span>
      <span class="hint-why">${move.why.map((text) => html`${sentence(view.say(text))} `)}</span></button>
    <button type="button" class="press small ${shown ? 'main' : ''}" data-key="play${i}" data-do="playHint"
      data-arg="${i}">${view.word('table.play')}<span class="hidden">: ${i + 1}</span></button></li>`
}

/**
 * What it promises: of two, the chance to win; of more, the place that it leads to.
 * @param {View} view
 * @param {number} chance
 * @param {number} share
 */
function promise(view, chance, share) {
  const seats = view.names.length
  if (seats === 2) return view.word('hint.win', { share })
  const place = new Intl.NumberFormat(view.lang, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(
    1 + (1 - chance) * (seats - 1),
  )
  return view.word('hint.place', { place, seats })
}

/** @param {string} said */
const sentence = (said) => (/[.!?…]$/.test(said) ? said : `${said}.`)
