// Geometry of the road: a loop for any number of squares that fits the screen and rises where its squares climb.

/** @typedef {{x: number, y: number, nx: number, ny: number, tx: number, ty: number, high: number}} Spot
 *   centre of a square, its outward and forward directions, and its height from 0 to 1 */
/** @typedef {{d: string, at: number[], mid: number[], gates: {x: number, y: number, nx: number, ny: number}[]}} Line
 *   closed curve: share of its length at each square (at) and half-way to the next (mid), with the point and the
 *   direction across the road there (gates) */
/** @typedef {{width: number, height: number, step: number, road: number, spots: Spot[], line: Line, rider: Line,
 *   inside: {x: number, y: number, width: number, height: number}}} Course
 *   step: length of a square; road: width of the road; rider: the line on which riders stand; inside: free box in the
 *   loop */

export const PHONE = 640 // px; narrower boards are upright
const LOW = 440 // px; lower boards are flatter
const MIN_STEP = 27.9 // px between two squares on a phone

/**
 * Lay out the road on a board of this width.
 * @param {{kind: string, terrain: string}[]} squares
 * @param {number} width
 * @param {number} room  free height
 * @returns {Course}
 */
export function survey(squares, width, room) {
  const count = squares.length
  const upright = width < PHONE
  const low = !upright && room < LOW
  const edge = upright ? 18 : low ? 32 : 42
  const top = upright ? 34 : low ? 58 : 90
  const w = width - 2 * edge
  const h = upright
    ? Math.max(272, (MIN_STEP * count) / 2 - w + 24, Math.min(room, width * 1.3) - top - edge)
    : Math.min(room, width * 0.95) - top - edge
  const ring = rectangle(w, h, Math.min(w, h) * (upright ? 0.2 : 0.28))
  const step = ring.length / count
  const road = Math.min(upright ? 34 : 60, Math.max(upright ? 29 : 34, step * 0.76))
  const heights = squareHeights(squares)
  const from = step * startOffset(heights, ring, step, w)
  const spots = heights.map((high, i) => {
    const spot = ring.at((from + i * step + ring.length) % ring.length)
    const rise = high * Math.min(low ? 18 : 34, step * 0.5) * Math.abs(spot.ny)
    return { ...spot, x: spot.x + edge, y: spot.y + top - rise, high }
  })
  const line = smooth(spots)
  const rider = smooth(
    spots.map((spot) => ({ x: spot.x + spot.nx * road * (upright ? 0 : 0.14), y: spot.y - road * 0.42 })),
  )
  const pad = road / 2 + (upright ? 19 : low ? 30 : 36)
  const lane = upright ? 5 : 0 // domestiques on the upper and lower side stand further inside
  const inside = {
    x: edge + pad,
    y: top + pad + lane,
    width: w - 2 * pad,
    height: h - 2 * (pad + lane) - (upright ? 0 : 6),
  }
  return { width, height: top + h + edge, step, road, spots, line, rider, inside }
}

/**
 * Return a rectangle with round corners, clockwise from the middle of its lower side.
 * @param {number} w
 * @param {number} h
 * @param {number} r
 */
function rectangle(w, h, r) {
  const quarter = (Math.PI / 2) * r
  /** @type {[number, (s: number) => number[]][]} */
  const parts = [
    [w / 2 - r, (s) => [w / 2 - s, h, 0, 1]],
    [quarter, (s) => turn(r, h - r, Math.PI / 2 + s / r)],
    [h - 2 * r, (s) => [0, h - r - s, -1, 0]],
    [quarter, (s) => turn(r, r, Math.PI + s / r)],
    [w - 2 * r, (s) => [r + s, 0, 0, -1]],
    [quarter, (s) => turn(w - r, r, 1.5 * Math.PI + s / r)],
    [h - 2 * r, (s) => [w, r + s, 1, 0]],
    [quarter, (s) => turn(w - r, h - r, s / r)],
    [w / 2 - r, (s) => [w - r - s, h, 0, 1]],
  ]
  /** @param {number} cx @param {number} cy @param {number} angle */
  const turn = (cx, cy, angle) => [cx + r * Math.cos(angle), cy + r * Math.sin(angle), Math.cos(angle), Math.sin(angle)]
  const length = parts.reduce((sum, [part]) => sum + part, 0)
  /** @param {number} s */
  const at = (s) => {
    let i = 0
    while (i < parts.length - 1 && s > parts[i][0]) s -= parts[i++][0]
    const [x, y, nx, ny] = parts[i][1](s)
    return { x, y, nx, ny, tx: -ny, ty: nx }
  }
  return { length, at }
}

/** Return how many squares the start is away from the middle of the lower side, so that passes are on the upper side.
 * @param {number[]} heights @param {ReturnType<typeof rectangle>} ring @param {number} step @param {number} w */
function startOffset(heights, ring, step, w) {
  const reach = Math.max(0, Math.floor((w * 0.22) / step))
  const worth = (/** @type {number} */ k) =>
    heights.reduce(
      (sum, high, i) => sum - high * ring.at(((k + i) * step + ring.length) % ring.length).ny,
      -0.01 * Math.abs(k),
    )
  let best = 0
  for (let k = -reach; k <= reach; k++) if (worth(k) > worth(best)) best = k
  return best
}

/**
 * Return the height of each square: up on climbs, down on descents, back to the plain elsewhere.
 * @param {{kind: string, terrain: string}[]} squares
 */
function squareHeights(squares) {
  let high = 0
  const heights = squares.map(({ kind, terrain }) => {
    if (terrain === 'uphill') high += 1
    else if (kind === 'dotted') high += 0.6
    else if (terrain === 'downhill') high *= 0.45
    else if (terrain) high *= 0.5
    return high
  })
  const most = Math.max(1, ...heights)
  return heights.map((found) => found / most)
}

/** Return a smooth closed curve through points. @param {{x: number, y: number}[]} points @returns {Line} */
function smooth(points) {
  const count = points.length
  const n = (/** @type {number} */ i) => points[(i + count) % count]
  const said = (/** @type {number} */ value) => value.toFixed(1)
  let d = `M${said(n(0).x)} ${said(n(0).y)}`
  let length = 0
  /** @type {number[]} */
  const at = []
  /** @type {number[]} */
  const mid = []
  /** @type {Line['gates']} */
  const gates = []
  for (let i = 0; i < count; i++) {
    const [a, b] = [n(i), n(i + 1)]
    const p = { x: a.x + (b.x - n(i - 1).x) / 6, y: a.y + (b.y - n(i - 1).y) / 6 }
    const q = { x: b.x - (n(i + 2).x - a.x) / 6, y: b.y - (n(i + 2).y - a.y) / 6 }
    d += `C${[p.x, p.y, q.x, q.y, b.x, b.y].map(said).join(' ')}`
    at.push(length)
    let last = a
    for (let k = 1; k <= 16; k++) {
      const t = k / 16
      const [u, v, s] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t)]
      const next = { x: u * a.x + v * p.x + s * q.x + t ** 3 * b.x, y: u * a.y + v * p.y + s * q.y + t ** 3 * b.y }
      length += Math.hypot(next.x - last.x, next.y - last.y)
      if (k === 8) {
        const long = Math.hypot(next.x - last.x, next.y - last.y)
        mid.push(length)
        gates.push({ ...next, nx: (next.y - last.y) / long, ny: (last.x - next.x) / long })
      }
      last = next
    }
  }
  return { d: `${d}Z`, at: at.map((s) => s / length), mid: mid.map((s) => s / length), gates }
}
