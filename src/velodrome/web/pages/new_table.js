// Form for a new table: seats, terms, clock and the options of the game.

import { DEFAULT_LEVEL, renderLevelOptions } from '../forms/bot_levels.js'
import { changeClock, clockTerms, NONE, renderClockFields } from '../forms/clock_fields.js'
import { localizeWords, optionLabel, parseWords } from '../forms/options.js'
import { RequestError } from '../lib/api.js'
import { html } from '../lib/dom.js'
import { hasText, say } from '../lib/i18n.js'
import { paced } from '../lib/settings.js'
import { createRoom } from '../protocol/requests.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {import('../protocol/requests.js').GameListing} GameListing */
/** @typedef {import('../protocol/requests.js').GameOption} GameOption */
/** @typedef {import('../protocol/types.js').Terms} Terms */
/** Content of the form. `bots` by seat: a level, "" for a guest, or "here" for a player at this device.
 * @typedef {{game: GameListing, bots: string[], names: string[], open: boolean, terms: Terms,
 *     clock: import('../forms/clock_fields.js').Chosen, options: Record<string, string>, trouble: RequestError |
 *     null}} Form */

const HERE = 'here'

/** Terms of a table, in the order of the form. @type {('hints' | 'back' | 'redraw' | 'talk')[]} */
const TERMS = ['hints', 'back', 'redraw', 'talk']

/**
 * @param {Site} site
 * @param {{games: GameListing[], me: import('../protocol/requests.js').Me}} state
 * @param {(action: () => Promise<void>) => Promise<void>} attempt
 */
export function newTableForm(site, state, attempt) {
  /** @type {Form} */
  let form = {
    game: state.games[0],
    bots: [],
    names: [],
    open: false,
    terms: {},
    clock: NONE,
    options: {},
    trouble: null,
  }

  /** @param {string} name @param {boolean} [together]  at one device */
  function open(name, together = false) {
    const game = /** @type {GameListing} */ (state.games.find((listing) => listing.name === name))
    const seats = Math.min(game.high, Math.max(game.low, 3))
    const bots = Array.from({ length: seats }, (_, seat) =>
      !together || !seat ? '' : seat === 1 ? HERE : DEFAULT_LEVEL,
    )
    form = { game, bots, names: [state.me.name], open: false, terms: {}, clock: NONE, options: {}, trouble: null }
    site.dialog(() => renderForm(site, form))
  }

  /** Open the board editor for an option. @param {string} option */
  async function editOption(option) {
    const isSamePage = site.pageGuard()
    const { editBoard } = await import('../forms/board_editor.js')
    if (!isSamePage() || !site.inDialog()) return
    const { values } = /** @type {GameOption} */ (form.game.options.find(({ name }) => name === option))
    const text = form.options[option] ?? ''
    await editBoard(site, {
      game: form.game.name,
      option,
      start: values.includes(text) ? text : values[0],
      seats: form.bots.length,
      text: isOwn(text) ? text : '',
      done(chosen) {
        if (chosen !== null) form.options[option] = `${chosen.trimEnd()}\n`
        site.dialog(() => renderForm(site, form))
      },
    })
  }

  return {
    open,
    /** @type {Record<string, import('../lib/site.js').Action>} */
    actions: {
      seats: (_, element) => {
        const count = Number(/** @type {HTMLSelectElement} */ (element).value)
        form.bots = Array.from({ length: count }, (_, seat) => form.bots[seat] ?? '')
        site.redraw()
      },
      who: (arg, element) => {
        form.bots[Number(arg)] = /** @type {HTMLSelectElement} */ (element).value
        site.redraw()
      },
      called: (arg, element) => {
        form.names[Number(arg)] = /** @type {HTMLInputElement} */ (element).value
      },
      ownBoard: (arg) => void editOption(arg),
      unfold: (_, summary) => requestAnimationFrame(() => reveal(summary)), // after the click has opened it
      listed: (_, element) => {
        form.open = /** @type {HTMLInputElement} */ (element).checked
        site.redraw()
      },
      term: (arg, element) => {
        form.terms = { ...form.terms, [arg]: /** @type {HTMLInputElement} */ (element).checked }
        site.redraw()
      },
      clock: (arg, element) => {
        form.clock = changeClock(form.clock, arg, /** @type {HTMLInputElement} */ (element).value)
        site.redraw()
      },
      option: (arg, element) => {
        const field = /** @type {HTMLInputElement} */ (element)
        const { kind, values } = /** @type {GameOption} */ (form.game.options.find(({ name }) => name === arg))
        const typed = isTyped(kind) ? parseWords(form.game.name, site.lang, values, field.value) : field.value
        form.options[arg] = field.type === 'checkbox' ? String(field.checked) : typed
        site.redraw()
      },
      openTable: () =>
        attempt(async () => {
          form.trouble = null
          const isSamePage = site.pageGuard()
          try {
            const { room } = await createRoom({
              game: form.game.name,
              seats: form.bots.length,
              options: changedOptions(form),
              open: form.open,
              terms: chosenTerms(form),
              ...requestedSeats(site, form),
            })
            if (isSamePage() && site.inDialog()) site.go(`/t/${room}`)
          } catch (problem) {
            if (!(problem instanceof RequestError)) throw problem
            form.trouble = problem
          }
        }),
    },
  }
}

