// The log of a table: moves and their outcomes in sentences.

import { html, nothing } from '../lib/dom.js'
import { hasText, ruleOf, show } from '../lib/i18n.js'
import { toPlainText } from '../lib/screenreader.js'
import { renderRuleLink } from './rule_dialog.js'

/** @typedef {import('../protocol/types.js').View} View */
/** @typedef {import('../protocol/types.js').Drawing} Drawing */
/** @typedef {import('../protocol/types.js').News} News */
/** @typedef {import('../lib/dom.js').Html} Html */
/** @typedef {import('./view.js').TableUi} TableUi */

/** Return the moves that were not undone; lines that undo moves are left out too. @param {News[]} history */
export function standingMoves(history) {
  const undone = new Set(history.flatMap((line) => line.undone ?? []))
  return history.filter((line) => !line.undone && !undone.has(line.ply))
}

/** Render a move as a sentence with pictures.
 * @param {Drawing} drawing
 * @param {View} view
 * @param {News} news
 * @param {boolean} [brief]  without the player's name
 * @param {string} [key]  key of another sentence with the same arguments */
export function renderMove(drawing, view, news, brief = false, key = news.told?.key) {
  if (!news.told) return nothing
  const who = news.actor >= 0 ? view.names[news.actor] : ''
  const words = (/** @type {string} */ argument, /** @type {string} */ value) => {
    if (argument === 'who') return brief ? nothing : html`<b>${who}</b>`
    return argument.startsWith('seat') ? null : renderChips(drawing, view, value, argument)
  }
  return html`${show(
    view.game,
    view.lang,
    { ...news.told, key: String(key), who },
    view.spoken,
    words,
    news.actor === view.me,
  )} ${drawing.aside?.(view, news)}`
}

/**
 * Render the name of a move that the viewer could make.
 * @param {Drawing} drawing
 * @param {View} view
 * @param {import('../protocol/types.js').Planned} move
 */
export const renderMoveName = (drawing, view, { text, told: news }) =>
  news && view.me !== null
    ? renderMove(drawing, view, { ply: 0, actor: view.me, text, told: news }, true)
    : html`${hasText(view.game, view.lang, `piece.${text}`) ? view.word(`piece.${text}`) : text}`

/**
 * Render an outcome of a move as a sentence with pictures.
 * @param {Drawing} drawing
 * @param {View} view
 * @param {import('../protocol/types.js').Text} text
 */
export function renderOutcome(drawing, view, text) {
  const mine = (/** @type {unknown} */ seat) => view.me !== null && seat === view.me
  /** @type {import('../lib/i18n.js').Picture} */
  const words = (argument, value, part) =>
    argument === 'seat' ? html`<b>${view.spoken[Number(value)]}</b>` : renderChips(drawing, view, value, argument, part)
  return show(view.game, view.lang, text, view.spoken, words, mine(text.seat) || mine(text.winner))
}

/** Render small pictures of the pieces in a value such as "red2+red5"; null if it names none.
 * @param {Drawing} drawing
 * @param {View} view
 * @param {string} value
 * @param {string} [argument]  name of the text argument: "pips", "square"
 * @param {import('../protocol/types.js').Text} [text]  the text that has this argument */
export function renderChips(drawing, view, value, argument, text) {
  const found = value.split('+').map((word) => drawing.chip(view, word, argument, text))
  return found.every(Boolean) ? html`<span class="chips">${found}</span>` : null
}

/**
 * Group consecutive moves of one actor that share one sentence, such as stolen cards.
 * @param {View} view
 * @param {News[]} heard
 */
export function groupMoves(view, heard) {
  const stands = new Set(standingMoves(heard))
  /** @type {News[][]} */
  const found = []
  for (const news of heard) {
    const last = found.at(-1)
    const key = news.told?.key
    if (!key && !news.outcomes && !news.undone) continue
    if (
      key &&
      last &&
      last[0].told?.key === key &&
      last[0].actor === news.actor &&
      stands.has(last[0]) === stands.has(news) &&
      !last.at(-1)?.outcomes &&
      hasText(view.game, view.lang, `${key}.all`)
    )
      last.push(news)
    else found.push([news])
  }
  return found
}

/**
 * Join dice without a sentence of their own to the decision before them, so that both are one line of the log.
 * @param {News[][]} runs
 */
export function joinDice(runs) {
  /** @type {News[][]} */
  const found = []
  for (const run of runs) {
    const last = found.at(-1)?.at(-1)
    const isDice = run[0].actor === -1 && !run[0].told && !run[0].undone
    if (isDice && last && last.actor >= 0 && last.told && !last.outcomes) found.at(-1)?.push(...run)
    else found.push([...run])
  }
  return found
}

