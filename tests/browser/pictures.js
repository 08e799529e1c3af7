// Flatten the games' posters: every style of a drawing becomes an attribute, so that it needs no style sheet.

import { patterns } from '/web/art/teams.js'
import { paint } from '/web/lib/dom.js'

const INHERITED = {
  fill: 'rgb(0, 0, 0)',
  'fill-rule': 'nonzero',
  'fill-opacity': '1',
  stroke: 'none',
  'stroke-width': '1px',
  'stroke-opacity': '1',
  'stroke-dasharray': 'none',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
}
const OWN = { opacity: '1', transform: 'none', 'clip-path': 'none', display: 'inline' }
const TEXT = ['font-family', 'font-size', 'font-weight', 'text-anchor', 'letter-spacing']
const DROPPED = ['class', 'data-team', 'role', 'aria-label', 'style']

/** Draw a game's poster and return it as a list of elements. @param {string} game */
window.drawCover = async (game) => {
  const { cover } = await import(`/web/games/${game}/cover.js`)
  const body = document.createElement('div')
  body.className = `poster ${game}`
  document.body.replaceChildren(document.createElement('div'), body)
  paint(/** @type {Element} */ (document.body.firstElementChild), patterns())
  paint(body, cover())
  const svg = /** @type {SVGElement} */ (body.querySelector('svg'))
  useOwnPatterns(svg, game)
  return flatten(svg, INHERITED)
}

/** Copy the used team patterns into a picture; their ids begin with the game. @param {Element} svg @param {string} game */
function useOwnPatterns(svg, game) {
  const used = new Set()
  for (const element of svg.querySelectorAll('[fill^="url(#team-"]')) {
    const id = (element.getAttribute('fill') ?? '').slice(5, -1)
    used.add(id)
    element.setAttribute('fill', `url(#${game}-${id})`)
  }
  for (const id of used) {
    const copy = /** @type {Element} */ (document.getElementById(id)?.cloneNode(true))
    copy.id = `${game}-${id}`
    svg.prepend(copy)
  }
}

/**
 * Return an element as [name, attributes, children]; null if it is not shown.
 * @param {Element} element
 * @param {Record<string, string>} outer  styles inherited from the parent
 * @returns {unknown}
 */
function flatten(element, outer) {
  const style = getComputedStyle(element)
  const parent = element.parentElement
  if (style.display === 'none') return null
  const attributes = Object.fromEntries(
    [...element.attributes]
      .filter(({ name }) => !DROPPED.includes(name))
      .map(({ name, value }) => [name, squeeze(value)]),
  )
  const inherited = { ...outer }
  for (const name of Object.keys(INHERITED)) {
    const value = style.getPropertyValue(name)
    delete attributes[name]
    if (value !== outer[name]) attributes[name] = inherited[name] = value
  }
  for (const [name, usual] of Object.entries(OWN)) {
    const value = style.getPropertyValue(name)
    if (name !== 'display' && name !== 'clip-path' && !(name === 'transform' && 'transform' in attributes)) {
      if (value !== usual) attributes[name] = value
      else delete attributes[name]
    }
  }
  if (element.nodeName === 'text') for (const name of TEXT) attributes[name] = style.getPropertyValue(name)
  if (element.nodeName === 'svg' && parent && !(parent instanceof SVGElement)) {
    attributes['aria-hidden'] = 'true'
    delete attributes.overflow
  }
  const children = [...element.childNodes].flatMap((child) =>
    child instanceof Element
      ? [flatten(child, inherited)]
      : child.textContent?.trim()
        ? [child.textContent.trim()]
        : [],
  )
  return [element.nodeName, attributes, children.filter((child) => child !== null)]
}

/** @param {string} value */
const squeeze = (value) => value.replace(/\s+/g, ' ').trim()