/** Scroll a section that was just unfolded into view. @param {HTMLElement} summary */
function reveal(summary) {
  if (summary.closest('details')?.open)
    summary.scrollIntoView({ block: 'start', behavior: paced(1) ? 'smooth' : 'auto' })
}

/** Check whether an option is a text field of several words or numbers. @param {string} kind */
const isTyped = (kind) => kind === 'numbers' || kind === 'words'

/** Check whether a board is a custom text, not the name of a built-in one. @param {string} value */
const isOwn = (value) => value.includes('\n')

/** Return the seats as the request states them. @param {Site} site @param {Form} form */
function requestedSeats(site, { bots, names }) {
  const called = (/** @type {number} */ seat) => names[seat]?.trim() || site.word('hot.player', { number: seat + 1 })
  const here = bots.includes(HERE) ? bots.map((bot, seat) => (!seat || bot === HERE ? called(seat) : '')) : []
  return { bots: bots.map((bot) => (bot === HERE ? '' : bot)), here }
}

/** Return the options that differ from their defaults.
 * @param {{game: GameListing, options: Record<string, string>}} form */
const changedOptions = (form) =>
  Object.fromEntries(
    Object.entries(form.options).filter(
      ([name, value]) => value !== toText(form.game.options.find((o) => o.name === name)?.default),
    ),
  )

/** Return the terms of the table; chat is off by default at public tables. @param {Form} form @returns {Terms} */
const chosenTerms = (form) => ({ hints: true, back: true, talk: !form.open, ...form.terms, ...clockTerms(form.clock) })

/** @param {unknown} value */
const toText = (value) => (Array.isArray(value) ? value.join(' ') : String(value))

/** Say why the table was refused, with the label of the option that is wrong.
 * @param {Site} site @param {Form} form @param {RequestError} trouble */
function sayTrouble({ lang }, { game }, { text }) {
  const key = `option.${text.option}`
  const label = hasText(game.name, lang, key) ? say(game.name, lang, { key }).replace(/\.$/, '') : text.option
  return say('web', lang, { ...text, option: label })
}

