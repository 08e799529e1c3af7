// The board: the city, the street with its spaces, the podium, and the couriers on their way.

import { html } from '../../lib/dom.js'
import { paced } from '../../lib/settings.js'
import { piece, zone } from '../../table/pieces.js'
import { bag, can, canPicture, courier } from './art.js'
import { city } from './city.js'
import { ghosts, mark } from './ghosts.js'
import { RIDE, ROLL_BACK } from './moments.js'
import { follow, slots } from './riders.js'
import { above, freeRoom, kerb, numbers, road } from './road.js'
import { at, street, stretch } from './street.js'

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../protocol/types.js').Piece} Piece */
/** @typedef {import('./street.js').Street} Street */
/** @typedef {import('./street.js').Spot} Spot */
/** @typedef {import('./ghosts.js').Ghost} Ghost */
/** @typedef {{way: Street, spaces: Piece[], places: Piece[], spots: Map<string, Spot>}} Scene */

/** Media query of each street shape; the first match is used. */
const WINDOWS = {
  short: '(max-width: 40rem) and (max-height: 50rem)',
  middle: '(max-width: 40rem) and (max-height: 58rem)',
  tall: '(max-width: 40rem)',
  square: '(max-width: 63.99rem) and (orientation: portrait)',
  wide: 'all',
}

/** Flatter shape for a phone, used if many seats leave less room for the board. @type {Record<string, string>} */
const LOWER_SHAPE = { short: 'low', middle: 'short', tall: 'middle' }
const CROWDED_SEATS = 5

/** Return the shape that fits the window. @param {number} seats */
function chooseShape(seats) {
  const found = Object.entries(WINDOWS).find(([, shape]) => matchMedia(shape).matches)?.[0] ?? 'wide'
  return seats < CROWDED_SEATS ? found : (LOWER_SHAPE[found] ?? found)
}

/**
 * Redraw when the window needs another shape, and scroll to the current decision.
 * @param {HTMLElement} root
 * @param {import('../../protocol/types.js').Desk} desk
 */
export function watch(root, desk) {
  const { memory, table, moves } = desk.view
  if (!memory.watched)
    for (const shape of Object.values(WINDOWS))
      matchMedia(shape).addEventListener('change', desk.redraw, { signal: desk.signal })
  memory.watched = true
  if (!desk.view.past) animateRetreats(root, desk.view)
  if (moves.length && memory.looked !== table.ply) scrollToDecision(root, table.more.turn)
  memory.looked = table.ply
}

/** Scroll on a phone, where the panel covers much of the street, if nothing relevant is visible.
 * @param {HTMLElement} root @param {Record<string, string>} turn */
function scrollToDecision(root, { dest, group }) {
  const floor = root.querySelector('.mine')?.getBoundingClientRect().top ?? innerHeight
  const asked = [...root.querySelectorAll('.space.lit, .space.aim')]
  const spaces = asked.length ? asked : [...root.querySelectorAll(`.space[data-arg="${dest ?? group}"]`)]
  const seen = spaces.some(
    (space) => space.getBoundingClientRect().top > 0 && space.getBoundingClientRect().bottom < floor,
  )
  if (spaces.length && !seen) spaces[0].scrollIntoView({ block: 'nearest', behavior: paced(1) ? 'smooth' : 'auto' })
}

// of a courier on its space, as in style.css
const PLACE = 'translate(calc(var(--x) * 1px), calc(var(--y) * 1px)) scale(var(--s))'
const MIDDLE = 'translate(0, 0) scale(var(--s))'

/** Let couriers ride to a manhole and roll back from it, once per table.
 * @param {HTMLElement} root @param {View} view */
function animateRetreats(root, view) {
  const { ply, moment } = follow(view)
  if (view.memory.animated === ply) return
  view.memory.animated = ply
  const { way, spots } = makeScene(view)
  const distance = (/** @type {string} */ id) => spots.get(id)?.d ?? way.length
  const total = paced(moment.duration)
  if (!total) return
  for (const { rider, from, via, to, start } of moment.retreats) {
    const stops = [
      { at: 0, on: from },
      { at: moment.wait, on: from, easing: 'cubic-bezier(0.45, 0.05, 0.3, 1)' },
      { at: moment.wait + (from === via ? 0 : RIDE), on: via },
      { at: start, on: via, easing: 'cubic-bezier(0.5, 0, 0.6, 1)' },
      { at: start + ROLL_BACK, on: to },
      { at: moment.duration, on: to },
    ].map((stop) => ({ easing: 'linear', ...stop, offset: stop.at / moment.duration }))
    const along = stops.map(({ offset, easing, on }) => ({ offset, easing, offsetDistance: `${distance(on)}px` }))
    const inside = stops.map(({ offset, easing, on }) => ({ offset, easing, transform: on === to ? PLACE : MIDDLE }))
    for (const figure of root.querySelectorAll(`[data-rides="${rider}"]`)) {
      figure.animate(along, { duration: total })
      figure.querySelector('.seat-on')?.animate(inside, { duration: total })
    }
  }
}

