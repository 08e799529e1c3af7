// Replay of a game: step to any decision by slider, keys, buttons and swipes, from any permitted viewpoint.

import { DEFAULT_LEVEL, LEVELS } from '../../forms/bot_levels.js'
import { RequestError } from '../../lib/api.js'
import { html } from '../../lib/dom.js'
import { loadTexts, say } from '../../lib/i18n.js'
import { loadStyle } from '../../lib/lazy.js'
import { moveGap, paced } from '../../lib/settings.js'
import { loadSetting } from '../../lib/storage.js'
import { mergeTable } from '../../protocol/merge.js'
import { displayActions, drawingActions } from '../../table/actions.js'
import { loadBots } from '../../table/bots.js'
import { loadDrawing } from '../../table/drawings.js'
import { renderTool } from '../../table/toolbar.js'
import { buildView, createUi, displayRoom } from '../../table/view.js'
import { listenToDrops, listenToSwipes } from './gestures.js'
import { goodPart, renderLoadPage } from './load.js'
import { renderContinueDialog, renderMenu, renderReplay } from './show.js'
import { loadRecord, recordSource, roomSource, saveRecord } from './source.js'
import { findRounds, findSteps, roundAt, stepAt } from './steps.js'

/** @typedef {import('../../lib/site.js').Site} Site */
/** @typedef {import('../../lib/site.js').Page} Page */
/** @typedef {import('../../protocol/types.js').Past} Past */
/** @typedef {import('../../protocol/types.js').Table} Table */
/** @typedef {import('../../protocol/types.js').Room} Room */
/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('./source.js').Source} Source */

const WINDOW = 50 // plies fetched per request
const MIN_AUTOPLAY_GAP = 200 // ms that each step is shown at least
const ADDRESS_DELAY = 250 // ms before the address is set to a new ply

/** State of a replay. `past.eyes` are the viewpoints: seats, "open" or "onlooker". */
class Replay {
  /**
   * @param {Site} site
   * @param {Source} source
   * @param {Past} past
   * @param {import('../../protocol/types.js').Drawing} drawing
   * @param {number} ply
   */
  constructor(site, source, past, drawing, ply) {
    this.site = site
    this.source = source
    this.past = past
    this.steps = findSteps(past)
    this.rounds = findRounds(this.steps, past)
    this.step = stepAt(this.steps, ply)
    this.drawing = drawing
    this.usual = past.eyes[0] // default viewpoint, left out of the address
    this.wanted = past.looking // viewpoint requested last
    /** @type {Map<number, Table>} */ this.tables = new Map()
    /** @type {Map<string, import('../../protocol/types.js').Piece>} */ this.pieces = new Map(
      past.pieces.map((piece) => [piece.id, piece]),
    )
    /** @type {Set<number>} */ this.fetching = new Set() // first plies of the windows being fetched
    /** @type {Table | null} */ this.table = null // the last one shown
    this.ui = createUi(site.lang, loadSetting(`taste.${past.game}`, {}))
    this.running = 0 // autoplay timer
    this.addressTimer = 0
    this.leaving = new AbortController()
  }

  // ---------------------------------------------------------------- steps

  /** Show the game from another viewpoint, which may know of fewer decisions. @param {Past} past */
  setPast(past) {
    const { ply } = this
    this.past = past
    this.steps = findSteps(past)
    this.rounds = findRounds(this.steps, past)
    this.step = stepAt(this.steps, ply)
  }

  /** The ply of the table that is shown. */
  get ply() {
    return this.steps[this.step].ply
  }

  get lastStep() {
    return this.steps.length - 1
  }

  /** @param {number} step */
  go(step) {
    this.step = Math.min(Math.max(0, step), this.lastStep)
    this.ui.notice = null
    if (this.step === this.lastStep) this.stop()
    clearTimeout(this.addressTimer)
    this.addressTimer = setTimeout(() => history.replaceState(history.state, '', this.address()), ADDRESS_DELAY)
    void this.fetchAround(this.ply)
    if (this.ply % WINDOW > WINDOW / 2) void this.fetchAround(Math.min(this.past.plies, this.ply + WINDOW))
    this.site.redraw()
  }

  /** Go to the next step that starts a round (1), or to the last such step before this one (-1). @param {1 | -1} way */
  goRound(way) {
    const next =
      way > 0 ? this.rounds.find(({ step }) => step > this.step) : this.rounds.findLast(({ step }) => step < this.step)
    this.go(next?.step ?? (way > 0 ? this.lastStep : 0))
  }

