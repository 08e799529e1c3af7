// Plain text of markup for screen readers and speech, and the accessibility settings of this browser.

import { html } from './dom.js'
import { loadSetting, saveSetting } from './storage.js'

/** @typedef {import('./dom.js').Html} Html */
/** @typedef {import('./site.js').Site} Site */
/** @typedef {{keys: boolean, sounds: boolean, spoken: boolean}} Accessibility
 *   keys: single-letter shortcuts; spoken: moves are read out */

/** Return markup as plain text, with labels for pictures. @param {Html} said */
export function toPlainText(said) {
  const holder = document.createElement('template')
  holder.innerHTML = said.markup
  return textOf(holder.content)
}

/** Return the text of a part of the page as it is read aloud. @param {Node} node */
export const textOf = (node) => words(node).replace(/\s+/g, ' ').trim()

/** @param {Node} node @returns {string} */
function words(node) {
  if (node instanceof Text) return node.data
  if (node instanceof Element) {
    if (node.classList.contains('rule')) return '' // the number of the rule behind a sentence
    const label =
      node.getAttribute('aria-label') ?? (node.matches('button, [role="img"]') ? node.getAttribute('title') : '')
    if (label) return ` ${label} `
    if (node.getAttribute('aria-hidden') === 'true') return ''
    if (node.classList.contains('chips')) return [...node.childNodes].map((child) => words(child).trim()).join(', ')
  }
  return `${[...node.childNodes].map(words).join('')}${node.nodeName === 'LI' ? ' ' : ''}`
}

/** Load the settings of this browser. @returns {Accessibility} */
export const loadAccessibility = () => ({ keys: true, sounds: false, spoken: false, ...loadSetting('ease', {}) })

/** @type {import('./site.js').Action} */
export const setAccessibility = (arg, element) =>
  saveSetting('ease', { ...loadAccessibility(), [arg]: /** @type {HTMLInputElement} */ (element).checked })

/** Render the switches in the menu. @param {Site} site @param {Html} more  switches of the table */
export function renderAccessibility({ word }, more) {
  const now = loadAccessibility()
  const row = (
    /** @type {keyof Accessibility} */ name,
    /** @type {string} */ said,
  ) => html`<label class="row check" data-key="ease-${name}">
    <input type="checkbox" data-change="ease" data-arg="${name}" ${now[name] ? html`checked` : ''}>
      <span>${said}</span></label>`
  return html`<fieldset class="terms" data-key="ease"><legend>${word('ease')}</legend>${more}
    ${row('sounds', word('ease.sounds'))}${row('spoken', word('ease.spoken'))}${row('keys', word('ease.keys'))}
    <button type="button" class="press small" data-do="keys">${word('keys.show')}</button></fieldset>`
}

/**
 * Play a sound and read a text out, if these settings are on.
 * @param {'turn' | 'move' | 'over' | 'refused'} tune
 * @param {() => string} said
 * @param {string} lang
 */
export async function announce(tune, said, lang) {
  const { sounds, spoken } = loadAccessibility()
  if (!sounds && !spoken) return
  const { play, speak } = await import('./sounds.js')
  if (sounds) play(tune)
  if (spoken) speak(said(), lang)
}
