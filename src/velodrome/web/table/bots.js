// Level and portrait of a bot. What few need at once is loaded later: the drawings, and the card about a bot.

import { html } from '../lib/dom.js'
import { createLoader, importModule, loadStyle } from '../lib/lazy.js'

/** @typedef {import('../protocol/types.js').Seat} Seat */
/** @typedef {(key: string, args?: Record<string, unknown>) => string} Word */

const loadOnce = createLoader()
/** @type {typeof import('./bot_cards.js') | null} */ let cards = null // null until loaded

/** Load portraits and cards, then redraw the page; it works without them. @param {() => void} redraw */
export const loadBots = (redraw) =>
  void loadOnce('bots', () => Promise.all([importModule(() => import('./bot_cards.js')), loadStyle('bots')])).then(
    ([module]) => {
      cards = module
      redraw()
    },
    () => undefined,
  )

/** Check whether a bot has this seat, not only plays for an absent person. @param {Seat} seat */
export const isBot = ({ bot, away }) => bot !== '' && !away

/** Name a level as a word and a number: "Commuter · level 3". @param {Word} word @param {string} level */
export const levelName = (word, level) =>
  word('bot.level', { title: word(`level.${level}`), number: level.replace('level', '') })

/** Render a portrait; an empty place until it is loaded. @param {string} level @param {string} [name] */
export const renderPortrait = (level, name = '') =>
  html`<span class="portrait" aria-hidden="true">${cards?.portrait(level, name)}</span>`

/** Render a bot's portrait and level; nothing for a person. @param {Word} word @param {Seat} seat */
export const renderBotTag = (word, { bot, name }) =>
  bot ? html`${renderPortrait(bot, name)}<span class="mark bot-level">${levelName(word, bot)}</span>` : ''

/** Say in one line how a level plays; nothing for "". @param {Word} word @param {string} level */
export const renderLevelLine = (word, level) => (level ? cards?.renderLine(word, level) : '')

/** Render a bot's portrait and level on its plate; once it is loaded, with a card about the bot.
 * @param {Word} word @param {Seat} who @param {number} seat */
export const renderBotBadge = (word, who, seat) => cards?.renderBadge(word, who, seat) ?? renderBotTag(word, who)
