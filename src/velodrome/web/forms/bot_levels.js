// Bot levels as options of a select field.

import { html } from '../lib/dom.js'
import { levelName } from '../table/bots.js'

export const DEFAULT_LEVEL = 'level3' // level that is preselected
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `level${number}`)

/** @param {import('../table/bots.js').Word} word @param {string} chosen */
export const renderLevelOptions = (word, chosen) =>
  LEVELS.map(
    (level) =>
      html`<option value="${level}" ${level === chosen ? html`selected` : ''}>${levelName(word, level)}</option>`,
  )
