// Editor for a custom board: typed, pasted or from a file; checked and drawn while typing.

import { RequestError, request } from '../lib/api.js'
import { html, nothing } from '../lib/dom.js'
import { hasText, say } from '../lib/i18n.js'
import { loadStyle } from '../lib/lazy.js'
import { mergeTable } from '../protocol/merge.js'
import { loadDrawing } from '../table/drawings.js'
import { buildView, createUi, displayRoom } from '../table/view.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {import('../protocol/types.js').Text} Text */
/** @typedef {import('../protocol/types.js').WireTable} WireTable */
/**
 * @typedef {{line: number, column: number, why: Text[]}} BoardError  line and column count from 1; 0 for the whole
 * board
 */

const CHECK_DELAY = 350 // ms after the last key before the board is checked

/** Request to edit a board; `done` gets the new text, or null to keep the old one.
 * @typedef {{game: string, option: string, start: string, seats: number, text: string, done: (text: string |
 *     null) => void}} Asked */

/** Open the editor in the dialog. @param {Site} site @param {Asked} asked */
export async function editBoard(site, asked) {
  const isSamePage = site.pageGuard()
  const [drawing] = await Promise.all([loadDrawing(asked.game), loadStyle('boards')])
  const editor = new Editor(site, drawing, asked)
  const text = drafts.get(editor.draftKey) ?? asked.text
  if (text) editor.setText(text)
  else await editor.begin()
  if (!isSamePage() || !site.inDialog()) return // the form was closed while loading
  for (const [name, action] of Object.entries(editor.actions())) site.addAction(name, action)
  site.dialog(() => editor.renderPage())
}

/** Unsaved texts by game and option: Escape may close the editor by mistake. @type {Map<string, string>} */
const drafts = new Map()

class Editor {
  /** @param {Site} site @param {import('../protocol/types.js').Drawing} drawing @param {Asked} asked */
  constructor(site, drawing, asked) {
    this.site = site
    this.drawing = drawing
    this.asked = asked
    this.text = ''
    /** @type {WireTable | null} */ this.table = null // table of the last valid board, shown until there is a new one
    /** @type {BoardError | null} */ this.error = null
    this.checked = '' // the text checked last
    this.timer = 0
  }

  /** @returns {Record<string, import('../lib/site.js').Action>} */
  actions() {
    const field = (/** @type {HTMLElement} */ element) => /** @type {HTMLTextAreaElement} */ (element)
    return {
      boardText: (_, element) => this.setDraft(field(element).value),
      boardStart: () => void this.begin(),
      boardFile: (_, element) => void this.open(/** @type {HTMLInputElement} */ (element)),
      boardGo: () => this.goToError(),
      boardUse: () => {
        if (!this.isReady) return
        drafts.delete(this.draftKey)
        this.asked.done(this.text)
      },
      boardBack: () => this.asked.done(null),
    }
  }

  /** The key of the draft in `drafts`. */
  get draftKey() {
    return `${this.asked.game} ${this.asked.option}`
  }

  /** Whether the current text was checked and is valid. */
  get isReady() {
    return this.checked === this.text && !this.error && this.table !== null
  }

  /** Start from the game's built-in board. */
  async begin() {
    const { game, start } = this.asked
    const answer = await fetch(`/boards/game/${game}/${start}.toml`).catch(() => null)
    if (answer?.ok) this.setText(await answer.text())
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

  /** Set the text and schedule a check. @param {string} text */
  setText(text) {
    this.text = text
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.check(), CHECK_DELAY)
    this.site.redraw()
  }

  async check() {
    const { text } = this
    const { game, seats, option } = this.asked
    const body = { game, seats, options: { [option]: `${text}\n` } } // the line break marks a text, not a board's name
    /** @type {{ok: boolean, table?: WireTable, error?: BoardError}} */
    const told = await request('/api/boards', body).catch((problem) => {
      if (!(problem instanceof RequestError)) throw problem
      return { ok: false, error: { line: 0, column: 0, why: [problem.text] } }
    })
    if (text !== this.text) return // the text has changed: another check will follow
    this.checked = text
    this.error = told.error ?? null
    this.table = told.table ?? this.table
    this.site.redraw()
  }

