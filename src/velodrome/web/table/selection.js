// Selection of a move by picks. Each legal move lists its picks, so this works without the rules of a game.

/** @typedef {import('../protocol/types.js').Choice} Choice */

/** Return the piece of a pick: "bid" of "bid:7". @param {string} pick */
export const pieceOf = (pick) => pick.split(':', 1)[0]

/** Return the moves that include every selected pick. @param {Choice[]} moves @param {Iterable<string>} selected */
export function narrow(moves, selected) {
  const picks = [...selected]
  return moves.filter((move) => picks.every((pick) => move.picks.includes(pick)))
}

/** Return the pieces that these moves use. @param {Choice[]} left */
export const lit = (left) => new Set(left.flatMap((move) => move.picks.map(pieceOf)))

/** Return the selected move: the one with exactly these picks, or the only one left; null without a selection.
 * @param {Choice[]} left @param {Set<string>} selected */
export function ready(left, selected) {
  if (!selected.size) return null
  return left.find((move) => move.picks.length === selected.size) ?? (left.length === 1 ? left[0] : null)
}

/** Return the selection after a pick; null if no legal move uses the pick. A pick that was selected is removed. Any
 * other is added if some move has all these picks; otherwise it starts a new selection.
 * @param {Choice[]} moves @param {Set<string>} selected @param {string} pick @returns {Set<string> | null} */
export function pick(moves, selected, pick) {
  if (selected.has(pick)) return new Set([...selected].filter((other) => other !== pick))
  const others = [...selected].filter((other) => pieceOf(other) !== pieceOf(pick))
  if (narrow(moves, [...others, pick]).length) return new Set([...others, pick])
  return narrow(moves, [pick]).length ? new Set([pick]) : null
}

/** Check whether a pick restarts the selection in a way that needs explaining: it drops picks from its own zone. If all
 * moves have the same number of picks, the new pick only replaces an old one, which needs no explanation.
 * @param {import('../protocol/types.js').Table} table @param {Set<string>} selected @param {string} pick */
export function isRestart({ moves, zones }, selected, pick) {
  const beside = new Set(
    zones.find((zone) => zone.pieces.some(({ id }) => id === pieceOf(pick)))?.pieces.map(({ id }) => id),
  )
  const others = [...selected].filter((other) => pieceOf(other) !== pieceOf(pick))
  return (
    others.length > 0 &&
    others.every((other) => beside.has(pieceOf(other))) &&
    !selected.has(pick) &&
    !narrow(moves, [...others, pick]).length &&
    moves.some((move) => move.picks.length !== moves[0].picks.length)
  )
}

/**
 * Return the selection with a new number for a control.
 * @param {Set<string>} selected
 * @param {string} control
 * @param {HTMLInputElement} slider
 */
export function withNumber(selected, control, slider) {
  const value = (slider.dataset.values ?? '').split(' ')[Number(slider.value)]
  return new Set([...[...selected].filter((pick) => pieceOf(pick) !== control), `${control}:${value}`])
}

/** Return the move that a pick plays at once, without the Play button: a control that is a whole move; otherwise null.
 * @param {import('../protocol/types.js').Table} table
 * @param {Set<string>} selected  including the pick
 * @param {string} pick */
export function instantMove({ zones, moves }, selected, pick) {
  const isButton = zones.find(({ id }) => id === 'controls')?.pieces.some(({ id, number }) => id === pick && !number)
  const left = narrow(moves, selected)
  const done = ready(left, selected)
  return isButton && left.length === 1 && done?.picks.length === 1 ? done : null
}
