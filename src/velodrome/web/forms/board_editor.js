// Editor for a custom board: its spaces as pictures, or as text; checked by the server and drawn after every change.

import { RequestError } from '../lib/api.js'
import { html, nothing } from '../lib/dom.js'
import { hasText, loadTexts, say } from '../lib/i18n.js'
import { loadStyle } from '../lib/lazy.js'
import { checkBoard, fetchBoardForm } from '../protocol/requests.js'
import { loadDrawing, loadTiles } from '../table/drawings.js'
import { listenToGestures } from './board_gestures.js'
import { entryName, kindName, renderChosen, renderGhost, renderRows, renderSettings, rowName } from './board_parts.js'
import { renderPreview } from './board_preview.js'
import * as rows from './board_rows.js'
import { writeToml } from './toml.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {import('../lib/site.js').Action} Action */
/** @typedef {import('../protocol/types.js').Text} Text */
/** @typedef {import('../protocol/types.js').WireTable} WireTable */
/** @typedef {import('../protocol/requests.js').BoardForm} BoardForm */
/** @typedef {import('../protocol/requests.js').BoardField} BoardField */
/** @typedef {import('../protocol/requests.js').BoardError} BoardError */
/** @typedef {import('./board_rows.js').Board} Board */
/** @typedef {import('./board_gestures.js').Drag} Drag */
/** Pictures and form of a game's board.
 * @typedef {{drawing: import('../protocol/types.js').Drawing, tile: import('./board_parts.js').BoardView['tile'],
 *   findSpaces: (picture: Element) => Element[], form: BoardForm}} Parts */

const CHECK_DELAY = 350 // ms after the last change before the board is checked
const MAX_UNDO = 100 // changes

/** Request to edit a board. `start`: built-in board to begin with if `text`, the current board, is empty; `done` gets
 * the new text, or null to keep the old one.
 * @typedef {{game: string, option: string, start: string, seats: number, text: string, done: (text: string |
 *     null) => void}} Asked */

/** Open the editor in the dialog. @param {Site} site @param {Asked} asked */
export async function editBoard(site, asked) {
  const isSamePage = site.pageGuard()
  const [drawing, { tile, findSpaces }, form] = await Promise.all([
    loadDrawing(asked.game),
    loadTiles(asked.game),
    fetchBoardForm(asked.game, asked.option),
    loadTexts(site.lang, 'web.form', `${asked.game}.form`),
    loadStyle('boards'),
  ])
  const editor = new Editor(site, { drawing, tile, findSpaces, form }, asked)
  const text = drafts.get(editor.draftKey) ?? asked.text
  if (text) editor.setText(text, 0)
  else await editor.begin()
  if (!isSamePage() || !site.inDialog()) return // the form was closed while loading
  for (const [name, action] of Object.entries(editor.actions())) site.addAction(name, action)
  listenToGestures(editor)
  site.dialog(() => editor.renderPage())
}

/** Unsaved texts by game, option and board to start from: Escape may close the editor by mistake.
 * @type {Map<string, string>} */
const drafts = new Map()

class Editor {
  /** @param {Site} site @param {Parts} parts @param {Asked} asked */
  constructor(site, parts, asked) {
    this.site = site
    this.parts = parts
    this.asked = asked
    this.text = ''
    /** @type {Board | null} */ this.board = null // parsed from the last text that could be read
    this.boardText = '' // the text from which `board` was parsed
    /** @type {string[]} */ this.past = [] // texts before each change by click, for undo
    this.chosen = parts.form.fixed // index of the chosen row
    /** @type {Drag | null} */ this.drag = null
    /** @type {WireTable | null} */ this.table = null // table of the last valid board, shown until there is a new one
    /** @type {BoardError | null} */ this.error = null
    this.checked = '' // the text checked last
    this.timer = 0
  }

  /** @returns {Record<string, Action>} */
  actions() {
    const { form } = this.parts
    const value = (/** @type {HTMLElement} */ element) => /** @type {HTMLInputElement} */ (element).value
    return {
      boardText: (_, element) => this.setDraft(value(element)),
      boardStart: () => void this.begin(),
      boardFile: (_, element) => void this.open(/** @type {HTMLInputElement} */ (element)),
      boardGo: () => this.goToError(),
      boardShow: () => this.choose(this.wrongRow),
      boardUse: () => {
        if (!this.isReady) return
        drafts.delete(this.draftKey)
        this.asked.done(this.text)
      },
      boardBack: () => this.asked.done(null),
      boardUndo: () => this.undo(),
      boardRow: (arg) => this.pressRow(Number(arg)),
      boardKind: (arg) => this.change((board) => rows.changeKind(form, board, this.chosen, arg, this.kindName)),
      boardInsert: (arg) => this.insert(this.chosen + Number(arg), this.chosenKind),
      boardMove: (arg) => this.move(this.chosen, this.chosen + Number(arg)),
      boardRemove: () => this.remove(this.chosen),
      boardEntry: (arg, element) => this.setField('boardEntry', arg, value(element)),
      boardSetting: (arg, element) => this.setField('boardSetting', arg, value(element)),
      boardSeats: (arg, element) => this.setField('boardSeats', arg, value(element)),
      boardStep: (arg, element) => this.stepField(String(element.dataset.of), arg, Number(element.dataset.by)),
    }
  }