/** @param {View} view @returns {Scene} */
function makeScene(view) {
  const [spaces, places] = [zone(view, 'track').pieces, zone(view, 'podium').pieces]
  const way = street(spaces.length - 1, places.length, chooseShape(view.table.seats.length))
  return { way, spaces, places, spots: new Map(spaces.map((space, i) => [space.id, way.spots[i]])) }
}

/** @param {View} view */
export function board(view) {
  const scene = makeScene(view)
  const { way, spaces } = scene
  const { moment } = follow(view)
  const found = ghosts(view)
  const { width, height } = way.shape
  return html`<div class="city" data-key="city" data-css="--wide: ${width}; --high: ${height}">
    <svg class="map" data-key="map" viewBox="0 0 ${width} ${height}"
      data-css='--street: path("${way.path}"); --least: ${way.shape.least}; --wait: ${moment.wait}' aria-hidden="true">
      <g data-key="ground${width}">${city(way, way.podium)}</g>
      ${road(
        view,
        scene,
        new Set(found.map((ghost) => ghost.to)),
      )}${podium(view, scene)}${trails(view, scene, found)}${riders(view, scene, found)}${numbers(scene)}
      ${gains(scene, moment.gains)}</svg>
    ${spaces.map((space) => spaceButton(view, scene, space))}
    ${found.filter((ghost) => ghost.arg).map((ghost) => ghostButton(scene, ghost))}
    ${reserve(view, scene)}</div>`
}

// ---------------------------------------------------------------- trails

/**
 * Render the trails of the last moves, and of the selected move.
 * @param {View} view
 * @param {Scene} scene
 * @param {Ghost[]} found  all ghosts on the board
 */
function trails(view, scene, found) {
  const gone = follow(view).trails.map(({ from, via, to, colour }) =>
    trail(scene, [from, via ?? from, to], html`class="trail gone" data-team="${colour}"`),
  )
  const meant = found
    .filter((ghost) => ghost.meant)
    .map(({ from, to }) => trail(scene, [from, to], html`class="trail meant"`))
  return html`<g fill="none" data-key="trails">${gone}${meant}</g>`
}

/** @param {Scene} scene @param {string[]} stops @param {import('../../lib/dom.js').Html} kind */
function trail({ way, spots }, stops, kind) {
  if (!spots.has(stops[0])) return ''
  const passed = stops.map((stop) => spots.get(stop)?.d ?? way.finish + way.step * 0.4)
  return html`<path ${kind} d="${stretch(way, Math.min(...passed), Math.max(...passed))}"
    stroke-width="${(way.wide / 9).toFixed(1)}"/>`
}

// ---------------------------------------------------------------- podium

/** Render the steps of the podium, the first place highest; every place counts the same.
 * @param {View} view @param {Scene} scene */
function podium(view, { way, places }) {
  const { x, y, width, height } = way.podium
  const step = width / places.length
  return html`<g class="podium" data-key="podium">
    <rect class="plaza" x="${x - 6}" y="${y - height - 2}" width="${width + 12}" height="${height + 8}" rx="8"/>
    <text class="podium-word" x="${x + width}" y="${y - height + Math.max(13, step * 0.55)}"
      font-size="${Math.max(way.shape.least + 1, step * 0.45).toFixed(1)}">${view.word('piece.podium')}</text>
    ${places.map((place, i) => {
      const [left, top] = [x + i * step, stair(way, places.length, i)]
      return html`<rect class="stair" x="${left + 0.6}" y="${y - top}" width="${step - 1.2}"
        height="${top}"/>
        <text x="${left + step / 2}" y="${y - 3.5}"
          font-size="${Math.max(way.shape.least, step * 0.5).toFixed(1)}">${place.n}</text>`
    })}</g>`
}

/** Return the height of step `i` of the podium, the first being the highest. @param {Street} way
 * @param {number} count  of steps @param {number} i */
