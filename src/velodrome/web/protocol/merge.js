// Fill in what the server leaves out of a table message.

/** @typedef {import('./types.js').Table} Table */
/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {import('./types.js').Zone} Zone */
/** @typedef {import('./types.js').WireZone} WireZone */
/** @typedef {import('./types.js').WireTable} WireTable */

/**
 * Return the whole table: the server sends unchanged zones and constant pieces by id only.
 * @param {Table | null} before  the last table, for unchanged zones
 * @param {WireTable} news
 * @param {Map<string, Piece>} pieces  constant pieces by id; new ones are added
 * @returns {Table}
 */
export function mergeTable(before, news, pieces) {
  for (const piece of news.pieces ?? []) pieces.set(piece.id, piece)
  const zones = new Map(before?.zones.map((zone) => [zone.id, zone]))
  const merged = news.zones.map((zone) => (typeof zone === 'string' ? zones.get(zone) : completeZone(zone, pieces)))
  return { ...news, zones: merged.filter(isDefined) }
}

/** @param {WireZone} zone @param {Map<string, Piece>} constant @returns {Zone} */
function completeZone(zone, constant) {
  const pieces = zone.pieces.map((piece) => (typeof piece === 'string' ? constant.get(piece) : piece)).filter(isDefined)
  return /** @type {Zone} */ ({ ...zone, pieces })
}

/** @template T @param {T | undefined} value @returns {value is T} */
const isDefined = (value) => value !== undefined
