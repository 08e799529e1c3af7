// Fields for the options of a game, in groups: switches, numbers, lists, colours and boards.

import { emblem } from '../art/teams.js'
import { html } from '../lib/dom.js'
import { hasText, say } from '../lib/i18n.js'
import { optionLabel } from './options.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {import('../lib/dom.js').Html} Html */
/** @typedef {import('../protocol/requests.js').GameListing} GameListing */
/** @typedef {import('../protocol/requests.js').GameOption} GameOption */
/** The parts of a form that the fields need; colourSeat: the seat whose colour is being chosen.
 * @typedef {{site: Site, game: GameListing, seats: number, colourSeat: number,
 *   textOf: (option: GameOption) => string}} OptionsForm */

const RANDOM = 'random'

/** @param {unknown} value */
export const toText = (value) => (Array.isArray(value) ? value.join(' ') : String(value))

/** Check whether a board is a custom text, not the name of a built-in one. @param {string} value */
export const isOwnBoard = (value) => value.includes('\n')

/**
 * Return the value of an option as text. A seat that does not exist becomes random, and an order gets all seats.
 * @param {GameOption} option
 * @param {string | undefined} chosen
 * @param {number} seats
 */
export function optionText({ kind, default: usual }, chosen, seats) {
  const text = chosen ?? toText(usual)
  if (kind === 'seat' && Number(text) >= seats) return RANDOM
  if (kind !== 'order' || text === RANDOM) return text
  const kept = text.split(' ').filter((seat) => Number(seat) < seats)
  const all = Array.from({ length: seats }, (_, seat) => String(seat))
  return [...kept, ...all.filter((seat) => !kept.includes(seat))].join(' ')
}

/** Give a seat a colour; if another seat has it, the two seats swap colours. @param {string} text  colours by seat
 * @param {number} seat @param {string} colour */
export function setColour(text, seat, colour) {
  const colours = text.split(' ')
  const other = colours.indexOf(colour)
  if (other >= 0) colours[other] = colours[seat]
  colours[seat] = colour
  return colours.join(' ')
}

/** Move a seat in an order. @param {string} text  the seats in order @param {number} from @param {number} to */
export function moveSeat(text, from, to) {
  const order = text.split(' ')
  const [seat] = order.splice(from, 1)
  order.splice(to, 0, seat)
  return order.join(' ')
}

/** Render the advanced options, or all others, in their groups. @param {OptionsForm} form @param {boolean} advanced */
export function renderOptionGroups(form, advanced) {
  const { site, game } = form
  const shown = game.options.filter((option) => option.advanced === advanced)
  return [...new Set(shown.map(({ group }) => group))].map((group) => {
    const title = say(game.name, site.lang, { key: `group.${group}` })
    const heading = advanced ? html`<h4>${title}</h4>` : html`<h3>${title}</h3>`
    return html`<section class="form-part" data-key="group-${group}">${heading}
      ${shown.filter((option) => option.group === group).map((option) => renderOption(form, option))}</section>`
  })
}

/** Render an option: its label, a field of its kind, what it does, and a button to reset it.
 * @param {OptionsForm} form @param {GameOption} option */
function renderOption(form, option) {
  const { site, game } = form
  const { name, kind } = option
  const text = form.textOf(option)
  const label = say(game.name, site.lang, { key: `option.${name}` })
  const help = hasText(game.name, site.lang, `help.${name}`)
    ? html`<p class="form-help" id="help-${name}">${say(game.name, site.lang, { key: `help.${name}` })}</p>`
    : ''
  const reset =
    text === toText(option.default)
      ? ''
      : html`<button type="button" class="press small reset" data-key="reset" data-do="resetOption" data-arg="${name}"
        aria-label="${site.word('form.reset', { option: label })}">${site.word('form.reset.short')}</button>`
  const field = renderField(form, option, text, label)
  const head = ['colours', 'order', 'number'].includes(kind) // several controls, each with its own name
    ? html`<span class="label">${label}</span>${field}`
    : html`<label><span class="label">${label}</span>${field}</label>`
  const edit =
    kind === 'board'
      ? html`<button type="button" class="press small" data-key="edit" data-do="ownBoard"
        data-arg="${name}">${site.word(isOwnBoard(text) ? 'board.edit' : 'board.open')}</button>`
      : ''
  return html`<div class="option of-${kind}" data-key="${name}">${head}${edit}${help}${reset}</div>`
}

/** @param {OptionsForm} form @param {GameOption} option @param {string} text @param {string} label @returns {Html} */
function renderField(form, option, text, label) {
  const { site, game, seats } = form
  const { name, kind, values } = option
  const heard = html`data-change="option" data-arg="${name}" aria-describedby="help-${name}"`
  if (kind === 'flag')
    return html`<input type="checkbox" role="switch" class="switch" ${heard} ${text === 'true' ? html`checked` : ''}>`
  if (kind === 'number') return renderNumber(site, option, text, label, heard)
  if (kind === 'numbers') return html`<input class="field" inputmode="numeric" value="${text}" ${heard}>`
  if (kind === 'colours') return renderColours(form, option, text, label)
  if (kind === 'order') return renderOrder(form, option, text, label)
  if (kind === 'seat') {
    const all = [RANDOM, ...Array.from({ length: seats }, (_, seat) => String(seat))]
    return renderSelect(heard, all, text, (one) =>
      one === RANDOM ? optionLabel(game.name, site.lang, name, one) : seatLabel(site, Number(one)),
    )
  }
  const own = kind === 'board' && isOwnBoard(text)
  return renderSelect(heard, own ? [text, ...values] : values, text, (one) =>
    isOwnBoard(one) ? site.word('own.board') : optionLabel(game.name, site.lang, name, one),
  )
}

