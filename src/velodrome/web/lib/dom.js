// Paint a page from templates: escape values, reuse unchanged elements and animate those that moved.

import { paced } from './settings.js'

/** Markup whose values are already escaped. */
export class Html {
  /** @param {string} markup */
  constructor(markup) {
    this.markup = markup
  }
}

/** @param {unknown} value @returns {string} */
function escapeValue(value) {
  if (value instanceof Html) return value.markup
  if (Array.isArray(value)) return value.map(escapeValue).join('')
  if (value === null || value === undefined || value === false || value === true) return ''
  return String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Build HTML or SVG from a template: html`<b>${name}</b>`. Lists are joined; null and booleans are left out.
 * @param {TemplateStringsArray} parts @param {...unknown} values */
export function html(parts, ...values) {
  return new Html(parts.reduce((all, part, i) => all + part + (i < values.length ? escapeValue(values[i]) : ''), ''))
}

export const nothing = new Html('')

// ---------------------------------------------------------------- painting

/** Apply data-css as inline style: the content security policy forbids style attributes. @param {Element} element */
function applyCss(element) {
  const css = element.getAttribute('data-css')
  const styled = /** @type {HTMLElement} */ (element)
  if (css !== null && styled.dataset.worn !== css) {
    styled.style.cssText = css
    styled.dataset.worn = css
  }
}

/** @param {Node} node */
const keyOf = (node) => (node instanceof Element ? node.getAttribute('data-key') : null)

/** Set a form field to the painted value, except for the text being typed.
 * @param {Element} kept @param {Element} wanted */
function updateField(kept, wanted) {
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

/** Make one element like another; reuse children with the same data-key, or the same position and tag.
 * @param {Element} kept @param {Element} wanted */
function morph(kept, wanted) {
  if (kept instanceof SVGElement && kept.isEqualNode(wanted)) return // most pictures stay the same
  updateAttributes(kept, wanted)
  applyCss(kept)
  if (kept.firstChild || wanted.firstChild) updateChildren(kept, wanted)
  updateField(kept, wanted)
}

/** @param {Element} kept @param {Element} wanted */
function updateAttributes(kept, wanted) {
  for (const name of wanted.getAttributeNames()) {
    const value = /** @type {string} */ (wanted.getAttribute(name))
    if (kept.getAttribute(name) !== value) kept.setAttribute(name, value)
  }
  for (const name of kept.getAttributeNames()) {
    const own = name === 'style' || name === 'data-worn' || (name === 'open' && kept.nodeName === 'DETAILS')
    if (!wanted.hasAttribute(name) && !own) kept.removeAttribute(name)
  }
}

/** @param {Element} kept @param {Element} wanted */
function updateChildren(kept, wanted) {
  const keyed = removeKeyed(kept, wanted)
  /** @type {ChildNode | null} */
  let next = kept.firstChild
  for (const child of [...wanted.childNodes]) {
    const key = keyOf(child)
    const found = key ? keyed.get(key) : next && !keyOf(next) && next.nodeName === child.nodeName ? next : null
    if (!found || found.nodeName !== child.nodeName) {
      kept.insertBefore(child, next)
      if (child instanceof Element)
        for (const inner of [child, ...child.querySelectorAll('[data-css]')]) applyCss(inner)
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
}

/** Remove the children whose data-key is gone; return the other children that have one, by key. Remove them first: then
 * the remaining children need not be moved, which would lose their focus and scroll position.
 * @param {Element} kept @param {Element} wanted */
function removeKeyed(kept, wanted) {
  /** @type {Map<string, Element>} */
  const keyed = new Map()
  for (let child = kept.firstElementChild; child; child = child.nextElementSibling) {
    const key = keyOf(child)
    if (key) keyed.set(key, child)
  }
  if (!keyed.size) return keyed
  const wantedKeys = new Set()
  for (let child = wanted.firstElementChild; child; child = child.nextElementSibling) wantedKeys.add(keyOf(child))
  for (const [key, child] of keyed) if (!wantedKeys.has(key)) child.remove()
  return keyed
}

/** Restore the focus after painting: to the same element, its replacement, or the [data-rest] element.
 * @param {Element} root @param {Element | null} held */
function refocus(root, held) {
  const off = held?.matches(':disabled') // the browser blurs it a moment later
  if (!held || (document.activeElement === held && !off)) return
  const key = held.getAttribute('data-key')
  const same = key && root.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`)
  const next = held.isConnected && !off ? held : same || root.querySelector('[data-rest]')
  if (next instanceof HTMLElement) next.focus({ preventScroll: true })
}

/** @type {WeakMap<Element, string>} */
const painted = new WeakMap()

/** Running animations of elements that moved. @type {WeakMap<Element, Animation>} */
const flights = new WeakMap()

/** Return the position of each element that may be animated. @param {Element} root */
function findFlipBoxes(root) {
  /** @type {Map<string, {element: Element, box: DOMRect}>} */
  const found = new Map()
  for (const element of root.querySelectorAll('[data-flip]:not([data-flip=""])')) {
    const box = element.getBoundingClientRect()
    if (box.width) found.set(element.getAttribute('data-flip') ?? '', { element, box })
  }
  return found
}

/** Paint a template into an element. Elements with the same data-flip as before glide from their old position, even
 * from another parent; new ones glide from the element named by data-from, or fade in.
 * @param {Element} root @param {Html} template */
export function paint(root, template) {
  if (painted.get(root) === template.markup) return
  painted.set(root, template.markup)
  const held = root.contains(document.activeElement) ? document.activeElement : null
  const before = !paced(1) || document.hidden ? null : findFlipBoxes(root)
  const holder = document.createElement('template')
  holder.innerHTML = `<div>${template.markup}</div>`
  const wanted = /** @type {Element} */ (holder.content.firstElementChild)
  for (const { name, value } of root.attributes) wanted.setAttribute(name, value)
  morph(root, wanted)
  refocus(root, held)
  if (!before?.size) return
  for (const { element } of before.values()) flights.get(element)?.cancel() // so that final positions are measured
  animateMoves(before, findFlipBoxes(root))
}

/**
 * @param {Map<string, {element: Element, box: DOMRect}>} before
 * @param {Map<string, {element: Element, box: DOMRect}>} after
 */
function animateMoves(before, after) {
  for (const [name, { element, box }] of after) {
    const from = before.get(name)?.box ?? before.get(element.getAttribute('data-from') ?? '')?.box
    if (!from) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: paced(250) })
    else if (Math.hypot(from.x - box.x, from.y - box.y) > 2) {
      const scale = Math.min(2, Math.max(0.5, from.width / box.width))
      const start = {
        transform: `translate(${from.x - box.x}px, ${from.y - box.y}px) scale(${scale})`,
        transformOrigin: '0 0',
      }
      const flight = element.animate([start, { transform: 'none', transformOrigin: '0 0' }], {
        duration: paced(420),
        easing: 'cubic-bezier(.2,.8,.3,1)',
      })
      flights.set(element, flight)
    }
  }
}

// ---------------------------------------------------------------- events

/** Dispatch events: a click on <button data-do="pick" data-arg="red2"> calls actions.pick('red2', button, event).
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
