// The keyboard: arrows walk among what can be picked, letters press what the page shows, ? lists them all.

import { html } from './dom.js'
import { ease, readOut } from './screenreader.js'

/** @typedef {import('../main.js').Site} Site */

/**
 * What each letter presses: the first of these that is there. Others say aria-keyshortcuts="u" on a button of theirs.
 * @type {Record<string, string>}
 */
const PRESSES = {
  p: ':is(.actions:not([data-key="ending"]), .vv-tools) :is(.play, .main)',
  x: '.actions [data-arg="pass"]',
  c: '[data-do="clear"]',
  r: '.prompt .rule',
  s: '.sheet-button',
  m: '.menu-button',
}
const ACTS = ':is(.actions, .vv-tools) button'
const OPEN = `.table button.piece:is(.lit, .chosen, .aim), [data-spot][tabindex="0"], ${ACTS}`
const ALL = ':is(.board, .mine) button'
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Elements that can be pressed now, in reading order. @param {string} which */
const pressable = (which) => [...document.querySelectorAll(which)].filter(canPress)

/** @param {Element} found @returns {found is HTMLElement} */
const canPress = (found) =>
  found instanceof HTMLElement && found.checkVisibility() && !found.matches(':disabled, [inert] *')

/** Those that do something: an unlit one only says why not. @param {string} which */
const useful = (which) => pressable(which).filter((found) => found.getAttribute('aria-disabled') !== 'true')

/** Hear the keyboard of the whole page. @param {Site} site */
export function hearKeys(site) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || site.inDialog()) return
    if (pressed(site, event)) event.preventDefault()
  })
}

/** Whether a key meant something here. @param {Site} site @param {KeyboardEvent} event */
function pressed(site, event) {
  const at = /** @type {Element} */ (event.target)
  if (at.matches('input:not([type="checkbox"]), select, textarea')) return false
  if (event.key in STEPS || event.key === 'Home' || event.key === 'End') return !at.matches('.log-lines') && walk(event)
  if (event.key === 'Escape')
    return press('[data-do="clear"]') || press('.log.open .log-close') || (at.matches('.log-lines') && rest())
  return ease().keys && letter(site, event)
}

/** @param {KeyboardEvent} event */
function walk({ key, shiftKey }) {
  const open = shiftKey ? [] : useful(OPEN)
  const all = open.length ? open : pressable(ALL)
  if (!all.length) return false
  const here = all.findIndex((found) => found === document.activeElement)
  const step = STEPS[/** @type {keyof typeof STEPS} */ (key)] ?? 0
  const next = step ? (here < 0 ? (step > 0 ? 0 : -1) : (here + step) % all.length) : key === 'Home' ? 0 : -1
  all.at(next)?.focus()
  return true
}

/** @param {Site} site @param {KeyboardEvent} event */
function letter(site, { key, code }) {
  const name = key.toLowerCase()
  const digit = code.match(/^(?:Digit|Numpad)([1-9])$/)?.[1] // by its place: the French row of digits asks for Shift
  if (key === '?') return site.dialog(() => listing(site)), true
  if (digit) return useful(ACTS)[Number(digit) - 1]?.click(), true
  if (name === 'h') return to('.mine')
  if (name === 'b') return to('.board')
  if (name === 'l') return log()
  if (name === 't') return tell(site)
  return press(PRESSES[name] ?? '') || (/^[a-z]$/.test(name) && press(`[aria-keyshortcuts="${name}"]`))
}

/** Press the first that is there. @param {string} which */
function press(which) {
  const [found] = which ? useful(which) : []
  found?.click()
  return found !== undefined
}

/** Into a part of the table: to what can be picked there, or to whatever is there. @param {string} part */
function to(part) {
  const inside = (/** @type {HTMLElement} */ found) => found.closest(part) !== null
  const found = useful(OPEN).find(inside) ?? pressable(`${part} button`)[0]
  found?.focus()
  return found !== undefined
}

/** To where one acts. */
function rest() {
  const found = document.querySelector('[data-rest]')
  if (found instanceof HTMLElement) found.focus()
  return found !== null
}

function log() {
  const lines = document.querySelector('.log-lines')
  if (lines && !lines.checkVisibility()) press('.log-button')
  if (lines instanceof HTMLElement) lines.focus()
  return lines !== null
}

// ---------------------------------------------------------------- in words

/** Say where the game stands: what is asked, what is picked, what can be picked. @param {Site} site */
function tell(site) {
  const asks = document.querySelector('.prompt .ask [role="status"]')?.textContent ?? ''
  const [open, chosen] = [names(useful(OPEN).filter((found) => !isOn(found))), names(useful(OPEN).filter(isOn))]
  const parts = [
    asks,
    chosen && site.word('keys.chosen', { names: chosen }),
    open && site.word('keys.open', { names: open }),
  ]
  const region = document.getElementById('said')
  const said = parts.filter(Boolean).join(' ')
  // the same again is news only if it differs
  if (region) region.textContent = region.textContent === said ? `${said}\u00a0` : said
  return asks !== ''
}

/** @param {Element} found */
const isOn = (found) => found.getAttribute('aria-pressed') === 'true'

/** @param {HTMLElement[]} found */
const names = (found) => found.map(readOut).join('; ')

/** All keys in a list. @param {Site} site */
export function listing({ word }) {
  const key = (/** @type {string[]} */ caps, /** @type {string} */ said) =>
    html`<div><dt>${caps.map((cap) => html`<kbd>${cap}</kbd> `)}</dt><dd>${said}</dd></div>`
  const others = [...document.querySelectorAll('[aria-keyshortcuts]')]
    .filter(canPress)
    .map((found) => key([found.getAttribute('aria-keyshortcuts') ?? ''], readOut(found)))
  return html`<div class="keys"><h2>${word('keys.title')}</h2><dl>
    ${key(['←', '↑', '↓', '→'], word('keys.arrows'))}${key(['⇧ ←', '⇧ →'], word('keys.all'))}${key(
      [word('keys.enter'), word('keys.bar')],
      word('keys.pick'),
    )}
    ${key(['p'], word('keys.play'))}${key(['x'], word('keys.pass'))}${key(
      ['1', '…', '9'],
      word('keys.digits'),
    )}${key(['c', word('keys.escape')], word('keys.clear'))}
    ${key(['h'], word('keys.hand'))}${key(['b'], word('keys.board'))}${key(['t'], word('keys.tell'))}
    ${key(['l'], word('keys.log'))}${key(['r'], word('keys.rule'))}${key(['s'], word('keys.scores'))}${key(
      ['m'],
      word('keys.menu'),
    )}${others}
    ${key(['?'], word('keys.help'))}</dl></div>`
}
