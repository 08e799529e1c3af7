// A guided first game: the game's own table, one thought a step, and moves that the learner makes.

import { RequestError } from '../lib/api.js'
import { html, nothing } from '../lib/dom.js'
import { fixSpaces, loadTexts, say } from '../lib/i18n.js'
import { loadStyle } from '../lib/lazy.js'
import { loadSetting } from '../lib/storage.js'
import { mergeTable } from '../protocol/merge.js'
import { createRoom, fetchLesson } from '../protocol/requests.js'
import { displayActions, drawingActions } from '../table/actions.js'
import { loadDrawing } from '../table/drawings.js'
import { renderTable } from '../table/layout.js'
import { renderRuleLink, spans } from '../table/rule_dialog.js'
import * as selecting from '../table/selection.js'
import { buildView, createUi } from '../table/view.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {import('../lib/site.js').Page} Page */
/** @typedef {import('../lib/site.js').Lang} Lang */
/** @typedef {import('../protocol/types.js').Lesson} Taught */
/** @typedef {import('../protocol/types.js').Table} Table */

const FIRST_BOTS = 'level2' // who a beginner meets first
const MARGIN = 8 // px that are left free around what is brought into view

/** A lesson that somebody takes. */
class Lesson {
  /** @param {Site} site @param {string} game */
  constructor(site, game) {
    this.site = site
    this.game = game
    /** @type {Partial<Record<Lang, Taught>>} */ this.taught = {}
    /** @type {Table[]} */ this.tables = [] // as the learner sees them, step by step
    /** @type {import('../protocol/types.js').Drawing | null} */ this.drawing = null
    this.at = 0
    this.shown = -1 // the step that was last brought into view
    this.ui = createUi(site.lang, loadSetting(`taste.${game}`, {}))
    this.leaving = new AbortController() // ends what a drawing listens to
  }

  /** @param {Lang} lang */
  async fetch(lang) {
    const [taught] = await Promise.all([this.taught[lang] ?? fetchLesson(this.game, lang), loadTexts(lang, this.game)])
    this.taught[lang] = taught
    const pieces = new Map()
    let before = /** @type {Table | null} */ (null)
    if (!this.tables.length) this.tables = taught.steps.map(({ table }) => (before = mergeTable(before, table, pieces)))
  }

  get lesson() {
    return /** @type {Taught} */ (this.taught[this.site.lang])
  }

  get step() {
    return this.lesson.steps[this.at]
  }

  /** The move that is asked for, with its picks. */
  get asked() {
    return this.step.ask ? this.tables[this.at].moves.find(({ text }) => text === this.step.ask) : undefined
  }

  view() {
    const table = this.tables[this.at]
    const heard = this.tables.slice(0, this.at + 1).flatMap(({ news }) => news)
    this.ui.lang = this.site.lang
    this.ui.history = heard
    return buildView(this.lesson.room, this.step.ask ? table : { ...table, moves: [] }, this.ui)
  }

  desk() {
    return {
      view: this.view(),
      redraw: this.site.redraw,
      play: (/** @type {string[]} */ moves) => this.play(moves),
      prepare: () => undefined,
      signal: this.leaving.signal,
    }
  }

  // ---------------------------------------------------------------- doing

  /** @param {number} step */
  go(step) {
    if (step < this.at) this.forget()
    this.at = Math.max(0, Math.min(this.tables.length - 1, step))
    this.select(new Set())
    const next =
      document.querySelector('.coach [data-key="next"], .coach [data-key="first"]') ??
      document.querySelector('[data-rest]')
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
  }

  /** What a drawing remembers does not hold for the past. */
  forget() {
    this.leaving.abort()
    this.leaving = new AbortController()
    this.ui.memory = {}
  }

  /** @param {Set<string>} selected */
  select(selected) {
    this.ui.selection.picked = selected
    this.ui.notice = null
    this.site.redraw()
  }

  /** Moves of the learner: the one that is asked for goes on, any other gets a kind word. @param {string[]} moves */
  play(moves) {
    if (moves.length === 1 && moves[0] === this.step.ask) this.go(this.at + 1)
    else this.stray(() => html`${fixSpaces(this.step.other)}`)
    return false
  }

  /** @param {() => import('../lib/dom.js').Html} said */
  stray(said) {
    this.ui.selection.picked = new Set()
    this.ui.notice = said
    this.site.redraw()
  }

  /** @param {string} arg @param {HTMLElement} element */
  pick(arg, element) {
    const { table } = this.view()
    if (!table.moves.length) return
    const next = selecting.pick(table.moves, this.ui.selection.picked, arg)
    if (!next) return this.stray(() => html`${this.site.word('learn.not')}`)
    this.select(next)
    const done = element.dataset.hold === undefined && selecting.instantMove(table, next, arg)
    if (done) this.play([done.text])
  }

  /** A table of one's own, against bots that are kind. */
  async first() {
    const seats = this.lesson.room.seats.length
    const bots = Array.from({ length: seats }, (_, seat) => (seat ? FIRST_BOTS : ''))
    const isSamePage = this.site.pageGuard()
    try {
      const { room } = await createRoom({ game: this.game, seats, options: {}, bots, open: false })
      if (isSamePage()) this.site.go(`/t/${room}`)
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem
      this.stray(() => html`${say('web', this.site.lang, problem.text)}`)
    }
  }

  // ---------------------------------------------------------------- showing

