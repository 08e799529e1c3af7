// Outcomes after which a bot may react: the bot that is concerned (own), or another one (others).

/** @type {import('../../protocol/types.js').BotReactions} */
export const reactions = {
  'outcome.jersey.rainbow': { others: 'chapeau' },
  'outcome.jersey.green': { others: 'bravo' },
  'outcome.rainbow_lap': { others: 'bell' },
  'outcome.caught': { own: 'ouch' },
  'outcome.out': { own: 'ouch' },
}
