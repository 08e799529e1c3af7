// Sounds of the game, by the texts of its log.

/** @type {import('../../protocol/types.js').GameSounds} */
export const sounds = {
  'tell.invade': 'cloth',
  'tell.return': 'cloth',
  'tell.move': 'cloth',
  'tell.move.one': 'cloth',
  'tell.move.front': 'cloth',
  'tell.scout': 'card',
  'tell.show': 'card',
  'tell.hide': 'cloth',
  'tell.shift': 'cloth',
  'tell.shift.forward': 'cloth',
  'tell.drop': 'rip',
  'tell.drop.waiting': 'rip',
  'tell.spend': 'rip',
  'tell.cancel': 'rip',
  'outcome.thrown': 'rip',
  'outcome.beaten': 'rip',
}
