// Lesson: a guided first game on a real table, step by step; the learner makes the requested moves.

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

const FIRST_BOTS = 'level2' // opponents in the game after the lesson
const MARGIN = 8 // px kept free around elements scrolled into view

/** State of a running lesson. */
class Lesson {
  /** @param {Site} site @param {string} game */
  constructor(site, game) {
    this.site = site
    this.game = game
    /** @type {Partial<Record<Lang, Taught>>} */ this.taught = {}
    /** @type {Table[]} */ this.tables = [] // the learner's table at each step
    /** @type {import('../protocol/types.js').Drawing | null} */ this.drawing = null
    this.at = 0
    this.shown = -1 // the step last scrolled into view
    this.ui = createUi(site.lang, loadSetting(`taste.${game}`, {}))
    this.leaving = new AbortController() // removes the drawing's event listeners
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

  /** The move that this step asks for. */
  get askedMove() {
    return this.step.ask ? this.tables[this.at].moves.find(({ text }) => text === this.step.ask) : undefined
  }

  view() {
    const table = this.tables[this.at]
    const heard = this.tables.slice(0, this.at + 1).flatMap(({ news }) => news)
    this.ui.lang = this.site.lang
    this.ui.history = heard
    return buildView(this.lesson.room, this.step.ask ? table : { ...table, moves: [] }, this.ui)
  }

  context() {
    return {
      view: this.view(),
      redraw: this.site.redraw,
      play: (/** @type {string[]} */ moves) => this.play(moves),
      prepare: () => undefined,
      signal: this.leaving.signal,
    }
  }

  // ---------------------------------------------------------------- actions

  /** @param {number} step */
  go(step) {
    if (step < this.at) this.resetDrawing()
    this.at = Math.max(0, Math.min(this.tables.length - 1, step))
    this.select(new Set())
    const next =
      document.querySelector('.coach [data-key="next"], .coach [data-key="first"]') ??
      document.querySelector('[data-rest]')
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
  }

  /** Reset the drawing's memory and listeners, which belong to a later table. */
  resetDrawing() {
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

  /** Handle the learner's moves: go on after the requested one, comment on any other. @param {string[]} moves */
  play(moves) {
    if (moves.length === 1 && moves[0] === this.step.ask) this.go(this.at + 1)
    else this.showRemark(() => html`${fixSpaces(this.step.other)}`)
    return false
  }

  /** Show a remark and clear the selection. @param {() => import('../lib/dom.js').Html} remark */
  showRemark(remark) {
    this.ui.selection.picked = new Set()
    this.ui.notice = remark
    this.site.redraw()
  }

  /** @param {string} arg @param {HTMLElement} element */
  pick(arg, element) {
    const { table } = this.view()
    if (!table.moves.length) return
    const next = selecting.pick(table.moves, this.ui.selection.picked, arg)
    if (!next) return this.showRemark(() => html`${this.site.word('learn.not')}`)
    this.select(next)
    const done = element.dataset.hold === undefined && selecting.instantMove(table, next, arg)
    if (done) this.play([done.text])
  }

  /** Start a game against easy bots. */
  async startGame() {
    const seats = this.lesson.room.seats.length
    const bots = Array.from({ length: seats }, (_, seat) => (seat ? FIRST_BOTS : ''))
    const isSamePage = this.site.pageGuard()
    try {
      const { room } = await createRoom({ game: this.game, seats, options: {}, bots, open: false })
      if (isSamePage()) this.site.go(`/t/${room}`)
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem
      this.showRemark(() => html`${say('web', this.site.lang, problem.text)}`)
    }
  }

  // ---------------------------------------------------------------- rendering

  renderCoach() {
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

  renderBody() {
    return this.drawing
      ? html`<div class="lesson" data-key="lesson"
        data-step="${this.at + 1}">${renderTable(this.drawing, this.lesson.room, this.view(), this.ui, {
          coach: this.renderCoach(),
        })}</div>`
      : nothing
  }

  afterPaint() {
    const root = /** @type {HTMLElement} */ (document.getElementById('root'))
    this.drawing?.afterPaint?.(root, this.context())
    this.highlightPieces(root)
  }

  /**
   * Highlight the pieces of this step and scroll them into view, with as much of the board as fits above the panel.
   * @param {HTMLElement} root
   */
  highlightPieces(root) {
    const wanted = new Set([...this.step.point, ...(this.askedMove?.picks ?? []).map(selecting.pieceOf)])
    const found = [...wanted].flatMap((id) => findPiece(root, CSS.escape(id)))
    for (const old of root.querySelectorAll('.pointed')) if (!found.includes(old)) old.classList.remove('pointed')
    for (const one of found) one.classList.add('pointed')
    if (this.shown === this.at) return
    this.shown = this.at
    const boxes = found
      .filter((one) => !one.closest('.mine'))
      .map((one) => one.getBoundingClientRect())
      .filter(({ height }) => height)
    const over = Math.min(...boxes.map(({ top }) => top)) // Infinity if nothing is highlighted
    const covered = boxOf(root, '.board').bottom - boxOf(root, '.mine').top
    if (covered > 0 || over < 0) scrollBy({ top: Math.min(covered + MARGIN, over - MARGIN) })
  }
}

/** @param {HTMLElement} root @param {string} which */
const boxOf = (root, which) => /** @type {Element} */ (root.querySelector(which)).getBoundingClientRect()

/**
 * Return the elements of a piece: its pick buttons, or else any element with its id.
 * @param {HTMLElement} root
 * @param {string} id
 */
function findPiece(root, id) {
  const found = [...root.querySelectorAll(`[data-do="pick"][data-arg="${id}"]`)]
  return found.length ? found : [...root.querySelectorAll(`[data-key="${id}"], [data-flip="${id}"]`)]
}

/** @param {Site} site @param {string} game @returns {Promise<Page>} */
export async function openLesson(site, game) {
  const lesson = new Lesson(site, game)
  ;[lesson.drawing] = await Promise.all([loadDrawing(game), lesson.fetch(site.lang), loadStyle('lesson')])
  const closing = new AbortController()
  // capture: runs before the table's own shortcuts
  addEventListener('keydown', (event) => stepByKey(lesson, event), { signal: closing.signal, capture: true })
  const name = () => say(game, site.lang, { key: 'game.name' })
  return {
    body: () => lesson.renderBody(),
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
      ...drawingActions(lesson.drawing, () => lesson.context()),
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
      first: () => void lesson.startGame(),
    },
  }
}

/** Step with the arrow keys, unless the focus needs them. @param {Lesson} lesson @param {KeyboardEvent} event */
function stepByKey(lesson, event) {
  const held = event.target
  if (lesson.site.inDialog() || event.altKey || event.ctrlKey || event.metaKey) return
  if (held instanceof HTMLElement && held !== document.body && !held.matches('.mine, .coach *')) return
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!by || lesson.step.ask) return // arrows move between pickable pieces
  event.preventDefault()
  lesson.go(lesson.at + by)
}