function stair({ podium: { width, height } }, count, i) {
  const step = width / count
  return step * 0.62 + ((count - 1 - i) / Math.max(1, count - 1)) * Math.max(0, height - step * 1.7)
}

/**
 * Return the position of a courier on the podium, as an offset from the end of the street.
 * @param {Scene} scene
 * @param {string} id
 */
function podiumSlot({ way, places }, id) {
  const i = places.findIndex((place) => place.id === id)
  if (i < 0) return null
  const { x, y, width } = way.podium
  const step = width / places.length
  const end = at(way, way.length)
  const size = Math.min(step, 40)
  return {
    x: x + (i + 0.5) * step - end.x,
    y: y - stair(way, places.length, i) - size * 0.42 - end.y,
    size,
    small: size < 24,
  }
}

// ---------------------------------------------------------------- couriers

/** @param {View} view @param {Scene} scene @param {Ghost[]} found */
function riders(view, scene, found) {
  const all = follow(view).riders
  const team = view.me === null ? '' : (view.table.seats[view.me]?.colour ?? '')
  const drawn = scene.spaces.flatMap((space) => {
    const spot = scene.spots.get(space.id)
    const there = all.filter((rider) => rider.on === space.id)
    const teams = [...new Set(there.map((rider) => rider.seat))]
    const coming = found.filter((ghost) => ghost.to === space.id)
    if (!spot || !(teams.length + coming.length)) return []
    const up = kerb(scene.way, spot).y > 0.3 // the space's number is below it
    const free = space.kind === 'start' ? { ...spot, x: 0, y: 0 } : freeRoom(scene.way, spot)
    const room = slots(teams.length + Math.min(1, coming.length), free.wide, free.high, scene.way.shape.small).map(
      (slot) => ({
        ...slot,
        x: slot.x + free.x,
        y: slot.y + free.y,
        up: Math.abs(slot.y) > 0.1 ? slot.y < 0 : up,
        outer: slot.x < -0.1 ? -1 : 1,
      }),
    )
    const left = spot.tx < -0.2 || (Math.abs(spot.tx) <= 0.2 && spot.x > scene.way.shape.width / 2)
    const stood = teams.flatMap((seat, i) =>
      stack(
        there.filter((rider) => rider.seat === seat),
        spot.d,
        room[i],
        left,
        view.lang,
      ),
    )
    return coming.length ? [...stood, shade(team, coming[0], spot.d, room[teams.length], left, view.lang)] : stood
  })
  const home = all.flatMap((rider) => {
    const place = podiumSlot(scene, rider.on)
    return place ? [figure(rider.key, rider.colour, scene.way.length, place, false, view.lang, '', 0)] : []
  })
  const finishing = found
    .filter((ghost) => ghost.to.startsWith('podium'))
    .flatMap((ghost) => {
      const place = podiumSlot(scene, ghost.to)
      return place ? [shade(team, ghost, scene.way.length, place, false, view.lang)] : []
    })
  // sorted by key: only elements that keep their position in the document are animated
  const figures = [...drawn, ...home, ...finishing].sort((a, b) => (a.key < b.key ? -1 : 1))
  return html`<g data-key="riders">${figures.map((one) => one.picture)}</g>`
}

/** Render the couriers of one team on a space, stacked, with their count.
 * @param {import('./riders.js').Rider[]} team
 * @param {number} d
 * @param {import('./riders.js').Slot} slot @param {boolean} left @param {string} lang */
function stack(team, d, slot, left, lang) {
  const over = slot.small ? 0.02 : 0.1
  const size = slot.size / (1 + over * (team.length - 1))
  return team.map((rider, i) => {
    const shift = (i - (team.length - 1) / 2) * over * size
    return figure(
      rider.key,
      rider.colour,
      d,
      { ...slot, x: slot.x + shift, y: slot.y + shift, size },
      left,
      lang,
      '',
      i === team.length - 1 ? team.length : 0,
    )
  })
}

/**
 * @param {string} team
 * @param {Ghost} ghost
 * @param {number} d
 * @param {import('./riders.js').Slot} slot
 * @param {boolean} left
 * @param {string} lang
 */
function shade(team, ghost, d, slot, left, lang) {
  return figure(`~${ghost.to}`, team, d, slot, left, lang, 'ghost', ghost.couriers > 1 ? ghost.couriers : 0, ghost)
}

/** Render a courier in a slot at the distance `d` along the street; return it with its key.
 * @param {string} key
 * @param {string} team
 * @param {number} d
 * @param {import('./riders.js').Slot} slot
 * @param {boolean} left @param {string} lang @param {string} kind @param {number} count @param {Ghost} [ghost] */
