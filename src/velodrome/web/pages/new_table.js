// Form for a new table: players, main options of the game, settings of the table, and advanced options.

import { DEFAULT_LEVEL, renderLevelOptions } from '../forms/bot_levels.js'
import { changeClock, clockMistake, clockTerms, NONE, renderClockFields } from '../forms/clock_fields.js'
import { isOwnBoard, moveSeat, optionText, renderOptionGroups, setColour, toText } from '../forms/option_fields.js'
import { RequestError } from '../lib/api.js'
import { html } from '../lib/dom.js'
import { hasText, loadTexts, say } from '../lib/i18n.js'
import { loadStyle } from '../lib/lazy.js'
import { paced } from '../lib/settings.js'
import { createRoom } from '../protocol/requests.js'
import { renderLevelLine, renderPortrait } from '../table/bots.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {import('../lib/site.js').Action} Action */
/** @typedef {import('../protocol/requests.js').GameListing} GameListing */
/** @typedef {import('../protocol/requests.js').GameOption} GameOption */
/** @typedef {import('../protocol/types.js').Terms} Terms */

const HERE = 'here' // a player at this device
const DEFAULT_SEATS = 3

/** Terms of a table that the form shows at once. @type {('hints' | 'back' | 'talk')[]} */
const TERMS = ['hints', 'back', 'talk']

/**
 * Load the texts and styles of the form, and create it.
 * @param {Site} site
 * @param {GameListing} game
 * @param {string} me  name of the guest
 * @param {boolean} together  at one device
 * @param {(action: () => Promise<void>) => Promise<void>} attempt  reports requests that failed
 */
export async function loadTableForm(site, game, me, together, attempt) {
  await Promise.all([loadTexts(site.lang, game.name, 'web.form', `${game.name}.form`), loadStyle('forms')])
  return new TableForm(site, game, me, together, attempt)
}

class TableForm {
  /**
   * @param {Site} site
   * @param {GameListing} game
   * @param {string} me  name of the guest
   * @param {boolean} together  at one device
   * @param {(action: () => Promise<void>) => Promise<void>} attempt
   */
  constructor(site, game, me, together, attempt) {
    this.site = site
    this.game = game
    this.attempt = attempt
    this.seats = Math.min(game.high, Math.max(game.low, DEFAULT_SEATS))
    /** By seat, also for seats that are not used now: a level, "" for a friend, or HERE. @type {string[]} */
    this.bots = Array.from({ length: game.high }, (_, seat) =>
      !together || !seat ? '' : seat === 1 ? HERE : DEFAULT_LEVEL,
    )
    this.names = [me]
    this.isPublic = false
    /** @type {Terms} */ this.terms = {}
    this.clock = NONE
    /** Changed options, as text. @type {Record<string, string>} */ this.options = {}
    this.colourSeat = 0 // whose colour is being chosen
    /** @type {RequestError | null} */ this.trouble = null
  }

  /** Open the form in the dialog. */
  open() {
    for (const [name, action] of Object.entries(this.actions())) this.site.addAction(name, action)
    this.show()
  }

  show() {
    this.site.dialog(() => this.render())
  }

  /** @returns {Record<string, Action>} */
  actions() {
    const { site } = this
    const value = (/** @type {HTMLElement} */ element) => /** @type {HTMLInputElement} */ (element).value
    const isOn = (/** @type {HTMLElement} */ element) => /** @type {HTMLInputElement} */ (element).checked
    /** @type {Record<string, Action>} */
    const changes = {
      seats: (_, element) => {
        this.seats = Number(value(element))
        this.colourSeat = Math.min(this.colourSeat, this.seats - 1)
      },
      who: (arg, element) => {
        this.bots[Number(arg)] = value(element)
      },
      called: (arg, element) => {
        this.names[Number(arg)] = value(element)
      },
      listed: (_, element) => {
        this.isPublic = isOn(element)
      },
      term: (arg, element) => {
        this.terms = { ...this.terms, [arg]: isOn(element) }
      },
      clock: (arg, element) => {
        this.clock = changeClock(this.clock, arg, value(element))
      },
      option: (arg, element) => {
        const isFlag = this.option(arg).kind === 'flag'
        this.options[arg] = isFlag
          ? String(isOn(element))
          : value(element)
              .trim()
              .replace(/[\s,]+/g, ' ')
        if (this.option(arg).kind === 'board') this.options[arg] = value(element)
      },
      stepOption: (arg, element) => this.stepOption(arg, Number(element.dataset.by)),
      colourSeat: (_, element) => {
        this.colourSeat = Number(value(element))
      },
      colour: (arg, element) => {
        this.options[arg] = setColour(this.textOf(this.option(arg)), this.colourSeat, value(element))
      },
      orderKind: (arg, element) => {
        this.options[arg] = value(element)
      },
      orderMove: (arg, element) => {
        const { from, to } = element.dataset
        this.options[arg] = moveSeat(this.textOf(this.option(arg)), Number(from), Number(to))
      },
      resetOption: (arg) => {
        delete this.options[arg]
      },
      resetAll: () => {
        for (const { name, advanced } of this.game.options) if (advanced) delete this.options[name]
        delete this.terms.redraw
      },
    }
    const redrawn = Object.entries(changes).map(([name, change]) => {
      /** @type {Action} */
      const action = (arg, element, event) => {
        change(arg, element, event)
        site.redraw()
      }
      return [name, action]
    })
    return {
      ...Object.fromEntries(redrawn),
      ownBoard: (arg) => void this.editBoard(arg),
      unfold: (_, summary) => requestAnimationFrame(() => reveal(summary)), // after the click has opened it
      openTable: () => void this.create(),
    }
  }

