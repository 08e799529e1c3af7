// Sounds of the game, by the texts of its log.

/** @type {import('../../protocol/types.js').GameSounds} */
export const sounds = {
  'tell.play': 'cards',
  'tell.draw': 'card',
  'tell.hidden_draw': 'card',
  'tell.reveal': 'card',
  'tell.give': 'card',
  'tell.hidden_give': 'card',
  'tell.steal': 'steal',
  'tell.steal_one': 'steal',
  'tell.reward': 'card',
  'outcome.home': 'chime',
  'outcome.round': 'chime',
  'outcome.jersey': 'cheer',
}