function figure(key, team, d, slot, left, lang, kind, count, ghost) {
  const place = `--d: ${d.toFixed(1)}; --x: ${slot.x.toFixed(1)}; --y: ${slot.y.toFixed(1)}`
  const css = `${place}; --s: ${(slot.size / 41).toFixed(3)}`
  const [beside, down] = slot.small ? [15, 22] : [14, 14]
  const aside = beside * (slot.outer ?? 1)
  const badge =
    count > 1
      ? html`<g class="count" transform="translate(${aside} ${slot.up ? -down : down})"><g class="legible"><circle
        r="8"/><text y="4.600">${count}</text></g></g>`
      : ''
  const picture = html`<g class="courier ${kind}" data-key="${key}" data-rides="${key}" data-css="${css}">
    <g class="seat-on">${
      slot.small ? bag(team, lang) : courier(team, lang, left)
    }${badge}${ghost ? mark(ghost) : ''}</g></g>`
  return { key, picture }
}

/** Render the cans that couriers have just won: they float beside the courier, or stay there if nothing may move.
 * @param {Scene} scene @param {import('./moments.js').Gain[]} gains */
const gains = ({ way, spots }, gains) =>
  html`<g data-key="gains">${gains.map(({ rider, to, cans, start, ply }, i) => {
    const d = spots.get(to)?.d ?? 0
    const css = `--d: ${d.toFixed(1)}; --start: ${start}; --up: ${(way.wide * 0.45).toFixed(1)}`
    return html`<g class="courier gain ${paced(1) ? '' : 'still'}" data-key="gain${ply}-${i}" data-rides="${rider}"
    data-css="${css}"><g class="float"><g class="tag"><rect x="-24" y="-13" width="48" height="26" rx="13"/><text x="-6"
    y="6">+${cans}</text><g transform="translate(12 0)">${can}</g></g></g></g>`
  })}</g>`

// ---------------------------------------------------------------- buttons

/** @param {View} view @param {Scene} scene @param {Piece} space */
function spaceButton(view, { way, spots }, space) {
  const spot = spots.get(space.id)
  if (!spot) return ''
  const who = view.table.seats.flatMap((seat, i) =>
    space.couriers[i] ? [`${view.word(`piece.${seat.colour}`)} ${space.couriers[i]}`] : [],
  )
  const name = space.kind === 'start' ? view.word('view.start') : `${space.n}, ${view.word(`piece.${space.kind}`)}`
  return piece(view, space.id, html``, {
    label: who.length ? `${name}: ${who.join(', ')}` : name,
    kind: 'space',
    css: cssPosition(way, spot),
    flip: false,
    quiet: true,
  })
}

/** @param {Scene} scene @param {Ghost} ghost */
function ghostButton({ way, spots, places }, ghost) {
  const spot = spots.get(ghost.to)
  const [end, i] = [at(way, way.length), places.findIndex((place) => place.id === ghost.to)]
  const step = way.podium.width / places.length
  const room = { x: way.podium.x + (i + 0.5) * step, y: end.y, wide: step, high: way.podium.height }
  return html`<button type="button" class="piece space aim" data-key="to-${ghost.to}" data-do="pick"
    data-arg="${ghost.arg}"
    data-css="${cssPosition(way, spot ?? room)}" aria-label="${ghost.label}" title="${ghost.label}"></button>`
}

/**
 * Return the CSS position of a box on the board, in percent.
 * @param {Street} way
 * @param {{x: number, y: number, wide: number, high: number}} room
 */
function cssPosition({ shape: { width, height } }, { x, y, wide, high }) {
  const part = (/** @type {number} */ of, /** @type {number} */ whole) => `${((of / whole) * 100).toFixed(2)}%`
  return `left: ${part(x, width)}; top: ${part(y, height)}; width: ${part(wide, width)}; height: ${part(high, height)}`
}

/** Render the reserve of cans beside START. @param {View} view @param {Scene} scene */
function reserve(view, { way }) {
  const cans = zone(view, 'cans').pieces.find((one) => one.id === 'cans_reserve')
  if (!cans) return ''
  const place = { x: way.spots[0].to + way.line[0].x, y: above(way), wide: 0, high: 0 }
  return html`<div class="reserve" data-key="reserve" data-css="${cssPosition(way, place)}">
    <p><span>${view.word('piece.cans_reserve')}</span> ${canPicture()} <b>${cans.number_of}</b></p></div>`
}
