// Drawing of Velvet: two kingdoms of cloth facing each other, and the invaders between them.

import { html, nothing } from '../../lib/dom.js'
import { paced } from '../../lib/settings.js'
import { alarmOf } from './alarm.js'
import { actions, afterPaint, arranger, isArranging, isSettingUp, tools } from './arranger.js'
import { cloths, emblem, small } from './art/cards.js'
import { buttonOf, controls, doing, named, outlook } from './asking.js'
import { field } from './board.js'
import { cover } from './cover.js'
import { result } from './ending.js'
import { duration, stage } from './stage.js'

/** @typedef {import('../../protocol/types.js').View} View */

/**
 * Render a public counter: a picture and a number, and in words for screen readers.
 * @param {View} view
 * @param {import('../../lib/dom.js').Html} icon
 * @param {string} key  of the words
 * @param {number} count
 */
function counter(view, icon, key, count) {
  const label = view.word(key, { count })
  return html`<span class="vv-count" title="${label}">${icon}<b aria-hidden="true">${count}</b><span
    class="hidden">${label}</span></span>`
}

const DECK = html`<svg viewBox="0 0 24 24" aria-hidden="true">
  <rect x="3" y="5" width="12" height="17" rx="2.5" fill="currentColor" opacity="0.45"/><rect x="8" y="2" width="13"
    height="18" rx="2.5" fill="currentColor"/></svg>`
const RAID = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 22V2l15 6-12 6v8z"
  fill="currentColor"/></svg>`
const GONE = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 4l16 16M20 4L4 20" stroke="currentColor"
  stroke-width="4" stroke-linecap="round"/></svg>`

/** @param {View} view @param {number} seat */
function plate(view, seat) {
  const { cards, invaders, discards, active, blocked } = view.table.seats[seat]
  return html`<span class="vv-counts">${counter(view, DECK, 'view.count.cards', cards)}${counter(
    view,
    RAID,
    'view.count.invaders',
    invaders,
  )}
    ${counter(view, GONE, 'view.count.discards', discards)}
    ${
      active && view.table.actor >= 0 && view.table.actor !== seat
        ? html`<span class="vv-mark">${view.word('view.active')}</span>`
        : ''
    }
    ${blocked ? html`<span class="vv-mark vv-blocked">${view.word('view.blocked')}</span>` : ''}</span>`
}

/** Scroll the lit cards, or the card that is met, into view: once per decision and once per picked invader.
 * @param {HTMLElement} root @param {import('../../protocol/types.js').Desk} desk */
function bringIntoView(root, { view }) {
  const raiding = [...view.selected].some((id) => id.startsWith('raider-'))
  const look = `${view.table.ply}${raiding ? ' raid' : ''}`
  if (!view.moves.length || isArranging(view) || view.memory.looked === look) return
  view.memory.looked = look
  const wanted = raiding ? ['.vv-far .piece.lit'] : ['.target', '.acting', '.piece.lit']
  const boxes = wanted
    .flatMap((what) => [...root.querySelectorAll(`.vv-field ${what}`)])
    .map((one) => one.getBoundingClientRect())
  const floor = (root.querySelector('.mine')?.getBoundingClientRect().top ?? innerHeight) - MARGIN
  const by = scrollDistance(boxes, floor)
  if (by) scrollBy({ top: by, behavior: paced(1) ? 'smooth' : 'auto' })
}

const MARGIN = 8 // px kept free around elements scrolled into view

/**
 * Return how far to scroll to show all boxes or, if they do not fit, the first ones.
 * @param {DOMRect[]} boxes
 * @param {number} floor  lower edge of the visible part
 */
function scrollDistance(boxes, floor) {
  let [top, bottom] = [Infinity, -Infinity]
  for (const box of boxes) {
    const [higher, lower] = [Math.min(top, box.top - MARGIN), Math.max(bottom, box.bottom)]
    if (lower - higher > floor) break
    ;[top, bottom] = [higher, lower]
  }
  if (bottom < top) return 0
  return top < 0 ? top : Math.max(0, bottom - floor)
}

const KINDS = [
  'fox',
  'bear',
  'snake',
  'horse',
  'rabbit',
  'dragon',
  'rhino',
  'dinosaur',
  'octopus',
  'cave-in',
  'pit',
  'reinforcements',
  'threads',
]

/** @type {import('../../protocol/types.js').Drawing} */
export const drawing = {
  board: (view) => html`${cloths()}${isArranging(view) ? arranger(view) : html`${field(view)}${stage(view)}`}`,
  own: (view) => (isArranging(view) ? tools(view) : html`${alarmOf(view)}${outlook(view)}`),
  plate,
  face: (_, seat) => emblem(seat),
  chip: (view, word) =>
    KINDS.includes(word) ? html`<span class="vv-word">${small(word)} ${named(view, [word])}</span>` : null,
  button: buttonOf,
  asks: (view) => (isArranging(view) && view.moves.length ? view.word('view.arrange.asks') : null),
  prepares: (view) => !isArranging(view),
  controls: (view) => (isArranging(view) ? nothing : controls(drawing, view)),
  verb: (view) => doing(view) || view.word('table.play'),
  promise: (view) => (view.ahead ? html`${doing(view)}` : nothing),
  result,
  duration,
  title: (view) => view.word(isSettingUp(view) ? 'view.title.arrange' : 'view.title.raid'),
  cover,
  actions: { ...actions, act: (arg, _, desk) => void desk.play(arg.split(';')) },
  afterPaint(root, desk) {
    afterPaint(root, desk)
    bringIntoView(root, desk)
  },
}
