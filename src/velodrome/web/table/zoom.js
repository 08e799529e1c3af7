// Zoom of a card: a large picture with its name and rule, after a long press, while the pointer rests on it, or by key.

import { html, paint } from '../lib/dom.js'
import { hasText, ruleOf } from '../lib/i18n.js'
import { loadStyle } from '../lib/lazy.js'

/** @typedef {import('../protocol/types.js').View} View */
/** @typedef {import('../protocol/types.js').Piece} Piece */

const REST = 700 // ms that a mouse must rest on a card
const PRESS = 450 // ms of a long press
const SLIP = 10 // px that a finger may move during a long press
const GAP = 8 // px between card and zoom, and to the edge of the window

/** Return the key of the sentence about a piece: of its kind and value, or of its kind; null if there is none.
 * @param {View} view @param {Piece} piece */
export function ruleKey({ game, lang }, { kind, value }) {
  const keys = [`card.${kind}.${value}`, `card.${kind}`, `view.ability.${kind}`]
  return kind ? (keys.find((key) => hasText(game, lang, key)) ?? null) : null
}

/** Return the piece that an element shows. @param {View} view @param {Element} element */
function pieceOf(view, element) {
  const ids = ['data-arg', 'data-flip', 'data-key'].map((name) => element.getAttribute(name))
  return view.table.zones.flatMap(({ pieces }) => pieces).find(({ id }) => ids.includes(id))
}

/**
 * Listen to pointers and keys on the whole page.
 * @param {() => View | null} currentView
 * @param {AbortSignal} signal
 */
export function listenToZoom(currentView, signal) {
  const zoom = new Zoom(currentView)
  const on = (/** @type {string} */ kind, /** @type {(event: any) => void} */ react) =>
    document.addEventListener(kind, react, { signal, capture: true })
  on('pointerover', (/** @type {PointerEvent} */ event) => zoom.enter(event))
  on('pointerdown', (/** @type {PointerEvent} */ event) => zoom.press(event))
  on('pointermove', (/** @type {PointerEvent} */ event) => zoom.slip(event))
  for (const kind of ['pointerup', 'pointercancel']) on(kind, () => zoom.release())
  on('click', (/** @type {Event} */ event) => zoom.swallow(event))
  on('contextmenu', (/** @type {Event} */ event) => zoom.element && event.preventDefault())
  on('keydown', (/** @type {KeyboardEvent} */ event) => zoom.key(event))
  on('scroll', () => zoom.hide())
  on('focusout', () => zoom.isPressed || zoom.hide()) // a long press also moves the focus
  signal.addEventListener('abort', () => zoom.hide())
  void loadStyle('zoom')
}

class Zoom {
  /** @param {() => View | null} currentView */
  constructor(currentView) {
    this.currentView = currentView
    /** @type {HTMLElement | null} */ this.element = null // the open zoom
    this.timer = 0
    this.start = { x: 0, y: 0 } // of a long press
    this.isPressed = false // the click at the end of a long press must not pick the card
  }

  /** Return the card below an event. @param {Event} event */
  cardOf({ target }) {
    const found = target instanceof Element ? target.closest('.table .piece') : null
    return found instanceof HTMLElement ? found : null
  }

  /** @param {PointerEvent} event */
  enter(event) {
    if (event.pointerType !== 'mouse') return
    this.hide()
    const card = this.cardOf(event)
    if (card && !event.buttons) this.timer = setTimeout(() => this.show(card), REST)
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.hide()
    this.isPressed = false
    const card = event.pointerType === 'mouse' ? null : this.cardOf(event)
    if (!card) return
    this.start = { x: event.clientX, y: event.clientY }
    this.timer = setTimeout(() => {
      this.isPressed = this.show(card)
    }, PRESS)
  }

  /** @param {PointerEvent} event */
  slip({ pointerType, clientX, clientY }) {
    if (pointerType === 'mouse' || this.element) return
    if (Math.hypot(clientX - this.start.x, clientY - this.start.y) > SLIP) clearTimeout(this.timer)
  }

  /** End a press before it is long; a zoom that is already open stays until the next touch. */
  release() {
    if (!this.element) clearTimeout(this.timer)
  }

  /** @param {Event} event */
  swallow(event) {
    if (!this.isPressed) return this.hide()
    this.isPressed = false
    event.stopPropagation()
    event.preventDefault()
  }

  /** Open the zoom of the focused card by Z; any other key closes it. @param {KeyboardEvent} event */
  key(event) {
    const wasOpen = this.element !== null
    this.hide()
    if (event.key === 'Escape' && wasOpen) event.stopPropagation()
    if (event.key.toLowerCase() !== 'z' || event.ctrlKey || event.metaKey || event.altKey) return
    const card = this.cardOf(event)
    if (card && !wasOpen) this.show(card)
  }

  hide() {
    clearTimeout(this.timer)
    this.element?.remove()
    this.element = null
  }

  /** Show a card; return whether it has a rule to show. @param {HTMLElement} card */
  show(card) {
    const view = this.currentView()
    const piece = view && card.isConnected ? pieceOf(view, card) : undefined
    const key = view && piece ? ruleKey(view, piece) : null
    if (!view || !piece || !key) return false
    this.element = document.createElement('div')
    this.element.className = `zoom ${view.game}`
    this.element.popover = 'manual'
    const rule = ruleOf(view.game, view.lang, { key })
    paint(
      this.element,
      html`<div class="zoom-picture" aria-hidden="true"></div><p role="status"><b>${card.title}</b> <span>${view.word(
        key,
        piece,
      )}</span>${rule ? html` <span class="mark">${rule}</span>` : ''}</p>`,
    )
    for (const part of card.children) this.element.firstElementChild?.append(part.cloneNode(true))
    document.body.append(this.element)
    this.element.showPopover()
    place(this.element, card.getBoundingClientRect())
    return true
  }
}

/** Put the zoom above its card, or below it if there is no room. @param {HTMLElement} zoom @param {DOMRect} card */
function place(zoom, card) {
  const { width, height } = zoom.getBoundingClientRect()
  const left = Math.min(innerWidth - width - GAP, Math.max(GAP, card.x + card.width / 2 - width / 2))
  const above = card.top - height - GAP
  const below = Math.min(card.bottom + GAP, innerHeight - height - GAP)
  Object.assign(zoom.style, { left: `${left}px`, top: `${above >= GAP ? above : Math.max(GAP, below)}px` })
}
