// Outcomes after which a bot may react: the bot that is concerned (own), or another one (others).

/** @type {import('../../protocol/types.js').BotReactions} */
export const reactions = {
  'outcome.finish': { own: 'bell', others: 'bravo' },
  'outcome.back': { own: 'ouch' },
  'outcome.back.start': { own: 'ouch' },
  'outcome.no_can': { own: 'ouch' },
}
