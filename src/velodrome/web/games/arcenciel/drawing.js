// Drawing of Arc en Ciel: country roads, passes and the rainbow stripes.

import { emblem } from '../../art/teams.js'
import { html, nothing } from '../../lib/dom.js'
import { paced } from '../../lib/settings.js'
import { allLit, openNumbers, renderControl, shown, zone } from '../../table/pieces.js'
import { die, domestique, energyIcon, leader, shirt, sign } from './art.js'
import { board, cardPiece, clock, isChoosing, isDomestique, MIN_HEIGHT, nameOf, team } from './board.js'
import { cover } from './cover.js'
import { PHONE } from './road.js'

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../protocol/types.js').Piece} Piece */
/** @typedef {import('../../lib/dom.js').Html} Html */

const NEUTRAL = ['pass', 'continue', 'keep'] // buttons without a cost or gain
const JERSEYS = ['rainbow', 'green', 'double', 'triple', 'points']
/** @type {Record<string, string>} */
const EXCHANGED = {
  'tell.exchange': 'rainbow',
  'tell.exchange_points': 'rainbow',
  'tell.exchange_green': 'green',
  'tell.exchange_dotted': 'triple',
} // jersey received, by key of the text

/**
 * Render an icon with a number, and a label for screen readers.
 * @param {Html} icon
 * @param {string | number} count
 * @param {string} label
 * @param {string} [kind]
 */
const counter = (icon, count, label, kind = '') =>
  html`<span class="ac-count ${kind}" title="${label}">${icon}<b aria-hidden="true">${count}</b><span
    class="hidden">${label}</span></span>`

// ---------------------------------------------------------------- seats

/** @param {View} view @param {number} seat */
function plate(view, seat) {
  const line = view.table.seats[seat]
  const most = zone(view, 'circuit').energy_max
  const place = line.ahead
    ? `+${clock(zone(view, 'breakaway').seconds)}`
    : line.out
      ? view.word('view.out')
      : (line.place ?? '')
  const energy = view.word('view.energy', { energy: line.energy, most })
  const said = view.word(line.out ? 'view.out.of' : 'view.place', { seat, place: line.place })
  const kind = `${line.ahead || line.out ? 'far' : ''} ${line.place === 1 ? 'first' : ''}`
  return html`<div class="team-line" data-team="${line.colour}"><span class="gauge" title="${energy}"><i
    data-css="width: ${(100 * line.energy) / most}%"></i>
      <b>${energyIcon()}${line.energy}</b><span class="hidden">${energy}</span>
      ${place ? html`<em class="${kind}" title="${said}">${place}</em>` : ''}</span></div>
  <div class="team-line"><span class="${line.hand ? '' : 'spent'}" data-flip="${seat === view.me ? '' : `hand${seat}`}">
    ${counter(
      domestique(line.colour, view.lang),
      line.hand,
      view.word('view.hand', { count: line.hand }),
    )}</span>${held(view, seat)}</div>`
}

/**
 * Render what a seat has won, compactly: dotted cards as their sum.
 * @param {View} view
 * @param {number} seat
 */
function held(view, seat) {
  const line = view.table.seats[seat]
  const { rainbow_to_win, green_rate, dotted_rate, point_rate } = zone(view, 'circuit')
  const sums = {
    rainbow: [line.rainbow, rainbow_to_win],
    green: [line.green, green_rate],
    dotted: [line.dotted, dotted_rate],
    points: [line.points, point_rate],
  }
  return Object.entries(sums).map(([kind, [has, of]]) =>
    has ? counter(shirt(kind), has, view.word(`view.goal.${kind}`, { has, of }), kind) : '',
  )
}

/** Return the jerseys that a seat holds. @param {View} view @param {number} seat */
const won = (view, seat) =>
  zone(view, `jerseys${seat}`).pieces.map((jersey) =>
    counter(shirt(jersey.kind), jersey.count, `${view.word(`piece.${jersey.kind}`)}: ${jersey.count}`, jersey.kind),
  )

// ---------------------------------------------------------------- the viewer's team

