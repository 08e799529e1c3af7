// Click actions shared by live tables, replays and lessons.

import { saveSetting } from '../lib/storage.js'
import { openRule } from './rule_dialog.js'

/** @typedef {import('../lib/site.js').Action} Action */

/**
 * Return the actions that only change the display.
 * @param {import('../lib/site.js').Site} site
 * @param {import('./view.js').TableUi} ui
 * @param {() => string} game
 * @returns {Record<string, Action>}
 */
export const displayActions = (site, ui, game) => ({
  taste(arg) {
    const [name, value] = arg.split('=')
    ui.preferences = { ...ui.preferences, [name]: value }
    saveSetting(`taste.${game()}`, ui.preferences)
    site.redraw()
  },
  log() {
    ui.log.isOpen = !ui.log.isOpen
    if (ui.parts.chat?.unread) ui.log.tab = 'talk'
    site.redraw()
  },
  rule: (number) => void openRule(site, game(), number),
  async copy(_, element) {
    const field = /** @type {HTMLInputElement} */ (element.closest('.invite')?.querySelector('input'))
    if (await copyText(field)) element.textContent = site.word('lobby.copied')
  },
})

/** Copy the text of a field; return whether that worked. @param {HTMLInputElement} field */
async function copyText(field) {
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    field.select() // without HTTPS there is no clipboard API, but the deprecated command works
    return document.execCommand('copy')
  }
}

/**
 * Bind the actions of a drawing to its table.
 * @param {import('../protocol/types.js').Drawing} drawing
 * @param {() => import('../protocol/types.js').Desk} context
 * @returns {Record<string, Action>}
 */
export const drawingActions = (drawing, context) =>
  Object.fromEntries(
    Object.entries(drawing.actions ?? {}).map(([name, action]) => [
      name,
      (arg, element, event) => action(arg, element, context(), event),
    ]),
  )
