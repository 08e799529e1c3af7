// The board: the circuit with its riders and, inside it, the inner track, the pack, dice and cards, and details of the
// current square.

import { emblem } from '../../art/teams.js'
import { html, nothing } from '../../lib/dom.js'
import { piece, shown, zone } from '../../table/pieces.js'
import { die, domestique, energyIcon, leader, rainbowCyclist, sign, stripes } from './art.js'
import { country, finish, roadway } from './land.js'
import { PHONE, survey } from './road.js'

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../protocol/types.js').Piece} Piece */
/** @typedef {import('./road.js').Course} Course */

export const MIN_HEIGHT = 325 // px; a lower board would be unreadable, so the page scrolls instead

/** Return the size of the board: as measured or, before the first paint, estimated from the window. The estimate for
 * tables of the past fits pictures in the rulebook, which are never measured. @param {View} view */
function room(view) {
  const page = innerWidth < 1024 ? innerWidth - 24 : Math.min(innerWidth, 1920) - 352
  const width = view.memory.width ?? (view.past ? Math.min(innerWidth - 58, 736) : page)
  const height = view.memory.height ?? (view.past ? width * (width < 640 ? 1.45 : 0.7) : innerHeight - 360)
  return { width: Math.floor(width), height: Math.max(MIN_HEIGHT, Math.floor(height)) }
}

/** Check whether the viewer has to say which domestique retires or moves. @param {View} view */
export const isChoosing = (view) =>
  view.moves.length > 0 && (view.selected.has('retire') || view.moves.every(({ picks }) => picks.some(isDomestique)))

/** @param {string} pick */
export const isDomestique = (pick) => pick === 'hand' || pick.startsWith('domestique')

/** Return a seat's team colour. @param {View} view @param {number} seat */
export const team = (view, seat) => String(view.table.seats[seat].colour)

/** @param {View} view */
export function board(view) {
  follow(view)
  const squares = zone(view, 'circuit').pieces
  const { width, height } = room(view)
  const course = survey(/** @type {any} */ (squares), width, height)
  const { x, y, width: inner, height: tall } = course.inside
  const standing = zone(view, 'domestiques').pieces
  const held = new Map(standing.map((one) => [Number(one.square), String(one.colour)]))
  return html`<div class="ring ${width < PHONE ? 'upright' : ''} ${isChoosing(view) ? 'which' : ''}" data-key="ring"
    data-css="width: ${course.width}px; --high: ${course.height.toFixed(0)}px; --road: ${course.road.toFixed(1)}px">
    <svg class="land" viewBox="0 0 ${course.width} ${course.height.toFixed(0)}" aria-hidden="true">
      ${country(/** @type {any} */ (squares), course)}${roadway(
        /** @type {any} */ (squares),
        course,
        held,
      )}${finish(course)}</svg>
    ${squares.map((square, n) => stone(view, square, n, course, standing))}
    ${standing.map((one) => standingOn(view, one, course))}
    ${cyclist(view, course)}
    <div class="inside" data-key="inside"
      data-css="left: ${x}px; top: ${y}px; width: ${inner}px; height: ${tall.toFixed(0)}px">
      <div class="route" data-key="route">${lap(view)}${chance(view)}${track(view)}${pack(view)}${question(
        view,
        squares,
        standing,
      )}</div></div>
  </div>`
}

// ---------------------------------------------------------------- on the road

/** @param {Piece} square @param {View} view */
export const nameOf = (square, view) => square.names?.[view.lang] ?? square.name

/** @param {View} view @param {Piece} square @param {number} n @param {Course} course @param {Piece[]} standing */
function stone(view, square, n, course, standing) {
  const spot = course.spots[n]
  const here = square.here ? 'here' : ''
  const sold = zone(view, 'auction').square === n ? 'sold' : ''
  const looked = view.memory.look === n ? 'looked' : ''
  const owner = standing.find((one) => one.square === n)
  const label = `${view.word('view.square', { n })}, ${nameOf(square, view)}. ${effect(view, square)}${
    owner ? ` ${holder(view, owner)}` : ''
  }`
  return html`<button type="button" class="ac-stone ${square.kind} ${here} ${sold} ${looked}" data-key="${square.id}"
    data-css="left: ${spot.x.toFixed(1)}px; top: ${spot.y.toFixed(1)}px"
    data-do="look" data-arg="${n}" tabindex="${here || looked ? 0 : -1}"
    title="${label}">${square.kind === 'start' ? nothing : sign(/** @type {any} */ (square))}</button>`
}

/** @param {View} view @param {Piece} owner */
const holder = (view, owner) =>
  owner.seat === view.me ? view.word('view.held.own') : view.word('view.held', { seat: owner.seat })

