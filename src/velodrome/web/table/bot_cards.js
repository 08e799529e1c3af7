// Portraits of bots, and cards with one line about how a bot plays.

import { portrait } from '../art/portraits.js'
import { html } from '../lib/dom.js'
import { isBot, levelName, renderPortrait } from './bots.js'

export { portrait }

/** @typedef {import('../protocol/types.js').Seat} Seat */
/** @typedef {import('./bots.js').Word} Word */

/** @param {Word} word @param {string} level */
export const renderLine = (word, level) =>
  html`<small class="level-line" data-key="line">${word(`level.${level}.line`)}</small>`

/**
 * Render a bot's portrait and level on its plate; they open a card about the bot.
 * @param {Word} word
 * @param {Seat} who
 * @param {number} seat
 */
export function renderBadge(word, who, seat) {
  const level = levelName(word, who.bot)
  const line = word(`level.${who.bot}.line`)
  return html`<button type="button" class="bot-badge" data-key="bot${seat}" popovertarget="bot-card${seat}"
    title="${level}. ${line}" aria-label="${word('bot.about', { name: who.name, level })}">${renderPortrait(
      who.bot,
      who.name,
    )}<span class="level">${level}</span></button>
    <div class="bot-card" popover id="bot-card${seat}" data-key="bot-card${seat}">${renderPortrait(who.bot, who.name)}
      <div><b>${isBot(who) ? who.name : word('bot.stands', { name: who.name })}</b> <span
        class="bot-of">${level}</span><p>${line}</p></div></div>`
}
