// Turn SVG markup of the page into an image that a canvas can draw. The page's style sheets do not apply inside such an
// image, so each element gets its computed style as attributes.

import { paint } from './dom.js'

const STYLES = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-dasharray',
  'opacity',
  'display',
  'visibility',
  'font-family',
  'font-size',
  'font-weight',
  'letter-spacing',
  'text-anchor',
  'dominant-baseline',
  'paint-order',
  'stop-color',
]
const REFERENCE = /url\("?#([\w-]+)"?\)/g

/**
 * Draw SVG markup as an image. It is painted with the styles of a game, in light colours, outside of the window.
 * @param {import('./dom.js').Html} markup  one <svg>
 * @param {string} game  class that its styles need
 * @param {number} width  in px
 * @param {number} height
 */
export async function drawImage(markup, game, width, height) {
  const studio = document.createElement('div')
  studio.className = `studio ${game}`
  document.body.append(studio)
  try {
    paint(studio, markup)
    const drawn = studio.querySelector('svg')
    if (!drawn) throw new Error('no picture to draw')
    return await loadImage(serialize(drawn, width, height))
  } finally {
    studio.remove()
  }
}

/** Write an SVG element as a complete file.
 * @param {SVGSVGElement} drawn @param {number} width @param {number} height */
function serialize(drawn, width, height) {
  const copy = copyWithStyle(drawn)
  /** @type {Set<string>} */ const found = new Set()
  const defs = document.createElementNS(drawn.namespaceURI, 'defs')
  addReferences(copy, defs, found)
  copy.prepend(defs)
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  return new XMLSerializer().serializeToString(copy)
}

/** Copy an element with its computed style as attributes. @param {Element} element */
function copyWithStyle(element) {
  const copy = /** @type {Element} */ (element.cloneNode(true))
  const originals = [element, ...element.querySelectorAll('*')]
  const copies = [copy, ...copy.querySelectorAll('*')]
  originals.forEach((original, i) => {
    applyStyle(original, copies[i])
  })
  return copy
}

/** @param {Element} original @param {Element} copy */
function applyStyle(original, copy) {
  const style = getComputedStyle(original)
  for (const name of STYLES) {
    const value = style.getPropertyValue(name)
    if (value) copy.setAttribute(name, value.replace(REFERENCE, 'url(#$1)'))
  }
  if (style.transform !== 'none' && !copy.hasAttribute('transform')) copy.setAttribute('transform', style.transform)
  for (const name of ['class', 'style', 'data-css', 'data-worn']) copy.removeAttribute(name)
}

/** Add the patterns and other elements of the page that a copy refers to.
 * @param {Element} copy @param {Element} defs @param {Set<string>} found  ids so far */
function addReferences(copy, defs, found) {
  const markup = copy.outerHTML.replaceAll('&quot;', '')
  const ids = [...markup.matchAll(REFERENCE), ...markup.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id)
  for (const id of ids) {
    const original = found.has(id) || copy.querySelector(`#${CSS.escape(id)}`) ? null : document.getElementById(id)
    found.add(id)
    if (!original) continue
    const part = copyWithStyle(original)
    defs.append(part)
    addReferences(part, defs, found)
  }
}

/** @param {string} markup */
async function loadImage(markup) {
  const image = new Image() // a data URL: the content security policy allows it for images, unlike blobs
  image.src = `data:image/svg+xml,${encodeURIComponent(markup)}`
  await image.decode()
  return image
}
