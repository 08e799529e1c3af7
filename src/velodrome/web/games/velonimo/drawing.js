// Drawing of Velonimo: a mountain stage with animals in racing caps.

import { html, nothing } from '../../lib/dom.js'
import { piece, renderControl, shown, zone } from '../../table/pieces.js'
import { back, bib, chip, face, heads, heap, jersey, medal, parseCard, rider } from './art.js'
import { cover } from './cover.js'
import { scene } from './scene.js'
import { duration, fly, flyers, marks, stealScene } from './steals.js'

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../protocol/types.js').Piece} Piece */
/** @typedef {import('../../lib/dom.js').Html} Html */
/** @typedef {import('./art.js').Card} Card */

/** Return a card's name for screen readers: "red 5, tiger". @param {View} view @param {Card} card */
function name(view, card) {
  if (!card.colour) return view.word('view.hare', { number: card.value })
  return view.word('view.card', {
    colour: card.colour,
    number: card.value,
    animal: `animal.${card.value}`,
  })
}

/** Return a card's name, with the seat that it came from. @param {View} view @param {Card} card
 * @param {{from: number}} [moved] */
const movedName = (view, card, moved) =>
  moved ? view.word('view.from', { card: name(view, card), seat: moved.from }) : name(view, card)

// ---------------------------------------------------------------- the board

/** @param {View} view */
function board(view) {
  return html`${heads()}<div class="vn-stage">${scene(view)}<div
    class="vn-field">${centre(view)}</div>${stock(view)}${stealScene(view)}</div>${flyers(view)}`
}

/** Render the play to beat, with its value on a milestone. @param {View} view */
function centre(view) {
  const play = zone(view, 'centre')
  if (view.table.actor === -2) return podium(view)
  if (play.owner === null) return opening(view)
  const cards = play.pieces.map((card) =>
    shown(card.id, face(/** @type {any} */ (card), view.lang), {
      label: name(view, /** @type {any} */ (card)),
      kind: 'vn-laid',
      from: `fan${play.owner}`,
    }),
  )
  return html`<section class="vn-play" data-key="play${play.pieces[0].id}"
    aria-label="${view.word('view.beat', { value: play.value })}">
    ${milestone(String(play.value), view.word('view.stone'))}
    <div class="vn-laid-row"><div class="vn-cards"
      data-css="--k: ${play.size}">${cards}${
        play.raised ? shown('jersey', jersey(), { label: view.word('piece.jersey'), kind: 'vn-raise' }) : ''
      }</div>
    <div class="vn-whose">${bib(play.owner ?? 0)}<b>${view.names[play.owner ?? 0]}</b></div></div></section>`
}

/** Render the centre before the first play: who leads, or the card being dealt. @param {View} view */
function opening(view) {
  const { leads } = zone(view, 'centre')
  const {
    pieces: [up],
    awarded,
  } = zone(view, 'revealed')
  if (awarded && up)
    return html`<section class="vn-play" data-key="award"><div
      class="vn-cards">${revealed(view, up, 'vn-laid')}</div></section>`
  if (leads === null) return nothing
  return html`<section class="vn-open"
    data-key="open">${bib(leads)}<b>${view.names[leads]}</b><span>${view.word('view.open')}</span></section>`
}

/** @param {View} view @param {Piece} up @param {string} kind */
const revealed = (view, up, kind) =>
  shown(up.id, face(/** @type {any} */ (up), view.lang), {
    label: view.word('view.revealed', { card: name(view, /** @type {any} */ (up)) }),
    kind,
    from: 'stock',
  })

/** Render a milestone. @param {string} number @param {string} word */
const milestone = (
  number,
  word,
) => html`<svg class="vn-stone" viewBox="0 0 100 116" aria-hidden="true"><path d="M6 116V48A44 44 0 0 1 94 48V116Z"
  class="vn-c-stone"/>
  <path d="M6 48A44 44 0 0 1 94 48Z" class="vn-c-stone-cap"/><text x="50" y="37"
    class="vn-c-stone-word">${word}</text><text x="50" y="100" class="vn-c-stone-number">${number}</text></svg>`

