// Short scenes over the board, one after another: a rival's free play, an encounter with both comparisons, the end.

import { html, nothing } from '../../lib/dom.js'
import { paced } from '../../lib/settings.js'
import { zone } from '../../table/pieces.js'
import { picture, statIcon } from './art/cards.js'

/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../protocol/types.js').News} News */
/** @typedef {import('../../lib/i18n.js').Text} Text */
/** @typedef {import('../../lib/dom.js').Html} Html */
/** @typedef {{name: string, time: number, scene: Html}} Beat  time: in ms at normal speed */

const FREE_PLAYS = ['tell.spend', 'tell.drop', 'tell.drop.waiting', 'tell.octopus']
const FREE_PLAY = 900 // ms that each scene lasts at normal speed
const ENCOUNTER = 1_300
const FOUND = 1_200

/** Return the moves since the table that was shown before; none for the first table. @param {View} view */
function newMoves({ memory, table }) {
  if (memory.ply !== table.ply) {
    memory.before = memory.ply ?? table.ply
    memory.ply = table.ply
  }
  return table.news.filter(({ ply, undone }) => ply > memory.before && !undone)
}

/** Return the scenes for the moves that led to the shown table. @param {View} view @returns {Beat[]} */
const beatsOf = (view) => newMoves(view).flatMap((news) => beatOf(view, news) ?? [])

/** @param {View} view @param {News} news @returns {Beat | null} */
function beatOf(view, news) {
  const { told, actor, outcomes } = news
  const figures = outcomes?.find(({ key }) => key === 'outcome.compare')
  if (figures) return { name: 'duel', time: ENCOUNTER, scene: encounter(view, actor, figures, outcomes ?? []) }
  if (told?.key === 'tell.show' && told.kind === 'threads')
    return { name: 'found', time: FOUND, scene: found(view, actor) }
  if (actor === view.me) return null
  if (FREE_PLAYS.some((key) => key === told?.key)) return { name: 'free', time: FREE_PLAY, scene: freePlay(view, news) }
  return null
}

/** Return how long the scenes last in ms at normal speed. @param {View} view */
export const duration = (view) => beatsOf(view).reduce((sum, { time }) => sum + time, 0)

/** Render the scenes; they vanish by themselves. @param {View} view */
export function stage(view) {
  const beats = paced(1) ? beatsOf(view) : []
  if (!beats.length) return nothing
  let start = 0
  return html`<div class="vv-stage" data-key="stage${view.table.ply}" aria-hidden="true"><div class="vv-spotlight">
    ${beats.map(({ name, time, scene }, i) => {
      start += time
      return html`<div class="vv-beat vv-beat-${name}" data-key="beat${i}"
        data-css="--start: ${start - time}ms; --time: ${time}ms">${scene}</div>`
    })}</div></div>`
}

/** Return a card with its printed numbers; it is still on the table, at least in a discard.
 * @param {View} view @param {string} kind @returns {import('../../protocol/types.js').Piece} */
const printed = (view, kind) =>
  view.table.zones.flatMap(({ pieces }) => pieces).find((piece) => piece.kind === kind) ?? { id: kind, kind }

/** @param {View} view @param {number} seat @param {string} kind */
const face = (view, seat, kind) => {
  const { count, slot, boost, could, ...card } = printed(view, kind)
  return html`<span class="vv-actor">${picture({ ...card, kind, seat, up: true })}</span>`
}

/** @param {View} view @param {number} home @param {Text} figures @param {Text[]} outcomes */
function encounter(view, home, figures, outcomes) {
  const results = outcomes.filter(({ key }) => key.startsWith('outcome.') && key !== 'outcome.compare')
  const mine = (/** @type {Text} */ text) => view.me !== null && text.seat === view.me
  return html`<div class="vv-duel">${face(view, 1 - home, String(figures.invader))}
    ${comparison(figures)}<span class="vv-flip">${face(view, home, String(figures.kind))}</span></div>
    <p class="vv-verdict">${results.map((text) => view.say(text, mine(text))).join(' ')}</p>`
}

/** @param {boolean} wins @param {Html} left @param {string} sign @param {Html} right */
const compareRow = (wins, left, sign, right) =>
  html`<span class="vv-row ${wins ? 'wins' : ''}">${left}<b>${sign}</b>${right}</span>`

/** Render both comparisons: the invader's numbers on the left, those of the card at home on the right.
 * @param {Record<string, unknown>} figures */
export function comparison({ attack, guard, strength, stuffing }) {
  const [hits, hit] = [Number(attack) > Number(guard), Number(strength) > Number(stuffing)]
  const [attackIcon, guardIcon] = [statIcon('strength', Number(attack)), statIcon('stuffing', Number(guard))]
  const [stuffingIcon, strengthIcon] = [statIcon('stuffing', Number(stuffing)), statIcon('strength', Number(strength))]
  return html`<span class="vv-figures">${compareRow(hits, attackIcon, hits ? '>' : '≤', guardIcon)}
    ${compareRow(hit, stuffingIcon, hit ? '<' : '≥', strengthIcon)}</span>`
}

/** @param {View} view @param {number} home */
const found = (
  view,
  home,
) => html`<div class="vv-duel"><span class="vv-flip">${face(view, home, 'threads')}</span></div>
  <p class="vv-verdict">${view.word('view.beat.found')}</p>`

/** @param {View} view @param {News} news */
function freePlay(view, { told, actor }) {
  const drops = told?.key.startsWith('tell.drop')
  const kind = String(told?.kind ?? 'octopus')
  const text = { ...told, key: told?.key ?? '', who: view.names[actor] }
  return html`<div class="vv-duel"><span class="vv-flip">${face(view, drops ? 1 - actor : actor, kind)}</span></div>
    <p class="vv-verdict">${view.say(text)}</p>`
}

// ---------------------------------------------------------------- cards that are turned up

/** Return the slots of a kingdom whose cards the last moves turned up. @param {View} view @param {number} seat */
export function turnedUp(view, seat) {
  const own = newMoves(view).filter(({ actor }) => actor === seat)
  const slots = own.flatMap(({ told }) => (told?.key === 'tell.octopus' ? [Number(told.slot)] : []))
  const met = own.some(({ told }) => told?.key === 'tell.show')
  const card = zone(view, `kingdom${seat}`).pieces.find(({ target, up }) => target && up)
  return new Set(met && card ? [...slots, Number(card.slot)] : slots)
}
