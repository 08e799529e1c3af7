// Arrange a kingdom: drag cards, carry them by arrow keys, swap two by taps, or choose a suggested order; then place
// all at once.

import { html, nothing } from '../../lib/dom.js'
import { zone } from '../../table/pieces.js'
import { picture, STATS, small, statIcon } from './art/cards.js'
import { columns, drag } from './dragging.js'

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../protocol/types.js').Desk} Desk */

/** An order in progress. Cards are "dragon.0", "dragon.1": the kind and a number among its copies.
 * @typedef {object} Plan
 * @property {string[]} order
 * @property {number} lifted  position of the lifted card; -1 for none
 * @property {string[]} before  order to restore if carrying a card is cancelled
 * @property {number} focus
 * @property {string} said   text for screen readers
 * @property {string} formation  id of the suggested order, or "" if changed
 * @property {number | null} seat  owner
 * @property {boolean} dragged  a drag has just ended: ignore the click that follows
 */

/** Check whether the viewer still has a kingdom to arrange. @param {View} view */
export const isArranging = (view) =>
  view.me !== null && !view.past && view.table.actor !== -2 && zone(view, `hand${view.me}`).pieces.length > 0

/** Check whether some kingdom is not arranged yet. @param {View} view */
export const isSettingUp = (view) => [0, 1].some((seat) => zone(view, `hand${seat}`).size > 0)

const PLACE = 'place ' // prefix of a move that places a card

/** @param {string} card */
const kindOf = (card) => card.split('.')[0]

/** Return numbered cards for kinds. @param {string[]} kinds */
const cardsOf = (kinds) =>
  kinds.map((kind, i) => `${kind}.${kinds.slice(0, i).filter((other) => other === kind).length}`)

/** @param {View} view @returns {{id: string, order: string[]}[]} */
const formations = (view) => view.table.more.formations ?? []

/** @param {number | null} seat */
const storageKey = (seat) => `velvet:${location.pathname}:${seat}`

/** Return the kinds in the viewer's hand. @param {View} view @returns {string[]} */
const hand = (view) => zone(view, `hand${view.me}`).pieces.flatMap((piece) => Array(piece.count).fill(piece.kind))

/** Return the cards in hand: those of an order first, then the rest. @param {string[]} order  kinds
 * @param {string[]} held  kinds in hand */
function fitOrder(order, held) {
  const left = [...held]
  const fits = order.filter((kind) => left.includes(kind) && left.splice(left.indexOf(kind), 1))
  return cardsOf([...fits, ...left])
}

/**
 * Return the order in progress: from memory, from session storage, or a suggestion to begin with.
 * @param {View} view
 * @returns {Plan}
 */
function planOf(view) {
  const held = hand(view)
  const plan = view.memory.plan
  if (plan && [...plan.order].map(kindOf).sort().join() === [...held].sort().join()) return plan
  const kept = readyKinds(view) ?? recall(view.me)
  const all = formations(view)
  const first = all[Math.floor(Math.random() * all.length)] ?? { id: '', order: held }
  const order = fitOrder(kept ?? plan?.order.map(kindOf) ?? first.order, held)
  view.memory.plan = {
    order,
    lifted: -1,
    before: order,
    focus: 0,
    said: '',
    formation: kept ? '' : first.id,
    dragged: false,
    seat: view.me,
  }
  return view.memory.plan
}

/** Return the kinds of a ready kingdom, whose cards are premoves until the opponent is ready; null if it is not ready.
 * @param {View} view */
const readyKinds = (view) => (view.prepared.length ? view.prepared.map((text) => text.slice(PLACE.length)) : null)

/** Load the unfinished order from session storage. @param {number | null} seat @returns {string[] | null} */
function recall(seat) {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(seat)) ?? 'null')
  } catch {
    return null // stored by another version, or no storage
  }
}

/** @param {Plan} plan */
function remember(plan) {
  try {
    sessionStorage.setItem(storageKey(plan.seat), JSON.stringify(plan.order.map(kindOf)))
  } catch {
    // no storage: a reload loses the order
  }
}

// ---------------------------------------------------------------- rendering

/** @param {View} view */
export function arranger(view) {
  const plan = planOf(view)
  const placed = zone(view, `kingdom${view.me}`).pieces
  return html`<div class="vv-arranger" data-key="arranger">
    <p class="vv-how">${view.word('view.arrange.how')}</p>
    <div class="vv-ends" aria-hidden="true"><span>${view.word('view.front')}</span></div>
    <ol class="vv-rows" aria-label="${view.word('view.kingdom.own')}">
      ${placed.map(
        (card) => html`<li data-key="placed${card.slot}"
      class="vv-placed">${picture({ ...card, kind: card.kind, seat: view.me ?? 0, own: true })}</li>`,
      )}
      ${plan.order.map((card, i) => renderSpot(view, plan, card, i, placed.length + i))}</ol>
    ${legend(view)}
    <p class="hidden" aria-live="assertive" data-key="said">${plan.said}</p>
    <ul class="vv-formations" aria-label="${view.word('view.formations')}">${formations(view).map((one) =>
      renderFormation(view, plan, one),
    )}</ul></div>`
}

