// Swipes and dropped files.

const MIN_SWIPE = 48 // px

/**
 * Call `step` after a swipe across the table: 1 to the left, -1 to the right.
 * @param {AbortSignal} signal
 * @param {(way: 1 | -1) => void} step
 */
export function listenToSwipes(signal, step) {
  let from = { x: 0, y: 0 }
  document.addEventListener(
    'touchstart',
    ({ touches }) =>
      (from = touches.length === 1 ? { x: touches[0].clientX, y: touches[0].clientY } : { x: NaN, y: 0 }),
    { signal, passive: true },
  )
  document.addEventListener(
    'touchend',
    ({ target, changedTouches: [touch] }) => {
      const across = touch.clientX - from.x
      if (!(target instanceof Element) || !target.closest('.board, .seats, .prompt, .happened') || scrolls(target))
        return
      if (Math.abs(across) >= MIN_SWIPE && Math.abs(touch.clientY - from.y) < Math.abs(across) / 2)
        step(across < 0 ? 1 : -1)
    },
    { signal, passive: true },
  )
}

/** Check whether a swipe scrolls an element instead. @param {Element} target */
function scrolls(target) {
  for (let part = /** @type {Element | null} */ (target); part && part.id !== 'root'; part = part.parentElement) {
    if (part.scrollWidth > part.clientWidth + 2 && /auto|scroll/.test(getComputedStyle(part).overflowX)) return true
  }
  return false
}

/** Show files dropped on the page. @param {AbortSignal} signal @param {(text: string) => Promise<void>} show */
export function listenToDrops(signal, show) {
  document.addEventListener('dragover', (event) => event.preventDefault(), { signal })
  document.addEventListener(
    'drop',
    async (event) => {
      event.preventDefault()
      const file = event.dataTransfer?.files[0]
      if (file) await show(await file.text())
    },
    { signal },
  )
}