  /** @param {string} name */
  option(name) {
    return /** @type {GameOption} */ (this.game.options.find((option) => option.name === name))
  }

  /** Return the chosen value of an option as text, adapted to the number of seats. @param {GameOption} option */
  textOf(option) {
    return optionText(option, this.options[option.name], this.seats)
  }

  /** @param {string} name @param {number} by */
  stepOption(name, by) {
    const option = this.option(name)
    const next = (Number(this.textOf(option)) || 0) + by
    this.options[name] = String(Math.min(option.high, Math.max(option.low, next)))
  }

  /** Open the board editor for an option. @param {string} name */
  async editBoard(name) {
    const { site } = this
    const isSamePage = site.pageGuard()
    const { editBoard } = await import('../forms/board_editor.js')
    if (!isSamePage() || !site.inDialog()) return
    const { values } = this.option(name)
    const text = this.options[name] ?? ''
    await editBoard(site, {
      game: this.game.name,
      option: name,
      start: values.includes(text) ? text : values[0],
      seats: this.seats,
      text: isOwnBoard(text) ? text : '',
      done: (chosen) => {
        if (chosen !== null) this.options[name] = `${chosen.trimEnd()}\n`
        this.show()
      },
    }).catch((problem) => {
      if (!(problem instanceof RequestError)) throw problem
      this.trouble = problem
      site.redraw()
    })
  }

  create() {
    if (clockMistake(this.clock)) return showField('.clock-number[aria-invalid]')
    return this.attempt(async () => {
      this.trouble = null
      const { site } = this
      const isSamePage = site.pageGuard()
      try {
        const { room } = await createRoom({
          game: this.game.name,
          seats: this.seats,
          options: this.changedOptions(),
          open: this.isPublic,
          terms: this.chosenTerms(),
          ...this.requestedSeats(),
        })
        if (isSamePage() && site.inDialog()) site.go(`/t/${room}`)
      } catch (problem) {
        if (!(problem instanceof RequestError)) throw problem
        this.trouble = problem
      }
    })
  }

  /** Return the options that differ from their defaults. @returns {Record<string, string>} */
  changedOptions() {
    const all = this.game.options.map((option) => ({ option, text: this.textOf(option) }))
    const changed = all.filter(({ option, text }) => text !== toText(option.default))
    return Object.fromEntries(changed.map(({ option, text }) => [option.name, text]))
  }

  /** Return the terms of the table; chat is off by default at public tables. @returns {Terms} */
  chosenTerms() {
    return { hints: true, back: true, talk: !this.isPublic, ...this.terms, ...clockTerms(this.clock) }
  }

  /** Return the fields `bots` and `here` of the request for a new room. */
  requestedSeats() {
    const bots = this.bots.slice(0, this.seats)
    const called = (/** @type {number} */ seat) =>
      this.names[seat]?.trim() || this.site.word('hot.player', { number: seat + 1 })
    const here = bots.includes(HERE) ? bots.map((bot, seat) => (!seat || bot === HERE ? called(seat) : '')) : []
    return { bots: bots.map((bot) => (bot === HERE ? '' : bot)), here }
  }

  /** Return how many advanced settings differ from their defaults. */
  countAdvanced() {
    const changed = this.changedOptions()
    const options = this.game.options.filter(({ name, advanced }) => advanced && name in changed)
    return options.length + (this.terms.redraw ? 1 : 0)
  }

  // ---------------------------------------------------------------- drawing

  render() {
    const { site, game } = this
    const { word, lang } = site
    return html`<div class="inviting table-form" data-key="table-form"><h2>${word('invite.title', {
      game: say(game.name, lang, { key: 'game.name' }),
    })}</h2><div class="asking" data-key="asking">
      ${this.renderPlayers()}${renderOptionGroups(this, false)}${this.renderTerms()}${this.renderAdvanced()}</div>
      ${this.trouble ? html`<p class="notice" role="alert">${this.sayTrouble(this.trouble)}</p>` : ''}
      <button type="button" class="press main" data-do="openTable">${word('invite.go')}</button></div>`
  }

