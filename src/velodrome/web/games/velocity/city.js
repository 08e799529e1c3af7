// The city from above: roofs, parks and a river around the street, drawn as one path per colour.

import { html } from '../../lib/dom.js'
import { at, pathOf } from './street.js'

/** @typedef {import('./street.js').Road} Road */
/** @typedef {{x: number, y: number, width: number, height: number}} Plaza */
/** @typedef {{x: number, y: number, w: number, h: number}} Box */

const CELL = 6 // side of a cell of the ground grid
const ROOFS = ['clay', 'straw', 'cream', 'rose', 'clay', 'cream', 'slate', 'straw', 'clay', 'pool']
/** Sizes of houses in cells, tried in order from a random start. */
const SIZES = [
  [9, 7],
  [7, 6],
  [6, 8],
  [8, 5],
  [5, 5],
  [6, 4],
  [4, 6],
  [4, 4],
  [3, 4],
  [4, 3],
  [3, 3],
]

/** @type {WeakMap<Road, import('../../lib/dom.js').Html>} */
const built = new WeakMap()

/** Render the city around a street and a plaza; cached per street. @param {Road} way @param {Plaza} [plaza] */
export function city(way, plaza) {
  const found = built.get(way) ?? build(way, plaza)
  built.set(way, found)
  return found
}

/** Create a deterministic pseudo-random generator. @param {number} seed */
function chance(seed) {
  return () => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed / 2147483648
  }
}

/** @param {Road} way @param {Plaza} [plaza] */
function build(way, plaza) {
  const { width, height } = way.shape
  const river = riverPath(way)
  const ground = freeGround(way, river)
  if (plaza) reservePlaza(ground, plaza)
  const inks = new Inks()
  const any = chance(7 + Math.round(way.length))
  for (let row = 0; row < ground.rows; row++) {
    for (let column = 0; column < ground.columns; column++) {
      const box = claim(ground, column, row, any)
      if (box) place(inks, box, any)
    }
  }
  const water = Math.min(way.wide * 0.9, 58)
  return html`<rect class="ground" width="${width}" height="${height}" rx="14"/>
    <path class="bank" d="${river}" stroke-width="${water + 10}"/><path class="river" d="${river}"
      stroke-width="${water}"/>
    <path class="ripple" d="${river}" stroke-width="2" stroke-dasharray="14 22 6 40"/>
    ${inks.markup()}`
}

/** Return the path of the river, from the upper edge to the lower. @param {Road} way */
function riverPath({ shape }) {
  const points = Array.from({ length: 25 }, (_, i) => i / 24)
  return pathOf(
    points.map((part) => ({
      x: shape.width * (0.6 - 0.2 * part + 0.03 * Math.sin(part * 9.2)),
      y: -20 + (shape.height + 40) * part,
    })),
  )
}

// ---------------------------------------------------------------- lots

/** @typedef {{columns: number, rows: number, taken: Uint8Array}} Ground */

/** Return the grid with street and river taken. @param {Road} way @param {string} river @returns {Ground} */
function freeGround(way, river) {
  const columns = Math.floor(way.shape.width / CELL)
  const rows = Math.floor(way.shape.height / CELL)
  const ground = { columns, rows, taken: new Uint8Array(columns * rows) }
  for (let d = 0; d <= way.length; d += CELL) {
    const { x, y } = at(way, d)
    block(ground, x, y, way.wide / 2 + 7)
  }
  for (const [, x, y] of river.matchAll(/[ML]([-\d.]+) ([-\d.]+)/g))
    block(ground, Number(x), Number(y), Math.min(way.wide * 0.45, 29) + 9)
  for (let row = 0; row < rows; row++) ground.taken[row * columns] = ground.taken[row * columns + columns - 1] = 1
  for (let column = 0; column < columns; column++)
    ground.taken[column] = ground.taken[(rows - 1) * columns + column] = 1
  return ground
}

/** @param {Ground} ground @param {Plaza} plaza */
function reservePlaza(ground, { x, y, width, height }) {
  for (let right = x - 4; right <= x + width + 4; right += CELL)
    for (let up = y - height; up <= y + 8; up += CELL) block(ground, right, up, CELL)
}

/** @param {Ground} ground @param {number} x @param {number} y @param {number} radius */
function block({ columns, rows, taken }, x, y, radius) {
  for (let row = Math.max(0, Math.floor((y - radius) / CELL)); row <= Math.min(rows - 1, (y + radius) / CELL); row++) {
    for (
      let column = Math.max(0, Math.floor((x - radius) / CELL));
      column <= Math.min(columns - 1, (x + radius) / CELL);
      column++
    ) {
      if (Math.hypot((column + 0.5) * CELL - x, (row + 0.5) * CELL - y) < radius) taken[row * columns + column] = 1
    }
  }
}

/** Reserve a lot whose corner is at a cell, in the first size that fits; null if none fits. `any`: random numbers.
 * @param {Ground} ground @param {number} column @param {number} row @param {() => number} any @returns {Box | null} */
function claim(ground, column, row, any) {
  if (ground.taken[row * ground.columns + column]) return null
  const first = Math.floor(any() * 6)
  for (const [w, h] of SIZES.slice(first)) {
    if (!fits(ground, column, row, w, h)) continue
    for (let y = row; y < row + h; y++)
      ground.taken.fill(1, y * ground.columns + column, y * ground.columns + column + w)
    return { x: column * CELL + 1.5, y: row * CELL + 1.5, w: w * CELL - 3, h: h * CELL - 3 }
  }
  return null
}

