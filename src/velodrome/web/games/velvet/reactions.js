// Outcomes after which a bot may react: the bot that is concerned (own), or another one (others).

/** @type {import('../../protocol/types.js').BotReactions} */
export const reactions = {
  'outcome.blocked': { own: 'ouch', others: 'luck' },
  'outcome.fizzled': { others: 'chapeau' },
}
