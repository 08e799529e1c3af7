// Plain text of markup for screen readers and speech, and the accessibility settings of this browser.

import { loadSetting, saveSetting } from './storage.js'

/** @typedef {import('./dom.js').Html} Html */
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
export const loadAccessibility = () => ({ keys: true, sounds: true, spoken: false, ...loadSetting('ease', {}) })

/** @param {keyof Accessibility} name @param {boolean} isOn */
export const setAccessibility = (name, isOn) => saveSetting('ease', { ...loadAccessibility(), [name]: isOn })

/** Prepare sounds after a click or key, unless they are off. */
export async function wakeSounds() {
  if (!loadAccessibility().sounds) return
  const sounds = await import('./sounds.js').catch(() => null) // tried again at the next switch
  sounds?.wake()
}

/** Turn sounds on or off; a chime says that they are on. @param {boolean} isOn */
export async function switchSounds(isOn) {
  setAccessibility('sounds', isOn)
  await wakeSounds()
  await announce('chime', () => '', '')
}

/**
 * Play sounds and read a text out, if these settings are on.
 * @param {string | string[]} sound  names of sounds
 * @param {() => string} said
 * @param {string} lang
 */
export async function announce(sound, said, lang) {
  const { sounds, spoken } = loadAccessibility()
  if (!sounds && !spoken) return
  const { play, speak } = await import('./sounds.js')
  if (sounds) play(...[sound].flat())
  if (spoken) speak(said(), lang)
}