/** @param {Drawing} drawing @param {View} view @param {News[]} run */
export function renderMoveGroup(drawing, view, run) {
  const moves = run.filter(({ told }) => told)
  const [{ told, actor }] = moves
  if (moves.length === 1) return renderMove(drawing, view, moves[0])
  const each = moves.map(({ told }) =>
    Object.entries(told ?? {})
      .filter(([name]) => name !== 'key')
      .map(([name, value]) =>
        name.startsWith('seat')
          ? view.spoken[Number(value)]
          : (renderChips(drawing, view, String(value), name) ?? value),
      ),
  )
  const all = each.map((part, i) => html`${i ? ', ' : ''}${part}`)
  const words = (/** @type {string} */ argument) =>
    argument === 'who' ? html`<b>${view.names[actor]}</b>` : html`${all}`
  const text = { key: `${told?.key}.all`, count: moves.length }
  return show(view.game, view.lang, text, view.spoken, words, actor === view.me)
}

/** Check whether an outcome starts or ends a round or lap, which the log shows as a divider.
 * @param {import('../protocol/types.js').Text} text */
export const isDivider = ({ key }) => /^outcome\.(round|lap)\b/.test(key)

/** Check whether an outcome tells the result of the game: a tie-break, or the final prompt, which names the winner.
 * @param {import('../protocol/types.js').Text} text */
const isResult = ({ key }) => /^(outcome\.tie|prompt)\./.test(key)

/** Return the outcomes of a group of moves that belong to its line of the log. @param {News[]} run */
export const findEffects = (run) => (run.at(-1)?.outcomes ?? []).filter((text) => !isDivider(text) && !isResult(text))

/** Return the outcomes of a group of moves that the log shows as dividers; the result comes last.
 * @param {News[]} run */
export function findDividers(run) {
  const outcomes = run.at(-1)?.outcomes ?? []
  return [...outcomes.filter(isDivider), ...outcomes.filter(isResult)]
}

/**
 * Render a group of moves with its outcomes as one line of the log, a divider where a round ends, and the result.
 * @param {Drawing} drawing
 * @param {View} view
 * @param {Set<News>} stands  moves that were not undone
 * @param {News[]} run  the group
 */
function renderLogEntry(drawing, view, stands, run) {
  const { ply, actor } = run[0]
  if (run[0].undone)
    return html`<li data-key="ply${ply}" class="undo">${view.word(actor === view.me ? 'back.own' : 'back.told', {
      seat: view.names[actor],
    })}</li>`
  const undone = stands.has(run[0]) ? '' : 'undone'
  const effects = findEffects(run)
  const line = [run[0].told ?? [], effects].flat()
  return html`${
    line.length
      ? html`<li data-key="ply${ply}" tabindex="-1" class="${actor === -1 ? 'chance' : ''} ${undone}">
        ${renderMoveLine(drawing, view, run, effects)}${renderRules(view, line)}</li>`
      : ''
  }${findDividers(run).map(
    (text, i) => html`<li data-key="ply${ply}divider${i}" tabindex="-1" class="divider ${undone}"><span
      class="outcome">${renderOutcome(drawing, view, text)}</span>${renderRules(view, [text])}</li>`,
  )}`
}

/** Render a group of moves and these outcomes. @param {Drawing} drawing @param {View} view @param {News[]} run
 * @param {import('../protocol/types.js').Text[]} outcomes */
export function renderMoveLine(drawing, view, run, outcomes) {
  return html`${run[0].told ? renderMoveGroup(drawing, view, run) : ''}${outcomes.map(
    (text) => html` <span class="outcome">${renderOutcome(drawing, view, text)}</span>`,
  )}`
}

/** Render links to the rules behind texts, each rule once.
 * @param {View} view @param {import('../protocol/types.js').Text[]} texts */
export function renderRules(view, texts) {
  const rules = new Set(texts.map((text) => ruleOf(view.game, view.lang, text)).filter(Boolean))
  if (!rules.size) return nothing
  return html` <span class="rules">${[...rules].map((rule) => renderRuleLink(view, String(rule)))}</span>`
}

/** Describe moves in plain sentences. @param {Drawing} drawing @param {View} view @param {News[]} heard */
export const describeMoves = (drawing, view, heard) =>
  groupMoves(view, heard).map((run) => describeGroup(drawing, view, run))

/** @param {Drawing} drawing @param {View} view @param {News[]} run */
const describeGroup = (drawing, view, run) => toPlainText(renderLogEntry(drawing, view, new Set(run), run))

const MAX_LIVE_MOVES = 8 // moves read aloud when many arrive at once

/**
 * Render the latest moves for screen readers, since the log may be closed.
 * @param {Drawing} drawing
 * @param {View} view
 * @param {TableUi} ui
 */
export function renderLiveLog(drawing, view, ui) {
  const heard = groupMoves(view, ui.history).slice(-MAX_LIVE_MOVES)
  return html`<div class="hidden" data-key="latest" role="log" aria-label="${view.word('heard.title')}">
    ${heard.map((run) => html`<p data-key="heard${run[0].ply}">${describeGroup(drawing, view, run)}</p>`)}</div>`
}

