// Hints: the best moves with expected results and reasons; the pieces of the selected hint are marked.

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

/** Hint panel of the viewer. */
export class HintPanel {
  /** @param {Session} session */
  constructor(session) {
    this.session = session
    /** @type {Hints | null} */ this.hints = null
    this.shown = 0 // the selected hint, whose pieces are marked
    this.pressed = 0 // the hint that was selected before the current touch
    this.unfolded = false // a phone shows the reasons of the selected hint
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
      // pointermove, not pointerenter: a list that opens under a resting pointer must not select
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
    this.session.ui.parts.hints = (drawing, view) => renderPanel(drawing, view, this)
    this.session.site.redraw()
  }

  /** Close the hints without redrawing, when the table changes. */
  close() {
    this.hints = null
    this.session.ui.parts.hints = null
  }

  /** Stop waiting for hints that were refused. */
  cancel() {
    if (this.session.ui.parts.hints && !this.hints) this.close()
  }

  dismiss() {
    this.close()
    this.session.site.redraw()
  }

  /** Load the texts of the reasons. @param {import('../lib/i18n.js').Lang} lang */
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

  /** Select a hint and unfold it; a second press folds it. @param {number} which @param {Event} event */
  pressHint(which, event) {
    // detail is 0 for keys: the focus has already selected the hint
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

  /** Mark the pieces of the selected hint. */
  afterPaint() {
    const move = this.session.ui.parts.hints && this.hints?.moves[this.shown]
    const picks = move ? [...move.picks, move.text] : [] // a button's id may be the whole move
    const wanted = new Set(picks.map((pick) => pick.split(':')[0])) // "bid:7" marks its control
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

/** Check for a phone screen, where hints unfold by touch. */
const isSmall = () => matchMedia('(max-width: 40rem)').matches

/**
 * @param {Drawing} drawing
 * @param {View} view
 * @param {{hints: Hints | null, shown: number, unfolded: boolean}} adviser  hints: null while the server computes
 */
function renderPanel(drawing, view, { hints, shown, unfolded }) {
  return html`<section class="hints ${unfolded ? 'unfolded' : ''}" data-key="hints"
    aria-label="${view.word('hint.title')}" aria-busy="${hints ? 'false' : 'true'}">
    <p class="hidden" role="status">${
      hints ? view.word('hint.count', { count: hints.moves.length }) : view.word('hint.wait')
    }</p>
    ${
      hints
        ? html`<ol data-key="list">${hints.moves.map((move, i) =>
            renderHint(drawing, view, move, i, i === shown, i === shown && (unfolded || !isSmall())),
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
 * @param {boolean} whole  with its reasons
 */
function renderHint(drawing, view, move, i, shown, whole) {
  const share = Math.round(move.chance * 100)
  return html`<li class="hint ${shown ? 'on' : ''}" data-key="hint${i}" data-hint="${i}">
    <button type="button" class="hint-row" data-key="show${i}" data-do="showHint" data-arg="${i}"
      aria-pressed="${shown ? 'true' : 'false'}" aria-expanded="${whole ? 'true' : 'false'}">
      <b class="hint-move">${renderMoveName(drawing, view, move)}</b>
      <span class="hint-chance"><span class="hint-bar" data-css="--share: ${share}%"
        aria-hidden="true"></span>${describeChance(view, move.chance, share)}</span>
      <span class="hint-why">${move.why.map((text) => html`${endSentence(view.say(text))} `)}</span></button>
    <button type="button" class="press small ${shown ? 'main' : ''}" data-key="play${i}" data-do="playHint"
      data-arg="${i}">${view.word('table.play')}<span class="hidden">: ${i + 1}</span></button></li>`
}

/**
 * Describe the expected result: with two players the chance of winning, with more the expected place.
 * @param {View} view
 * @param {number} chance
 * @param {number} share
 */
function describeChance(view, chance, share) {
  const seats = view.names.length
  if (seats === 2) return view.word('hint.win', { share })
  return view.word('hint.place', { place: Math.round(1 + (1 - chance) * (seats - 1)) })
}

/** @param {string} said */
const endSentence = (said) => (/[.!?…]$/.test(said) ? said : `${said}.`)