  coach() {
    const { site, step, at, ui } = this
    const { word } = site
    const count = this.tables.length
    const view = this.view()
    const last = at === count - 1
    return html`<section class="coach" data-key="coach" aria-label="${word('learn.poster')}">
      <progress max="${count}" value="${at + 1}" aria-label="${word('learn.step', { step: at + 1, count })}"></progress>
      <p class="coach-said" role="status">${spans(step.said)}</p>
      ${ui.notice ? html`<p class="coach-word" role="alert" data-key="word">${ui.notice()}</p>` : ''}
      <div class="coach-go"><span class="coach-rules">${step.rules.map((rule) =>
        renderRuleLink(view, rule),
      )}</span><span
        class="mark" aria-hidden="true">${at + 1} / ${count}</span>
        <button type="button" class="press small" data-key="back" data-do="back"
          ${at ? '' : html`disabled`}>${word('learn.back')}</button>
        ${
          step.ask
            ? html`<button type="button" class="press small" data-key="show"
        data-do="showMe">${word('learn.show')}</button>`
            : ''
        }
        ${
          last
            ? html`<button type="button" class="press small" data-key="again"
              data-do="again">${word('learn.again')}</button>
          <button type="button" class="press small main" data-key="first"
            data-do="first">${word('learn.first')}</button>`
            : ''
        }
        ${
          step.ask || last
            ? ''
            : html`<button type="button" class="press small main" data-key="next"
        data-do="next">${word('learn.next')}</button>`
        }</div></section>`
  }

  body() {
    return this.drawing
      ? html`<div class="lesson" data-key="lesson"
        data-step="${this.at + 1}">${renderTable(this.drawing, this.lesson.room, this.view(), this.ui, {
          coach: this.coach(),
        })}</div>`
      : nothing
  }

  afterPaint() {
    const root = /** @type {HTMLElement} */ (document.getElementById('root'))
    this.drawing?.afterPaint?.(root, this.desk())
    this.point(root)
  }

  /**
   * What the step speaks of glows and is where it can be seen, with as much of the board as fits: a long thought covers
   * it.
   * @param {HTMLElement} root
   */
  point(root) {
    const wanted = new Set([...this.step.point, ...(this.asked?.picks ?? []).map(selecting.pieceOf)])
    const found = [...wanted].flatMap((id) => shownAs(root, CSS.escape(id)))
    for (const old of root.querySelectorAll('.pointed')) if (!found.includes(old)) old.classList.remove('pointed')
    for (const one of found) one.classList.add('pointed')
    if (this.shown === this.at) return
    this.shown = this.at
    const boxes = found
      .filter((one) => !one.closest('.mine'))
      .map((one) => one.getBoundingClientRect())
      .filter(({ height }) => height)
    const over = Math.min(...boxes.map(({ top }) => top)) // infinite where nothing is pointed at
    const covered = boxOf(root, '.board').bottom - boxOf(root, '.mine').top
    if (covered > 0 || over < 0) scrollBy({ top: Math.min(covered + MARGIN, over - MARGIN) })
  }
}

/** @param {HTMLElement} root @param {string} which */
const boxOf = (root, which) => /** @type {Element} */ (root.querySelector(which)).getBoundingClientRect()

/**
 * Return the elements that show a piece: what can be picked, or else whatever bears its name.
 * @param {HTMLElement} root
 * @param {string} id
 */
function shownAs(root, id) {
  const found = [...root.querySelectorAll(`[data-do="pick"][data-arg="${id}"]`)]
  return found.length ? found : [...root.querySelectorAll(`[data-key="${id}"], [data-flip="${id}"]`)]
}

/** @param {Site} site @param {string} game @returns {Promise<Page>} */
export async function openLesson(site, game) {
  const lesson = new Lesson(site, game)
  ;[lesson.drawing] = await Promise.all([loadDrawing(game), lesson.fetch(site.lang), loadStyle('lesson')])
  const closing = new AbortController()
  // before the keys of every table
  addEventListener('keydown', (event) => turnPage(lesson, event), { signal: closing.signal, capture: true })
  const name = () => say(game, site.lang, { key: 'game.name' })
  return {
    body: () => lesson.body(),
    bar: () => html`<p class="where"><b>${name()}</b> <span>${site.word('learn.poster')}</span></p>
      <a class="press small" href="/" data-do="go" data-arg="/">${site.word('learn.leave')}</a>`,
    title: () => `${name()} — ${site.word('learn.poster')}`,
    loadTexts: (lang) => lesson.fetch(lang),
    afterPaint: () => lesson.afterPaint(),
    close() {
      closing.abort()
      lesson.leaving.abort()
    },
    actions: {
      ...displayActions(site, lesson.ui, () => game),
      ...drawingActions(lesson.drawing, () => lesson.desk()),
      pick: (arg, element) => lesson.pick(arg, element),
      number: (arg, element) =>
        lesson.select(selecting.withNumber(lesson.ui.selection.picked, arg, /** @type {HTMLInputElement} */ (element))),
      clear: () => lesson.select(new Set()),
      play: () =>
        void (
          lesson.view().ready &&
          lesson.play([/** @type {import('../protocol/types.js').Choice} */ (lesson.view().ready).text])
        ),
      next: () => lesson.go(lesson.at + 1),
      back: () => lesson.go(lesson.at - 1),
      showMe: () => lesson.go(lesson.at + 1),
      again: () => lesson.go(0),
      first: () => void lesson.first(),
    },
  }
}

/** Arrows turn the pages, unless they are of use elsewhere. @param {Lesson} lesson @param {KeyboardEvent} event */
function turnPage(lesson, event) {
  const held = event.target
  if (lesson.site.inDialog() || event.altKey || event.ctrlKey || event.metaKey) return
  if (held instanceof HTMLElement && held !== document.body && !held.matches('.mine, .coach *')) return
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!by || lesson.step.ask) return // arrows walk among what can be picked
  event.preventDefault()
  lesson.go(lesson.at + by)
}
