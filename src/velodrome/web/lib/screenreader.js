// The page for who hears it: markup as words, and what this browser is asked to do beside showing it.

import { html } from './dom.js'
import { keep, kept } from './storage.js'

/** @typedef {import('./dom.js').Html} Html */
/** @typedef {import('../main.js').Site} Site */
/** @typedef {{keys: boolean, sounds: boolean, spoken: boolean}} Ease  single keys, sounds, moves read out */

/** Markup as it is read aloud: names in place of pictures. @param {Html} said */
export function plain(said) {
  const holder = document.createElement('template')
  holder.innerHTML = said.markup
  return readOut(holder.content)
}

/** What is on the page, as it is read aloud. @param {Node} node */
export const readOut = (node) => words(node).replace(/\s+/g, ' ').trim()

/** @param {Node} node @returns {string} */
function words(node) {
  if (node instanceof Text) return node.data
  if (node instanceof Element) {
    const label =
      node.getAttribute('aria-label') ?? (node.matches('button, [role="img"]') ? node.getAttribute('title') : '')
    if (label) return ` ${label} `
    if (node.getAttribute('aria-hidden') === 'true') return ''
    if (node.classList.contains('chips')) return [...node.childNodes].map((child) => words(child).trim()).join(', ')
  }
  return `${[...node.childNodes].map(words).join('')}${node.nodeName === 'LI' ? ' ' : ''}`
}

/** What this browser is asked to do. @returns {Ease} */
export const ease = () => ({ keys: true, sounds: false, spoken: false, ...kept('ease', {}) })

/** @type {import('../main.js').Deed} */
export const setEase = (arg, element) =>
  keep('ease', { ...ease(), [arg]: /** @type {HTMLInputElement} */ (element).checked })

/** The switches, in the menu. @param {Site} site @param {Html} more  those of a table */
export function easing({ word }, more) {
  const now = ease()
  const row = (
    /** @type {keyof Ease} */ name,
    /** @type {string} */ said,
  ) => html`<label class="row check" data-key="ease-${name}">
    <input type="checkbox" data-change="ease" data-arg="${name}" ${now[name] ? html`checked` : ''}>
      <span>${said}</span></label>`
  return html`<fieldset class="terms" data-key="ease"><legend>${word('ease')}</legend>${more}
    ${row('sounds', word('ease.sounds'))}${row('spoken', word('ease.spoken'))}${row('keys', word('ease.keys'))}
    <button type="button" class="press small" data-do="keys">${word('keys.title')}</button></fieldset>`
}

/**
 * Let be heard what happened, as far as it is asked for.
 * @param {'turn' | 'move' | 'over' | 'refused'} tune
 * @param {() => string} said
 * @param {'en' | 'fr'} lang
 */
export async function letHear(tune, said, lang) {
  const { sounds, spoken } = ease()
  if (!sounds && !spoken) return
  const { play, speak } = await import('./sounds.js')
  if (sounds) play(tune)
  if (spoken) speak(said(), lang)
}
