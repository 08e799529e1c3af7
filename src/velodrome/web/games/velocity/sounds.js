// Sounds of the game, by the texts of its log.

/** @type {import('../../protocol/types.js').GameSounds} */
export const sounds = {
  'outcome.roll': 'dice',
  'tell.move': 'ride',
  'tell.move_sum': 'ride',
  'tell.move_energy': 'ride',
  'tell.move_rival': 'ride',
  'tell.pursue': 'ride',
  'tell.pay': 'can',
  'tell.take': 'can',
  'outcome.can': 'can',
  'outcome.back': 'brake',
  'outcome.back.start': 'brake',
  'outcome.finish': 'cheer',
}
