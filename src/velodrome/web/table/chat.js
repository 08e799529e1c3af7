// Chat of a table: messages, quick reactions and muting.

import { sign } from '../art/reactions.js'
import { html } from '../lib/dom.js'
import { say } from '../lib/i18n.js'
import { loadStyle } from '../lib/lazy.js'
import { loadSetting, saveSetting } from '../lib/storage.js'
import { followEnd } from './log.js'
import { floatReaction, REACTIONS } from './reaction_bubble.js'
import { hasCompany, send } from './session.js'

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('../protocol/types.js').Word} Word */

const MAX_TEXT_LENGTH = 200 // letters, the server's limit
const MAX_ROOMS = 50 // rooms whose read position and mute setting are stored
const MAX_MUTED = 200

/** Create the chat of a table after loading its style sheet. @param {Session} session */
export async function createChat(session) {
  await Promise.all([loadStyle('chat'), loadStyle('reactions')])
  return new Chat(session)
}

/** Chat of one table: its messages, and which of them were read. */
export class Chat {
  /** @param {Session} session */
  constructor(session) {
    this.session = session
    /** @type {Map<number, Word>} */ this.words = new Map()
    this.me = '' // this guest's Word.who
    this.trouble = '' // why the last message was refused
    this.sent = '' // the text sent last
    /** @type {Set<string>} */ this.muted = new Set(loadSetting('talk.muted', []))
    this.silent = loadSetting('talk.silent', []).includes(session.id) // the whole table is muted
    /** @type {number} */ this.read = loadSetting('talk.read', {})[session.id] ?? 0
    this.follow = followEnd('talk-lines')
    const { site, leaving } = session
    if (leaving.signal.aborted) return
    site.addAction('say', (_, form) => this.sendText(/** @type {HTMLFormElement} */ (form)))
    site.addAction('react', (reaction) => void send(session, { do: 'react', reaction }))
    site.addAction('mute', (who) => this.mute(who))
    site.addAction('muteAll', () => this.muteAll())
    site.addAction('tab', (tab) => {
      session.ui.log.tab = tab
      site.redraw()
    })
    document.addEventListener('visibilitychange', site.redraw, { signal: leaving.signal })
  }

  get last() {
    return Math.max(0, ...this.words.keys())
  }

  /** Unread messages of others. */
  get unread() {
    return this.visibleWords().filter(({ n, who }) => n > this.read && who !== this.me).length
  }

  /** Return the messages in order, without those of muted guests. */
  visibleWords() {
    if (this.silent) return []
    return [...this.words.values()].filter(({ who }) => !this.muted.has(who)).sort((a, b) => a.n - b.n)
  }

  // ---------------------------------------------------------------- receiving and sending

  /** @param {import('../protocol/types.js').Said} said */
  receive({ words, me, past }) {
    const fresh = words.filter(({ n }) => !this.words.has(n))
    for (const word of fresh) this.words.set(word.n, word)
    if (me) this.me = me
    if (!past)
      for (const word of fresh)
        if (word.reaction && !this.silent && !this.muted.has(word.who))
          void floatReaction(this.session.site, word.seat, word.reaction, this.session.leaving.signal)
    if (fresh.some(({ who }) => who === this.me)) this.trouble = this.sent = ''
  }

  /** @param {import('../protocol/types.js').Text} why */
  refuse(why) {
    this.trouble = say('web', this.session.site.lang, why)
    const field = document.querySelector('.talk input')
    if (field instanceof HTMLInputElement && !field.value) field.value = this.sent // restore the refused text
    this.sent = ''
  }

