// Bot levels as options of a select field.

import { html } from '../lib/dom.js'

export const DEFAULT_LEVEL = 'level3' // level that is preselected
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `level${number}`)

/** @param {(key: string) => string} word @param {string} chosen @param {string} [before] prefix of each option */
export function renderLevelOptions(word, chosen, before = '') {
  return LEVELS.map(
    (level, i) =>
      html`<option value="${level}" ${level === chosen ? html`selected` : ''}>${before}${i + 1} ·
        ${word(`level.${level}`)}</option>`,
  )
}