/** @param {Html} heard @param {string[]} values @param {string} now @param {(value: string) => string} labelOf */
const renderSelect = (heard, values, now, labelOf) =>
  html`<select class="field" ${heard}>${values.map(
    (one) => html`<option value="${one}" ${one === now ? html`selected` : ''}>${labelOf(one)}</option>`,
  )}</select>`

/** @param {Site} site @param {number} seat */
const seatLabel = (site, seat) => (seat ? site.word('invite.seat', { number: seat + 1 }) : site.word('you'))

/** @param {Site} site @param {GameOption} option @param {string} text @param {string} label @param {Html} heard */
function renderNumber(site, { name, low, high }, text, label, heard) {
  const step = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ key) =>
    html`<button type="button" class="press small" data-key="${key}" data-do="stepOption" data-arg="${name}"
      data-by="${by}" aria-label="${site.word(key, { option: label })}">${sign}</button>`
  return html`<span class="stepper">${step(-1, '−', 'form.less')}<input class="field" type="number" min="${low}"
    max="${high}" value="${text}" aria-label="${label}" ${heard}>${step(1, '+', 'form.more')}</span>`
}

/** Render two rows of swatches: the seats with their colours, and the colours for the chosen seat.
 * @param {OptionsForm} form @param {GameOption} option @param {string} text @param {string} label */
function renderColours({ site, game, seats, colourSeat }, { name, values }, text, label) {
  const colours = text.split(' ')
  const nameOf = (/** @type {string} */ colour) => say(game.name, site.lang, { key: `piece.${colour}` })
  const ofSeat = (/** @type {number} */ seat) => html`<label class="swatch" data-key="of${seat}"><input type="radio"
    class="hidden" name="colour-seat" data-change="colourSeat" value="${seat}"
    ${seat === colourSeat ? html`checked` : ''}
    aria-label="${seatLabel(site, seat)}: ${nameOf(colours[seat])}">
    ${emblem(colours[seat], site.lang)}<span
    aria-hidden="true">${seat ? seat + 1 : site.word('you')}</span></label>`
  const colour = (
    /** @type {string} */ one,
  ) => html`<label class="swatch" data-key="${one}" title="${nameOf(one)}"><input
    type="radio" class="hidden" name="colour" data-change="colour" data-arg="${name}" value="${one}"
    ${one === colours[colourSeat] ? html`checked` : ''} aria-label="${nameOf(one)}">${emblem(one, site.lang)}</label>`
  const who = seatLabel(site, colourSeat)
  return html`<div class="swatches" role="radiogroup" aria-label="${label}: ${site.word('form.colour.who')}"
    data-key="seats">${Array.from({ length: seats }, (_, seat) => ofSeat(seat))}</div>
    <div class="swatches choice" role="radiogroup" aria-label="${site.word('form.colour', { who })}"
      data-key="colours"><span aria-hidden="true">${site.word('form.colour', { who })}</span>
      ${values.map(colour)}</div>`
}

/** Render an order of the seats: random, or a list with buttons that move a seat.
 * @param {OptionsForm} form @param {GameOption} option @param {string} text @param {string} label */
function renderOrder({ site, seats }, { name }, text, label) {
  const order = text === RANDOM ? [] : text.split(' ').map(Number)
  const usual = Array.from({ length: seats }, (_, seat) => seat).join(' ')
  const move = (
    /** @type {number} */ from,
    /** @type {number} */ to,
    /** @type {string} */ key,
    /** @type {string} */ sign,
  ) =>
    html`<button type="button" class="press small" data-key="${key}" data-do="orderMove" data-arg="${name}"
      data-from="${from}" data-to="${to}" ${to < 0 || to >= seats ? html`disabled` : ''}
      aria-label="${site.word(key, { who: seatLabel(site, order[from]) })}">${sign}</button>`
  return html`<select class="field" data-change="orderKind" data-arg="${name}" aria-label="${label}"
      aria-describedby="help-${name}"><option value="${RANDOM}">${site.word('invite.random')}</option><option
      value="${order.length ? text : usual}"
      ${order.length ? html`selected` : ''}>${site.word('form.order.own')}</option></select>
    ${
      order.length
        ? html`<ol class="order" data-key="order">${order.map(
            (seat, i) =>
              html`<li data-key="seat${seat}"><span>${seatLabel(site, seat)}</span>${move(
                i,
                i - 1,
                'form.order.up',
                '↑',
              )}${move(i, i + 1, 'form.order.down', '↓')}</li>`,
          )}</ol>`
        : ''
    }`
}