/** @param {View} view */
function own(view) {
  if (view.me === null) return nothing
  const me = view.me
  const line = view.table.seats[me]
  const { energy_max, rainbow_to_win, green_rate, dotted_rate, point_rate } = zone(view, 'circuit')
  const left = view.ready?.preview?.left
  const goals = [
    { kind: 'rainbow', has: line.rainbow, of: rainbow_to_win },
    { kind: 'green', has: line.green, of: green_rate },
    { kind: 'dotted', has: line.dotted, of: dotted_rate },
    ...(line.points ? [{ kind: 'points', has: line.points, of: point_rate }] : []),
  ]
  const share = (/** @type {number} */ energy) => (100 * energy) / energy_max
  return html`<div class="own-team" data-key="own" data-team="${line.colour}">
    <div class="tank" role="img" aria-label="${view.word('view.energy', { energy: line.energy, most: energy_max })}"><i
      data-css="width: ${share(line.energy)}%"></i>
      ${left !== undefined ? html`<i class="after" data-css="width: ${share(left)}%"></i>` : ''}
      <b>${energyIcon()}${line.energy}${
        left !== undefined && left !== line.energy ? html`<span> → ${left}</span>` : ''
      }</b></div>
    <div class="ac-reserve" data-flip="hand${me}">${reserve(view, me)}</div>
    <div class="goals">${goals.map(({ kind, has, of }) =>
      goal(kind, has, of, view.word(`view.goal.${kind}`, { has, of })),
    )}</div></div>`
}

/** @param {string} kind @param {number} has @param {number} of @param {string} said */
const goal = (
  kind,
  has,
  of,
  said,
) => html`<span class="goal ${kind} ${has ? '' : 'none'}" title="${said}">${shirt(kind)}
  <b aria-hidden="true">${has}<small>/${of}</small></b><span class="hidden">${said}</span></span>`

/** Render the domestiques in hand; the first is the one that would retire. @param {View} view @param {number} me */
function reserve(view, me) {
  const open = zone(view, 'controls').pieces.some((one) => one.id === 'hand')
  const picture = domestique(team(view, me), view.lang)
  const label = view.word('view.hand', { count: zone(view, `hand${me}`).size })
  const held = (/** @type {Piece} */ one) => shown(one.id, picture, { label, kind: 'mate' })
  return zone(view, `hand${me}`).pieces.map((one, i) =>
    i === 0 && open
      ? asking(view, 'hand', html`<span class="hidden">${label}</span>${picture}`, 'piece mate')
      : held(one),
  )
}

/** Render a button that only adds to the selection; the move is irreversible, so the Play button confirms it.
 * @param {View} view @param {string} id @param {Html} face @param {string} kind */
function asking(view, id, face, kind) {
  const chosen = view.selected.has(id)
  return html`<button type="button" class="${kind} ${chosen ? 'chosen on' : view.lit.has(id) ? 'lit' : ''}"
    data-key="${id}" data-do="pick" data-arg="${id}" data-hold
    aria-pressed="${chosen ? 'true' : 'false'}">${face}</button>`
}

// ---------------------------------------------------------------- controls

/** @param {View} view */
function controls(view) {
  if (isChoosing(view)) return choices(view)
  const pieces = zone(view, 'controls').pieces.filter((one) => one.id !== 'hand')
  const fresh = allLit(view) // all buttons stay lit, because each may start a new selection
  const press = (/** @type {Piece} */ one) => {
    if (one.id === 'bid') return bid(view)
    if (one.id === 'retire') return asking(view, one.id, button(view, one), 'press retire')
    return view.moves.length === 1 ? only(view, one) : renderControl(drawing, { ...view, lit: fresh }, one)
  }
  return html`${[...pieces].sort((a, b) => Number(b.id === 'bid') - Number(a.id === 'bid')).map(press)}`
}

/** Render the domestiques that may retire or move as buttons, which are larger than those on the board.
 * @param {View} view */
