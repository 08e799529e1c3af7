// Looking back at a game: any ply, through any eyes that may look, by slider, keys, buttons and swipes.

import { DEFAULT_LEVEL, LEVELS } from '../../forms/bot_levels.js'
import { RequestError } from '../../lib/api.js'
import { html } from '../../lib/dom.js'
import { loadTexts, say } from '../../lib/i18n.js'
import { loadStyle } from '../../lib/lazy.js'
import { loadSetting } from '../../lib/storage.js'
import { mergeTable } from '../../protocol/merge.js'
import { displayActions, drawingActions } from '../../table/actions.js'
import { loadDrawing } from '../../table/drawings.js'
import { renderTool } from '../../table/toolbar.js'
import { buildView, createUi, displayRoom } from '../../table/view.js'
import { goodPart, loadPage } from './load.js'
import { goingOn, moreMenu, pastPage } from './show.js'
import { loadRecord, ofRecord, ofRoom, saveRecord } from './source.js'

/** @typedef {import('../../lib/site.js').Site} Site */
/** @typedef {import('../../lib/site.js').Page} Page */
/** @typedef {import('../../protocol/types.js').Past} Past */
/** @typedef {import('../../protocol/types.js').Table} Table */
/** @typedef {import('../../protocol/types.js').Room} Room */
/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('./source.js').Source} Source */

const WINDOW = 50 // plies that are fetched at once
const PACE = 900 // ms between two moves that go by themselves
const SETTLED = 250 // ms after which the address follows the ply
const SWIPE = 48 // px