/** @param {Ground} ground @param {number} column @param {number} row @param {number} w @param {number} h */
function fits({ columns, rows, taken }, column, row, w, h) {
  if (column + w > columns || row + h > rows) return false
  for (let y = row; y < row + h; y++) for (let x = column; x < column + w; x++) if (taken[y * columns + x]) return false
  return true
}

// ---------------------------------------------------------------- buildings

/** Shapes collected by colour, in painting order. */
class Inks {
  /** @type {Record<string, string>} */
  paths = Object.fromEntries(
    'park shadow clay straw cream rose slate pool yard shade light tree leaf smoke'.split(' ').map((ink) => [ink, '']),
  )

  /** @param {string} ink @param {...(string | number)} parts */
  add(ink, ...parts) {
    this.paths[ink] += parts.map((part) => (typeof part === 'number' ? Math.round(part * 10) / 10 : part)).join(' ')
  }

  /** @param {string} ink @param {Box} box */
  box(ink, { x, y, w, h }) {
    this.add(ink, 'M', x, y, 'h', w, 'v', h, 'h', -w, 'z')
  }

  /** @param {string} ink @param {number} x @param {number} y @param {number} r */
  dot(ink, x, y, r) {
    this.add(ink, 'M', x - r, y, 'a', r, r, 0, 1, 0, 2 * r, 0, 'a', r, r, 0, 1, 0, -2 * r, 0)
  }

  /** Add the shadow of a box. @param {Box} box @param {number} long */
  shadow({ x, y, w, h }, long) {
    this.add('shadow', 'M', x, y, 'l', -long, long * 0.6, 'v', h, 'h', w, 'l', long, -long * 0.6, 'v', -h, 'z')
  }

  markup() {
    return Object.entries(this.paths).map(([ink, d]) => html`<path class="${ink}" d="${d}"/>`)
  }
}

/** @param {Inks} inks @param {Box} box @param {() => number} any */
function place(inks, box, any) {
  const luck = any()
  if (box.w * box.h > 1100 && luck < 0.16) return park(inks, box, any)
  if (luck > 0.9 && box.w < 30) return tree(inks, box.x + box.w / 2, box.y + box.h / 2, Math.min(box.w, box.h) * 0.42)
  const ink = ROOFS[Math.floor(any() * ROOFS.length)]
  inks.shadow(box, 5 + any() * 9)
  inks.box(ink, box)
  const kind = any()
  if (box.w * box.h > 1300 && kind < 0.5) return court(inks, box)
  if (kind < 0.62) return gable(inks, box)
  if (kind < 0.82) return hip(inks, box)
  terrace(inks, box, any)
}

/** Draw a gable roof: a ridge along the longer side, one half darker. @param {Inks} inks @param {Box} box */
function gable(inks, { x, y, w, h }) {
  inks.box('shade', w >= h ? { x, y: y + h / 2, w, h: h / 2 } : { x, y, w: w / 2, h })
  inks.box('smoke', { x: x + w * 0.7, y: y + h * 0.22, w: 3, h: 3 })
}

/** Draw a hip roof: four slopes. @param {Inks} inks @param {Box} box */
function hip(inks, { x, y, w, h }) {
  const in_ = Math.min(w, h) / 2
  inks.add(
    'shade',
    'M',
    x,
    y,
    'l',
    in_,
    in_,
    w >= h ? 'h' : 'v',
    w >= h ? w - 2 * in_ : h - 2 * in_,
    'L',
    x + w,
    y + h,
    'H',
    x,
    'z',
  )
  inks.add(
    'light',
    'M',
    x + w,
    y,
    'v',
    h,
    'l',
    -in_,
    -in_,
    w >= h ? 'L' : 'v',
    w >= h ? `${x + w - in_} ${y + in_}` : -(h - 2 * in_),
    'z',
  )
}

/**
 * Draw a flat roof with a wall around it and one or two skylights.
 * @param {Inks} inks
 * @param {Box} box
 * @param {() => number} any
 */
function terrace(inks, { x, y, w, h }, any) {
  inks.box('light', { x: x + 2, y: y + 2, w: w - 4, h: h - 4 })
  for (let i = 0; i < 2; i++)
    inks.box('shade', { x: x + 4 + any() * (w - 14), y: y + 4 + any() * (h - 12), w: 6, h: 4 })
}

/** Draw a building around a yard with a tree. @param {Inks} inks @param {Box} box */
function court(inks, { x, y, w, h }) {
  inks.box('shade', { x, y: y + h - 6, w, h: 6 })
  inks.box('shade', { x, y, w: 6, h })
  inks.box('yard', { x: x + w * 0.3, y: y + h * 0.3, w: w * 0.4, h: h * 0.4 })
  inks.dot('tree', x + w * 0.5, y + h * 0.5, Math.min(w, h) * 0.14)
}

/** @param {Inks} inks @param {Box} box @param {() => number} any */
function park(inks, box, any) {
  inks.box('park', box)
  for (let i = 0; i < 5; i++)
    tree(inks, box.x + 6 + any() * (box.w - 12), box.y + 6 + any() * (box.h - 12), 3.5 + any() * 4)
}

/** @param {Inks} inks @param {number} x @param {number} y @param {number} r */
function tree(inks, x, y, r) {
  inks.dot('shadow', x - r * 0.9, y + r * 0.6, r)
  inks.dot('tree', x, y, r)
  inks.dot('leaf', x + r * 0.25, y - r * 0.25, r * 0.5)
}
