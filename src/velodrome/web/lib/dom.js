// Paint a page from templates: values are escaped, elements that stay are reused, and those that moved glide.

/** A piece of markup whose values have been escaped. */
export class Html {
  /** @param {string} markup */
  constructor(markup) {
    this.markup = markup
  }
}

/** @param {unknown} value @returns {string} */
function written(value) {
  if (value instanceof Html) return value.markup
  if (Array.isArray(value)) return value.map(written).join('')
  if (value === null || value === undefined || value === false || value === true) return ''
  return String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Markup from a template: html`<b>${name}</b>`; lists are joined, false and null are left out. Serves SVG too.
 * @param {TemplateStringsArray} parts @param {...unknown} values */
export function html(parts, ...values) {
  return new Html(parts.reduce((all, part, i) => all + part + (i < values.length ? written(values[i]) : ''), ''))
}

export const nothing = new Html('')

// ---------------------------------------------------------------- painting

// The content policy forbids style attributes, so templates say data-css, which is set through the object model.
/** @param {Element} element */
function dress(element) {
  const css = element.getAttribute('data-css')
  const styled = /** @type {HTMLElement} */ (element)
  if (css !== null && styled.dataset.worn !== css) {
    styled.style.cssText = css
    styled.dataset.worn = css
  }
}

/** @param {Node} node */
const keyOf = (node) => (node instanceof Element ? node.getAttribute('data-key') : null)

/** Fields hold what a person did to them; what is painted anew wins, but for the text that is being typed.
 * @param {Element} kept @param {Element} wanted */
function refill(kept, wanted) {
  if (kept instanceof HTMLInputElement) {
    const value = wanted.getAttribute('value')
    if (kept.type === 'checkbox') kept.checked = wanted.hasAttribute('checked')
    else if (value !== null && kept.value !== value && kept !== document.activeElement) kept.value = value
    else if (value !== null && kept.type === 'range') kept.value = value
  } else if (kept instanceof HTMLSelectElement) {
    const chosen = [...kept.options].findIndex((option) => option.hasAttribute('selected'))
    kept.selectedIndex = Math.max(0, chosen)
  } else if (
    kept instanceof HTMLTextAreaElement &&
    kept !== document.activeElement &&
    kept.value !== kept.defaultValue
  ) {
    kept.value = kept.defaultValue
  }
}

/** Make one element like another, keeping children that have the same data-key, or the same place and name.
 * @param {Element} kept @param {Element} wanted */
function morph(kept, wanted) {
  for (const { name, value } of wanted.attributes) {
    if (kept.getAttribute(name) !== value) kept.setAttribute(name, value)
  }
  for (const { name } of [...kept.attributes]) {
    const own = name === 'style' || name === 'data-worn' || (name === 'open' && kept.nodeName === 'DETAILS')
    if (!wanted.hasAttribute(name) && !own) kept.removeAttribute(name)
  }
  dress(kept)
  // What goes, goes first: then what stays need not be moved, and keeps its focus and its scroll.
  const isSamePage = new Set([...wanted.children].map(keyOf))
  for (const child of [...kept.children]) if (keyOf(child) && !isSamePage.has(keyOf(child))) child.remove()
  const keyed = new Map([...kept.children].filter(keyOf).map((child) => [keyOf(child), child]))
  /** @type {ChildNode | null} */
  let next = kept.firstChild
  for (const child of [...wanted.childNodes]) {
    const key = keyOf(child)
    const found = key ? keyed.get(key) : next && !keyOf(next) && next.nodeName === child.nodeName ? next : null
    if (!found || found.nodeName !== child.nodeName) {
      kept.insertBefore(child, next)
      if (child instanceof Element) for (const inner of [child, ...child.querySelectorAll('[data-css]')]) dress(inner)
      continue
    }
    if (found === next) next = next.nextSibling
    else kept.insertBefore(found, next)
    if (found instanceof Element) morph(found, /** @type {Element} */ (child))
    else if (found.nodeValue !== child.nodeValue) found.nodeValue = child.nodeValue
  }
  while (next) {
    const gone = next
    next = next.nextSibling
    gone.remove()
  }
  refill(kept, wanted)
}

/** Give the focus back that a moved or replaced element lost: to itself, to its successor, or to where one acts.
 * @param {Element} root @param {Element | null} held */
function refocus(root, held) {
  const off = held?.matches(':disabled') // the browser takes the focus from it a moment later
  if (!held || (document.activeElement === held && !off)) return
  const key = held.getAttribute('data-key')
  const same = key && root.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`)
  const next = held.isConnected && !off ? held : same || root.querySelector('[data-rest]')
  if (next instanceof HTMLElement) next.focus({ preventScroll: true })
}

/** @type {WeakMap<Element, string>} */
const painted = new WeakMap()

export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Where everything that may glide is now. @param {Element} root */
function places(root) {
  /** @type {Map<string, {element: Element, box: DOMRect}>} */
  const found = new Map()
  for (const element of root.querySelectorAll('[data-flip]:not([data-flip=""])')) {
    const box = element.getBoundingClientRect()
    if (box.width) found.set(element.getAttribute('data-flip') ?? '', { element, box })
  }
  return found
}

/** Show a template inside an element; whatever has the same data-flip as before glides from where it was, even into
 * another parent, and what is new fades in from the element that its data-from names, if it is there.
 * @param {Element} root @param {Html} template */
export function paint(root, template) {
  if (painted.get(root) === template.markup) return
  painted.set(root, template.markup)
  const held = root.contains(document.activeElement) ? document.activeElement : null
  const before = prefersReducedMotion() || document.hidden ? null : places(root)
  const holder = document.createElement('template')
  holder.innerHTML = `<div>${template.markup}</div>`
  const wanted = /** @type {Element} */ (holder.content.firstElementChild)
  for (const { name, value } of root.attributes) wanted.setAttribute(name, value)
  morph(root, wanted)
  refocus(root, held)
  if (before?.size) glide(before, places(root))
}

/**
 * @param {Map<string, {element: Element, box: DOMRect}>} before
 * @param {Map<string, {element: Element, box: DOMRect}>} after
 */
function glide(before, after) {
  for (const [name, { element, box }] of after) {
    const from = before.get(name)?.box ?? before.get(element.getAttribute('data-from') ?? '')?.box
    if (!from) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 250 })
    else if (Math.hypot(from.x - box.x, from.y - box.y) > 2) {
      const scale = Math.min(2, Math.max(0.5, from.width / box.width))
      const start = {
        transform: `translate(${from.x - box.x}px, ${from.y - box.y}px) scale(${scale})`,
        transformOrigin: '0 0',
      }
      element.animate([start, { transform: 'none', transformOrigin: '0 0' }], {
        duration: 420,
        easing: 'cubic-bezier(.2,.8,.3,1)',
      })
    }
  }
}

// ---------------------------------------------------------------- hearing

/** Call what a click names: <button data-do="pick" data-arg="red2"> calls actions.pick('red2', the button, the event).
 * @param {Element} root
 * @param {Record<string, (arg: string, element: HTMLElement, event: Event) => void>} actions */
export function listen(root, actions) {
  for (const kind of ['click', 'change', 'input', 'submit']) {
    root.addEventListener(kind, (event) => {
      const attribute = kind === 'click' ? 'data-do' : `data-${kind}`
      const element = /** @type {Element} */ (event.target).closest(`[${attribute}]`)
      if (!(element instanceof HTMLElement)) return
      const action = actions[element.getAttribute(attribute) ?? '']
      if (kind === 'submit') event.preventDefault()
      action?.(element.getAttribute('data-arg') ?? '', element, event)
    })
  }
}
