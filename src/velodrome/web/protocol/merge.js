// Tables as they come over the wire, put together.

/** @typedef {import('./types.js').Table} Table */
/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {import('./types.js').Zone} Zone */
/** @typedef {import('./types.js').WireZone} WireZone */
/** @typedef {import('./types.js').WireTable} WireTable */

/** A table with every zone and piece: the server names those that are as they were.
 * @param {Table | null} before
 * @param {WireTable} news
 * @param {Map<string, Piece>} pieces  that never change
 * @returns {Table} */
export function laid(before, news, pieces) {
  for (const piece of news.pieces ?? []) pieces.set(piece.id, piece)
  const old = new Map(before?.zones.map((zone) => [zone.id, zone]))
  const whole = (/** @type {WireZone} */ zone) =>
    /** @type {Zone} */ ({
      ...zone,
      pieces: zone.pieces.map((piece) => (typeof piece === 'string' ? pieces.get(piece) : piece)).filter(isThere),
    })
  return {
    ...news,
    zones: news.zones.map((zone) => (typeof zone === 'string' ? old.get(zone) : whole(zone))).filter(isThere),
  }
}

/** @template T @param {T | undefined} found @returns {found is T} */
const isThere = (found) => found !== undefined