function choices(view) {
  const ids = [...new Set(view.moves.flatMap(({ picks }) => picks.filter(isDomestique)))]
  const squares = zone(view, 'circuit').pieces
  const face = (/** @type {string} */ id) => {
    if (id === 'hand')
      return html`${domestique(team(view, view.me ?? 0), view.lang)}<span>${view.word('view.from_hand')}</span>`
    const n = Number(id.slice('domestique'.length))
    return html`${sign(/** @type {any} */ (squares[n]))}<span aria-hidden="true">${n}</span><span
      class="hidden">${view.word('view.domestique.own', { n })}, ${nameOf(squares[n], view)}</span>`
  }
  return html`<div class="ac-choices" data-key="choices" role="group"
    aria-label="${view.word('view.choices')}">${ids.map(
      (id) => html`<button type="button" class="press ac-choice ${view.selected.has(id) ? 'on' : ''}"
      data-key="choice-${id}" data-do="pick" data-arg="${id}" data-hold
      aria-pressed="${view.selected.has(id) ? 'true' : 'false'}">${face(id)}</button>`,
    )}</div>`
}

/** Render the only possible action as the main button. @param {View} view @param {Piece} one */
const only = (view, one) =>
  html`<button type="button" class="press main ac-only" data-key="${one.id}" data-do="pick"
    data-arg="${one.id}">${button(view, one)}</button>`

/** Render the bid buttons: minimum, one and five more, all. @param {View} view */
function bid(view) {
  const open = openNumbers({ ...view, selected: new Set() }, 'bid')
  const picked = [...view.selected].find((pick) => pick.startsWith('bid:'))
  const at = picked ? open.indexOf(Number(picked.slice(4))) : -1
  const last = open.length - 1
  const step = (/** @type {number} */ to, /** @type {Html | string} */ said, /** @type {string} */ label) => {
    const goal = Math.min(last, Math.max(0, to))
    return html`<button type="button" class="press step" data-do="pick" data-arg="bid:${open[goal]}" data-hold
      title="${label}" ${goal === at ? html`disabled` : ''}><span class="ac-said"
      aria-hidden="true">${said}</span></button>`
  }
  const chosen = at >= 0 ? open[at] : null
  return html`<div class="bidding" data-key="bid" role="group" aria-label="${view.word('piece.bid')}">
    ${step(
      0,
      html`<small>${view.word('view.quick.lowest')}</small>${open[0]}`,
      view.word('view.lowest', { bid: open[0] }),
    )}
    ${step(at - 1, '−1', view.word('view.less'))}
    <output class="${
      chosen === null ? 'none' : ''
    }"><small>${view.word('piece.bid')}</small><b>${chosen ?? '–'}</b></output>
    ${step(at + 1, '+1', view.word('view.more', { by: 1 }))}${step(
      at < 0 ? 4 : at + 5,
      '+5',
      view.word('view.more', { by: 5 }),
    )}
    ${step(
      last,
      html`<small>${view.word('view.quick.most')}</small>${open[last]}`,
      view.word('view.most', { bid: open[last] }),
    )}</div>`
}

/** Render the face of a control: its name, and its cost or gain. @param {View} view @param {Piece} one */
function button(view, one) {
  const preview = view.moves.find((move) => move.picks.length === 1 && move.picks[0] === one.id)?.preview
  if (preview?.changes) return swap(view, preview.changes)
  if (one.id === 'retire') {
    const gain = Math.max(...view.moves.map((move) => move.preview?.gain ?? 0))
    return html`<span class="action"><span>${view.word('view.do.retire')}</span><small>+${gain}${energyIcon()}<span
      class="hidden">${view.word('piece.retire')}</span></small></span>`
  }
  const brings = preview && !NEUTRAL.includes(one.id) ? cost(view, preview) : null
  return html`<span class="action"
    title="${view.word(`piece.${one.id}`)}"><span>${view.word(`view.do.${one.id}`)}</span>${
      brings ? html`<small>${brings}</small>` : ''
    }</span>`
}

/** @param {View} view @param {Record<string, any>} preview */
function cost(view, preview) {
  if (Array.isArray(preview.seconds)) {
    const [from, to] = preview.seconds
    const key = preview.wins === 1 ? 'view.attack.wins' : preview.wins ? 'view.attack.may' : 'view.attack'
    const price = preview.cost ? `−${preview.cost}` : view.word('view.free')
    return view.word(key, { cost: price, from: clock(from), to: clock(to), left: preview.left, eyes: preview.wins })
  }
  if (preview.leads !== undefined) return view.word('view.give_up', { seat: preview.leads })
  return preview.cost ? view.word('view.cost', preview) : view.word('view.free')
}

