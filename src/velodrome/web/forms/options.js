// The options of a game in words: the values that can be chosen, and the one that is.

import { html } from '../lib/dom.js'
import { has, say } from '../lib/i18n.js'

/** @typedef {import('../lib/i18n.js').Lang} Lang */

/** What a value is called: its sentence, or a word of the page's for those that every game has.
 * @param {string} game @param {Lang} lang @param {string} name  of the option @param {unknown} value */
export function valueOf(game, lang, name, value) {
  const key = `option.${name}.${value}`
  if (has(game, lang, key)) return say(game, lang, { key })
  if (value === 'own') return say('web', lang, { key: 'board.own' })
  if (typeof value === 'boolean') return say('web', lang, { key: value ? 'yes' : 'no' })
  if (value === 'random') return say('web', lang, { key: 'invite.random' })
  return Array.isArray(value) ? spelt(game, lang, value.join(' ')) : String(value).replaceAll('_', ' ')
}

/**
 * What is typed for an option, as its reader would: "red black" is "rouge noir".
 * @param {string} game
 * @param {Lang} lang
 * @param {string} text
 */
export function spelt(game, lang, text) {
  if (text === 'random') return say('web', lang, { key: 'invite.random' })
  const word = (/** @type {string} */ one) =>
    Number.isNaN(Number(one)) && has(game, lang, `piece.${one}`)
      ? say(game, lang, { key: `piece.${one}` }).toLowerCase()
      : one
  return text.split(' ').map(word).join(' ')
}

/**
 * The other way round; what is no word of this language is left to the server.
 * @param {string} game
 * @param {Lang} lang
 * @param {string[]} values  that there are
 * @param {string} text
 */
export function meant(game, lang, values, text) {
  const known = new Map(['random', ...values].map((value) => [spelt(game, lang, value).toLowerCase(), value]))
  const typed = text.trim().toLowerCase()
  return (
    known.get(typed) ??
    typed
      .split(/[\s,]+/)
      .map((one) => known.get(one) ?? one)
      .join(' ')
  )
}

/**
 * The way to a table's own board.
 * @param {import('../protocol/types.js').Room} room
 * @param {Lang} lang
 * @param {string} name  of the option
 */
export const download = (room, lang, name) =>
  html`<a href="/boards/table/${room.room}/${name}.toml"
    download="${room.room}-${name}.toml">${say('web', lang, { key: 'board.download' })}</a>`