/** Render the piles: the duel's pile and revealed card, played cards, and unused cards. @param {View} view */
function stock(view) {
  const has = (/** @type {string} */ id) => view.table.zones.some((found) => found.id === id)
  const {
    pieces: [up],
    awarded,
  } = zone(view, 'revealed')
  const pile = (/** @type {string} */ id, /** @type {string} */ kind, count = zone(view, id).size) =>
    html`<span class="vn-heap ${kind}" data-flip="stock"
      title="${view.word(`view.${id}`, { count })}">${count ? back() : ''}<b>${count}</b></span>`
  return html`<div class="vn-stock">${
    has('pile') ? pile('pile', '') : ''
  }${up && !awarded ? revealed(view, up, 'vn-up') : ''}
    ${has('aside') && zone(view, 'aside').size ? pile('aside', 'small') : ''}</div>${played(view)}`
}

/**
 * Render the played cards: a button that unfolds all of them, by team.
 * @param {View} view
 */
function played(view) {
  const gone = [...zone(view, 'discard').pieces, ...zone(view, 'centre').pieces]
  const open = view.taste.played === 'open'
  const said = view.word('view.played', { count: gone.length })
  return html`<div class="vn-played"><button type="button" class="press small" data-do="taste"
    data-arg="played=${open ? 'shut' : 'open'}" aria-expanded="${open ? 'true' : 'false'}"
    aria-label="${said}" title="${said}">${heap()}${gone.length}</button>${open ? ledger(view, gone) : ''}</div>`
}

/** @param {View} view @param {Piece[]} gone */
function ledger(view, gone) {
  const teams = [...new Set(gone.map((card) => card.colour ?? 'hare'))].sort()
  return html`<div class="vn-ledger">${teams.map(
    (team) =>
      html`<p>${gone
        .filter((card) => (card.colour ?? 'hare') === team)
        .sort((a, b) => a.value - b.value)
        .map((card) => chip(/** @type {any} */ (card), view.lang, name(view, /** @type {any} */ (card))))}</p>`,
  )}${gone.length ? '' : view.word('view.none')}</div>`
}

/** @param {View} view */
function podium(view) {
  const { ranking, scores } = view.table
  const order = ranking.map((_, seat) => seat).sort((a, b) => ranking[a] - ranking[b])
  return html`<section class="vn-podium">${order.slice(0, 3).map(
    (seat) => html`<div class="vn-step" data-place="${ranking[seat]}" data-key="step${seat}">
    ${bib(seat)}<b class="name">${view.names[seat]}</b><span
    class="vn-c-block"><i>${ranking[seat]}</i><b>${scores[seat]}</b></span></div>`,
  )}</section>`
}

// ---------------------------------------------------------------- the viewer's hand

const TEAMS = ['red', 'yellow', 'green', 'blue', 'pink', 'brown', 'gray', 'hare']

/** @param {View} view */
function own(view) {
  if (view.me === null) return nothing
  const cards = sorted(view, zone(view, `hand${view.me}`).pieces)
  const bonus = zone(view, 'jersey')
  const mine = bonus.owner === view.me && bonus.pieces.some((found) => found.usable) && cards.length > 0
  const count = cards.length + (mine ? 1 : 0)
  const cells = count + 1 // on a phone the sort button takes the place of a card
  const rows = Math.ceil(cells / 7)
  const { prompt } = view.table
  const asked = view.moves.some(
    (move) => move.picks[0] === 'pass' || cards.some((card) => move.picks.includes(card.id)),
  )
  const group = (/** @type {Piece} */ card) =>
    card.colour && view.taste.sort === 'value' ? card.value : (card.colour ?? 'hare')
  const from = prompt.victim === undefined ? 'stock' : `fan${prompt.victim}`
  const marked = marks(view)
  return html`<div class="vn-own" data-key="own">${cards.length ? tools(view) : ''}
    <div class="vn-rack" data-key="rack">${cards.length ? '' : home(view)}<div
      class="vn-hand ${asked ? 'asked' : ''} ${rows > 2 ? 'tight' : ''}"
      data-css="--count: ${count}; --narrow: ${Math.ceil(cells / rows)}; --groups: ${new Set(cards.map(group)).size}">
    ${cards.map((card, i) => held(view, card, from, !i || group(card) !== group(cards[i - 1]), marked.get(card.id)))}
    ${
      mine
        ? piece(
            view,
            'jersey',
            html`<span class="vn-bonus" aria-hidden="true">${jersey()}<b>+${bonus.pieces[0].worth}</b></span>`,
            { label: view.word('view.jersey'), kind: 'vn-held' },
          )
        : ''
    }
    ${cards.length > 1 ? sortButton(view) : ''}</div></div></div>`
}

