// Outcomes after which a bot may react: the bot that is concerned (own), or another one (others).

/** @type {import('../../protocol/types.js').BotReactions} */
export const reactions = {
  'outcome.home': { others: 'bravo' },
  'outcome.jersey': { others: 'chapeau' },
  'outcome.bare': { others: 'bell' },
}
