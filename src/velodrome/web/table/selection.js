// What a selection leaves open. A move lists what a person picks for it, so no game's rules are needed here.

/** @typedef {import('../protocol/types.js').Choice} Choice */

/** The piece of a pick: "bid" of "bid:7". @param {string} pick */
export const pieceOf = (pick) => pick.split(':', 1)[0]

/** The moves that hold all that is selected. @param {Choice[]} moves @param {Iterable<string>} selected */
export function narrow(moves, selected) {
  const picks = [...selected]
  return moves.filter((move) => picks.every((pick) => move.picks.includes(pick)))
}

/** What may be picked next: the pieces of these moves. @param {Choice[]} left */
export const lit = (left) => new Set(left.flatMap((move) => move.picks.map(pieceOf)))

/** The move that is meant: the one with just this selection, or the only one left once something is selected.
 * @param {Choice[]} left @param {Set<string>} selected */
export function ready(left, selected) {
  if (!selected.size) return null
  return left.find((move) => move.picks.length === selected.size) ?? (left.length === 1 ? left[0] : null)
}

/** The selection after a pick: without it, with it, or begun anew by it; null if no open move wants it.
 * @param {Choice[]} moves @param {Set<string>} selected @param {string} pick @returns {Set<string> | null} */
export function pick(moves, selected, pick) {
  if (selected.has(pick)) return new Set([...selected].filter((other) => other !== pick))
  const others = [...selected].filter((other) => pieceOf(other) !== pieceOf(pick))
  if (narrow(moves, [...others, pick]).length) return new Set([...others, pick])
  return narrow(moves, [pick]).length ? new Set([pick]) : null
}

/** Whether a pick left out what was selected beside it and does not go with that; where all moves take as many picks,
 * one of each kind, it only took another's place,
 * and what lies elsewhere begins another kind of move.
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
 * The selection with another number of a control.
 * @param {Set<string>} selected
 * @param {string} control
 * @param {HTMLInputElement} slider
 */
export function withNumber(selected, control, slider) {
  const value = (slider.dataset.values ?? '').split(' ')[Number(slider.value)]
  return new Set([...[...selected].filter((pick) => pieceOf(pick) !== control), `${control}:${value}`])
}

/** The move that a pick plays at once: a button that is a whole move; whatever takes several picks asks for Play.
 * @param {import('../protocol/types.js').Table} table
 * @param {Set<string>} selected  with the pick
 * @param {string} pick */
export function instantMove({ zones, moves }, selected, pick) {
  const isButton = zones.find(({ id }) => id === 'controls')?.pieces.some(({ id, number }) => id === pick && !number)
  const left = narrow(moves, selected)
  const done = ready(left, selected)
  return isButton && left.length === 1 && done?.picks.length === 1 ? done : null
}
