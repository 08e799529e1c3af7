// The panel below the board: the selection in words, its possible results, and the buttons that act now.

import { html, nothing } from '../../lib/dom.js'
import { phrase } from '../../lib/i18n.js'
import { openNumbers, renderControl, zone } from '../../table/pieces.js'
import { givesIn, isInDanger, rescuesOf } from './alarm.js'
import { STATS, small, statIcon } from './art/cards.js'

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../protocol/types.js').Piece} Piece */
/** @typedef {import('../../protocol/types.js').Choice} Choice */

/** Return the piece with an id, in any zone. @param {View} view @param {string} id @returns {Piece | undefined} */
const found = (view, id) => view.table.zones.flatMap((area) => area.pieces).find((piece) => piece.id === id)

/** Return the names of kinds, joined by commas. @param {View} view @param {string[]} kinds */
export const named = (view, kinds) => kinds.map((kind) => phrase(view.game, view.lang, `piece.${kind}`)).join(', ')

const WAITING = '-waiting' // ends the id of an invader that waits while its twin acts

/** Return the pick of a move with a prefix. @param {Choice} move @param {string} start */
const pickOf = (move, start) => move.picks.find((pick) => pick.startsWith(start))

// ---------------------------------------------------------------- the selection in words

/** Name a move, for a button: "Scout slot 2: Strength". @param {View} view @param {Choice | null} [move] */
export function doing(view, move = view.ready) {
  if (!move) return ''
  const own = move.picks.find((pick) => /^own\d/.test(pick))
  const their = move.picks.find((pick) => /^their\d/.test(pick))
  const kind = found(view, own ?? pickOf(move, 'raider-') ?? pickOf(move, 'enemy-') ?? '')?.kind ?? ''
  const slot = (own ?? their ?? '').replace(/\D/g, '')
  const stat = STATS.find((name) => move.picks.includes(name))
  const back = pickOf(move, 'return:')
  const by = pickOf(move, 'by:')
  if (stat) return view.word('view.do.scout', { slot, stat })
  if (back) return view.word('view.do.return', { kind, slot: back.split(':')[1] })
  if (by)
    return view.word(Number(by.split(':')[1]) < 0 ? 'view.do.forward' : 'view.do.backward', {
      kind,
      count: Math.abs(Number(by.split(':')[1])),
    })
  for (const word of ['invade', 'spend', 'reveal'])
    if (move.picks.includes(word)) return view.word(`view.do.${word}`, { kind })
  if (their) return view.word('view.do.move', { kind, slot })
  if (move.picks[0] === 'cancel') return view.word('view.button.cancel')
  return own ? view.word('view.do.hide', { kind }) : nameDrop(view, pickOf(move, 'enemy-') ?? '')
}

/** Name the drop of an invader into the pit; if its twin is in play too, say which of the two falls.
 * @param {View} view @param {string} id */
function nameDrop(view, id) {
  const kind = found(view, id)?.kind ?? ''
  if (id.endsWith(WAITING)) return view.word('view.do.drop.waiting', { kind })
  return view.word(found(view, id + WAITING) ? 'view.do.drop.active' : 'view.do.drop', { kind })
}

/** Describe the foreseeable results of a move. @param {View} view @param {Choice | undefined | null} move */
function describeResults(view, move) {
  const { answers, meets, could, ends, saves, unless } = move?.preview ?? {}
  if (saves && isInDanger(view))
    return view.word(unless ? `view.escape.${unless}` : 'view.escape', { seat: view.table.more.alarm.seat })
  if (answers?.length === 1) return view.word('view.answer.sure', { answer: answerText(view, answers[0]) })
  if (answers)
    return view.word('view.answers', {
      answers: answers.map((/** @type {any} */ one) => answerText(view, one)).join(', '),
    })
  if (could?.length > 6) return view.word('view.meets.any', { count: could.length })
  if (could?.length) return view.word('view.meets.could', { kinds: named(view, could) })
  if (meets)
    return `${view.word('view.meets', { kind: meets })} ${ends
      .map((/** @type {string} */ end) => view.word(`view.ends.${end}`))
      .join(' ')}`
  return ''
}