/** Explain the symbols on the cards. @param {View} view */
const legend = (view) =>
  html`<dl class="vv-legend" data-key="legend" aria-label="${view.word('view.legend')}">${STATS.map(
    (stat) => html`<div>${statIcon(stat)}<dt>${view.word(`piece.${stat}`)}</dt>
      <dd>${view.word(`view.legend.${stat}`)}</dd></div>`,
  )}</dl>`

/** @param {View} view @param {Plan} plan @param {string} card @param {number} i @param {number} slot */
function renderSpot(view, plan, card, i, slot) {
  const kind = kindOf(card)
  const piece = zone(view, `hand${view.me}`).pieces.find((held) => held.kind === kind)
  const label = `${view.word('view.slot', { slot })}, ${view.word(`piece.${kind}`)}`
  return html`<li data-key="${card}" data-flip="${card}" data-css="--n: ${slot}"><button type="button"
    class="vv-spot ${plan.lifted === i ? 'lifted' : ''}" data-do="lift" data-arg="${i}"
    data-spot="${i}" tabindex="${plan.focus === i ? 0 : -1}" aria-pressed="${plan.lifted === i ? 'true' : 'false'}"
    title="${label}">
    ${picture({ ...piece, count: 1, kind, seat: view.me ?? 0, own: true, slot })}</button></li>`
}

/**
 * Render a suggested order: small pictures, and what it is good for.
 * @param {View} view
 * @param {Plan} plan
 * @param {{id: string, order: string[]}} one
 */
function renderFormation(view, plan, one) {
  const on = plan.formation === one.id
  return html`<li data-key="${one.id}"><button type="button" class="vv-formation ${on ? 'on' : ''}" data-do="formation"
    data-arg="${one.id}" aria-pressed="${on ? 'true' : 'false'}">
    <b>${view.word(`formation.${one.id}`)}</b><span class="vv-strip"
      aria-hidden="true">${one.order.map((kind) => small(kind))}</span>
    <span class="vv-why">${view.word(`formation.${one.id}.why`)}</span></button></li>`
}

/** Render the buttons: vary, shuffle, ready. @param {View} view */
export function tools(view) {
  const waits = !view.moves.length
  const ready = view.prepared.length > 0
  return html`<div class="vv-tools" data-key="tools">
    <button type="button" class="press small" data-key="vary" data-do="vary">${view.word('view.vary')}</button>
    <button type="button" class="press small" data-key="mirror" data-do="mirror">${view.word('view.mirror')}</button>
    <button type="button" class="press small" data-key="shuffle" data-do="shuffle">${view.word('view.shuffle')}</button>
    <button type="button" class="press ${waits && ready ? 'on' : 'main'}" data-key="ready" data-do="ready"
      aria-pressed="${ready ? 'true' : 'false'}">
      ${view.word(waits && ready ? 'view.ready.undo' : 'view.ready')}</button>
    ${
      waits
        ? html`<p class="vv-hint" role="status">${view.word(ready ? 'view.ready.waits' : 'view.ready.early')}</p>`
        : nothing
    }</div>`
}

// ---------------------------------------------------------------- actions

/** Return an order with one card moved. @param {string[]} order @param {number} from @param {number} to */
function moveCard(order, from, to) {
  const rest = order.filter((_, i) => i !== from)
  return [...rest.slice(0, to), order[from], ...rest.slice(to)]
}

/**
 * Change the plan, announce the change, store it and redraw.
 * @param {Desk} desk
 * @param {Partial<Plan>} change
 * @param {string} [key]
 * @param {Record<string, unknown>} [args]
 */
function change(desk, change, key = '', args = {}) {
  const plan = planOf(desk.view)
  Object.assign(plan, change)
  if (change.order && !change.formation) plan.formation = ''
  if (change.order && desk.view.prepared.length) desk.prepare([]) // the kingdom is no longer ready
  if (key) plan.said = desk.view.word(key, args)
  remember(plan)
  desk.redraw()
}

/** Return the text arguments for the card at a position. @param {View} view @param {Plan} plan @param {number} i */
const cardArgs = (view, plan, i) => ({
  kind: kindOf(plan.order[i]),
  slot: i + zone(view, `kingdom${view.me}`).pieces.length,
})