  /** Move the cursor to the error. */
  goToError() {
    const field = document.querySelector('.board-text')
    if (!(field instanceof HTMLTextAreaElement) || !this.error) return
    const lines = this.text.split('\n')
    const { line, column } = this.error
    const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0)
    field.focus()
    field.setSelectionRange(from + Math.max(0, column - 1), from + (lines[line - 1]?.length ?? 0))
    document.querySelector('.board-lines .bad')?.scrollIntoView({ block: 'center' })
  }

  renderPage() {
    const { site, asked, error } = this
    const { word } = site
    const lines = this.text.split('\n')
    const widest = Math.max(...lines.map((line) => line.length))
    return html`<div class="board-editor" data-key="board-editor"><h2>${word('board.title')}</h2>
      <p>${say(asked.game, site.lang, { key: `option.${asked.option}` })}</p>
      <div class="choose"><label class="press file">${word('board.file')}<input type="file" class="hidden"
        accept=".toml,text/plain" data-change="boardFile"></label>
        <button type="button" class="press" data-do="boardStart">${word('board.start')}</button></div>
      <details><summary>${word('board.format')}</summary><p>${word('board.help')}</p><pre
        class="board-example">${word('board.example')}</pre></details>
      <div class="board-sides"><div class="board-side" data-key="typed">
        <div class="board-scroll" tabindex="-1"><ol class="board-lines"
          aria-hidden="true">${lines.map(
            (_, i) => html`<li class="${error?.line === i + 1 ? 'bad' : ''}">${i + 1}</li>`,
          )}</ol>
          <textarea class="board-text" data-input="boardText" data-key="text" wrap="off" spellcheck="false"
            autocapitalize="off" rows="${lines.length}" cols="${widest + 2}"
            aria-label="${word('board.text')}" aria-invalid="${error ? 'true' : 'false'}"
            aria-describedby="board-verdict">${`\n${this.text}`}</textarea></div>
        <div id="board-verdict" class="board-verdict" role="status">${this.renderVerdict()}</div></div>
      <div class="board-side" data-key="drawn">${this.renderPicture()}</div></div>
      <div class="choose"><button type="button" class="press main" data-do="boardUse"
        ${this.isReady ? '' : html`disabled`}>${word('board.use')}</button>
        <button type="button" class="press" data-do="boardBack">${word('board.back')}</button></div></div>`
  }

  renderVerdict() {
    const { site, error } = this
    const { word } = site
    if (this.checked !== this.text) return html`<p>${word('board.wait')}</p>`
    if (!error) return html`<p class="well">${word('board.well')}</p>`
    const where = error.column
      ? word('board.column', { line: error.line, column: error.column })
      : word('board.line', { line: error.line })
    return html`<p class="notice" data-line="${error.line}">${
      error.line ? html`<button type="button" class="press small" data-do="boardGo">${where}</button> ` : ''
    }${error.why.map((text) => html`${this.sayError(text)} `)}</p>`
  }

  /** Return one part of an error as a sentence; a range of one number becomes that number. @param {Text} error */
  sayError(error) {
    const { site, asked } = this
    const { key, low, high } = error
    const text = key === 'board.want.count' && low === high ? { key: 'board.want.exactly', value: low } : error
    return say(hasText(asked.game, site.lang, text.key) ? asked.game : 'web', site.lang, text)
  }

  /** Render the start of a game on the last valid board. */
  renderPicture() {
    const { site, asked, table } = this
    if (!table) return nothing
    const seats = Array.from({ length: asked.seats }, (_, i) => ({
      name: site.word('invite.seat', { number: i + 1 }),
      bot: '',
      online: true,
      away: false,
    }))
    const room = displayRoom(asked.game, seats)
    const wide = innerWidth >= 960 // picture beside the text, or below it
    const memory = {
      width: wide ? Math.min(innerWidth, 1344) * 0.5 - 40 : innerWidth - 72,
      height: Math.min(innerHeight * 0.6, 560),
    }
    const view = buildView(room, mergeTable(null, table, new Map()), createUi(site.lang, {}, memory))
    return html`<div class="board-picture table ${asked.game} ${this.error ? 'old' : ''}" inert><section class="board"
      aria-label="${site.word('table.board')}">${this.drawing.board(view)}</section></div>`
  }
}
