// Clock fields of the form for a new table: presets or custom times, and what happens when time runs out.

import { html } from '../lib/dom.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {import('../protocol/types.js').Terms} Terms */

/**
 * Content of the fields. usual: a key of PRESETS; count, unit: the limit is count × unit seconds; others: see Clock and
 * Terms in protocol/types.js.
 * @typedef {{usual: string, mode: string, per: string, count: string, unit: string, plus: string,
 *   late: string}} Chosen
 */

/** @type {Chosen} */
export const NONE = { usual: 'none', mode: 'enforced', per: 'move', count: '60', unit: '1', plus: '0', late: 'move' }

/** @type {Record<string, Partial<Chosen>>} */
const PRESETS = {
  none: {},
  minute: { per: 'move', count: '1', unit: '60' },
  quarter: { per: 'game', count: '15', unit: '60' },
  day: { per: 'move', count: '1', unit: '86400' },
  own: { per: 'game', count: '10', unit: '60', plus: '5' },
}
const UNITS = ['1', '60', '3600', '86400']
// The server's limits.
const MIN_SECONDS = 5
const MAX_SECONDS = 30 * 86_400
const MAX_PLUS = 3600

/** @param {Chosen} chosen @param {string} what @param {string} value @returns {Chosen} */
export const changeClock = (chosen, what, value) =>
  what === 'usual' ? { ...chosen, plus: '0', usual: value, ...PRESETS[value] } : { ...chosen, [what]: value }

/** Return the key of the text that says what is wrong with a number that was typed; "" if nothing is wrong.
 * @param {Chosen} chosen @returns {'' | 'clock.wrong' | 'clock.wrong.plus'} */
export function clockMistake({ usual, per, count, unit, plus }) {
  if (usual !== 'own') return ''
  const seconds = Math.round(Number(count) * Number(unit))
  if (!count || !(seconds >= MIN_SECONDS && seconds <= MAX_SECONDS)) return 'clock.wrong'
  const extra = Number(plus)
  const isWrongPlus = per === 'game' && (!plus || !Number.isInteger(extra) || extra < 0 || extra > MAX_PLUS)
  return isWrongPlus ? 'clock.wrong.plus' : ''
}

/** Return the terms for the server; the numbers must be correct. @param {Chosen} chosen @returns {Terms} */
export function clockTerms({ usual, mode, per, count, unit, plus, late }) {
  if (usual === 'none') return {}
  const clock = {
    mode,
    per,
    seconds: Math.round(Number(count) * Number(unit)),
    plus: per === 'game' ? Number(plus) : 0,
  }
  return /** @type {Terms} */ ({ clock, late })
}

/** @param {Site} site @param {Chosen} chosen */
export function renderClockFields(site, chosen) {
  const { word } = site
  const choice = (/** @type {keyof Chosen} */ what, /** @type {string[]} */ values) =>
    html`<select class="field" data-change="clock" data-arg="${what}">${values.map(
      (value) =>
        html`<option value="${value}" ${
          value === chosen[what] ? html`selected` : ''
        }>${word(`clock.${what}.${value}`)}</option>`,
    )}</select>`
  const labelled = (/** @type {keyof Chosen} */ what, /** @type {string[]} */ values) =>
    html`<label class="row" data-key="${what}"><span>${word(`clock.${what}`)}</span> ${choice(what, values)}</label>`
  const mistake = clockMistake(chosen)
  const wrong = (/** @type {string} */ key) =>
    mistake === key ? html`<p class="notice" role="alert" data-key="${key}" id="clock-wrong">${word(key)}</p>` : ''
  /** @param {keyof Chosen} what @param {number} low @param {number} high @param {string} key  of the mistake */
  const number = (what, low, high, key) =>
    html`<input class="field clock-number" type="number" min="${low}" max="${high}" value="${chosen[what]}"
      data-change="clock" data-arg="${what}" aria-label="${word(`clock.${what}`)}"
      ${mistake === key ? html`aria-invalid="true" aria-describedby="clock-wrong"` : ''}>`
  return html`<div class="clock-terms" data-key="clock">${labelled('usual', Object.keys(PRESETS))}
    ${
      chosen.usual === 'own'
        ? html`<div class="row" data-key="own">${number('count', 1, 999, 'clock.wrong')} ${choice('unit', UNITS)}
          ${choice('per', ['move', 'game'])}</div>${wrong('clock.wrong')}
      ${
        chosen.per === 'game'
          ? html`<label class="row" data-key="plus"><span>${word('clock.plus')}</span>
      ${number('plus', 0, MAX_PLUS, 'clock.wrong.plus')}</label>${wrong('clock.wrong.plus')}`
          : ''
      }`
        : ''
    }
    ${
      chosen.usual === 'none'
        ? ''
        : html`${labelled('mode', ['enforced', 'advisory'])}
      ${chosen.mode === 'enforced' ? labelled('late', ['move', 'seat', 'forfeit']) : ''}
      ${
        chosen.mode === 'enforced' && chosen.late === 'forfeit'
          ? html`<p class="facts" data-key="more">${word('clock.late.more')}</p>`
          : ''
      }`
    }</div>`
}