/** Describe the effect of a square. @param {View} view @param {{kind: string, value?: number}} square */
export const effect = (view, { kind, value }) =>
  view.word(`view.effect.${kind}`, { value, lap_feeding: zone(view, 'circuit').lap_feeding })

/** @param {View} view @param {Piece} one @param {Course} course */
function standingOn(view, one, course) {
  const spot = course.spots[Number(one.square)]
  // leaves room for the cost above
  const away = course.road * 0.5 + (course.road < 35 ? 9 : 16) + Math.max(0, -spot.ny) * course.road * 0.14
  const css = `left: ${(spot.x - spot.nx * away).toFixed(1)}px; top: ${(spot.y - spot.ny * away).toFixed(1)}px`
  const how = {
    label: view.word(one.seat === view.me ? 'view.domestique.own' : 'view.domestique', {
      seat: one.seat,
      n: one.square,
    }),
    kind: 'standing',
    css,
    from: `hand${one.seat}`,
  }
  const picture = domestique(String(one.colour), view.lang)
  return one.seat === view.me && view.moves.length ? piece(view, one.id, picture, how) : shown(one.id, picture, how)
}

/** Render the rainbow cyclist on the road. @param {View} view @param {Course} course */
function cyclist(view, course) {
  const at = Number(zone(view, 'rainbow').pieces[0].square)
  const spot = course.spots[at]
  const west = spot.tx < -0.4 || spot.ty > 0.8 ? 'west' : ''
  const distance = 100 * (Number(zone(view, 'circuit').lap) + course.rider.at[at])
  return html`<span class="cyclist ${west}" data-key="cyclist"
    data-css="offset-path: path('${course.rider.d}'); offset-distance: ${distance.toFixed(2)}%"
    role="img" aria-label="${view.word('view.cyclist', { n: at })}">${rainbowCyclist()}</span>`
}

// ---------------------------------------------------------------- inside the loop

/** @param {View} view */
function lap(view) {
  const { lap, rainbow_lap } = zone(view, 'circuit')
  const lying = zone(view, 'no_feeding').size
  return html`<div class="lap ${rainbow_lap ? 'rainbow' : ''}" data-key="lap"><b>${view.word('view.lap', { lap })}</b>
    ${
      rainbow_lap
        ? html`<span class="ribbon" title="${view.word('view.rainbow_lap.long')}">
      <svg viewBox="0 0 20 10" preserveAspectRatio="none"
        aria-hidden="true">${stripes(0, 0, 20, 10)}</svg>${view.word('view.rainbow_lap')}</span>`
        : ''
    }
    ${
      lying
        ? html`<span class="unfed" title="${view.word('view.no_feeding')}">${sign({
            kind: 'no_feeding',
            value: 0,
          })}${view.word('view.no_feeding')}</span>`
        : ''
    }</div>`
}

/** Format seconds as minutes and seconds: 1:20. @param {number} seconds */
export const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Render the inner track: arrows of ten seconds, their upkeep, and the breakaway. @param {View} view */
function track(view) {
  const arrows = zone(view, 'track').pieces
  const [rider] = zone(view, 'breakaway').pieces
  const { gap, seconds } = zone(view, 'breakaway')
  const costs = arrows.map((arrow) => Number(arrow.value))
  const tiers = costs.map((cost, i) => ({ cost, i })).filter(({ cost, i }) => !i || costs[i - 1] !== cost)
  const tier = (/** @type {number} */ i) => Math.min(2, tiers.filter((one) => one.i <= i).length - 1)
  const here = rider
    ? view.word('view.ahead', { seat: rider.seat, time: clock(seconds), cost: costs[gap - 1] })
    : view.word('view.no_breakaway')
  return html`<section class="track ${rider ? 'on' : ''}" data-key="track" data-css="--n: ${arrows.length + 1}"
    aria-label="${here}">
    <div class="escapee ${gap > arrows.length / 2 ? 'late' : ''}" data-key="escapee"
      data-css="--at: ${gap ? (gap - 0.5) / (arrows.length + 1) : 0}">
      ${
        rider
          ? html`${rides(view, rider, here)}<b class="time">+${clock(seconds)}</b>`
          : html`<span class="quiet">${here}</span>`
      }</div>
    <div class="arrows" aria-hidden="true">${arrows.map(
      (_, i) => html`<i class="arrow tier${tier(i)} ${gap && i < gap ? 'ridden' : ''}"></i>`,
    )}<i class="arrow goal"></i></div>
    <div class="tiers">${tiers.map(
      ({ cost, i }, k) => html`<span class="tier${Math.min(2, k)}"
        data-css="grid-column: ${i + 1} / ${(tiers[k + 1]?.i ?? arrows.length) + 1}"
      title="${view.word('view.upkeep', { cost })}">${cost}${energyIcon()}</span>`,
    )}
      <span class="goal" title="${view.word('view.goal')}"><bdi>&gt;
        ${clock(arrows[arrows.length - 1].seconds)}</bdi></span></div></section>`
}