  toggleAutoplay() {
    if (this.running) return this.stop()
    const tick = () => {
      if (this.tables.has(this.ply)) this.go(this.step + 1) // otherwise the table is still being fetched
      if (this.step < this.lastStep) this.running = setTimeout(tick, this.autoplayGap())
    }
    tick()
  }

  /** Return how long autoplay shows the current step, in ms. */
  autoplayGap() {
    const view = this.buildViews()?.view
    return Math.max(MIN_AUTOPLAY_GAP, moveGap(), view ? paced(this.drawing.duration?.(view) ?? 0) : 0)
  }

  stop() {
    clearTimeout(this.running)
    this.running = 0
    this.site.redraw()
  }

  /** Fetch the window of tables around a ply unless it is cached. @param {number} ply */
  async fetchAround(ply) {
    const first = Math.floor(ply / WINDOW) * WINDOW
    if (this.tables.has(ply) || this.fetching.has(first)) return
    this.fetching.add(first)
    const { looking } = this.past
    try {
      const { tables } = await this.source.tables(looking, first, Math.min(first + WINDOW - 1, this.past.plies))
      if (looking !== this.past.looking) return
      /** @type {Table | null} */ let before = null
      for (const table of tables) {
        before = mergeTable(before, table, this.pieces)
        this.tables.set(table.ply, before)
      }
    } catch (problem) {
      this.showProblem(problem)
    } finally {
      this.fetching.delete(first)
      this.site.redraw()
    }
  }

  /** @param {unknown} problem */
  showProblem(problem) {
    if (!(problem instanceof RequestError)) throw problem
    this.ui.notice = () => html`${say('web', this.site.lang, problem.text)}`
  }

  /** Change the viewpoint. @param {string} eyes */
  async changeViewpoint(eyes) {
    this.wanted = eyes
    try {
      const past = await this.source.past(eyes)
      // another viewpoint was requested meanwhile, or the page was left
      if (this.wanted !== eyes || this.leaving.signal.aborted) return
      this.setPast(past)
      this.tables.clear()
      this.fetching.clear()
      this.go(this.step)
    } catch (problem) {
      this.showProblem(problem)
      this.site.redraw()
    }
  }

  address() {
    const { looking } = this.past
    return `${this.source.path}${looking === this.usual ? '' : `?as=${looking}`}#${this.ply}`
  }

  // ---------------------------------------------------------------- rendering

  /** The seat whose viewpoint is shown, or null. */
  get me() {
    const seat = Number(this.past.looking)
    return Number.isInteger(seat) ? seat : null
  }

  /** @returns {Room} */
  get room() {
    const { game, options, seats, over, plies } = this.past
    const forfeits = this.ply === plies ? this.past.forfeits : [] // not known before the end
    return displayRoom(
      game,
      seats.map((seat) => ({ ...seat, online: true })),
      { options, phase: over ? 'over' : 'playing', me: this.me, forfeits },
    )
  }

  /** Build the views for the drawing and for sentences: "you" is the reader, not the seat whose viewpoint is shown. */
  buildViews() {
    const { ui, past, ply } = this
    this.table = this.tables.get(ply) ?? this.table
    const { table } = this
    if (!table) return null
    ui.lang = this.site.lang
    ui.history = past.news.filter((news) => news.ply <= table.ply)
    const view = { ...buildView(this.room, table, ui), past: true }
    if (this.me === past.me) return { view, talk: view }
    const talk = { ...buildView({ ...this.room, me: null }, table, ui), past: true }
    return { view: { ...talk, me: this.me }, talk }
  }

  renderBody() {
    const { site, drawing, ui, past } = this
    const views = this.buildViews()
    if (!views)
      return html`<main class="plain" data-key="wait"><p
        role="status">${ui.notice?.() ?? site.word('line.wait')}</p></main>`
    const shown = {
      past,
      steps: this.steps,
      step: this.step,
      rounds: this.rounds,
      round: roundAt(this.rounds, this.step),
      running: this.running > 0,
      waiting: !this.tables.has(this.ply),
    }
    return renderReplay(site, drawing, this.room, views.view, views.talk, ui, shown)
  }

  renderBar() {
    const { site, past, drawing } = this
    const views = this.buildViews()
    return html`<p class="where"><b>${say(past.game, site.lang, { key: 'game.name' })}</b>
      <span>${views ? (drawing.title?.(views.view) ?? '') : ''}</span></p>
      ${renderTool('log', 'log', site.word('bar.log'))}${renderTool('more', 'menu', site.word('replay.menu'))}`
  }