/** @param {View} view @param {Piece} card @param {string} from @param {boolean} first  of its team or number
 * @param {{from: number, arrives: boolean}} [moved]  it came from another seat a moment ago */
function held(view, card, from, first, moved) {
  const meant = view.ready?.picks.includes(card.id) && !view.selected.has(card.id)
  const label = movedName(view, /** @type {any} */ (card), moved)
  const tag = moved ? html`<span class="vn-tag" aria-hidden="true">${bib(moved.from)}</span>` : ''
  return piece(view, card.id, html`${face(/** @type {any} */ (card), view.lang)}${tag}`, {
    label,
    kind: `vn-held ${meant ? 'meant' : ''} ${first ? 'first' : ''} ${moved ? 'moved' : ''} ${
      moved?.arrives ? 'arrives' : ''
    }`,
    from,
  })
}

/** @param {View} view @param {Piece[]} cards */
function sorted(view, cards) {
  const team = (/** @type {Piece} */ card) => TEAMS.indexOf(card.colour ?? 'hare')
  const byValue = view.taste.sort === 'value'
  return [...cards].sort((a, b) =>
    byValue ? a.value - b.value || team(a) - team(b) : team(a) - team(b) || a.value - b.value,
  )
}

/** Render the viewer's result in the round, in place of the hand. @param {View} view */
function home(view) {
  const { place, gained } = view.table.seats[view.me ?? 0]
  if (!place) return nothing
  const said = view.word('view.home.you', { points: gained })
  return html`<p class="vn-home" data-key="home">${medal(place)}<b>${said}</b></p>`
}

