// The options of a game in words: the values that can be chosen, and the one that is.

import { html } from './dom.js'
import { has, say } from './say.js'

/** @typedef {import('./say.js').Lang} Lang */

/** What a value is called: its sentence, or a word of the page's for those that every game has.
 * @param {string} game @param {Lang} lang @param {string} name  of the option @param {unknown} value */
export function valueOf(game, lang, name, value) {
  const key = `option.${name}.${value}`
  if (has(game, lang, key)) return say(game, lang, { key })
  if (value === 'own') return say('web', lang, { key: 'board.own' })
  if (typeof value === 'boolean') return say('web', lang, { key: value ? 'yes' : 'no' })
  if (value === 'random') return say('web', lang, { key: 'invite.random' })
  return Array.isArray(value) ? value.join(' ') : String(value).replaceAll('_', ' ')
}

/** The way to a table's own board. @param {import('./protocol.js').Room} room @param {Lang} lang @param {string} name  of the option */
export const download = (room, lang, name) => html`<a href="/boards/table/${room.room}/${name}.toml" download="${room.room}-${name}.toml">${say('web', lang, { key: 'board.download' })}</a>`