/** Render the riders in race order, the front on the right. @param {View} view */
function pack(view) {
  const riders = zone(view, 'pack').pieces
  const out = zone(view, 'out').pieces
  const first = zone(view, 'breakaway').size
  const slot = (
    /** @type {Piece} */ rider,
    /** @type {string} */ kind,
    /** @type {string} */ label,
    /** @type {string | number} */ place,
  ) =>
    html`<div class="slot ${kind}" data-key="${kind === 'out' ? `out${rider.seat}` : `place${place}`}">${rides(
      view,
      rider,
      label,
    )}<span>${place}</span></div>`
  return html`<section class="pack" data-key="pack" aria-label="${view.word('view.order')}">
    ${riders.map((rider, i) =>
      slot(
        rider,
        i + first ? '' : 'front',
        view.word('view.place', { seat: rider.seat, place: i + first + 1 }),
        i + first + 1,
      ),
    )}
    ${out.map((rider) => slot(rider, 'out', view.word('view.out.of', { seat: rider.seat }), view.word('view.out')))}
  </section>`
}

/** Render a leader on a bicycle. @param {View} view @param {Piece} rider @param {string} label */
const rides = (view, rider, label) =>
  shown(rider.id, leader(team(view, rider.seat), view.lang), { label, kind: 'leader' })

/** Reset the inspected square when the pack moves. @param {View} view */
function follow(view) {
  const at = zone(view, 'rainbow').pieces[0].square
  if (view.memory.at !== at) view.memory.look = null
  view.memory.at = at
}

/**
 * Return the last result of a die or of the deck, from the log, because the table does not contain it.
 * @param {View} view
 * @param {'white' | 'yellow' | 'card'} what
 */
function lastOf(view, what) {
  const found = view.heard.findLast(({ told }) => told?.key === `tell.${what}`)
  return (
    found && {
      ply: found.ply,
      value: /** @type {string} */ (found.told?.white ?? found.told?.yellow ?? found.told?.card),
    }
  )
}

/** Return the card of this turn, if one was drawn. @param {View} view */
function turnedUp(view) {
  const card = lastOf(view, 'card')
  return card && card.ply >= (lastOf(view, 'white')?.ply ?? 0)
    ? cardPiece(view, card.value)
    : zone(view, 'card').pieces[0]
}

/** Render the dice, the deck, the discard pile and the card of this turn. @param {View} view */
function chance(view) {
  const [white, yellow, card] = [lastOf(view, 'white'), lastOf(view, 'yellow'), lastOf(view, 'card')]
  const fresh = (/** @type {{ply: number} | undefined} */ what) => what && what.ply >= (white?.ply ?? 0)
  const eyes = (
    /** @type {'white' | 'yellow'} */ colour,
    /** @type {any} */ thrown,
  ) => html`<span class="thrown" data-key="${colour}${thrown?.ply ?? 0}" role="img"
    aria-label="${view.word(`view.die.${colour}`, {
      eyes: thrown?.value ?? '–',
    })}">${die(colour, Number(thrown?.value ?? 0))}</span>`
  const turned = turnedUp(view)
  const last = card ? cardPiece(view, card.value) : undefined
  const count = zone(view, 'deck').size
  const cards = view.word('view.deck', { count })
  return html`<section class="luck" data-key="luck">
    <span class="ac-dice">${eyes('white', white)}
      ${
        fresh(yellow)
          ? eyes('yellow', yellow)
          : html`<span class="thrown" data-key="yellow-idle">${die('yellow', 0)}</span>`
      }</span>
    <button type="button" class="deck ${view.memory.look === 'deck' ? 'looked' : ''}" data-flip="deck" data-do="look"
      data-arg="deck" aria-label="${cards}" title="${cards}">
      <svg viewBox="0 0 30 40" aria-hidden="true"><rect class="ac-back" x="1" y="1" width="28" height="38"
        rx="4"/>${stripes(1, 12, 28, 16)}</svg><b>${count}</b></button>
    ${
      last
        ? html`<span class="card ${turned ? 'up' : 'spent'}" data-key="card${card?.ply ?? ''}"
          data-flip="card${card?.ply ?? ''}" data-from="deck"
      role="img" aria-label="${nameOf(last, view)}"
      title="${nameOf(last, view)}">${sign(/** @type {any} */ (last))}<i>${nameOf(last, view)}</i></span>`
        : ''
    }
  </section>`
}

/** Return a chance card by its id, from any zone. @param {View} view @param {string} id */
export const cardPiece = (view, id) =>
  view.table.zones.flatMap((pile) => pile.pieces.filter((card) => card.id === `${pile.id}_${id}`))[0]

