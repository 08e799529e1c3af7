// Keyboard shortcuts: arrows move between pickable elements, letters press buttons, ? lists all keys.

import { html } from './dom.js'
import { loadAccessibility, textOf } from './screenreader.js'

/** @typedef {import('./site.js').Site} Site */

/**
 * Selector of the button that each letter presses (the first match). Other buttons set aria-keyshortcuts.
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

/** Return the elements that can be pressed now, in reading order. @param {string} which  a selector */
const pressable = (which) => [...document.querySelectorAll(which)].filter(canPress)

/** @param {Element} found @returns {found is HTMLElement} */
const canPress = (found) =>
  found instanceof HTMLElement && found.checkVisibility() && !found.matches(':disabled, [inert] *')

/** Return the elements that would act if pressed; pressing an unlit one only explains why it cannot be used.
 * @param {string} which  a selector */
const useful = (which) => pressable(which).filter((found) => found.getAttribute('aria-disabled') !== 'true')

/** Listen to the keyboard of the whole page. @param {Site} site */
export function listenToKeys(site) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || site.inDialog()) return
    if (handleKey(site, event)) event.preventDefault()
  })
}

/** Handle a key; return whether it was used. @param {Site} site @param {KeyboardEvent} event */
function handleKey(site, event) {
  const at = /** @type {Element} */ (event.target)
  if (at.matches('input:not([type="checkbox"]), select, textarea')) return false
  if (event.key in STEPS || event.key === 'Home' || event.key === 'End')
    return !at.matches('.log-lines') && moveFocus(event)
  if (event.key === 'Escape')
    return press('[data-do="clear"]') || press('.log.open .log-close') || (at.matches('.log-lines') && focusRest())
  return loadAccessibility().keys && handleLetter(site, event)
}

/** @param {KeyboardEvent} event */
function moveFocus({ key, shiftKey }) {
  const open = shiftKey ? [] : useful(OPEN)
  const all = open.length ? open : pressable(ALL)
  if (!all.length) return false
  const here = all.indexOf(/** @type {HTMLElement} */ (document.activeElement))
  const step = STEPS[/** @type {keyof typeof STEPS} */ (key)] ?? 0
  const next = step ? (here < 0 ? (step > 0 ? 0 : -1) : (here + step) % all.length) : key === 'Home' ? 0 : -1
  all.at(next)?.focus()
  return true
}

/** @param {Site} site @param {KeyboardEvent} event */
function handleLetter(site, { key, code }) {
  const name = key.toLowerCase()
  const digit = code.match(/^(?:Digit|Numpad)([1-9])$/)?.[1] // by key position: French digits need Shift
  if (key === '?') {
    site.dialog(() => renderKeyList(site))
    return true
  }
  if (digit) {
    useful(ACTS)[Number(digit) - 1]?.click()
    return true
  }
  if (name === 'h') return focusPart('.mine')
  if (name === 'b') return focusPart('.board')
  if (name === 'l') return focusLog()
  if (name === 't') return describeState(site)
  return press(PRESSES[name] ?? '') || (/^[a-z]$/.test(name) && press(`[aria-keyshortcuts="${name}"]`))
}

/** Press the first element that matches a selector; return whether there is one. @param {string} which */
function press(which) {
  const [found] = which ? useful(which) : []
  found?.click()
  return found !== undefined
}

/** Focus a part of the table: what can be picked there, or its first button. @param {string} part */
function focusPart(part) {
  const inside = (/** @type {HTMLElement} */ found) => found.closest(part) !== null
  const found = useful(OPEN).find(inside) ?? pressable(`${part} button`)[0]
  found?.focus()
  return found !== undefined
}

/** Focus the viewer's own area. */
function focusRest() {
  const found = document.querySelector('[data-rest]')
  if (found instanceof HTMLElement) found.focus()
  return found !== null
}

function focusLog() {
  const lines = document.querySelector('.log-lines')
  if (lines && !lines.checkVisibility()) press('.log-button')
  if (lines instanceof HTMLElement) lines.focus()
  return lines !== null
}

// ---------------------------------------------------------------- spoken state and key list

/** Announce the prompt, what is picked and what can be picked. @param {Site} site */
function describeState(site) {
  const asks = document.querySelector('.prompt .ask [role="status"]')?.textContent ?? ''
  const [open, chosen] = [
    names(useful(OPEN).filter((found) => !isPressed(found))),
    names(useful(OPEN).filter(isPressed)),
  ]
  const parts = [
    asks,
    chosen && site.word('keys.chosen', { names: chosen }),
    open && site.word('keys.open', { names: open }),
  ]
  const region = document.getElementById('said')
  const said = parts.filter(Boolean).join(' ')
  // screen readers announce only changed text
  if (region) region.textContent = region.textContent === said ? `${said}\u00a0` : said
  return asks !== ''
}

/** @param {Element} found */
const isPressed = (found) => found.getAttribute('aria-pressed') === 'true'

/** @param {HTMLElement[]} found */
const names = (found) => found.map(textOf).join('; ')

/** Render the list of all keys. @param {Site} site */
export function renderKeyList({ word }) {
  const key = (/** @type {string[]} */ caps, /** @type {string} */ said) =>
    html`<div><dt>${caps.map((cap) => html`<kbd>${cap}</kbd> `)}</dt><dd>${said}</dd></div>`
  const others = [...document.querySelectorAll('[aria-keyshortcuts]')]
    .filter(canPress)
    .map((found) => key([found.getAttribute('aria-keyshortcuts') ?? ''], textOf(found)))
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
    ${key(['z'], word('keys.zoom'))}
    ${key(['l'], word('keys.log'))}${key(['r'], word('keys.rule'))}${key(['s'], word('keys.scores'))}${key(
      ['m'],
      word('keys.menu'),
    )}${others}
    ${key(['?'], word('keys.help'))}</dl></div>`
}
