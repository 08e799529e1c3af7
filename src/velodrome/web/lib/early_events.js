// Clicks and choices made while the page is shown but its script still loads: record them, then repeat them.

/** @typedef {{kind: 'click' | 'change', selector: string, value: string}} EarlyEvent */

/**
 * Record what the guest does with buttons and fields below an element. Links work without a script.
 * @param {HTMLElement} root
 * @returns {() => void} stop recording, and repeat everything on the elements that are there now
 */
export function recordEvents(root) {
  const recording = new AbortController()
  /** @type {EarlyEvent[]} */
  const events = []
  for (const kind of /** @type {const} */ (['click', 'change'])) {
    const attribute = kind === 'click' ? 'data-do' : 'data-change'
    const record = (/** @type {Event} */ { target }) => {
      const element = /** @type {Element} */ (target).closest(`[${attribute}]:not(a)`)
      if (element) events.push({ kind, selector: selectorOf(element, attribute), value: fieldValue(element) })
    }
    root.addEventListener(kind, record, { signal: recording.signal })
  }
  return () => {
    recording.abort()
    for (const event of events) repeat(root, event)
  }
}

/** @param {Element} element @param {string} attribute */
function selectorOf(element, attribute) {
  const arg = element.getAttribute('data-arg')
  const [name, of] = [attribute, 'data-arg'].map((key) => `[${key}="${CSS.escape(element.getAttribute(key) ?? '')}"]`)
  return arg === null ? name : name + of
}

/** @param {Element} element */
const fieldValue = (element) => (isField(element) ? element.value : '')

/** @param {Element} element @returns {element is HTMLInputElement | HTMLSelectElement} */
const isField = (element) => element instanceof HTMLInputElement || element instanceof HTMLSelectElement

/** @param {HTMLElement} root @param {EarlyEvent} event */
function repeat(root, { kind, selector, value }) {
  const element = root.querySelector(selector)
  if (!(element instanceof HTMLElement)) return
  if (kind === 'click') return element.click()
  if (isField(element)) element.value = value
  element.dispatchEvent(new Event('change', { bubbles: true }))
}