/** @param {Site} site @param {Form} form */
function renderForm(site, form) {
  const { word, lang } = site
  const { game, bots } = form
  const { low, high } = game
  return html`<div class="inviting"><h2>${word('invite.title', {
    game: say(game.name, lang, { key: 'game.name' }),
  })}</h2><div class="asking" data-key="asking">
    ${
      low < high
        ? html`<label class="row">${word('home.seats')} <select class="field" data-change="seats">${Array.from(
            { length: high - low + 1 },
            (_, i) => low + i,
          ).map(
            (count) => html`<option ${count === bots.length ? html`selected` : ''}>${count}</option>`,
          )}</select></label>`
        : ''
    }
    <ol class="who-sits">${bots.map(
      (bot, seat) => html`<li data-key="seat${seat}">${
        seat
          ? html`<label><span class="hidden">${word('invite.seat', { number: seat + 1 })}</span>
      <select class="field" data-change="who" data-arg="${seat}"><option
        value="">${word('invite.friend')}</option><option value="${HERE}"
        ${bot === HERE ? html`selected` : ''}>${word('hot.someone')}</option>
        ${renderLevelOptions(word, bot, `${word('invite.bot')} `)}</select></label>`
          : html`<b>${word('you')}</b>`
      }
      ${
        bot === HERE || (!seat && bots.includes(HERE))
          ? html`<input class="field" data-change="called" data-arg="${seat}" value="${form.names[seat] ?? ''}"
            maxlength="16" placeholder="${word('hot.player', { number: seat + 1 })}"
        aria-label="${word('hot.name', { number: seat + 1 })}" autocomplete="off" spellcheck="false">`
          : ''
      }</li>`,
    )}</ol>
    <label class="row check"><input type="checkbox" data-change="listed" ${form.open ? html`checked` : ''}>
      <span>${word('invite.open')}</span></label>
    <fieldset class="terms"><legend>${word('terms')}</legend>${TERMS.map(
      (term) => html`<label class="row check" data-key="${term}">
      <input type="checkbox" data-change="term" data-arg="${term}" ${chosenTerms(form)[term] ? html`checked` : ''}
        ${term === 'redraw' && !chosenTerms(form).back ? html`disabled` : ''}>
        <span>${word(`terms.${term}`)}</span></label>`,
    )}
      ${renderClockFields(site, form.clock)}</fieldset>
    <details class="options" ${Object.values(form.options).some(isOwn) ? html`open` : ''}><summary
      data-do="unfold">${word('invite.options')}</summary>${game.options.map((option) =>
        renderOption(site, game.name, option, form.options[option.name], bots.length),
      )}</details></div>
    ${form.trouble ? html`<p class="notice" role="alert">${sayTrouble(site, form, form.trouble)}</p>` : ''}
    <button type="button" class="press main" data-do="openTable">${word('invite.go')}</button></div>`
}

/**
 * Render an option: its sentence, and a field of its kind.
 * @param {Site} site
 * @param {string} game
 * @param {GameOption} option
 * @param {string | undefined} value
 * @param {number} seats
 */
function renderOption(site, game, option, value, seats) {
  const now = value ?? toText(option.default)
  const key = `option.${option.name}`
  if (option.kind === 'board')
    return html`<div class="option of-board" data-key="${option.name}"><label><span>${say(game, site.lang, {
      key,
    })}</span>
    ${renderField(site, game, option, now, seats)}</label><button type="button" class="press small" data-do="ownBoard"
    data-arg="${option.name}">${site.word(isOwn(now) ? 'board.edit' : 'board.open')}</button></div>`
  return html`<label class="option of-${option.kind}"
    data-key="${option.name}"><span>${
      hasText(game, site.lang, key) ? say(game, site.lang, { key }) : option.name
    }</span>
    ${renderField(site, game, option, now, seats)}</label>`
}

/** @param {Site} site @param {string} game @param {GameOption} option @param {string} now @param {number} seats */
function renderField(site, game, option, now, seats) {
  const { name, kind, values } = option
  const heard = html`data-change="option" data-arg="${name}"`
  if (kind === 'flag') return html`<input type="checkbox" class="tick" ${heard} ${now === 'true' ? html`checked` : ''}>`
  if (kind === 'number')
    return html`<input class="field" type="number" min="${option.low}" max="${option.high}" value="${now}" ${heard}>`
  if (isTyped(kind))
    return html`<input class="field" value="${localizeWords(game, site.lang, now)}"
      placeholder="${localizeWords(game, site.lang, toText(option.default))}" ${heard}>`
  if (kind === 'board' && isOwn(now))
    return html`<select class="field" ${heard}>${[now, ...values].map(
      (one) =>
        html`<option value="${one}" ${one === now ? html`selected` : ''}>${
          isOwn(one) ? site.word('board.own') : optionLabel(game, site.lang, name, one)
        }</option>`,
    )}</select>`
  const all = kind === 'seat' ? ['random', ...Array.from({ length: seats }, (_, i) => String(i))] : values
  const isSeat = (/** @type {string} */ one) => kind === 'seat' && one !== 'random'
  const label = (/** @type {string} */ one) =>
    isSeat(one) ? site.word('invite.seat', { number: Number(one) + 1 }) : optionLabel(game, site.lang, name, one)
  return html`<select class="field" ${heard}>${all.map(
    (one) => html`<option value="${one}" ${one === now ? html`selected` : ''}>${label(one)}</option>`,
  )}</select>`
}
