// Hints: the best moves with what they promise and why; the one that is looked at is drawn on the pieces.

import { html } from '../lib/dom.js'
import { learn } from '../lib/i18n.js'
import { dressed } from '../lib/lazy.js'
import { named } from './view.js'

/** @typedef {import('../protocol/types.js').View} View */
/** @typedef {import('../protocol/types.js').Drawing} Drawing */
/** @typedef {import('../protocol/types.js').Advice} Advice */
/** @typedef {import('../protocol/types.js').Hints} Hints */
/** @typedef {import('../pages/play.js').Here} Here */

/** Who advises a person at a table. */
export class Adviser {
  /** @param {Here} here */
  constructor(here) {
    this.here = here
    /** @type {Hints | null} */ this.hints = null
    this.shown = 0 // the one that is drawn on the pieces
    this.pressed = 0 // the one that was, before a finger came down
    this.unfolded = false // a phone shows what speaks for it
    void dressed('hints')
    const { site, leaving } = here
    site.hear('showHint', (arg, _, event) => this.press(Number(arg), event))
    site.hear('playHint', (arg) => this.play(Number(arg)))
    document.addEventListener('pointerdown', () => void (this.pressed = this.shown), {
      signal: leaving.signal,
      capture: true,
    })
    for (const kind of ['pointermove', 'focusin']) {
      // a list that opens under a pointer at rest is not pointed at
      document.addEventListener(
        kind,
        (event) => {
          const row = /** @type {Element} */ (event.target).closest?.('[data-hint]')
          if (row) this.show(Number(row.getAttribute('data-hint')))
        },
        { signal: leaving.signal },
      )
    }
  }

  /** Ask, or put the hints away. */
  toggle() {
    const { here } = this
    if (here.sitting.advice) return this.away()
    if (!here.table || !here.ask({ do: 'hint', ply: here.table.ply })) return
    this.open()
  }

  open() {
    Object.assign(this, { hints: null, shown: 0, unfolded: false })
    this.here.sitting.advice = (drawing, view) => panel(drawing, view, this)
    this.here.site.redraw()
  }

  /** The hints are no longer about what is asked. */
  close() {
    this.hints = null
    this.here.sitting.advice = null
  }

  /** A hint that was asked for does not come any more. */
  forget() {
    if (this.here.sitting.advice && !this.hints) this.close()
  }

  away() {
    this.close()
    this.here.site.redraw()
  }

  /** The sentences that say why. @param {import('../lib/i18n.js').Lang} lang */
  async learn(lang) {
    if (this.here.room) await learn(lang, `${this.here.room.game}.why`)
  }

  /** @param {Hints} hints */
  async told(hints) {
    await this.learn(this.here.site.lang)
    if (hints.ply === this.here.table?.ply && this.here.sitting.advice) this.hints = hints
    this.here.site.redraw()
    reveal()
  }

  /** Shows a hint and unfolds it; pressed once more, it folds. @param {number} which @param {Event} event */
  press(which, event) {
    // a key comes to what has the focus, and is shown
    const before = /** @type {MouseEvent} */ (event).detail ? this.pressed : this.shown
    this.unfolded = before !== which || !this.unfolded
    this.shown = which
    this.here.site.redraw()
    reveal()
  }

  /** @param {number} which */
  show(which) {
    if (which === this.shown || !this.hints?.moves[which]) return
    this.shown = which
    this.here.site.redraw()
    reveal()
  }

  /** @param {number} which */
  play(which) {
    const move = this.hints?.moves[which]
    if (move) this.here.play([move.text])
  }

  /** Draw the hint that is looked at on whatever one would pick for it. */
  drawn() {
    const move = this.here.sitting.advice && this.hints?.moves[this.shown]
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

/** Bring what a hint is about into sight. */
const reveal = () => document.querySelector('.board .hinted')?.scrollIntoView({ block: 'nearest' })

/** Whether a hint is unfolded by a touch, as on a phone. */
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
      <b class="hint-move">${named(drawing, view, move)}</b>
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