// ---------------------------------------------------------------- details of a square

/**
 * Render the details of the inspected square (else of the pack's square), or the list of cards in the deck.
 * @param {View} view
 * @param {Piece[]} squares
 * @param {Piece[]} standing  domestiques on the road
 */
function question(view, squares, standing) {
  if (view.memory.look === 'deck') return deckList(view)
  const here = squares.findIndex((square) => square.here)
  const n = typeof view.memory.look === 'number' ? view.memory.look : here
  const card = n === here && squares[n].kind === 'chance' ? turnedUp(view) : undefined
  const square = card ?? squares[n]
  const owner = standing.find((one) => one.square === n)
  const kind = card
    ? 'piece.chance'
    : square.kind === 'effort' && square.terrain
      ? `terrain.${square.terrain}`
      : `piece.${square.kind}`
  return html`<section class="question" data-key="question"
    aria-live="${typeof view.memory.look === 'number' ? 'polite' : 'off'}">
    <div class="stretch">${sign(/** @type {any} */ (square))}<div><b>${nameOf(square, view)}</b>
      <small>${view.word('view.square', { n })} · ${view.word(kind)}</small>
      <p>${effect(view, square)}</p></div></div>
    ${owner ? html`<p class="holder">${emblem(String(owner.colour), view.lang)} ${holder(view, owner)}</p>` : ''}
    ${n === here ? html`${auction(view)}${ahead(view, squares, here, standing)}` : ''}
    ${typeof view.memory.look === 'number' ? steps(view, n, squares.length) : ''}</section>`
}

/**
 * Render buttons to the previous and next square, for screens on which squares are small.
 * @param {View} view
 * @param {number} n
 * @param {number} count
 */
function steps(view, n, count) {
  const step = (
    /** @type {number} */ to,
    /** @type {string} */ arrow,
  ) => html`<button type="button" class="ac-to" data-key="to${arrow}" data-do="look" data-arg="${to}"
    aria-label="${view.word('view.square', { n: to })}"
    title="${view.word('view.square', { n: to })}">${arrow}</button>`
  return html`<div class="ac-steps">${step((n + count - 1) % count, '←')}${step((n + 1) % count, '→')}
    <button type="button" class="ac-back" data-do="look" data-arg="">${view.word('view.back')}</button></div>`
}

/**
 * Render the squares within reach of the white die.
 * @param {View} view
 * @param {Piece[]} squares
 * @param {number} here
 * @param {Piece[]} standing
 */
function ahead(view, squares, here, standing) {
  const next = Array.from({ length: zone(view, 'circuit').die }, (_, i) => (here + i + 1) % squares.length)
  return html`<div class="next"><span>${view.word('view.next')}</span><ol>${next.map((n, i) => {
    const owner = standing.find((one) => one.square === n)
    return html`<li data-team="${owner?.colour ?? ''}" class="${owner ? 'owned' : ''}"
      title="${nameOf(squares[n], view)}">${sign(/** @type {any} */ (squares[n]))}<b>${i + 1}</b></li>`
  })}</ol></div>`
}

/** @param {View} view */
function deckList(view) {
  return html`<section class="question" data-key="question"><b>${view.word('view.deck', {
    count: zone(view, 'deck').size,
  })}</b>
    <ul class="cards">${zone(view, 'deck').pieces.map(
      (card) =>
        html`<li>${sign(/** @type {any} */ (card))}<span>${nameOf(card, view)}</span><b>×${card.count}</b></li>`,
    )}</ul>
    <button type="button" class="ac-back" data-do="look" data-arg="">${view.word('view.back')}</button></section>`
}

/** Render the auction: the riders in bidding order with the highest bid, and what winning brings. @param {View} view */
function auction(view) {
  const { square, high, bidder, order, waiting, saves } = zone(view, 'auction')
  if (square === null || square === undefined) return nothing
  const rider = (/** @type {number} */ seat) => {
    const state = seat === bidder ? 'high' : seat === waiting[0] ? 'now' : waiting.includes(seat) ? 'next' : 'done'
    const said = view.word(`view.auction.${state}`, { seat, bid: high })
    return html`<li class="ac-bidder ${state}" data-key="bidder${seat}" title="${said}"><span role="img"
      aria-label="${said}">${emblem(team(view, seat), view.lang)}</span>${
        state === 'high' ? html`<b class="numeral">${high}</b>${energyIcon()}` : ''
      }</li>`
  }
  return html`<div class="auction">
    <ol class="ac-bidders" aria-label="${view.word('view.auction')}">${order.map(rider)}</ol>
    <p class="ac-high">${bidder === null ? view.word('view.no_bid') : ''}</p>
    <p class="ac-saves">${view.word('view.auction.saves', { saves })}</p></div>`
}