  /** The key of the draft in `drafts`. */
  get draftKey() {
    return `${this.asked.game} ${this.asked.option} ${this.asked.start}`
  }

  /** Whether the current text was checked and is valid. */
  get isReady() {
    return this.checked === this.text && !this.error && this.table !== null
  }

  /** Whether the rows can be edited: the current text could be read. */
  get isEditable() {
    return this.board !== null && this.boardText === this.text && rows.rowsOf(this.parts.form, this.board).length > 0
  }

  /** Index of the row with a mistake, or -1. */
  get wrongRow() {
    const entry = this.checked === this.text ? String(this.error?.why[0]?.entry ?? '') : ''
    const found = entry.match(/^(\w+)\[(\d+)\]/)
    return found?.[1] === this.parts.form.rows ? Number(found[2]) : -1
  }

  get chosenKind() {
    const { form } = this.parts
    const kind = rows.rowsOf(form, this.board ?? {})[this.chosen]?.kind ?? ''
    return form.kinds.includes(kind) ? kind : form.kinds[0]
  }

  /** @type {import('./board_rows.js').KindName} */
  kindName = (kind) => (this.parts.form.kinds.includes(kind) ? kindName(this.view(), kind) : kind)

  /** Return what the parts of the editor show. @returns {import('./board_parts.js').BoardView} */
  view() {
    const { site, asked, parts, chosen, drag } = this
    const [game, seats, board] = [asked.game, asked.seats, this.board ?? {}]
    return { site, game, seats, board, chosen, drag, wrong: this.wrongRow, form: parts.form, tile: parts.tile }
  }

  // ---------------------------------------------------------------- text

  /** Start from the game's built-in board. */
  async begin() {
    const { game, start } = this.asked
    const answer = await fetch(`/boards/game/${game}/${start}.toml`).catch(() => null)
    if (!answer?.ok) return
    if (this.text) this.remember()
    drafts.delete(this.draftKey)
    this.setText(await answer.text(), 0)
  }

  /** @param {HTMLInputElement} input */
  async open(input) {
    const file = input.files?.[0]
    input.value = '' // so that the same file can be chosen again
    if (file) this.setDraft((await file.slice(0, 200_000).text()).replaceAll('\r\n', '\n'))
  }

  /** Set the text and save it as a draft. @param {string} text */
  setDraft(text) {
    drafts.set(this.draftKey, text)
    this.setText(text)
  }