  /** @param {HTMLFormElement} form */
  sendText(form) {
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem('text'))
    const text = field.value.trim()
    if (!text || !send(this.session, { do: 'say', text })) return
    this.sent = text
    field.value = ''
  }

  /** Mute or unmute a guest in this browser; nothing is sent to the server. @param {string} who */
  mute(who) {
    if (!this.muted.delete(who)) this.muted.add(who)
    saveSetting('talk.muted', [...this.muted].slice(-MAX_MUTED))
    this.session.site.redraw()
  }

  /** Mute or unmute the whole table in this browser; nothing is sent to the server. */
  muteAll() {
    const { id, site } = this.session
    const others = loadSetting('talk.silent', []).filter((/** @type {string} */ room) => room !== id)
    this.silent = !this.silent
    saveSetting('talk.silent', (this.silent ? [...others, id] : others).slice(-MAX_ROOMS))
    site.redraw()
  }

  // ---------------------------------------------------------------- rendering

  panel() {
    const { room, site } = this.session
    if (!room || room.terms.talk === false || !(this.words.size || hasCompany(room))) return null
    const { word } = site
    return html`<section class="talk" data-key="talk" aria-label="${word('talk.title')}">
      <div class="talk-head" data-key="head"><h2 class="log-title">${word('talk.title')}</h2>
        <button type="button" class="mute-all" data-key="mute-all" data-do="muteAll"
          aria-pressed="${this.silent ? 'true' : 'false'}">${word(
            this.silent ? 'talk.unmute.all' : 'talk.mute.all',
          )}</button></div>
      ${
        this.silent ? html`<p class="mark" data-key="silent">${word('talk.silent')}</p>` : this.renderMessages(room)
      }</section>`
  }

  /** Render the messages and the form. @param {import('../protocol/types.js').Room} room */
  renderMessages(room) {
    const { word } = this.session.site
    const shown = this.visibleWords()
    const speaks = room.mine.length > 0 || room.phase === 'over'
    return html`<div class="talk-lines" data-key="said" role="log" aria-label="${word('talk.title')}"
      tabindex="0">${
        shown.length
          ? html`<ol>${shown.map((one) => this.renderLine(one))}</ol>`
          : html`<p class="mark">${word('talk.none')}</p>`
      }</div>
      ${this.renderMuteButtons()}
      ${speaks ? this.renderForm() : html`<p class="mark" data-key="watch">${word('talk.watch')}</p>`}`
  }

  /** @param {Word} one */
  renderLine({ n, who, name, at, text, reaction }) {
    const { word, lang } = this.session.site
    const mine = who === this.me
    return html`<li data-key="said${n}" class="${mine ? 'own' : ''}"
      title="${new Date(at * 1000).toLocaleString(lang)}"><b>${mine ? word('you') : name}</b>
      ${
        reaction
          ? html`<span class="reaction">${sign(reaction)}
      ${REACTIONS[reaction] ? word(REACTIONS[reaction]) : ''}</span>`
          : html`<span dir="auto">${text}</span>`
      }</li>`
  }

  /** Render a mute button for each other guest who wrote. */
  renderMuteButtons() {
    const { word } = this.session.site
    const names = new Map(
      [...this.words.values()].filter(({ who }) => who !== this.me).map(({ who, name }) => [who, name]),
    )
    return names.size
      ? html`<p class="mutes" data-key="mutes">${[...names].map(
          ([
            who,
            name,
          ]) => html`<button type="button" class="mute" data-key="mute${who}" data-do="mute" data-arg="${who}"
      aria-pressed="${
        this.muted.has(who) ? 'true' : 'false'
      }">${word(this.muted.has(who) ? 'talk.unmute' : 'talk.mute', { name })}</button>`,
        )}</p>`
      : ''
  }

  renderForm() {
    const { word } = this.session.site
    return html`<div class="reactions" data-key="reactions" role="group"
      aria-label="${word('talk.reactions')}">${Object.entries(REACTIONS).map(
        ([name, key]) => html`<button type="button"
        class="react" data-key="react-${name}" data-do="react" data-arg="${name}" title="${word(key)}"
        aria-label="${word(key)}">${sign(name)}</button>`,
      )}</div>
      ${this.trouble ? html`<p class="notice" role="alert" data-key="trouble">${this.trouble}</p>` : ''}
      <form class="speak" data-key="speak" data-submit="say"><input class="field" name="text"
        maxlength="${MAX_TEXT_LENGTH}"
        autocomplete="off" enterkeyhint="send" aria-label="${word('talk.text')}" placeholder="${word('talk.text')}">
        <button class="press small" data-key="send">${word('talk.send')}</button></form>`
  }

  /** Mark the visible messages as read, after each paint. */
  afterPaint() {
    this.follow(String(this.last))
    const { last, read, session } = this
    if (last <= read || document.hidden || !document.querySelector('.talk-lines')?.clientHeight) return
    const unread = this.unread
    this.read = last
    const { [session.id]: _, ...others } = loadSetting('talk.read', {})
    saveSetting('talk.read', Object.fromEntries([...Object.entries(others), [session.id, last]].slice(-MAX_ROOMS)))
    if (unread) session.site.redraw()
  }
}