/** Render the switch of the sort order. @param {View} view */
function tools(view) {
  const sort = view.taste.sort ?? 'colour'
  return html`<div class="vn-tools" data-key="tools" role="group" aria-label="${view.word('view.sort')}">${[
    'colour',
    'value',
  ].map(
    (way) => html`<button type="button" class="vn-way ${sort === way ? 'on' : ''}"
    data-do="taste" data-arg="sort=${way}" aria-pressed="${
      sort === way ? 'true' : 'false'
    }">${view.word(`view.sort.${way}`)}</button>`,
  )}</div>`
}

/** Render one card-sized button that toggles the sort order. @param {View} view */
function sortButton(view) {
  const next = view.taste.sort === 'value' ? 'colour' : 'value'
  return html`<button type="button" class="vn-turn" data-key="turn" data-do="taste" data-arg="sort=${next}"
    aria-label="${view.word('view.sort')}: ${view.word(`view.sort.${next}`)}">
    <svg viewBox="0 0 24 24" aria-hidden="true"><path
      d="M7 3v16M7 20l-4-5h8zM17 21V5M17 4l-4 5h8z"/></svg><span>${view.word(`view.sort.${next}`)}</span></button>`
}

// ---------------------------------------------------------------- controls

/** Render the controls: pass, or the target seats and the number of cards. @param {View} view */
function controls(view) {
  const pieces = zone(view, 'controls').pieces
  const seats = view.table.seats
    .map((_, seat) => seat)
    .filter((seat) => view.moves.some((move) => move.picks.includes(`seat${seat}`)))
  const target = (/** @type {number} */ seat, count = view.table.seats[seat].cards) =>
    piece(
      view,
      `seat${seat}`,
      html`${bib(seat)}<span aria-hidden="true">${view.names[seat]}</span><small
        aria-hidden="true">${mini(count)}</small>`,
      { label: `${view.names[seat]}, ${view.word('view.cards', { count })}`, kind: 'press vn-seat', flip: false },
    )
  return html`${
    seats.length ? html`<div class="vn-seats" data-key="seats">${seats.map((seat) => target(seat))}</div>` : ''
  }
    ${pieces.map((found) =>
      found.number
        ? amounts(view, found)
        : view.moves.length === 1
          ? only(view, found)
          : renderControl(drawing, view, found),
    )}`
}

/** Render the only possible action as the main button. @param {View} view @param {Piece} found */
const only = (
  view,
  found,
) => html`<button type="button" class="press main vn-only" data-key="${found.id}" data-do="pick" data-arg="${found.id}">
  ${button(view, found) ?? view.word(`piece.${found.id}`)}</button>`

/** Render a button for each number of cards that is legal. @param {View} view @param {Piece} found */
function amounts(view, found) {
  const all = [
    ...new Set(view.moves.flatMap((move) => move.picks.filter((pick) => pick.startsWith(`${found.id}:`)))),
  ].sort()
  if (all.length < 2) return nothing
  const open = new Set(view.left.flatMap((move) => move.picks))
  const one = (/** @type {string} */ pick, on = view.selected.has(pick)) =>
    html`<button type="button" class="press ${on ? 'on' : ''}" data-key="${pick}" data-do="pick" data-arg="${pick}"
      aria-pressed="${on ? 'true' : 'false'}"
      ${open.has(pick) || !view.selected.size ? '' : html`aria-disabled="true"`}>${pick.split(':')[1]}</button>`
  return html`<span class="vn-amounts" role="group"
    aria-label="${view.word('view.amount')}">${all.map((pick) => one(pick))}</span>`
}

/** @param {number} count */
const mini = (count) =>
  html`<svg class="vn-mini" viewBox="0 0 14 18" aria-hidden="true"><rect x="1" y="1" width="12" height="16"
    rx="2.5"/></svg>${count}`

/** Return the label of the main button. @param {View} view */
function verb(view) {
  const { key } = view.table.prompt
  if (key.startsWith('prompt.steal')) return view.word('view.do.steal')
  if (key === 'prompt.give') return view.word('view.do.give')
  if (key === 'prompt.next') return view.word('view.do.next')
  if (key === 'prompt.reward') return view.word(view.selected.has(`seat${view.me}`) ? 'view.do.take' : 'view.do.give')
  const value = view.ready?.preview?.value
  return value === undefined ? view.word('table.play') : view.word('view.do.play', { value })
}

/** Render the effects of the selection. @param {View} view */
function promise(view) {
  const found = view.ready?.preview
  if (!found) {
    const best = Math.max(0, ...view.left.map((move) => move.preview?.value ?? 0))
    return best ? html`<span class="vn-upto">${view.word('view.upto', { value: best })}</span>` : nothing
  }
  const more = ['points', 'steals', 'steals_all_or_none', 'steals_forced', 'draws']
    .filter((fact) => found[fact])
    .map((fact) => view.word(`view.brings.${fact}`, { count: found[fact] }))
  const value = view.ahead && found.value !== undefined // otherwise `verb` says it
  const effects = more.length ? html`<small>${more.join(' · ')}</small>` : ''
  return html`${value ? html`<b class="vn-value">${found.value}</b>` : ''}${effects}`
}

/** @param {View} view @param {Piece} found */
function button(view, found) {
  const pass = view.moves.find((move) => move.picks.length === 1 && move.picks[0] === found.id)
  const then = ['leads', 'chooses'].find((fact) => pass?.preview?.[fact] !== undefined)
  if (!then) return null
  return html`${view.word(`piece.${found.id}`)}<small
    class="vn-note">${view.word(`view.${then}`, { seat: pass?.preview?.[then] })}</small>`
}

// ---------------------------------------------------------------- seats

const star = html`<svg viewBox="0 0 20 20" aria-hidden="true"><path
  d="M10 1l2.7 5.8 6.3.7-4.7 4.3 1.3 6.2L10 15l-5.6 3 1.3-6.2L1 7.5l6.3-.7z"/></svg>`

/** @param {View} view @param {number} seat */
function plate(view, seat) {
  const facts = view.table.seats[seat]
  const cards = view.word('view.cards', { count: facts.cards })
  const total = view.word('view.total', { count: facts.total })
  const known = seat === view.me ? [] : zone(view, `hand${seat}`).pieces
  const marked = marks(view)
  const small = (/** @type {any} */ card) => {
    const moved = marked.get(card.id)
    const label = movedName(view, card, moved)
    const kind = `${moved ? 'moved' : ''} ${moved?.arrives ? 'arrives' : ''}`
    return shown(card.id, chip(card, view.lang, label), { label, kind })
  }
  return html`<span class="vn-facts">
    <span class="vn-fan" data-flip="fan${seat}">${fan(facts.cards)}</span>
    ${
      facts.place
        ? ''
        : html`<b title="${cards}"><span aria-hidden="true">${facts.cards}</span><span
          class="hidden">${cards}</span></b>`
    }
    <span class="vn-points" title="${total}">${star}<span aria-hidden="true">${facts.total}</span><span
      class="hidden">${total}</span></span>
    ${
      facts.place
        ? html`<span class="vn-gain" title="${view.word('view.home', { points: facts.gained })}">${medal(
            facts.place,
          )}<span>+${facts.gained}</span></span>`
        : ''
    }
    ${
      wears(view, seat)
        ? shown('jersey', jersey(zone(view, 'jersey').pieces[0].used ? 'used' : ''), {
            label: view.word(view.names.length > 2 ? 'view.jersey' : 'piece.jersey'), // VN-55: no bonus in a duel
            kind: 'vn-worn',
          })
        : ''
    }
    ${
      facts.passed ? html`<span class="vn-mark passed">${view.word('view.passed')}</span>` : ''
    }${facts.ahead ? html`<span class="vn-mark ahead">${view.word('view.ahead')}</span>` : ''}</span>
    ${
      known.length
        ? html`<span class="vn-known" title="${view.word('view.known')}"><span
    class="hidden">${view.word('view.known')}</span>${known.map(small)}</span>`
        : ''
    }`
}

/**
 * Check whether the jersey is shown on a seat's plate: not while it is shown in a play or in the viewer's hand.
 * @param {View} view
 * @param {number} seat
 */
function wears(view, seat) {
  const bonus = zone(view, 'jersey')
  if (bonus.owner !== seat || !bonus.pieces.length || zone(view, 'centre').raised) return false
  return seat !== view.me || !bonus.pieces[0].usable || !view.table.seats[seat].cards
}

/** Render card backs side by side. @param {number} count */
const fan = (
  count,
) => html`<svg viewBox="0 0 ${count ? 6 + 5 * count : 1} 16" preserveAspectRatio="xMinYMid slice" aria-hidden="true">
  ${Array.from(
    { length: count },
    (_, i) => html`<rect x="${0.5 + 5 * i}" y=".5" width="10" height="15" rx="2"/>`,
  )}</svg>`

/** @type {import('../../protocol/types.js').Drawing} */
export const drawing = {
  board,
  own,
  plate,
  controls,
  verb,
  promise,
  button,
  cover,
  hero: (_, seat) => html`<svg viewBox="-22 -58 44 60"
    aria-hidden="true"><g class="vn-rider">${rider(seat)}</g></svg>`,
  chip(view, word) {
    if (word === 'jersey') return jersey('vn-chip')
    const card = parseCard(word)
    return card && chip(card, view.lang, name(view, card))
  },
  face: (_, seat) => bib(seat),
  afterPaint: fly,
  duration,
  title: (view) =>
    view.word('view.title', {
      round: view.table.more.round,
      rounds: view.table.more.points.length,
      points: view.table.more.points[view.table.more.round - 1],
    }),
}