/** Lift a card, swap it with the lifted one, or put it down. @param {Desk} desk @param {number} i */
function lift(desk, i) {
  const plan = planOf(desk.view)
  const { lifted } = plan
  if (lifted < 0)
    return change(desk, { lifted: i, before: plan.order, focus: i }, 'view.said.lifted', cardArgs(desk.view, plan, i))
  if (lifted === i) return change(desk, { lifted: -1 }, 'view.said.dropped', cardArgs(desk.view, plan, i))
  const order = [...plan.order]
  ;[order[i], order[lifted]] = [order[lifted], order[i]]
  change(desk, { order, lifted: -1, focus: i }, 'view.said.swapped', {
    kind: kindOf(order[i]),
    other: kindOf(order[lifted]),
  })
}

/**
 * Handle a key: arrows move the focus, or carry the lifted card.
 * @param {KeyboardEvent} event
 * @param {Desk} desk
 * @param {HTMLElement} root
 */
function press(event, desk, root) {
  const at = /** @type {HTMLElement} */ (event.target).closest('[data-spot]')
  if (!at) return
  const plan = planOf(desk.view)
  const wide = columns(root)
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -wide, ArrowDown: wide, Home: -99, End: 99 }
  const step = steps[/** @type {keyof typeof steps} */ (event.key)]
  const here = Number(at.getAttribute('data-spot'))
  if (event.key === 'Escape' && plan.lifted >= 0)
    change(
      desk,
      { order: plan.before, lifted: -1, focus: plan.before.indexOf(plan.order[plan.lifted]) },
      'view.said.cancelled',
    )
  else if (step === undefined) return
  else {
    const to = Math.max(0, Math.min(plan.order.length - 1, here + step))
    if (plan.lifted < 0) change(desk, { focus: to })
    else
      change(desk, { order: moveCard(plan.order, plan.lifted, to), lifted: to, focus: to }, 'view.said.carried', {
        ...cardArgs(desk.view, plan, plan.lifted),
        slot: cardArgs(desk.view, plan, to).slot,
      })
  }
  event.preventDefault()
  const next = root.querySelector(`[data-spot="${planOf(desk.view).focus}"]`)
  if (next instanceof HTMLElement) next.focus()
}

/** Return the moves that place an order. @param {Plan} plan */
const placeMoves = ({ order }) => order.map((card) => PLACE + kindOf(card))

/** Swap some neighbours at random, so that kingdoms differ. @param {string[]} order */
function varyOrder(order) {
  let next = order
  for (let i = 0; i < 6; i++) {
    const from = Math.floor(Math.random() * (order.length - 1))
    next = moveCard(next, from, from + 1)
  }
  return next
}

/** @type {NonNullable<import('../../protocol/types.js').Drawing['actions']>} */
export const actions = {
  lift(arg, _, desk) {
    const plan = planOf(desk.view)
    if (!plan.dragged) lift(desk, Number(arg))
    plan.dragged = false
  },
  formation(id, _, desk) {
    const found = formations(desk.view).find((one) => one.id === id)
    if (found)
      change(
        desk,
        { order: fitOrder(found.order, hand(desk.view)), formation: id, lifted: -1 },
        'view.said.formation',
        {
          name: desk.view.word(`formation.${id}`),
        },
      )
  },
  vary: (_, __, desk) => change(desk, { order: varyOrder(planOf(desk.view).order), lifted: -1 }, 'view.said.varied'),
  mirror: (_, __, desk) =>
    change(desk, { order: [...planOf(desk.view).order].reverse(), lifted: -1 }, 'view.said.varied'),
  shuffle(_, __, desk) {
    const order = planOf(desk.view).order.map((card) => ({ card, at: Math.random() }))
    change(desk, { order: order.sort((a, b) => a.at - b.at).map(({ card }) => card), lifted: -1 }, 'view.said.varied')
  },
  ready(_, __, desk) {
    const { view } = desk
    if (view.moves.length)
      desk.play(placeMoves(planOf(view)), true) // pressing Ready is the confirmation
    else desk.prepare(view.prepared.length ? [] : placeMoves(planOf(view)))
  },
}

/** Lists that have listeners. @type {WeakSet<HTMLElement>} */
const heard = new WeakSet()

/** Listen to keys and drags. @param {HTMLElement} root @param {Desk} desk */
export function afterPaint(root, desk) {
  if (!isArranging(desk.view)) return
  const rows = root.querySelector('.vv-rows')
  if (!(rows instanceof HTMLElement)) return
  if (!heard.has(rows)) {
    heard.add(rows)
    const now = () => /** @type {Desk} */ (desk.view.memory.desk ?? desk)
    rows.addEventListener('keydown', (event) => press(event, now(), rows))
    drag(
      rows,
      (from, to) => {
        const current = planOf(now().view)
        current.dragged = true
        if (from === to) return
        const said = { kind: kindOf(current.order[from]), slot: cardArgs(now().view, current, to).slot }
        change(now(), { order: moveCard(current.order, from, to), lifted: -1, focus: to }, 'view.said.carried', said)
      },
      () => {
        planOf(now().view).dragged = false
      },
      desk.signal,
    )
  }
  desk.view.memory.desk = desk
}
