// Arranging a kingdom: cards are dragged, carried by arrow keys, swapped by two taps, or laid out as suggested; then
// all are placed at once.

import { html, nothing } from '../../lib/dom.js'
import { zone } from '../../table/pieces.js'
import { picture, small } from './art/cards.js'
import { columns, drag } from './dragging.js'

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../protocol/types.js').Desk} Desk */

/** An order in progress. Cards are "dragon.0", "dragon.1": a kind and which of its cards.
 * @typedef {object} Plan
 * @property {string[]} order
 * @property {number} lifted  the place of the card in the hand; -1 for none
 * @property {string[]} before  the order to go back to when a carried card is let go
 * @property {number} focus
 * @property {string} said   for who hears the page
 * @property {string} formation  the suggestion this order is, or ""
 * @property {number | null} seat  whose
 * @property {boolean} dragged  a drag has just ended: the click that follows it means nothing
 */

/** Whether the viewer still has a kingdom to arrange. @param {View} view */
export const isArranging = (view) =>
  view.me !== null && !view.past && view.table.actor !== -2 && zone(view, `hand${view.me}`).pieces.length > 0

/** Whether some kingdom is not arranged yet. @param {View} view */
export const isSettingUp = (view) => [0, 1].some((seat) => zone(view, `hand${seat}`).size > 0)

const PLACE = 'place ' // how a move that places a card begins

/** @param {string} card */
const kindOf = (card) => card.split('.')[0]

/** Cards by name from kinds. @param {string[]} kinds */
const cardsOf = (kinds) =>
  kinds.map((kind, i) => `${kind}.${kinds.slice(0, i).filter((other) => other === kind).length}`)

/** @param {View} view @returns {{id: string, order: string[]}[]} */
const formations = (view) => view.table.more.formations ?? []

/** @param {number | null} seat */
const keep = (seat) => `velvet:${location.pathname}:${seat}`

/** The kinds in the viewer's hand. @param {View} view @returns {string[]} */
const hand = (view) => zone(view, `hand${view.me}`).pieces.flatMap((piece) => Array(piece.count).fill(piece.kind))

/** What of an order is still in the hand, then the rest of the hand. @param {string[]} order @param {string[]} held */
function fitted(order, held) {
  const left = [...held]
  const fits = order.filter((kind) => left.includes(kind) && left.splice(left.indexOf(kind), 1))
  return cardsOf([...fits, ...left])
}

/**
 * The order in progress: remembered by the page, or by the browser, or a suggestion to begin with.
 * @param {View} view
 * @returns {Plan}
 */