  /** Set the text and schedule a check. @param {string} text @param {number} [delay] */
  setText(text, delay = CHECK_DELAY) {
    this.text = text
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.check(), delay)
    this.site.redraw()
  }

  async check() {
    const { text } = this
    const { game, seats, option } = this.asked
    // the line break marks a text, not a board's name
    const told = await checkBoard(game, seats, { [option]: `${text}\n` }).catch((problem) => {
      if (!(problem instanceof RequestError)) throw problem
      /** @type {import('../protocol/requests.js').BoardCheck} */
      const failed = { ok: false, error: { line: 0, column: 0, why: [problem.text] } }
      return failed
    })
    if (text !== this.text) return // the text has changed: another check will follow
    this.checked = text
    this.error = told.error ?? null
    this.table = told.table ?? this.table
    if (told.boards?.[option]) this.setBoard(told.boards[option])
    this.site.redraw()
  }

  /** Set the board that the server has parsed from the current text. @param {Board} board */
  setBoard(board) {
    this.board = board
    this.boardText = this.text
    this.chosen = Math.max(0, Math.min(this.chosen, rows.rowsOf(this.parts.form, board).length - 1))
  }

  // ---------------------------------------------------------------- changes by click, key or drag

  remember() {
    this.past = [...this.past.slice(1 - MAX_UNDO), this.text]
  }

  undo() {
    const text = this.past.pop()
    if (text !== undefined) this.setDraft(text)
  }

  /** Replace the board by the result of `edit`, and write it as text; return whether it has changed.
   * @param {(board: Board) => Board} edit @returns {boolean} */
  change(edit) {
    if (!this.isEditable || !this.board) return false
    const next = edit(this.board)
    if (next === this.board) return false
    this.remember()
    this.board = next.id === this.asked.start ? rows.renameBoard(next, this.board, this.site.word('own.board')) : next
    this.boardText = writeToml(this.board)
    this.setDraft(this.boardText)
    return true
  }

  /** Choose a row. If it is chosen already and rows have no fields besides the kind, change it to the next kind.
   * @param {number} index */
  pressRow(index) {
    const { kinds, fields } = this.parts.form
    if (index !== this.chosen || fields.length) return this.choose(index)
    const next = kinds[(kinds.indexOf(this.chosenKind) + 1) % kinds.length]
    this.change((board) => rows.changeKind(this.parts.form, board, index, next, this.kindName))
  }

  /** @param {number} index */
  choose(index) {
    this.chosen = index
    this.site.redraw()
    document.querySelector(`.board-rows [data-row="${index}"]`)?.scrollIntoView({ block: 'nearest' })
  }

  /** @param {number} index @param {string} kind */
  insert(index, kind) {
    if (this.change((board) => rows.insertRow(this.parts.form, board, index, kind, this.kindName))) this.choose(index)
  }

  /** @param {number} index */
  remove(index) {
    if (!this.change((board) => rows.removeRow(this.parts.form, board, index))) return
    const last = rows.rowsOf(this.parts.form, this.board ?? {}).length - 1
    this.choose(Math.min(index, last))
  }

  /** @param {number} from @param {number} to */
  move(from, to) {
    if (this.change((board) => rows.moveRow(this.parts.form, board, from, to))) this.choose(to)
  }

  /** @param {string} action @param {string} name @returns {BoardField | undefined} */
  fieldOf(action, name) {
    const { form } = this.parts
    const row = rows.rowsOf(form, this.board ?? {})[this.chosen]
    const fields = { boardEntry: rows.fieldsOf(form, row?.kind ?? ''), boardSetting: form.settings }[action]
    return (fields ?? form.seat_settings).find((field) => field.name === name)
  }

  /** @param {string} action @param {string} name */
  fieldPath(action, name) {
    const { form } = this.parts
    if (action === 'boardSetting') return name
    return action === 'boardEntry'
      ? `${form.rows}.${this.chosen}.${name}`
      : `${form.seats}.${rows.findSeats(form, this.board ?? {}, this.asked.seats)}.${name}`
  }

  /** @param {string} action @param {string} name @param {string} typed */
  setField(action, name, typed) {
    const field = this.fieldOf(action, name)
    if (!field) return
    const value = field.type === 'number' ? rows.clamp(field, Number(typed)) : typed
    const { form } = this.parts
    this.change((board) => {
      if (rows.readSetting(board, this.fieldPath(action, name)) === value) return board
      if (action === 'boardEntry') return rows.setEntry(form, board, this.chosen, name, value)
      if (action === 'boardSetting') return rows.writeSetting(board, name, value)
      return rows.setForSeats(form, board, this.asked.seats, name, value)
    })
    this.site.redraw() // shows the number that was kept between its bounds
  }

  /** @param {string} action @param {string} name @param {number} by */
  stepField(action, name, by) {
    const now = rows.readSetting(this.board ?? {}, this.fieldPath(action, name))
    this.setField(action, name, String((Number(now) || 0) + by))
  }

  /** @param {Drag | null} drag */
  showDrag(drag) {
    this.drag = drag && this.isEditable ? { ...drag } : null
    this.site.redraw()
  }

  /** @param {Drag} drag */
  drop({ row, kind, at }) {
    if (at === 'bin') return row === null ? undefined : this.remove(row)
    if (at === null) return
    if (row === null) return this.insert(Math.max(at, this.parts.form.fixed), kind)
    this.move(row, at > row ? at - 1 : at)
  }

  /** Choose the space at a point of the preview. @param {Element} picture @param {number} x @param {number} y */
  point(picture, x, y) {
    const found = this.parts.findSpaces(picture).findIndex((space) => {
      const { left, right, top, bottom } = space.getBoundingClientRect()
      return x >= left && x <= right && y >= top && y <= bottom
    })
    if (found >= 0 && this.isEditable) this.pressRow(found)
  }

  /** @param {'back' | 'on' | 'first' | 'last' | 'remove'} step */
  key(step) {
    const last = rows.rowsOf(this.parts.form, this.board ?? {}).length - 1
    const next = { back: this.chosen - 1, on: this.chosen + 1, first: 0, last, remove: this.chosen }[step]
    if (step === 'remove') this.remove(this.chosen)
    else this.choose(Math.min(last, Math.max(0, next)))
    const tile = document.querySelector(`.board-rows [data-row="${this.chosen}"]`)
    if (tile instanceof HTMLElement) tile.focus()
  }

  /** Open the text and move the cursor to the error. */
  goToError() {
    const field = document.querySelector('.board-text')
    if (!(field instanceof HTMLTextAreaElement) || !this.error) return
    const folded = field.closest('details')
    if (folded) folded.open = true
    const lines = this.text.split('\n')
    const { line, column } = this.error
    const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0)
    field.focus()
    field.setSelectionRange(from + Math.max(0, column - 1), from + (lines[line - 1]?.length ?? 0))
    document.querySelector('.board-lines .bad')?.scrollIntoView({ block: 'center' })
  }

  // ---------------------------------------------------------------- drawing

  renderPage() {
    const { site, asked } = this
    const { word } = site
    const shown = { ...asked, table: this.table, isOld: this.error !== null }
    const option = say(asked.game, site.lang, { key: `option.${asked.option}` })
    return html`<div class="board-editor" data-key="board-editor"><h2>${word('board.title', { option })}</h2>
      <div class="choose board-tools" data-key="tools"><button type="button" class="press small" data-do="boardUndo"
        ${this.past.length ? '' : html`disabled`}>↶ ${word('board.undo')}</button>
        <button type="button" class="press small" data-do="boardStart">${word('board.start')}</button>
        <label class="press small file">${word('board.file')}<input type="file" class="hidden"
        accept=".toml,text/plain" data-change="boardFile"></label></div>
      <div class="board-sides" data-key="sides"><div class="board-side" data-key="edited">${this.renderRows()}</div>
      <div class="board-side" data-key="drawn"><h3>${word('board.preview')}</h3><div class="board-frame"
        data-key="frame">${renderPreview(site, this.parts.drawing, shown)}</div>
        ${this.board ? renderSettings(this.view()) : ''}${this.renderText()}</div></div>
      <div class="board-foot" data-key="foot"><div id="board-verdict" class="board-verdict"
        role="status">${this.renderVerdict()}</div><div class="choose"><button type="button" class="press main"
        data-do="boardUse" ${this.isReady ? '' : html`disabled`}>${word('board.use')}</button>
        <button type="button" class="press" data-do="boardBack">${word('board.back')}</button></div></div>
      ${this.board ? renderGhost(this.view()) : ''}</div>`
  }

  renderRows() {
    if (!this.board) return nothing
    const isStale = this.checked === this.text && !this.isEditable
    return html`<div class="board-visual ${isStale ? 'stale' : ''}" data-key="visual" ${isStale ? html`inert` : ''}>
      ${renderRows(this.view())}${renderChosen(this.view())}</div>
      ${isStale ? html`<p class="form-help" data-key="stale">${this.site.word('board.stale')}</p>` : ''}`
  }

  renderVerdict() {
    const { site, error } = this
    const { word } = site
    if (this.checked !== this.text) return html`<p>${word('board.wait')}</p>`
    if (!error) return html`<p class="well">✓ ${word('board.well')}</p>`
    const where = error.column
      ? word('board.column', { line: error.line, column: error.column })
      : word('board.line', { line: error.line })
    const row = this.wrongRow
    return html`<p class="notice" data-line="${error.line}">${
      row < 0 || !this.isEditable
        ? ''
        : html`<button type="button" class="press small" data-do="boardShow">${rowName(this.view(), row)}</button> `
    }${
      error.line ? html`<button type="button" class="press small" data-do="boardGo">${where}</button> ` : ''
    }<span>${error.why.map((text) => html`${this.sayError(text)} `)}</span></p>`
  }

  /** Return one part of an error as a sentence; a range of one number becomes that number. @param {Text} error */
  sayError(error) {
    const { site, asked } = this
    const { key, low, high } = error
    const named = error.entry && this.board ? { ...error, entry: entryName(this.view(), String(error.entry)) } : error
    const text = key === 'board.want.count' && low === high ? { key: 'board.want.exactly', value: low } : named
    return say(hasText(asked.game, site.lang, text.key) ? asked.game : 'web', site.lang, text)
  }

  /** Render the board as text, with the number of each line. */
  renderText() {
    const { error } = this
    const { word } = this.site
    const lines = this.text.split('\n')
    const widest = Math.max(...lines.map((line) => line.length))
    return html`<details class="board-advanced" data-key="advanced"><summary>${word('board.advanced')}</summary>
      <p class="form-help">${word('board.help')}</p>
      <div class="board-scroll" tabindex="-1"><ol class="board-lines" aria-hidden="true">${lines.map(
        (_, i) => html`<li class="${error?.line === i + 1 ? 'bad' : ''}">${i + 1}</li>`,
      )}</ol>
        <textarea class="board-text" data-input="boardText" data-key="text" wrap="off" spellcheck="false"
          autocapitalize="off" rows="${lines.length}" cols="${widest + 2}"
          aria-label="${word('board.text')}" aria-invalid="${error ? 'true' : 'false'}"
          aria-describedby="board-verdict">${`\n${this.text}`}</textarea></div></details>`
  }
}
