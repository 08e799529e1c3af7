// Sounds of the game, by the texts of its log.

/** @type {import('../../protocol/types.js').GameSounds} */
export const sounds = {
  'tell.white': 'dice',
  'tell.yellow': 'dice',
  'tell.card': 'card',
  'tell.attack': 'ride',
  'tell.bid': 'can',
  'outcome.lap': 'chime',
  'outcome.lap.unfed': 'chime',
  'outcome.rainbow_lap': 'fanfare',
  'outcome.caught': 'brake',
  'outcome.jersey.rainbow': 'cheer',
  'outcome.jersey.green': 'cheer',
}