const STRIP_MOVES = 10 // shown at least; old ones are removed ten at a time, so that the others seldom move

/** Return the outcomes of a group of moves, without dividers. @param {News[]} run */
const lastEffects = (run) => (run.at(-1)?.outcomes ?? []).filter((text) => !isDivider(text))

/**
 * Render the last moves in a row, for screens where the log is closed; those since the viewer's last move stand out.
 * Screen readers have the live log.
 * @param {Drawing} drawing
 * @param {View} view
 */
export function renderStrip(drawing, view) {
  const own = view.heard.findLast(({ actor }) => view.me !== null && actor === view.me)?.ply ?? -1
  const runs = groupMoves(view, view.heard)
  const first = STRIP_MOVES * Math.max(0, Math.floor(runs.length / STRIP_MOVES) - 1)
  return html`<div class="strip" data-key="strip" data-do="log" aria-hidden="true">${runs.slice(first).map(
    (run) => html`<span class="${run[0].ply > own ? 'new' : ''}"
      data-key="strip${run[0].ply}">${renderMoveLine(drawing, view, run, lastEffects(run))}</span>`,
  )}</div>`
}

/** The newest move that a strip was scrolled to. @type {WeakMap<Element, string>} */
const followed = new WeakMap()

/** Scroll the strip to the newest move, when there is a new one. @param {Element} root */
export function followStrip(root) {
  const strip = root.querySelector('.strip')
  const newest = strip?.lastElementChild?.getAttribute('data-key') ?? ''
  if (!strip || followed.get(strip) === newest) return
  followed.set(strip, newest)
  strip.scrollLeft = strip.scrollWidth
  // of a move that is wider than the strip, the beginning counts: who made it
  const left = (strip.lastElementChild?.getBoundingClientRect().left ?? 0) - strip.getBoundingClientRect().left
  if (left < 0) strip.scrollLeft += left
}

/** @param {Drawing} drawing @param {View} view @param {TableUi} ui */
export function renderLog(drawing, view, ui) {
  const chat = ui.parts.chat?.panel()
  const stands = new Set(standingMoves(ui.history))
  return html`<aside class="log ${ui.log.isOpen ? 'open' : ''} ${chat ? `with-talk on-${ui.log.tab}` : ''}"
    data-key="log" aria-label="${view.word('log.title')}">
    <div class="log-head"><h2 class="log-title">${view.word('log.title')}</h2>${chat ? renderTabs(view, ui) : ''}
      <button type="button" class="press small log-close" data-do="log">${view.word('close')}</button></div>
    <div class="log-lines" data-key="lines" role="log" aria-live="off" aria-label="${view.word('log.title')}"
      tabindex="0"><ol>${joinDice(groupMoves(view, ui.history)).map((run) =>
        renderLogEntry(drawing, view, stands, run),
      )}</ol></div>${chat ?? ''}</aside>`
}

/** @param {View} view @param {TableUi} ui */
function renderTabs(view, ui) {
  const unread = ui.parts.chat?.unread
  return html`<div class="tabs" data-key="tabs">
    ${renderTab(view, ui, 'log', 'bar.log', nothing)}
    ${renderTab(view, ui, 'talk', 'talk.title', unread ? html`<b class="unread">${unread}</b>` : nothing)}</div>`
}

/** @param {View} view @param {TableUi} ui @param {'log' | 'talk'} name @param {string} key @param {Html} badge */
function renderTab({ word }, { log }, name, key, badge) {
  const isOn = log.tab === name
  return html`<button type="button" class="press small ${isOn ? 'on' : ''}" data-key="tab-${name}" data-do="tab"
    data-arg="${name}" aria-pressed="${isOn ? 'true' : 'false'}">${word(key)}${badge}</button>`
}

/**
 * Keep a list scrolled to its end while the reader is there.
 * @param {string} name  class of the list
 * @returns {(content: string) => void}  call after each paint with a text that changes when the list grows
 */
export function followEnd(name) {
  let shown = ''
  let isAtEnd = true
  let height = 0
  /** @type {Element | null} */ let watched = null
  const observer = new ResizeObserver(() => {
    height = watched?.clientHeight ?? 0
    if (watched && isAtEnd) watched.scrollTop = watched.scrollHeight // the list shrinks when the chat opens
  })
  return (content) => {
    const list = document.querySelector(`.${name}`)
    if (list && list !== watched) {
      watched = list
      list.addEventListener('scroll', () => {
        if (list.clientHeight !== height) return // it was resized, not scrolled by the reader
        isAtEnd = list.scrollTop + height > list.scrollHeight - 24
      })
      observer.disconnect()
      observer.observe(list)
      shown = ''
    }
    if (!list?.clientHeight) return // closed, as on a phone: its end is shown when it opens
    if (isAtEnd && content !== shown) list.scrollTop = list.scrollHeight
    shown = content
  }
}
