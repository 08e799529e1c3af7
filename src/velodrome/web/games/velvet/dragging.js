// Drag and drop in a wrapped list: at once by mouse, after a long press by touch, so that a swipe still scrolls.

const HOLD = 260 // ms of a long press
const SLIP = 6 // px that the finger may move meanwhile

/** Return the spots of a list, in order. @param {HTMLElement} list */
const spots = (list) =>
  [...list.querySelectorAll('[data-spot]')].map((spot) => /** @type {HTMLElement} */ (spot.parentElement))

/** Return the number of spots in a row. @param {HTMLElement} list */
export function columns(list) {
  return getComputedStyle(list).gridTemplateColumns.split(' ').length
}

/** Return the spot whose centre is nearest. @param {DOMRect[]} boxes @param {number} x @param {number} y */
function nearest(boxes, x, y) {
  const far = boxes.map((box) => Math.hypot(box.x + box.width / 2 - x, (box.y + box.height / 2 - y) * 1.2))
  return far.indexOf(Math.min(...far))
}

/** Make the spots of a list draggable. Until the drop the DOM is unchanged; cards make room by transforms.
 * @param {HTMLElement} list
 * @param {(from: number, to: number) => void} dropped
 * @param {() => void} begun  called at each press
 * @param {AbortSignal} signal  removes the listeners */
export function drag(list, dropped, begun, signal) {
  /**
   * @type {{items: HTMLElement[], boxes: DOMRect[], from: number, to: number, x: number, y: number, on: boolean,
   *   timer: number} | null}
   */
  let held = null

  const begin = () => {
    if (!held) return
    held.on = true
    held.items[held.from].classList.add('dragged')
    list.classList.add('dragging')
  }

  const end = () => {
    if (!held) return
    clearTimeout(held.timer)
    list.classList.remove('dragging')
    held.items[held.from].classList.remove('dragged')
    const { on, from, to, items } = held
    held = null
    if (!on) return
    if (from === to) for (const item of items) item.style.removeProperty('transform')
    dropped(from, to)
    for (const item of items) item.style.removeProperty('transform')
  }

  /** @param {number} x @param {number} y */
  const follow = (x, y) => {
    if (!held) return
    const { items, boxes, from } = held
    const to = nearest(boxes, x, y)
    held.to = to
    items.forEach((item, i) => {
      const at =
        i === from ? i : from < to && i > from && i <= to ? i - 1 : to < from && i >= to && i < from ? i + 1 : i
      const by =
        i === from ? [x - (held?.x ?? x), y - (held?.y ?? y)] : [boxes[at].x - boxes[i].x, boxes[at].y - boxes[i].y]
      item.style.transform = by[0] || by[1] ? `translate(${by[0]}px, ${by[1]}px)` : ''
    })
  }

  list.addEventListener('pointerdown', (event) => {
    begun()
    const spot = /** @type {Element} */ (event.target).closest('[data-spot]')?.parentElement
    if (!spot || event.button || held) return
    const items = spots(list)
    const from = items.indexOf(spot)
    const timer = event.pointerType === 'mouse' ? 0 : window.setTimeout(begin, HOLD)
    held = {
      items,
      boxes: items.map((item) => item.getBoundingClientRect()),
      from,
      to: from,
      x: event.clientX,
      y: event.clientY,
      on: false,
      timer,
    }
  })
  window.addEventListener(
    'pointermove',
    (event) => {
      if (!held) return
      const slipped = Math.hypot(event.clientX - held.x, event.clientY - held.y) > SLIP
      if (!held.on && slipped && event.pointerType === 'mouse') begin()
      else if (!held.on && slipped) end()
      if (held?.on) follow(event.clientX, event.clientY)
    },
    { signal },
  )
  for (const kind of ['pointerup', 'pointercancel']) window.addEventListener(kind, end, { signal })
  list.addEventListener('touchmove', (event) => held?.on && event.preventDefault(), { passive: false })
  list.addEventListener('contextmenu', (event) => held && event.preventDefault())
  list.addEventListener('dragstart', (event) => event.preventDefault())
}
