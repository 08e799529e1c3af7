// Labels of a game's options in the reader's language.

import { html } from '../lib/dom.js'
import { hasText, say } from '../lib/i18n.js'

/** @typedef {import('../lib/i18n.js').Lang} Lang */

/** Return the label of an option's value: the game's text, or the page's for values that every game has.
 * @param {string} game @param {Lang} lang @param {string} name  of the option @param {unknown} value */
export function optionLabel(game, lang, name, value) {
  const key = `option.${name}.${value}`
  if (hasText(game, lang, key)) return say(game, lang, { key })
  if (value === 'own') return say('web', lang, { key: 'own.board' })
  if (typeof value === 'boolean') return say('web', lang, { key: value ? 'yes' : 'no' })
  if (value === 'random') return say('web', lang, { key: 'invite.random' })
  return Array.isArray(value) ? localizeWords(game, lang, value.join(' ')) : String(value).replaceAll('_', ' ')
}

/**
 * Translate the words of an option into the reader's language: "red black" is "rouge noir".
 * @param {string} game
 * @param {Lang} lang
 * @param {string} text
 */
export function localizeWords(game, lang, text) {
  if (text === 'random') return say('web', lang, { key: 'invite.random' })
  const word = (/** @type {string} */ one) =>
    Number.isNaN(Number(one)) && hasText(game, lang, `piece.${one}`)
      ? say(game, lang, { key: `piece.${one}` }).toLowerCase()
      : one
  return text.split(' ').map(word).join(' ')
}

/**
 * Render the download link of a table's custom board.
 * @param {import('../protocol/types.js').Room} room
 * @param {Lang} lang
 * @param {string} name  of the option
 */
export const renderBoardLink = (room, lang, name) =>
  html`<a href="/boards/table/${room.room}/${name}.toml"
    download="${room.room}-${name}.toml">${say('web', lang, { key: 'own.download' })}</a>`
