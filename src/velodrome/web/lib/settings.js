// Settings of this browser that change how every page looks and moves: theme, speed and language.

import { loadSetting, saveCookie, saveSetting } from './storage.js'

/** @typedef {'slow' | 'normal' | 'fast' | 'instant'} Speed */
/** @typedef {'system' | 'light' | 'dark'} Theme */

/** Duration of animations and pauses, as a multiple of the normal one. @type {Record<Speed, number>} */
const PACES = { slow: 1.7, normal: 1, fast: 0.5, instant: 0 }
/** Shortest time between the moves of others, in ms. @type {Record<Speed, number>} */
const MOVE_GAPS = { slow: 1_600, normal: 800, fast: 350, instant: 0 }
export const SPEEDS = /** @type {Speed[]} */ (Object.keys(PACES))
export const THEMES = /** @type {Theme[]} */ (['system', 'light', 'dark'])

/** @returns {Speed} */
export function loadSpeed() {
  const speed = loadSetting('speed', 'normal')
  return SPEEDS.includes(speed) ? speed : 'normal'
}

/** @returns {Theme} */
export function loadTheme() {
  const theme = loadSetting('theme', 'system')
  return THEMES.includes(theme) ? theme : 'system'
}

/** @param {Speed} speed */
export function setSpeed(speed) {
  saveSetting('speed', speed)
  applySettings()
}

/** @param {Theme} theme */
export function setTheme(theme) {
  saveSetting('theme', theme)
  saveCookie('theme', theme)
  applySettings()
}

/** @param {import('./site.js').Lang} lang */
export function saveLanguage(lang) {
  saveSetting('lang', lang)
  saveCookie('lang', lang)
}

/** Return how long something takes in ms at the chosen speed; 0 if nothing shall move. @param {number} normal  in ms */
export const paced = (normal) => normal * PACES[prefersReducedMotion() ? 'instant' : loadSpeed()]

/** Return how long a move of another seat is shown at least before the next one, in ms; also without animations. */
export const moveGap = () => MOVE_GAPS[loadSpeed()]

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Apply theme and speed to the page; style sheets multiply durations by --pace. */
export function applySettings() {
  const { dataset, style } = document.documentElement
  dataset.theme = loadTheme()
  dataset.speed = loadSpeed()
  style.setProperty('--pace', String(paced(1)))
}