  context() {
    const view = /** @type {{view: View}} */ (this.buildViews()).view
    return { view, redraw: this.site.redraw, play: () => false, prepare: () => undefined, signal: this.leaving.signal }
  }

  afterPaint() {
    const root = /** @type {HTMLElement} */ (document.getElementById('root'))
    if (!this.table) return
    this.drawing.afterPaint?.(root, this.context())
    const log = root.querySelector('.log-lines')
    const now = log?.querySelector('[aria-current]')
    if (!log?.clientHeight || !now || log.getAttribute('data-at') === String(this.ply)) return
    log.setAttribute('data-at', String(this.ply))
    log.scrollTop += now.getBoundingClientRect().top - log.getBoundingClientRect().top - log.clientHeight / 2
  }

  close() {
    clearTimeout(this.running)
    clearTimeout(this.addressTimer)
    this.leaving.abort()
  }

  // ---------------------------------------------------------------- actions

  openMenu() {
    this.site.dialog(() => renderMenu(this.site, this.source, this.past, location.origin + this.address()))
  }

  /** Open the dialog to continue the game from here: which seat, against which bots. */
  openContinueDialog(notice = '') {
    const { past, site } = this
    this.stop()
    if (this.table?.actor === -2) {
      this.ui.notice = () => html`${site.word('replay.ended')}`
      return site.redraw()
    }
    const actor = this.table?.actor ?? -1
    const level = loadSetting(`now.${past.game}`, {}).level
    site.dialog(() =>
      renderContinueDialog(
        site,
        past,
        past.me ?? (actor >= 0 ? actor : 0),
        LEVELS.includes(level) ? level : DEFAULT_LEVEL,
        notice,
      ),
    )
  }

  async continueGame() {
    const chosen = (/** @type {string} */ name) =>
      /** @type {HTMLSelectElement} */ (document.querySelector(`#dialog [name=${name}]`)).value
    try {
      const { room } = await this.source.goOn(this.ply, Number(chosen('seat')), chosen('level'))
      if (!this.leaving.signal.aborted) this.site.go(`/t/${room}`)
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem
      if (!this.leaving.signal.aborted) this.openContinueDialog(say('web', this.site.lang, problem.text))
    }
  }

