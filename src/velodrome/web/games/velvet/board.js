// The board: the opponent's kingdom above, the viewer's below, each with the invaders in front of it.

import { html, nothing } from '../../lib/dom.js'
import { piece as pickable, shown, zone } from '../../table/pieces.js'
import { emblem, picture, STATS, small, statIcon } from './art/cards.js'
import { named } from './asking.js'
import { revealCard } from './ending.js'
import { comparison, turnedUp } from './stage.js'
import { trackCards } from './tracking.js'

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../protocol/types.js').Piece} Piece */
/** @typedef {import('../../lib/dom.js').Html} Html */

/** @param {View} view */
export function field(view) {
  const near = view.me ?? 0
  const far = 1 - near
  return html`<div class="vv-field" data-key="field">
    <section class="vv-camp vv-far" data-key="far" data-seat="${far}"
      aria-label="${title(view, far)}"><div class="vv-home"
      data-key="home">${heading(view, far)}${kingdom(view, far)}</div>${lane(view, far)}</section>
    <section class="vv-camp vv-near" data-key="near" data-seat="${near}"
      aria-label="${title(view, near)}">${lane(view, near)}<div class="vv-home"
      data-key="home">${kingdom(view, near)}${heading(view, near)}</div></section>
  </div>`
}

/** @param {View} view @param {number} seat */
const title = (view, seat) => view.word(seat === view.me ? 'view.kingdom.own' : 'view.kingdom', { seat })

/** Render the heading of a kingdom: owner, unseen kinds, lost cards. @param {View} view @param {number} seat */
function heading(view, seat) {
  const gone = zone(view, `discard${seat}`)
  const unseen = tally(zone(view, `kingdom${seat}`).unseen ?? [])
  return html`<header class="vv-heading" data-key="heading${seat}" tabindex="0"><h2>${emblem(seat)}
    <span>${title(view, seat)}</span></h2>
    ${unseen.length ? chips(view, 'unseen', view.word('view.unseen'), unseen) : nothing}
    ${
      gone.size
        ? chips(
            view,
            `gone${seat}`,
            view.word('view.discard'),
            gone.pieces.map((card) => [card.kind, card.count]),
            usedSlots(view, seat),
          )
        : nothing
    }</header>`
}

/** Count the cards of each kind. @param {string[]} kinds @returns {[string, number][]} */
const tally = (kinds) => [...new Set(kinds)].map((kind) => [kind, kinds.filter((other) => other === kind).length])

/**
 * Render a row of small pictures.
 * @param {View} view
 * @param {string} key
 * @param {string} label
 * @param {[string, number][]} kinds
 * @param {number} [used]  slots that the kingdom takes of its second row on a phone
 */
function chips(view, key, label, kinds, used = 0) {
  return html`<p class="vv-chips vv-${key === 'unseen' ? key : 'gone'}" data-key="${key}"
    data-css="--used: ${used}"><span>${label}</span>
    ${kinds.map(
      ([kind, count]) => html`<span class="vv-one" role="img"
    aria-label="${view.word(`piece.${kind}`)}${count > 1 ? ` ×${count}` : ''}"
    title="${view.word(`piece.${kind}`)}">${small(kind)}${count > 1 ? html`<i>${count}</i>` : ''}</span>`,
    )}</p>`
}

// ---------------------------------------------------------------- kingdoms

/** @param {View} view @param {number} seat */
function kingdom(view, seat) {
  const cards = zone(view, `kingdom${seat}`).pieces
  const row = trackCards(view, seat)
  const fresh = turnedUp(view, seat)
  if (!cards.length)
    return html`<p class="vv-none vv-bare" data-key="kingdom${seat}">${view.word('view.kingdom.none')}</p>`
  const homeward = isHomeward(view, seat)
  return html`<ol class="vv-kingdom" data-key="kingdom${seat}"
    data-css="--n: ${cards.length + (homeward ? 1 : 0)}">
    ${cards.map((card, i) => {
      const drawn = homeCard(view, seat, revealCard(view, seat, card), fresh.has(card.slot))
      return html`<li data-key="${card.id}" data-flip="${row.cards[i]?.name ?? ''}"
        data-from="${seat === view.me ? 'raider' : 'enemy'}-${card.kind}">
        ${homeward ? gap(view, card.slot, drawn) : drawn}</li>`
    })}
    ${
      homeward
        ? html`<li data-key="end">${gap(
            view,
            cards.length,
            html`<span class="vv-end" aria-hidden="true"></span>`,
          )}</li>`
        : nothing
    }</ol>`
}

const PHONE_ROW = 9 // cards in a row of a kingdom on a phone, as in style.css

/** Return how many slots of the second row a kingdom takes on a phone. @param {View} view @param {number} seat */
const usedSlots = (view, seat) =>
  Math.max(0, zone(view, `kingdom${seat}`).pieces.length + (isHomeward(view, seat) ? 1 : 0) - PHONE_ROW)

/** Check whether the selected invader could return to a kingdom. @param {View} view @param {number} seat */
const isHomeward = (view, seat) => seat === view.me && isReturning(view)

/** Check whether the selection is an invader that could return home. @param {View} view */
const isReturning = (view) =>
  view.selected.size > 0 && view.left.some((move) => move.picks.some((pick) => pick.startsWith('return:')))

