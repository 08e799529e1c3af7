// Geometry of the street: a line that winds through a box for any number of spaces, and positions along it.

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, tx: number, ty: number, d: number, from: number, to: number, wide: number,
 *   high: number}} Spot
 *   a space: its middle, the direction there, its section of the line, and its size */
/** @typedef {{width: number, height: number, margin: number, jog: number, step: number, small: number,
 *   least: number}} Shape
 *   jog: sideways offset within a row; step: width of a podium step; small: size below which only the bag of a
 *   courier is drawn; least: smallest readable letters on such a screen */
/** @typedef {{line: Point[], sums: number[], length: number, path: string}} Line
 *   sums: length up to each point */
/** @typedef {Line & {shape: {width: number, height: number}, wide: number}} Road  a line of some width in a box */
/**
 * @typedef {Road & {shape: Shape, step: number, spots: Spot[], finish: number, podium: {x: number, y: number,
 *   width: number, height: number}}} Street
 */

/** Boxes for the street, by screen size. @type {Record<string, Shape>} */
export const SHAPES = {
  wide: { width: 1080, height: 540, margin: 62, jog: 34, step: 32, small: 34, least: 13 },
  square: { width: 800, height: 720, margin: 54, jog: 26, step: 28, small: 30, least: 11 },
  low: { width: 340, height: 322, margin: 33, jog: 0, step: 20, small: 27, least: 10 },
  short: { width: 340, height: 396, margin: 30, jog: 0, step: 20, small: 27, least: 10 },
  middle: { width: 340, height: 456, margin: 31, jog: 0, step: 20, small: 27, least: 10 },
  tall: { width: 340, height: 530, margin: 32, jog: 0, step: 20, small: 27, least: 10 },
}
const TOP = 10 // extra room above the first row, for the word START
const SLANT = 34 // half the length of the slanted part of a jog
const START = 2.3 // length of START, in spaces
const GOAL = 0.8 // length of the finish, in spaces

/** @type {Map<string, Street>} */
const laid = new Map()

/**
 * Return the street with a number of spaces, not counting START, in a box; cached.
 * @param {number} count
 * @param {number} places  on the podium
 * @param {string} box  a key of SHAPES
 */
export function street(count, places, box) {
  const key = `${count} ${places} ${box}`
  const found = laid.get(key) ?? best(count, places, SHAPES[box])
  laid.set(key, found)
  return found
}

/** Choose the rows that give the largest spaces. @param {number} count @param {number} places @param {Shape} shape */
function best(count, places, shape) {
  const tried = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rows) => lay(count, places, shape, rows))
  const room = (/** @type {Street} */ one) => Math.min(one.step, one.wide * 1.25)
  return tried.reduce((good, next) => (room(next) > room(good) + 1 ? next : good))
}

/** @param {number} count @param {number} places @param {Shape} shape @param {number} rows @returns {Street} */
function lay(count, places, shape, rows) {
  const stand = places * shape.step + 16
  const pitch = (shape.height - shape.jog - TOP) / rows
  const way = smooth(corners(shape, rows, pitch, stand), Math.min(pitch * 0.4, shape.margin))
  const { line, length } = way
  const step = length / (count + START + GOAL)
  const wide = Math.min(step * 0.94, pitch * 0.52, shape.margin * 1.3, 76)
  const last = line[line.length - 1]
  const podium = {
    x: rows % 2 ? last.x + 8 : last.x - stand + 8,
    y: last.y + wide / 2 + 8,
    width: stand - 16,
    height: Math.min(pitch * 0.85, 40 + places * 8),
  }
  const built = { ...way, shape, step, wide, finish: (count + START) * step, podium, spots: /** @type {Spot[]} */ ([]) }
  built.spots = Array.from({ length: count + 1 }, (_, i) =>
    spot(built, i ? (START + i - 1) * step : 0, (START + i) * step),
  )
  return built
}

/**
 * Return the corners of the street, before rounding.
 * @param {Shape} shape
 * @param {number} rows
 * @param {number} pitch  between two rows
 * @param {number} stand  width of the podium
 */
function corners(shape, rows, pitch, stand) {
  const { width, margin, jog } = shape
  /** @type {Point[]} */
  const found = []
  for (let row = 0; row < rows; row++) {
    const y = TOP + pitch * (row + 0.5) + jog * 0.25
    const out = row % 2 === 0
    const [near, far] = out ? [0, 1] : [1, 0]
    const x = (/** @type {number} */ part) => margin + part * (width - 2 * margin)
    const end = row < rows - 1 ? x(far) : out ? width - stand : stand
    const begin = row ? x(near) : margin * 0.35
    const passed = jog ? bends(x(out ? 0.33 : 0.67), x(out ? 0.67 : 0.33), y, jog, row < rows - 1 ? null : end) : []
    found.push({ x: begin, y }, ...passed, { x: end, y: passed.at(-1)?.y ?? y })
  }
  return found
}