  /** @returns {Record<string, import('../../lib/site.js').Action>} */
  get actions() {
    const { site, ui } = this
    return {
      ...displayActions(site, ui, () => this.past.game),
      ...drawingActions(this.drawing, () => this.context()),
      scrub: (_, element) => this.go(Number(/** @type {HTMLInputElement} */ (element).value)),
      step: (arg) => this.go(Number(arg)),
      first: () => this.go(0),
      roundBack: () => this.goRound(-1),
      back: () => this.go(this.step - 1),
      next: () => this.go(this.step + 1),
      roundNext: () => this.goRound(1),
      last: () => this.go(this.lastStep),
      round: (_, element) => this.go(Number(/** @type {HTMLSelectElement} */ (element).value)),
      run: () => {
        this.toggleAutoplay()
        site.redraw()
      },
      eyes: (_, element) => void this.changeViewpoint(/** @type {HTMLSelectElement} */ (element).value),
      on: () => this.openContinueDialog(),
      goOn: () => void this.continueGame(),
      more: () => this.openMenu(),
    }
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const target = event.target instanceof Element ? event.target : document.body
    if (this.site.inDialog() || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (target.matches('select, textarea, input:not([type=range])')) return
    const movesSlider =
      target.matches('input') ||
      (target.closest('.log-lines') && event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')
    const button = target.closest('button, a, summary')
    const isRound = event.shiftKey || event.key.startsWith('Page')
    if (event.key === ' ' && !button) this.toggleAutoplay()
    else if (movesSlider && !(isRound && target.matches('input'))) return
    else if (isRound && ['ArrowLeft', 'PageUp'].includes(event.key)) this.goRound(-1)
    else if (isRound && ['ArrowRight', 'PageDown'].includes(event.key)) this.goRound(1)
    else if (event.key === 'ArrowLeft') this.go(this.step - 1)
    else if (event.key === 'ArrowRight') this.go(this.step + 1)
    else if (event.key === 'Home') this.go(0)
    else if (event.key === 'End') this.go(this.lastStep)
    else return
    event.preventDefault()
    this.site.redraw()
  }

  listen() {
    const { signal } = this.leaving
    // capture: runs before the table's own shortcuts
    document.addEventListener('keydown', (event) => this.handleKey(event), { signal, capture: true })
    listenToSwipes(signal, (way) => this.site.inDialog() || this.go(this.step + way))
  }
}

/**
 * Open the replay of a source at the ply and viewpoint named in the address.
 * @param {Site} site
 * @param {Source} source
 */
async function openSource(site, source) {
  const address = new URLSearchParams(location.search)
  const past = await source.past('')
  const [drawing] = await Promise.all([loadDrawing(past.game), loadTexts(site.lang, past.game)])
  const named = address.get('ply') ?? location.hash.slice(1)
  const ply = /^\d+$/.test(named) ? Number(named) : past.over || !source.table ? 0 : past.plies
  const found = new Replay(site, source, past, drawing, ply)
  const eyes = address.get('as') ?? ''
  if (eyes !== past.looking && past.eyes.includes(eyes)) found.setPast(await source.past(eyes))
  await found.fetchAround(found.ply)
  return found
}

/** @param {Site} site @param {string} room  "" for a loaded record @returns {Promise<Page>} */
export async function openReplay(site, room) {
  await loadStyle('replay')
  loadBots(site.redraw)
  /** @type {Replay | null} */ let replay = null
  /** @type {Replay | null} */ let heard = null // the replay whose actions are registered
  /** @type {import('./load.js').Loading} */
  const loading = { text: '', typed: '', trouble: null, busy: false, loads: 0 }
  const leaving = new AbortController()

  /** @param {string} text */
  async function load(text) {
    const attempt = Object.assign(loading, {
      text,
      typed: text,
      trouble: null,
      busy: true,
      loads: loading.loads + 1,
    }).loads
    // another record was loaded meanwhile, or the page was left
    const isLate = () => attempt !== loading.loads || leaving.signal.aborted
    if (!room) saveRecord(text) // saved even if it is wrong, so that a reload keeps it for correction
    try {
      // the address names a ply of the previous game
      if (replay) history.replaceState(history.state, '', location.pathname)
      const found = await openSource(site, room ? roomSource(room) : recordSource(text))
      if (isLate()) return found.close()
      replay?.close()
      replay = found
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem
      if (isLate()) return
      loading.trouble = problem
      replay?.close() // the load page shows the error
      replay = null
    }
    loading.busy = false
  }

  /** Load a record and show it. @param {string} text */
  async function show(text) {
    await load(text)
    site.redraw()
  }

  /** Register the actions and listeners of a new replay. */
  function activate() {
    if (!replay || replay === heard) return
    heard = replay
    replay.listen()
    for (const [name, action] of Object.entries(replay.actions)) site.addAction(name, action)
  }

  if (room || loadRecord()) await load(loadRecord())
  if (!room) listenToDrops(leaving.signal, show)
  const renderMissing = (/** @type {RequestError} */ trouble) =>
    html`<main class="plain" data-key="gone"><h1>${say('web', site.lang, trouble.text)}</h1><a class="press main"
      href="/" data-do="go" data-arg="/">${site.word('home')}</a></main>`
  return {
    body: () =>
      replay
        ? replay.renderBody()
        : room && loading.trouble
          ? renderMissing(loading.trouble)
          : renderLoadPage(site, loading),
    bar: () => replay?.renderBar() ?? html`<span class="spring"></span>`,
    title: () =>
      `${site.word('replay.title')} — ${
        replay ? say(replay.past.game, site.lang, { key: 'game.name' }) : site.word('title')
      }`,
    loadTexts: async (lang) => replay && loadTexts(lang, replay.past.game),
    afterPaint() {
      activate() // only the current page can add actions
      replay?.afterPaint()
    },
    close() {
      leaving.abort()
      replay?.close()
    },
    actions: {
      file: async (_, element) => {
        const field = /** @type {HTMLInputElement} */ (element)
        const [file] = field.files ?? []
        field.value = '' // so that choosing the same file again, corrected, is a change
        if (file) await show(await file.text())
      },
      show: () => void show(/** @type {HTMLTextAreaElement} */ (document.querySelector('.load textarea')).value),
      good: () => void show(goodPart(loading)),
      other: () => {
        site.dialog(null)
        site.go('/replay')
      },
      paste: (_, element) => {
        loading.typed = /** @type {HTMLTextAreaElement} */ (element).value
      },
    },
  }
}