/** Render an exchange of jerseys: given and received. @param {View} view @param {Record<string, number>} changes */
function swap(view, changes) {
  const moved = (/** @type {number} */ sign) =>
    JERSEYS.filter((kind) => (changes[kind] ?? 0) * sign > 0).map((kind) => ({ kind, count: Math.abs(changes[kind]) }))
  const side = (/** @type {number} */ sign) =>
    moved(sign).map(
      ({ kind, count }) => html`<span class="ac-count">${count > 1 ? html`<b>${count}×</b>` : ''}${shirt(kind)}</span>`,
    )
  const words = (/** @type {number} */ sign) =>
    moved(sign)
      .map(({ kind, count }) => `${count} × ${view.word(`piece.${kind}`)}`)
      .join(', ')
  return html`<span class="swap" aria-hidden="true">${side(-1)}<b>→</b>${side(1)}</span><span
    class="hidden">${view.word('view.swap', { gone: words(-1), won: words(1) })}</span>`
}

/** Return the label of the Play button: bid, retire or move a domestique. @param {View} view */
function verb(view) {
  const bid = [...view.selected].find((pick) => pick.startsWith('bid:'))
  if (bid) return view.word('view.verb.bid.of', { bid: bid.slice(4) })
  const starts = (/** @type {string} */ pick) => (/** @type {{picks: string[]}} */ move) =>
    move.picks[0].startsWith(pick)
  if (view.left.some(starts('bid:'))) return view.word('view.verb.bid')
  if (view.left.every(starts('retire'))) return view.word('view.verb.retire')
  return view.word(view.left.every(starts('domestique')) ? 'view.verb.move' : 'table.play')
}

/** @param {View} view */
function promise(view) {
  const preview = view.ready?.preview
  if (!preview) return nothing
  if (preview.saves !== undefined)
    return html`<span class="ac-if-won">${view.word(preview.final ? 'view.bid.final' : 'view.bid', {
      left: preview.left,
      saves: preview.saves,
    })}</span> ${preview.moves ? html`<small>${view.word('view.bid.moves')}</small>` : ''}`
  if (preview.gain !== undefined) return html`${view.word(preview.owed ? 'view.retire.owed' : 'view.retire', preview)}`
  return nothing
}

// ---------------------------------------------------------------- sentences and results

/**
 * Render dice, squares and energy in sentences.
 * @param {View} view
 * @param {string} word
 * @param {string} [argument]  name of the text argument
 */
function chip(view, word, argument) {
  if (argument === 'white' || argument === 'yellow')
    return html`<span class="ac-chip">${die(argument, Number(word))}<span class="hidden">${word}</span></span>`
  if (argument === 'energy') return html`<span class="ac-chip">${energyIcon()}<b>${word}</b></span>`
  const square = argument === 'square' ? zone(view, 'circuit').pieces[Number(word)] : undefined
  return square
    ? html`<span class="ac-chip">${
        square.kind === 'start' ? nothing : sign(/** @type {any} */ (square))
      }<b>${word}</b></span>`
    : null
}

/**
 * Render the card that was drawn, or the jersey that was received, for the log.
 * @param {View} view
 * @param {import('../../protocol/types.js').News} news
 */
function aside(view, { told }) {
  const jersey = EXCHANGED[String(told?.key)]
  if (jersey) return html`<span class="ac-chip">${shirt(jersey)}</span>`
  const card = told?.key === 'tell.card' ? cardPiece(view, String(told.card)) : undefined
  return card ? html`<span class="card-chip">${sign(/** @type {any} */ (card))}${nameOf(card, view)}</span>` : nothing
}

/** Render the jerseys that each team has won. @param {View} view */
function result(view) {
  const { ranking } = view.table
  const teams = ranking
    .map((_, seat) => ({ seat, jerseys: won(view, seat) }))
    .filter(({ jerseys }) => jerseys.length)
    .sort((a, b) => ranking[a.seat] - ranking[b.seat])
  return html`<ul class="ac-won arcenciel">${teams.map(
    ({ seat, jerseys }) => html`<li>${emblem(team(view, seat), view.lang)}<span
      class="hidden">${view.names[seat]}</span><span class="won">${jerseys}</span></li>`,
  )}</ul>`
}

/**
 * Actions: inspect a square, the deck, or nothing.
 * @type {NonNullable<import('../../protocol/types.js').Drawing['actions']>}
 */