/** Return the corners of a jog, where the street steps aside at x = first and back at x = second; none close to `end`.
 * @param {number} first
 * @param {number} second
 * @param {number} y
 * @param {number} jog
 * @param {number | null} end @returns {Point[]} */
function bends(first, second, y, jog, end) {
  const on = Math.sign(second - first)
  const clear = (/** @type {number} */ x) => end === null || (Math.sign(end - x) === on && Math.abs(end - x) > 170)
  return [first, second].flatMap((x, i) =>
    clear(x)
      ? [
          { x: x - on * SLANT, y: y + jog * i },
          { x: x + on * SLANT, y: y + jog * (1 - i) },
        ]
      : [],
  )
}

/**
 * Return a line with rounded corners.
 * @param {Point[]} sharp  the corners
 * @param {number} most  length to cut off before and after a corner
 * @returns {Line}
 */
export function smooth(sharp, most) {
  const line = rounded(sharp, most)
  const sums = [0]
  for (let i = 1; i < line.length; i++)
    sums.push(sums[i - 1] + Math.hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y))
  return { line, sums, length: sums[sums.length - 1], path: pathOf(line) }
}

/** @param {Point[]} sharp @param {number} most */
function rounded(sharp, most) {
  /** @type {Point[]} */
  const line = [sharp[0]]
  for (let i = 1; i < sharp.length - 1; i++) {
    const [a, b, c] = [sharp[i - 1], sharp[i], sharp[i + 1]]
    const [before, after] = [Math.hypot(a.x - b.x, a.y - b.y), Math.hypot(c.x - b.x, c.y - b.y)]
    const cut = Math.min(most, before / 2, after / 2)
    for (let k = 0; k <= 8; k++) {
      const [t, u] = [k / 8, 1 - k / 8]
      const along = (/** @type {'x' | 'y'} */ axis) => {
        const from = b[axis] + ((a[axis] - b[axis]) / before) * cut
        const to = b[axis] + ((c[axis] - b[axis]) / after) * cut
        return u * u * from + 2 * u * t * b[axis] + t * t * to
      }
      line.push({ x: along('x'), y: along('y') })
    }
  }
  return [...line, sharp[sharp.length - 1]]
}

// ---------------------------------------------------------------- along the line

/** Return the position and direction at a distance from the start.
 * @param {Line} way @param {number} d */
export function at({ line, sums }, d) {
  let i = 1
  while (i < line.length - 1 && sums[i] < d) i++
  const long = sums[i] - sums[i - 1] || 1
  const [a, b, t] = [line[i - 1], line[i], (d - sums[i - 1]) / long]
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, tx: (b.x - a.x) / long, ty: (b.y - a.y) / long }
}

/** Return the section between two distances as a path. @param {Line} way @param {number} from @param {number} to */
export function stretch(way, from, to) {
  const inner = way.line.filter((_, i) => way.sums[i] > from && way.sums[i] < to)
  return pathOf([at(way, from), ...inner, at(way, to)])
}

/** Return a path across the street. @param {Street} way @param {number} d @param {number} [part] of its width */
export function across(way, d, part = 1) {
  const { x, y, tx, ty } = at(way, d)
  const half = (way.wide / 2) * part
  return pathOf([
    { x: x - ty * half, y: y + tx * half },
    { x: x + ty * half, y: y - tx * half },
  ])
}

/** @param {Street} way @param {number} from @param {number} to @returns {Spot} */
function spot(way, from, to) {
  const d = (from + to) / 2
  const [{ x, y }, a, b] = [at(way, d), at(way, from), at(way, to)]
  const chord = Math.hypot(b.x - a.x, b.y - a.y)
  const [tx, ty] = [(b.x - a.x) / chord, (b.y - a.y) / chord]
  const [long, side] = [(to - from) * 0.94, way.wide * 0.92]
  const both = Math.min(long, side)
  const [wide, high] = Math.abs(tx) > 0.85 ? [long, side] : Math.abs(ty) > 0.85 ? [side, long] : [both, both]
  return { x, y, tx, ty, d, from, to, wide, high }
}

/** @param {Point[]} points */
export const pathOf = (points) =>
  points.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