/** @param {View} view @param {number | string} answer */
const answerText = (view, answer) => (answer === 'event' ? view.word('view.event') : String(answer))

// ---------------------------------------------------------------- the viewer's area

/** Render the selected card and what it can do, the results of the selection, or what to pick. @param {View} view */
export function outlook(view) {
  if (!view.moves.length) return nothing
  const picked = [...view.selected]
    .reverse()
    .map((id) => found(view, id))
    .find((piece) => piece && 'kind' in piece && piece.kind !== 'button')
  const forced = view.moves.find(
    (move) => move.picks.length === 1 && ['ok', 'show', 'answer', 'keep'].includes(move.picks[0]),
  )
  const urgent = rescuesOf(view).length > 0 && !isInDanger(view) // the buttons say it all
  const future = urgent ? '' : describeResults(view, view.ready ?? (view.selected.size ? null : forced))
  const advice = view.ready || urgent ? '' : hint(view)
  return html`<div class="vv-outlook" data-key="outlook">${
    picked?.kind ? html`<span class="vv-portrait">${small(picked.kind)}</span>` : nothing
  }
    <div>${
      picked?.kind
        ? html`<p><b>${view.word(`piece.${picked.kind}`)}</b> ${figures(picked)}
      ${view.word(`view.ability.${picked.kind}`)}</p>`
        : nothing
    }
      ${advice ? html`<p class="vv-hint">${advice}</p>` : nothing}
      ${
        future
          ? html`<p class="vv-future" role="status">${
              forced && !view.ready ? html`<b>${view.word(`view.if.${forced.picks[0]}`)}</b> ` : ''
            }${future}</p>`
          : nothing
      }</div></div>`
}

/** @param {Piece} piece */
const figures = (piece) => STATS.filter((stat) => piece[stat]).map((stat) => statIcon(stat, piece[stat]))

/** Say what can be picked next. @param {View} view */
function hint(view) {
  const wants = (/** @type {string} */ start) =>
    [...view.lit].some((id) => id.startsWith(start) && !view.selected.has(id))
  if ([...view.selected].some((id) => id.startsWith('raider-')))
    return view.word(wants('their') ? 'view.hint.raider' : 'view.hint.return')
  if (view.selected.size) return view.word(view.lit.has('by') ? 'view.hint.by' : 'view.hint.button')
  const parts = [
    !wants('raider-') && !view.lit.has('invade') && view.lit.has('spend') && 'view.hint.spend',
    !wants('raider-') && !view.lit.has('invade') && view.lit.has('reveal') && 'view.hint.reveal',
    view.lit.has('by') && 'view.hint.shift',
    wants('enemy-') && 'view.hint.drop',
  ]
  return parts
    .filter(Boolean)
    .map((key) => view.word(String(key)))
    .join(' ')
}

// ---------------------------------------------------------------- buttons

/** Render the buttons that act now: those that are whole moves, and those that the selection can use.
 * @param {import('../../protocol/types.js').Drawing} drawing @param {View} view */