/** A game that is looked at. */
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
    this.drawing = drawing
    this.usual = past.eyes[0] // eyes that the address need not name
    this.wanted = past.looking // eyes that were asked for last
    this.ply = Math.min(Math.max(0, ply), past.plies)
    /** @type {Map<number, Table>} */ this.tables = new Map()
    /** @type {Map<string, import('../../protocol/types.js').Piece>} */ this.pieces = new Map(
      past.pieces.map((piece) => [piece.id, piece]),
    )
    /** @type {Set<number>} */ this.fetching = new Set() // first plies of windows
    /** @type {Table | null} */ this.table = null // the last one that was there to show
    this.ui = createUi(site.lang, loadSetting(`taste.${past.game}`, {}))
    this.running = 0 // the timer of the next ply
    this.settling = 0
    this.leaving = new AbortController()
  }

  // ---------------------------------------------------------------- plies

  /** @param {number} ply */
  go(ply) {
    this.ply = Math.min(Math.max(0, ply), this.past.plies)
    this.ui.notice = null
    if (this.ply === this.past.plies) this.stop()
    clearTimeout(this.settling)
    this.settling = setTimeout(() => history.replaceState(null, '', this.address()), SETTLED)
    void this.need(this.ply)
    if (this.ply % WINDOW > WINDOW / 2) void this.need(Math.min(this.past.plies, this.ply + WINDOW))
    this.site.redraw()
  }

  /** The next ply that something is told of, forward or back. @param {1 | -1} way */
  step(way) {
    const told = this.past.news.filter((news) => news.told || news.outcomes || news.undone).map((news) => news.ply)
    const stops = [0, ...told, this.past.plies]
    const next = way > 0 ? stops.find((ply) => ply > this.ply) : stops.findLast((ply) => ply < this.ply)
    if (next !== undefined) this.go(next)
  }

  run() {
    if (this.running) return this.stop()
    const tick = () => {
      this.running = setTimeout(tick, PACE)
      if (this.tables.has(this.ply)) this.step(1) // else the tables are still on their way
    }
    if (this.ply < this.past.plies) tick()
  }

  stop() {
    clearTimeout(this.running)
    this.running = 0
    this.site.redraw()
  }

  /** Fetches the tables around a ply, if they are not there. @param {number} ply */
  async need(ply) {
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
      this.refuse(problem)
    } finally {
      this.fetching.delete(first)
      this.site.redraw()
    }
  }

  /** @param {unknown} problem */
  refuse(problem) {
    if (!(problem instanceof RequestError)) throw problem
    this.ui.notice = () => html`${say('web', this.site.lang, problem.text)}`
  }

  /** Look through other eyes. @param {string} eyes */
  async look(eyes) {
    this.wanted = eyes
    try {
      const past = await this.source.past(eyes)
      // others were asked for meanwhile, or another page
      if (this.wanted !== eyes || this.leaving.signal.aborted) return
      this.past = past
      this.tables.clear()
      this.fetching.clear()
      this.go(this.ply)
    } catch (problem) {
      this.refuse(problem)
      this.site.redraw()
    }
  }

  address() {
    const { looking } = this.past
    return `${this.source.path}${looking === this.usual ? '' : `?as=${looking}`}#${this.ply}`
  }

  // ---------------------------------------------------------------- showing

  /** The seat through whose eyes one looks, or null. */
  get me() {
    const seat = Number(this.past.looking)
    return Number.isInteger(seat) ? seat : null
  }

  /** @returns {Room} */
  get room() {
    const { game, options, seats, over, plies } = this.past
    const forfeits = this.ply === plies ? this.past.forfeits : [] // before the end nobody knew
    return displayRoom(
      game,
      seats.map((seat) => ({ ...seat, online: true })),
      { options, phase: over ? 'over' : 'playing', me: this.me, forfeits },
    )
  }

  /** What drawings see, and what sentences are said to: "you" is whoever looks, not whoever's eyes they borrow. */
  views() {
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

  body() {
    const { site, drawing, ui, past, ply, source } = this
    const views = this.views()
    if (!views)
      return html`<main class="plain" data-key="wait"><p
        role="status">${ui.notice?.() ?? site.word('line.wait')}</p></main>`
    const shown = {
      past,
      ply,
      running: this.running > 0,
      waiting: !this.tables.has(ply),
      path: source.path,
      table: source.table,
      download: source.download,
    }
    return pastPage(site, drawing, this.room, views.view, views.talk, ui, shown)
  }

  bar() {
    const { site, past, drawing } = this
    const views = this.views()
    return html`<p class="where"><b>${say(past.game, site.lang, { key: 'game.name' })}</b>
      <span>${views ? (drawing.title?.(views.view) ?? '') : ''}</span></p>
      ${renderTool('log', 'log', site.word('bar.log'))}${renderTool('more', 'menu', site.word('replay.menu'))}`
  }

  desk() {
    const view = /** @type {{view: View}} */ (this.views()).view
    return { view, redraw: this.site.redraw, play: () => false, prepare: () => undefined, signal: this.leaving.signal }
  }

  afterPaint() {
    const root = /** @type {HTMLElement} */ (document.getElementById('root'))
    if (!this.table) return
    this.drawing.afterPaint?.(root, this.desk())
    const log = root.querySelector('.log-lines')
    const now = log?.querySelector('[aria-current]')
    if (!log?.clientHeight || !now || log.getAttribute('data-at') === String(this.ply)) return
    log.setAttribute('data-at', String(this.ply))
    log.scrollTop += now.getBoundingClientRect().top - log.getBoundingClientRect().top - log.clientHeight / 2
  }

  close() {
    clearTimeout(this.running)
    clearTimeout(this.settling)
    this.leaving.abort()
  }

  // ---------------------------------------------------------------- doing

  more() {
    this.site.dialog(() =>
      moreMenu(
        this.site,
        { ...this.source, past: this.past, ply: this.ply, running: false, waiting: false },
        location.origin + this.address(),
      ),
    )
  }

  /** Asks who plays on, and against whom. */
  on(notice = '') {
    const { past, site } = this
    this.stop()
    if (this.table?.actor === -2) {
      this.ui.notice = () => html`${site.word('replay.ended')}`
      return site.redraw()
    }
    const actor = this.table?.actor ?? -1
    const level = loadSetting(`now.${past.game}`, {}).level
    site.dialog(() =>
      goingOn(site, past, past.me ?? (actor >= 0 ? actor : 0), LEVELS.includes(level) ? level : DEFAULT_LEVEL, notice),
    )
  }

  async goOn() {
    const chosen = (/** @type {string} */ name) =>
      /** @type {HTMLSelectElement} */ (document.querySelector(`#dialog [name=${name}]`)).value
    try {
      const { room } = await this.source.goOn(this.ply, Number(chosen('seat')), chosen('level'))
      if (!this.leaving.signal.aborted) this.site.go(`/t/${room}`)
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem
      if (!this.leaving.signal.aborted) this.on(say('web', this.site.lang, problem.text))
    }
  }

  /** @returns {Record<string, import('../../lib/site.js').Action>} */
  get actions() {
    const { site, ui } = this
    return {
      ...displayActions(site, ui, () => this.past.game),
      ...drawingActions(this.drawing, () => this.desk()),
      scrub: (_, element) => this.go(Number(/** @type {HTMLInputElement} */ (element).value)),
      ply: (arg) => this.go(Number(arg)),
      first: () => this.go(0),
      back: () => this.step(-1),
      next: () => this.step(1),
      last: () => this.go(this.past.plies),
      run: () => {
        this.run()
        site.redraw()
      },
      eyes: (_, element) => void this.look(/** @type {HTMLSelectElement} */ (element).value),
      on: () => this.on(),
      goOn: () => void this.goOn(),
      more: () => this.more(),
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target instanceof Element ? event.target : document.body
    if (this.site.inDialog() || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (target.matches('select, textarea, input:not([type=range])')) return
    const slides =
      target.matches('input') ||
      (target.closest('.log-lines') && event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')
    const presses = target.closest('button, a, summary')
    if (event.key === ' ' && !presses) this.run()
    else if (slides) return
    else if (event.key === 'ArrowLeft') this.step(-1)
    else if (event.key === 'ArrowRight') this.step(1)
    else if (event.key === 'Home') this.go(0)
    else if (event.key === 'End') this.go(this.past.plies)
    else return
    event.preventDefault()
    this.site.redraw()
  }

  listen() {
    const { signal } = this.leaving
    // before the keys of every table
    document.addEventListener('keydown', (event) => this.key(event), { signal, capture: true })
    let from = { x: 0, y: 0 }
    document.addEventListener(
      'touchstart',
      ({ touches }) =>
        (from = touches.length === 1 ? { x: touches[0].clientX, y: touches[0].clientY } : { x: NaN, y: 0 }),
      { signal, passive: true },
    )
    document.addEventListener(
      'touchend',
      ({ target, changedTouches: [touch] }) => {
        const across = touch.clientX - from.x
        if (
          !(target instanceof Element) ||
          !target.closest('.board, .seats, .prompt') ||
          scrolls(target) ||
          this.site.inDialog()
        )
          return
        if (Math.abs(across) >= SWIPE && Math.abs(touch.clientY - from.y) < Math.abs(across) / 2)
          this.step(across < 0 ? 1 : -1)
      },
      { signal, passive: true },
    )
  }
}

/** Whether a swipe moves something else. @param {Element} target */
function scrolls(target) {
  for (let part = /** @type {Element | null} */ (target); part && part.id !== 'root'; part = part.parentElement) {
    if (part.scrollWidth > part.clientWidth + 2 && /auto|scroll/.test(getComputedStyle(part).overflowX)) return true
  }
  return false
}

/**
 * The game of a source, at the ply and through the eyes that the address names.
 * @param {Site} site
 * @param {Source} source
 */
async function opened(site, source) {
  const address = new URLSearchParams(location.search)
  const past = await source.past('')
  const [drawing] = await Promise.all([loadDrawing(past.game), loadTexts(site.lang, past.game)])
  const named = address.get('ply') ?? location.hash.slice(1)
  const ply = /^\d+$/.test(named) ? Number(named) : past.over || !source.table ? 0 : past.plies
  const found = new Replay(site, source, past, drawing, ply)
  const eyes = address.get('as') ?? ''
  if (eyes !== past.looking && past.eyes.includes(eyes)) found.past = await source.past(eyes)
  await found.need(found.ply)
  return found
}

/** @param {Site} site @param {string} room  "" for a record that this browser has @returns {Promise<Page>} */
export async function openReplay(site, room) {
  await loadStyle('replay')
  /** @type {Replay | null} */ let replay = null
  /** @type {Replay | null} */ let heard = null // the game whose actions the page hears
  /** @type {import('./load.js').Brought} */
  const brought = { text: '', typed: '', trouble: null, busy: false, turns: 0 }
  const leaving = new AbortController()

  /** @param {string} text */
  async function bring(text) {
    const turn = Object.assign(brought, {
      text,
      typed: text,
      trouble: null,
      busy: true,
      turns: brought.turns + 1,
    }).turns
    // another was brought meanwhile, or the page was left
    const isLate = () => turn !== brought.turns || leaving.signal.aborted
    if (!room) saveRecord(text) // a reload tries it again; what cannot be read is there to be mended
    try {
      if (replay) history.replaceState(null, '', location.pathname) // the ply and the eyes were those of another game
      const found = await opened(site, room ? ofRoom(room) : ofRecord(text))
      if (isLate()) return found.close()
      replay?.close()
      replay = found
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem
      if (isLate()) return
      brought.trouble = problem
      replay?.close() // what is wrong with the new one is said on the page that loads
      replay = null
    }
    brought.busy = false
  }

  /** A record that somebody brings to the page that is shown. @param {string} text */
  async function show(text) {
    await bring(text)
    site.redraw()
  }

  /** Listen for a game that is shown for the first time. */
  function begin() {
    if (!replay || replay === heard) return
    heard = replay
    replay.listen()
    for (const [name, action] of Object.entries(replay.actions)) site.addAction(name, action)
  }

  if (room || loadRecord()) await bring(loadRecord())
  if (!room) drops(leaving.signal, show)
  const missing = (/** @type {RequestError} */ trouble) =>
    html`<main class="plain" data-key="gone"><h1>${say('web', site.lang, trouble.text)}</h1><a class="press main"
      href="/" data-do="go" data-arg="/">${site.word('home')}</a></main>`
  return {
    body: () => (replay ? replay.body() : room && brought.trouble ? missing(brought.trouble) : loadPage(site, brought)),
    bar: () => replay?.bar() ?? html`<span class="spring"></span>`,
    title: () =>
      `${site.word('replay.title')} — ${
        replay ? say(replay.past.game, site.lang, { key: 'game.name' }) : site.word('title')
      }`,
    loadTexts: async (lang) => replay && loadTexts(lang, replay.past.game),
    afterPaint() {
      begin() // actions can be added once this page is the current one
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
        field.value = '' // the same file, mended, is news
        if (file) await show(await file.text())
      },
      show: () => void show(/** @type {HTMLTextAreaElement} */ (document.querySelector('.load textarea')).value),
      good: () => void show(goodPart(brought)),
      other: () => {
        saveRecord('')
        site.dialog(null)
        site.go('/replay')
      },
      paste: (_, element) => {
        brought.typed = /** @type {HTMLTextAreaElement} */ (element).value
      },
    },
  }
}

/** Files that are dropped on the page. @param {AbortSignal} signal @param {(text: string) => Promise<void>} show */
function drops(signal, show) {
  document.addEventListener('dragover', (event) => event.preventDefault(), { signal })
  document.addEventListener(
    'drop',
    async (event) => {
      event.preventDefault()
      const file = event.dataTransfer?.files[0]
      if (file) await show(await file.text())
    },
    { signal },
  )
}