  renderPlayers() {
    const { word } = this.site
    const { low, high } = this.game
    const counts = Array.from({ length: high - low + 1 }, (_, i) => low + i)
    const options = counts.map((count) => html`<option ${count === this.seats ? html`selected` : ''}>${count}</option>`)
    const seats = this.bots.slice(0, this.seats).map((bot, seat) => this.renderSeat(bot, seat))
    return html`<section class="form-part" data-key="players"><h3>${word('form.players')}</h3>${
      low < high
        ? html`<label class="row" data-key="seats">${word('home.seats')}
          <select class="field" data-change="seats">${options}</select></label>`
        : ''
    }<ol class="who-sits">${seats}</ol></section>`
  }

  /** @param {string} bot @param {number} seat */
  renderSeat(bot, seat) {
    const { word } = this.site
    const isNamed = bot === HERE || (!seat && this.bots.slice(0, this.seats).includes(HERE))
    const level = bot === HERE ? '' : bot
    const who = html`${level ? renderPortrait(level) : ''}<label><span class="hidden">${word('invite.seat', {
      number: seat + 1,
    })}</span>
      <select class="field" data-change="who" data-arg="${seat}"><option
        value="">${word('invite.friend')}</option><option value="${HERE}"
        ${bot === HERE ? html`selected` : ''}>${word('hot.someone')}</option>
        <optgroup label="${word('invite.bot')}">${renderLevelOptions(word, bot)}</optgroup></select></label>
        ${renderLevelLine(word, level)}`
    return html`<li data-key="seat${seat}">${seat ? who : html`<b>${word('you')}</b>`}
      ${
        isNamed
          ? html`<input class="field" data-change="called" data-arg="${seat}" value="${this.names[seat] ?? ''}"
            maxlength="16" placeholder="${word('hot.player', { number: seat + 1 })}"
            aria-label="${word('hot.name', { number: seat + 1 })}" autocomplete="off" spellcheck="false">`
          : ''
      }</li>`
  }

  renderTerms() {
    const { word } = this.site
    const chosen = this.chosenTerms()
    return html`<section class="form-part" data-key="table"><h3>${word('form.table')}</h3><div class="switches">
      ${renderSwitch(word('invite.open'), html`data-change="listed"`, this.isPublic)}
      ${TERMS.map((term) =>
        renderSwitch(word(`terms.${term}`), html`data-change="term" data-arg="${term}"`, Boolean(chosen[term])),
      )}</div>${renderClockFields(this.site, this.clock)}</section>`
  }

  renderAdvanced() {
    const { word } = this.site
    const count = this.countAdvanced()
    const { redraw, back } = this.chosenTerms()
    const wrong = this.game.options.find(({ name }) => name === this.trouble?.text.option)
    return html`<details class="options" data-key="advanced" ${wrong?.advanced ? html`open` : ''}><summary
      data-do="unfold">${word('form.advanced')}${
        count ? html` <small class="changed">${word('form.changed', { count })}</small>` : ''
      }</summary>
      ${
        count
          ? html`<button type="button" class="press small" data-key="reset-all"
            data-do="resetAll">${word('form.reset.all')}</button>`
          : ''
      }
      ${renderOptionGroups(this, true)}
      <section class="form-part" data-key="redraw"><h4>${word('form.table')}</h4>${renderSwitch(
        word('terms.redraw'),
        html`data-change="term" data-arg="redraw" ${back ? '' : html`disabled`}`,
        Boolean(redraw && back),
      )}</section></details>`
  }

  /** Say why the table was refused, with the label of the option that is wrong. @param {RequestError} trouble */
  sayTrouble({ text }) {
    const { lang } = this.site
    const key = `option.${text.option}`
    const label = hasText(this.game.name, lang, key) ? say(this.game.name, lang, { key }) : text.option
    return say('web', lang, { ...text, option: label })
  }
}

/** @param {string} label @param {import('../lib/dom.js').Html} heard @param {boolean} isOn */
const renderSwitch = (label, heard, isOn) =>
  html`<label class="row check"><input type="checkbox" role="switch" class="switch" ${heard}
    ${isOn ? html`checked` : ''}> <span>${label}</span></label>`

/** Move the focus to a field that must be corrected. @param {string} selector */
function showField(selector) {
  const field = document.querySelector(selector)
  field?.scrollIntoView({ block: 'center' }) // the sentence below it, too
  if (field instanceof HTMLElement) field.focus({ preventScroll: true })
}

/** Scroll a section that was just unfolded into view. @param {HTMLElement} summary */
function reveal(summary) {
  if (summary.closest('details')?.open)
    summary.scrollIntoView({ block: 'start', behavior: paced(1) ? 'smooth' : 'auto' })
}