export function controls(drawing, view) {
  const alone = new Set(view.moves.filter((move) => move.picks.length === 1).map((move) => move.picks[0]))
  const wanted = (/** @type {string} */ id) => view.selected.size > 0 && (view.lit.has(id) || view.selected.has(id))
  const all = zone(view, 'controls').pieces.filter(
    (piece) => !piece.number && (alone.has(piece.id) || wanted(piece.id)),
  )
  const isStat = (/** @type {Piece} */ piece) => STATS.some((stat) => stat === piece.id)
  const rescues = view.selected.size ? [] : rescuesOf(view)
  const plays = rescues.length ? rescues : cardPlays(view)
  const shown = [...plays, ...(view.selected.size === 1 && view.ready ? [view.ready] : [])] // by a button of their own
  const others = all.filter((piece) => !isStat(piece) && !shown.some((move) => move.picks.includes(piece.id)))
  const stats = [...view.selected].some((id) => id.startsWith('their')) ? all.filter(isStat) : []
  return html`${plays.map((move, i) => renderPlay(view, move, i === 0))}
    ${others.map((piece) =>
      !rescues.length && isAnswer(view, piece) ? answer(view, piece) : renderControl(drawing, view, piece),
    )}
    ${
      stats.length
        ? html`<span class="vv-stats" data-key="stats"><span class="vv-stats-ask">${view.word('view.scout')}</span>
    ${stats.map((piece) => renderControl(drawing, view, piece))}</span>`
        : nothing
    }
    ${view.selected.size && view.lit.has('by') ? shifts(view) : nothing}`
}

/** Check whether a button is the default answer while nothing is selected. @param {View} view @param {Piece} piece */
const isAnswer = (view, piece) =>
  !view.selected.size && ['ok', 'answer', 'show', 'pass'].includes(piece.id) && !givesIn(view, piece.id)

/** Return the moves with the selected card, if there are several: each gets a button that plays it.
 * @param {View} view @returns {Choice[]} */
function cardPlays({ selected, left, ready }) {
  const isCard = selected.size === 1 && [...selected].every((id) => /^own\d/.test(id))
  const plays = left.filter(({ picks }) => picks.some((pick) => ['invade', 'spend', 'reveal'].includes(pick)))
  return isCard && !ready && plays.length === left.length ? plays : []
}

/** Render a button that plays a move at once. @param {View} view @param {Choice} move @param {boolean} main */
const renderPlay = (view, move, main) =>
  html`<button type="button" class="press vv-answer ${main ? 'main' : ''}" data-key="act-${move.text}" data-do="act"
    data-arg="${[move.text, ...(move.preview?.saves ?? [])].join(';')}">${doing(view, move)}</button>`

/** Render the main button, in place of Play. @param {View} view @param {Piece} piece */
const answer = (
  view,
  piece,
) => html`<button type="button" class="press main vv-answer" data-key="${piece.id}" data-do="pick"
  data-arg="${piece.id}">
  ${buttonOf(view, piece) ?? view.word(`piece.${piece.id}`)}</button>`

/** Render the choice of how far Cave-in moves a card. @param {View} view */
function shifts(view) {
  return html`<span class="vv-stats" data-key="shifts">${openNumbers(view, 'by').map((by) => {
    const chosen = view.selected.has(`by:${by}`)
    const label = view.word(by < 0 ? 'view.forward' : 'view.backward', { count: Math.abs(by) })
    return html`<button type="button" class="press ${chosen ? 'on' : ''}" data-key="by${by}" data-do="pick"
      data-arg="by:${by}" aria-pressed="${chosen ? 'true' : 'false'}"
      aria-label="${label}" title="${label}">${by < 0 ? `← ${-by}` : `${by} →`}</button>`
  })}</span>`
}

/** Return the face of a button. @param {View} view @param {Piece} piece */
export function buttonOf(view, piece) {
  const stat = STATS.find((name) => name === piece.id)
  if (stat) return html`${statIcon(stat, '?')}<span class="vv-stat-name">${view.word(`piece.${stat}`)}</span>`
  if (piece.id === 'ok' && givesIn(view, 'ok')) return html`${view.word('view.give_in')}`
  if (piece.id === 'keep' || piece.id === 'cancel') return html`${view.word(`view.button.${piece.id}`)}`
  const says = view.moves.find((move) => move.picks[0] === piece.id)?.preview?.says
  if (piece.id === 'answer') return html`${view.word('view.button.answer', { answer: answerText(view, says ?? '') })}`
  if (piece.id === 'show' && says) return html`${small(says)} ${view.word('view.button.show', { kind: says })}`
  return null
}