/**
 * Render a slot where the selected invader may return: the whole card is the button.
 * @param {View} view
 * @param {number} slot
 * @param {Html} under
 */
function gap(view, slot, under) {
  const pick = `return:${slot}`
  const chosen = view.selected.has(pick)
  return html`<div class="vv-gap"><div inert>${under}</div><button type="button"
    class="piece ${chosen ? 'chosen' : 'lit'}" data-do="pick" data-arg="${pick}"
    aria-pressed="${chosen ? 'true' : 'false'}" aria-label="${view.word('view.gap', { slot })}"
    title="${view.word('view.gap', { slot })}"></button></div>`
}

/** @param {View} view @param {number} seat @param {Piece} card @param {boolean} fresh  it was just turned up */
function homeCard(view, seat, card, fresh) {
  const own = seat === view.me
  const drawn = picture({ ...card, kind: card.kind, seat, own: own || card.revealed })
  const marks = [card.up ? 'up' : 'down', card.target && 'target', fresh && 'vv-fresh', card.revealed && 'vv-revealed']
  return pickable(view, card.id, drawn, {
    label: describeCard(view, card, own),
    kind: marks.filter(Boolean).join(' '),
    css: card.revealed ? `--turn: ${card.slot * 45}ms` : '',
    flip: false,
  })
}

/** Describe a card at home. @param {View} view @param {Piece} card @param {boolean} own */
function describeCard(view, card, own) {
  const words = [
    view.word('view.slot', { slot: card.slot }),
    card.kind ? view.word(`piece.${card.kind}`) : view.word('piece.hidden'),
    ...STATS.filter((stat) => card[stat]).map((stat) => `${view.word(`piece.${stat}`)} ${card[stat]}`),
    card.boost && view.word('view.boost', { boost: card.boost }),
    view.word(card.up ? 'view.up' : own && !card.known ? 'view.secret' : card.known ? 'view.known' : 'view.down'),
    card.could?.length && view.word(own ? 'view.could.own' : 'view.could', { kinds: named(view, card.could) }),
    card.target && view.word('view.target'),
  ]
  return words.filter(Boolean).join(', ')
}

// ---------------------------------------------------------------- invaders

/** Render the invaders in front of a kingdom; they belong to the other seat. @param {View} view @param {number} home */
function lane(view, home) {
  const seat = 1 - home
  const cards = zone(view, `invaders${seat}`).pieces
  const name = view.word(seat === view.me ? 'view.lane.own' : 'view.lane', { seat })
  return html`<div class="vv-lane ${cards.length ? '' : 'empty'}" data-key="lane${seat}" data-seat="${seat}"><span
    class="vv-lane-name">${name}</span>
    ${
      cards.length
        ? cards.map((card) => invader(view, seat, card))
        : html`<span class="vv-none">${view.word('view.lane.none')}</span>`
    }
    ${cards.filter((card) => card.acting).map((card) => action(view, home, card))}</div>`
}

/**
 * Render the card that the acting invader scouts or fights, enlarged.
 * @param {View} view
 * @param {number} home
 * @param {Piece} raider
 */
function action(view, home, raider) {
  const { action, stat, slot } = view.table.more.pending ?? {}
  const card = zone(view, `kingdom${home}`).pieces.find((piece) => piece.target)
  const words = view.word(`view.pending.${action}`, { stat: stat ?? '', slot: slot ?? card?.slot ?? 0 })
  return html`<span class="vv-action" data-key="action"><span class="vv-arrow" aria-hidden="true"></span><span
    class="vv-action-words">${stat ? statIcon(stat, '?') : nothing} ${words}</span>
    ${action === 'move' && card?.up && card.strength ? comparison(compared(raider, card)) : nothing}
    ${
      card
        ? html`<span class="vv-invader" aria-hidden="true">${picture({
            ...card,
            kind: card.kind,
            seat: home,
            own: home === view.me,
          })}</span>`
        : nothing
    }</span>`
}

/** Return the numbers that an encounter compares. @param {Piece} raider @param {Piece} card */
const compared = (raider, card) => ({
  attack: raider.strength,
  guard: card.stuffing + card.boost,
  strength: card.strength + card.boost,
  stuffing: raider.stuffing,
})

/** @param {View} view @param {number} seat @param {Piece} card */
function invader(view, seat, card) {
  const twin = card.id.replace(/-waiting$/, '') // of a waiting invader: the id of the one that acts
  const words = [
    view.word(`piece.${card.kind}`),
    ...STATS.map((stat) => `${view.word(`piece.${stat}`)} ${card[stat]}`),
    card.count > 1 && `×${card.count}`,
    card.acting && view.word('view.acting'),
    card.id !== twin && view.word('view.waiting'),
  ]
  const how = {
    label: words.filter(Boolean).join(', '),
    kind: `vv-invader ${card.acting ? 'acting' : ''}`,
    from: card.id === twin ? trackCards(view, seat).left : twin,
  }
  const drawn = picture({ ...card, kind: card.kind, seat, up: true })
  return view.me === null ? shown(card.id, drawn, how) : pickable(view, card.id, drawn, how)
}
