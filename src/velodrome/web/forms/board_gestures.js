// Mouse, finger and keys in the board editor: drag a kind or a row to a new place or to the bin; arrow keys, or a click
// on the preview, choose a row. A finger drags only after a long press; moved at once, it scrolls the page.

/** A drag. row: index of the dragged row; null for a new row of this kind. at: where it would be dropped, that is an
 * index among the rows, "bin", or null for nowhere.
 * @typedef {{row: number | null, kind: string, at: number | 'bin' | null}} Drag */
/**
 * @typedef {object} GestureTarget
 * @property {(drag: Drag | null) => void} showDrag  while dragging; null when the drag is over
 * @property {(drag: Drag) => void} drop
 * @property {(picture: Element, x: number, y: number) => void} point  click on the preview
 * @property {(step: 'back' | 'on' | 'first' | 'last' | 'remove') => void} key
 */

const SLIP = 6 // px that the mouse may move before a press becomes a drag
const LONG_PRESS = 350 // ms that a finger must rest before it drags
const REACH = 48 // px around the rows where a drop counts
/** @type {Record<string, 'back' | 'on' | 'first' | 'last' | 'remove'>} */
const KEYS = {
  ArrowLeft: 'back',
  ArrowUp: 'back',
  ArrowRight: 'on',
  ArrowDown: 'on',
  Home: 'first',
  End: 'last',
  Delete: 'remove',
}

/** @type {GestureTarget | null} */
let target = null // the editor that is open

/** Send the gestures in the editor to a target from now on. @param {GestureTarget} next */
export function listenToGestures(next) {
  if (!target) {
    document.addEventListener('pointerdown', press)
    document.addEventListener('keydown', type)
    document.addEventListener('click', point)
  }
  target = next
}

/** @param {MouseEvent} event */
function point(event) {
  const picture = event.target instanceof Element ? event.target.closest('.board-frame') : null
  if (picture) target?.point(picture, event.clientX, event.clientY)
}

/** @param {KeyboardEvent} event */
function type(event) {
  const step = KEYS[event.key]
  if (!step || !(event.target instanceof Element) || !event.target.closest('.board-rows [data-row]')) return
  event.preventDefault()
  target?.key(step)
}

/** @param {PointerEvent} event */
function press(event) {
  const held = event.target instanceof Element ? event.target.closest('.board-editor [data-drag]') : null
  if (!(held instanceof HTMLElement) || event.button) return
  const { row, kind } = held.dataset
  const from = { x: event.clientX, y: event.clientY }
  /** @type {Drag} */
  const drag = { row: row === undefined ? null : Number(row), kind: kind ?? '', at: null }
  const isTouch = event.pointerType === 'touch'
  let on = false
  const ending = new AbortController()

  const showAt = (/** @type {number} */ x, /** @type {number} */ y) => {
    const at = findPlace(x, y)
    if (!on || at !== drag.at) target?.showDrag(Object.assign(drag, { at }))
    on = true
    const ghost = document.querySelector('.board-ghost')
    if (ghost instanceof HTMLElement) ghost.style.translate = `${x}px ${y}px`
  }
  const follow = (/** @type {PointerEvent} */ move) => {
    const isStill = Math.hypot(move.clientX - from.x, move.clientY - from.y) < SLIP
    if (!on && isTouch && !isStill)
      end(false) // it scrolls
    else if (on || !isStill) showAt(move.clientX, move.clientY)
  }
  const timer = isTouch ? setTimeout(() => showAt(from.x, from.y), LONG_PRESS) : 0
  const end = (/** @type {boolean} */ isDrop) => {
    clearTimeout(timer)
    ending.abort()
    if (!on) return
    addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', swallow, { capture: true }))
    target?.showDrag(null)
    if (isDrop && drag.at !== null) target?.drop(drag)
  }
  const { signal } = ending
  addEventListener('pointermove', follow, { signal })
  addEventListener('pointerup', () => end(true), { signal })
  addEventListener('pointercancel', () => end(false), { signal })
  if (!isTouch) return
  addEventListener('touchmove', (move) => on && move.preventDefault(), { signal, passive: false }) // do not scroll
  addEventListener('contextmenu', (menu) => menu.preventDefault(), { signal })
}

/** Keep the end of a drag from being a click. @param {Event} event */
function swallow(event) {
  event.stopPropagation()
  event.preventDefault()
}

/** Return what a drop at a point hits: "bin", the index for a row that is inserted there, or null. @param {number} x
 * @param {number} y @returns {number | 'bin' | null} */
function findPlace(x, y) {
  if (document.elementFromPoint(x, y)?.closest('.board-bin')) return 'bin'
  const area = document.querySelector('.board-rows')?.getBoundingClientRect()
  if (!area || x < area.left - REACH || x > area.right + REACH || y < area.top - REACH || y > area.bottom + REACH)
    return null
  const boxes = [...document.querySelectorAll('.board-rows [data-row]')].map((row) => row.getBoundingClientRect())
  const far = boxes.map((box) => Math.hypot(box.x + box.width / 2 - x, (box.y + box.height / 2 - y) * 2))
  const nearest = far.indexOf(Math.min(...far))
  return nearest < 0 ? 0 : nearest + (x > boxes[nearest].x + boxes[nearest].width / 2 ? 1 : 0)
}