const actions = {
  look(arg, _, desk) {
    const what = arg === '' ? null : arg === 'deck' ? arg : Number(arg)
    desk.view.memory.look = desk.view.memory.look === what ? null : what
    desk.redraw()
  },
}

/**
 * Fit the board to the available room, and redraw it when that room changes.
 * @param {HTMLElement} root
 * @param {import('../../protocol/types.js').Desk} desk
 */
function afterPaint(root, desk) {
  const { memory } = desk.view
  const place = root.querySelector('.board')
  if (!(place instanceof HTMLElement)) return
  // sizes are wrong until the style sheet is loaded
  const styled = () => getComputedStyle(place.querySelector('.ring') ?? place).position === 'relative'
  const fit = () => {
    if (!styled()) return
    const { width, height } = measureRoom(place, memory)
    if (!width || (Math.abs(width - (memory.width ?? 0)) < 2 && Math.abs(height - (memory.height ?? 0)) < 2)) return
    Object.assign(memory, { width, height })
    desk.redraw()
  }
  if (memory.watched !== place) {
    memory.watched = place
    memory.watch?.disconnect()
    memory.watch = new ResizeObserver(() => requestAnimationFrame(fit))
    for (const part of [place, ...root.querySelectorAll('.seats, .mine')]) memory.watch.observe(part)
    desk.signal.addEventListener('abort', () => memory.watch.disconnect())
    place.addEventListener('focusin', ({ target }) => {
      if (
        !(target instanceof HTMLElement) ||
        !target.matches('.ac-stone:focus-visible') ||
        memory.look === Number(target.dataset.arg)
      )
        return
      memory.look = Number(target.dataset.arg)
      desk.redraw()
    })
  }
  fit()
  if (styled()) scrollToSquare(root, desk.view)
}

/** Return the room that seats and panel leave for the board. If their sizes change from turn to turn, the smallest room
 * so far is used, and the board does not move. After the window was resized, the smallest room is measured anew.
 * @param {HTMLElement} place
 * @param {Record<string, any>} memory */
function measureRoom(place, memory) {
  const size = `${innerWidth} ${innerHeight}`
  if (memory.size !== size) Object.assign(memory, { size, least: Infinity })
  const panel = place.parentElement?.querySelector('.mine')?.getBoundingClientRect()
  const { top, right } = place.getBoundingClientRect()
  // on a landscape phone the panel is beside the board
  const below = panel && panel.left < right ? panel.height + 34 : 8
  memory.least = Math.min(memory.least, Math.floor(innerHeight - top - scrollY - below))
  return { width: Math.floor(place.clientWidth), height: Math.max(MIN_HEIGHT, memory.least) }
}

/** Scroll so that the panel does not cover the current square, once per turn.
 * @param {HTMLElement} root @param {View} view */
function scrollToSquare(root, view) {
  const { ply } = view.table
  const square = root.querySelector('.ac-stone.sold, .ac-stone.here')
  if (!square || !view.moves.length || view.memory.seen === ply) return
  view.memory.seen = ply
  const { top, bottom } = square.getBoundingClientRect()
  const floor = (root.querySelector('.mine')?.getBoundingClientRect().top ?? innerHeight) - 12
  const by = bottom > floor ? bottom - floor : Math.min(0, top - 12)
  if (by) scrollBy({ top: by, behavior: paced(1) ? 'smooth' : 'auto' })
}

/** @type {import('../../protocol/types.js').Drawing} */
export const drawing = {
  board,
  own,
  plate,
  aside,
  button,
  controls,
  asks: (view) => (view.selected.has('retire') && isChoosing(view) ? view.word('view.which') : null),
  verb,
  promise,
  result,
  hero: (view, seat) => leader(team(view, seat), view.lang),
  actions,
  afterPaint,
  cover,
  title: (view) =>
    // a phone's bar has no room for both; the card in the ring shows a rainbow lap, too
    view.word(zone(view, 'circuit').rainbow_lap && innerWidth >= PHONE ? 'view.title.rainbow' : 'view.lap', {
      lap: zone(view, 'circuit').lap,
    }),
  chip,
  face: (view, seat) => emblem(team(view, seat), view.lang),
}