function planOf(view) {
  const held = hand(view)
  const plan = view.memory.plan
  if (plan && [...plan.order].map(kindOf).sort().join() === [...held].sort().join()) return plan
  const kept = waiting(view) ?? recall(view.me)
  const all = formations(view)
  const first = all[Math.floor(Math.random() * all.length)] ?? { id: '', order: held }
  const order = fitted(kept ?? plan?.order.map(kindOf) ?? first.order, held)
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

/** The kinds of a kingdom that is ready: it waits at the server until the other one stands. @param {View} view */
const waiting = (view) => (view.prepared.length ? view.prepared.map((text) => text.slice(PLACE.length)) : null)

/** The order that this browser has kept until it is ready. @param {number | null} seat @returns {string[] | null} */
function recall(seat) {
  try {
    return JSON.parse(sessionStorage.getItem(keep(seat)) ?? 'null')
  } catch {
    return null // what another version kept, or a browser that keeps nothing
  }
}

/** @param {Plan} plan */
function remember(plan) {
  try {
    sessionStorage.setItem(keep(plan.seat), JSON.stringify(plan.order.map(kindOf)))
  } catch {
    // a browser that keeps nothing: the order lives as long as the page
  }
}

// ---------------------------------------------------------------- what is seen

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
      ${plan.order.map((card, i) => spot(view, plan, card, i, placed.length + i))}</ol>
    <p class="hidden" aria-live="assertive" data-key="said">${plan.said}</p>
    <ul class="vv-formations" aria-label="${view.word('view.formations')}">${formations(view).map((one) =>
      formation(view, plan, one),
    )}</ul></div>`
}

/** @param {View} view @param {Plan} plan @param {string} card @param {number} i @param {number} slot */
function spot(view, plan, card, i, slot) {
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
 * A suggestion: its order in small, and what it is good for.
 * @param {View} view
 * @param {Plan} plan
 * @param {{id: string, order: string[]}} one
 */
function formation(view, plan, one) {
  const on = plan.formation === one.id
  return html`<li data-key="${one.id}"><button type="button" class="vv-formation ${on ? 'on' : ''}" data-do="formation"
    data-arg="${one.id}" aria-pressed="${on ? 'true' : 'false'}">
    <b>${view.word(`formation.${one.id}`)}</b><span class="vv-strip"
      aria-hidden="true">${one.order.map((kind) => small(kind))}</span>
    <span class="vv-why">${view.word(`formation.${one.id}.why`)}</span></button></li>`
}

/** The buttons under the thumb: vary, shuffle, ready. @param {View} view */
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

// ---------------------------------------------------------------- what is done

/** An order after one card went elsewhere. @param {string[]} order @param {number} from @param {number} to */
function carried(order, from, to) {
  const rest = order.filter((_, i) => i !== from)
  return [...rest.slice(0, to), order[from], ...rest.slice(to)]
}

/**
 * Take a new order, say so, and show it.
 * @param {Desk} desk
 * @param {Partial<Plan>} change
 * @param {string} [key]
 * @param {Record<string, unknown>} [args]
 */
function change(desk, change, key = '', args = {}) {
  const plan = planOf(desk.view)
  Object.assign(plan, change)
  if (change.order && !change.formation) plan.formation = ''
  if (change.order && desk.view.prepared.length) desk.prepare([]) // another order is not the one that was ready
  if (key) plan.said = desk.view.word(key, args)
  remember(plan)
  desk.redraw()
}

/** The card at a place in words, with its slot. @param {View} view @param {Plan} plan @param {number} i */
const spoken = (view, plan, i) => ({
  kind: kindOf(plan.order[i]),
  slot: i + zone(view, `kingdom${view.me}`).pieces.length,
})

/** Lift a card, swap it with the one in the hand, or put it down. @param {Desk} desk @param {number} i */
function lift(desk, i) {
  const plan = planOf(desk.view)
  const { lifted } = plan
  if (lifted < 0)
    return change(desk, { lifted: i, before: plan.order, focus: i }, 'view.said.lifted', spoken(desk.view, plan, i))
  if (lifted === i) return change(desk, { lifted: -1 }, 'view.said.dropped', spoken(desk.view, plan, i))
  const order = [...plan.order]
  ;[order[i], order[lifted]] = [order[lifted], order[i]]
  change(desk, { order, lifted: -1, focus: i }, 'view.said.swapped', {
    kind: kindOf(order[i]),
    other: kindOf(order[lifted]),
  })
}

/**
 * Arrow keys move the focus, or carry the lifted card.
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
      change(desk, { order: carried(plan.order, plan.lifted, to), lifted: to, focus: to }, 'view.said.carried', {
        ...spoken(desk.view, plan, plan.lifted),
        slot: spoken(desk.view, plan, to).slot,
      })
  }
  event.preventDefault()
  const next = root.querySelector(`[data-spot="${planOf(desk.view).focus}"]`)
  if (next instanceof HTMLElement) next.focus()
}

/** The moves that place an order. @param {Plan} plan */
const placing = ({ order }) => order.map((card) => PLACE + kindOf(card))

/** Neighbours change places here and there, so that no two kingdoms are alike. @param {string[]} order */
function varied(order) {
  let next = order
  for (let i = 0; i < 6; i++) {
    const from = Math.floor(Math.random() * (order.length - 1))
    next = carried(next, from, from + 1)
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
      change(desk, { order: fitted(found.order, hand(desk.view)), formation: id, lifted: -1 }, 'view.said.formation', {
        name: desk.view.word(`formation.${id}`),
      })
  },
  vary: (_, __, desk) => change(desk, { order: varied(planOf(desk.view).order), lifted: -1 }, 'view.said.varied'),
  mirror: (_, __, desk) =>
    change(desk, { order: [...planOf(desk.view).order].reverse(), lifted: -1 }, 'view.said.varied'),
  shuffle(_, __, desk) {
    const order = planOf(desk.view).order.map((card) => ({ card, at: Math.random() }))
    change(desk, { order: order.sort((a, b) => a.at - b.at).map(({ card }) => card), lifted: -1 }, 'view.said.varied')
  },
  ready(_, __, desk) {
    const { view } = desk
    if (view.moves.length)
      desk.play(placing(planOf(view)), true) // there is nothing to ask once more
    else desk.prepare(view.prepared.length ? [] : placing(planOf(view)))
  },
}

/** Lists that are listened to. @type {WeakSet<HTMLElement>} */
const heard = new WeakSet()

/** Hear keys and drags. @param {HTMLElement} root @param {Desk} desk */
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
        const said = { kind: kindOf(current.order[from]), slot: spoken(now().view, current, to).slot }
        change(now(), { order: carried(current.order, from, to), lifted: -1, focus: to }, 'view.said.carried', said)
      },
      () => {
        planOf(now().view).dragged = false
      },
      desk.signal,
    )
  }
  desk.view.memory.desk = desk
}
