// Rendering of a replay: seats, board, prompt, what happened, the bar to step through the game, and the log.

import { renderLevelOptions } from '../../forms/bot_levels.js'
import { html, nothing } from '../../lib/dom.js'
import { hasText, say } from '../../lib/i18n.js'
import { renderPrompt, renderSeats } from '../../table/layout.js'
import {
  findDividers,
  findEffects,
  groupMoves,
  joinDice,
  renderMoveLine,
  renderOutcome,
  renderRules,
  standingMoves,
} from '../../table/log.js'

/** @typedef {import('../../lib/site.js').Site} Site */
/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../protocol/types.js').Past} Past */
/** @typedef {import('../../protocol/types.js').Room} Room */
/** @typedef {import('../../protocol/types.js').Drawing} Drawing */
/** @typedef {import('../../lib/dom.js').Html} Html */

/** @typedef {import('../../protocol/types.js').News} News */

/** State of the replay to render.
 * @typedef {object} Shown
 * @property {Past} past
 * @property {import('./steps.js').Step[]} steps
 * @property {number} step  the one shown
 * @property {import('./steps.js').Round[]} rounds
 * @property {number} round  index of the round of this step
 * @property {boolean} running  autoplay is on
 * @property {boolean} waiting  the table of this step is being fetched
 */

/** @param {Site} site
 * @param {Drawing} drawing
 * @param {Room} room
 * @param {View} view  for the drawing
 * @param {View} talk  for sentences
 * @param {import('../../table/view.js').TableUi} ui @param {Shown} shown */
export function renderReplay(site, drawing, room, view, talk, ui, shown) {
  return html`<main class="table past ${view.game}" data-key="table" data-ply="${view.table.ply}"
    data-actor="${view.table.actor}" aria-busy="${shown.waiting ? 'true' : 'false'}">
    ${renderSeats(drawing, room, view, ui)}
    <section class="board" data-key="board" aria-label="${view.word('table.board')}">${drawing.board(view)}</section>
    <section class="mine" data-key="mine" data-rest tabindex="-1" aria-label="${view.word('replay.bar')}">
      ${renderHappened(drawing, talk, shown)}${renderPrompt(drawing, room, talk, ui)}${drawing.own(view)}
      ${renderScrubber(site, shown)}</section>
    ${renderLog(drawing, talk, shown, ui.log.isOpen)}</main>`
}

// ---------------------------------------------------------------- what happened

/** Say what happened in this step. @param {Drawing} drawing @param {View} view @param {Shown} shown */
function renderHappened(drawing, view, { steps, step, running }) {
  const said = groupMoves(view, steps[step].news).map((run) => html`${renderSentences(drawing, view, run)} `)
  return html`<p class="happened" data-key="happened" role="status" aria-live="${running ? 'off' : 'polite'}"><span>${
    step ? '' : openingText(view, steps)
  } ${said}</span></p>`
}

/** Describe the table before the first decision. @param {View} view @param {import('./steps.js').Step[]} steps */
function openingText(view, steps) {
  const isReady = steps.length > 1 && steps[0].news.length > 0
  return isReady && hasText(view.game, view.lang, 'view.opening')
    ? html`<b>${view.say({ key: 'view.opening' })}</b>`
    : html`<b>${view.word('replay.start')}</b>`
}

/** Render the sentences of a group of moves and of all its outcomes. @param {Drawing} drawing @param {View} view
 * @param {News[]} run */
const renderSentences = (drawing, view, run) =>
  html`${undoText(view, run[0])}${renderMoveLine(drawing, view, run, [...findEffects(run), ...findDividers(run)])}`

/** Say who took a move back; nothing for other moves. @param {View} view @param {News} news */
const undoText = (view, { actor, undone }) =>
  undone ? html`${view.word(actor === view.me ? 'back.own' : 'back.told', { seat: view.names[actor] })}` : nothing

// ---------------------------------------------------------------- the bar

const SIGNS = {
  first: html`<path d="M5 4h3v16H5zM20 4v16L9 12z"/>`,
  roundBack: html`<path d="M12.500 4v16L2 12zM22 4v16l-10.500-8z"/>`,
  back: html`<path d="M15.500 3l2.500 2.500-6.500 6.500 6.500 6.500-2.500 2.500-9-9z"/>`,
  play: html`<path d="M7 3v18l13-9z"/>`,
  pause: html`<path d="M6 4h4v16H6zM14 4h4v16h-4z"/>`,
  next: html`<path d="M8.500 3L6 5.500l6.500 6.500L6 18.500 8.500 21l9-9z"/>`,
  roundNext: html`<path d="M11.500 4v16L22 12zM2 4v16l10.500-8z"/>`,
  last: html`<path d="M16 4h3v16h-3zM4 4v16l11-8z"/>`,
}

/** @param {string} action @param {keyof typeof SIGNS} sign @param {string} name @param {boolean} [off] */
const renderButton = (
  action,
  sign,
  name,
  off = false,
) => html`<button type="button" class="press small" data-key="${action}" data-do="${action}" aria-label="${name}"
  title="${name}" ${off ? html`aria-disabled="true"` : ''}>
  <svg class="icon" viewBox="0 0 24 24" width="20" height="20" fill="currentColor"
    aria-hidden="true">${SIGNS[sign]}</svg></button>`

/** @param {Site} site @param {Shown} shown */
function renderScrubber(site, shown) {
  const { past, steps, step } = shown
  const { word } = site
  const last = steps.length - 1
  const at = word('replay.at', { step, steps: last })
  return html`<div class="scrubber" data-key="scrubber" role="group" aria-label="${word('replay.bar')}">
    <div class="scrub"><input type="range" min="0" max="${last}" value="${step}" data-key="slider"
      data-input="scrub" aria-label="${word('replay.step')}" aria-valuetext="${at}"><output
      title="${at}">${step}<i>/${last}</i></output></div>
    ${renderSteps(site, shown)}${renderRounds(site, shown)}
    <div class="looks">${renderViewpoint(site, past)}${
      past.may_go_on
        ? html`<button type="button" class="press small on-button" data-key="on"
        data-do="on">${word('replay.on')}</button>`
        : ''
    }</div></div>`
}

/** Render the buttons that step through the game. @param {Site} site @param {Shown} shown */
function renderSteps({ word }, { steps, step, rounds, running }) {
  const isFirst = step === 0
  const isLast = step === steps.length - 1
  const hasRounds = rounds.length > 1
  return html`<div class="steps">${renderButton('first', 'first', word('replay.first'), isFirst)}
    ${hasRounds ? renderButton('roundBack', 'roundBack', word('replay.round.back'), isFirst) : ''}
    ${renderButton('back', 'back', word('replay.back'), isFirst)}
    ${renderButton(
      'run',
      running ? 'pause' : 'play',
      word(running ? 'replay.pause' : 'replay.play'),
      isLast && !running,
    )}
    ${renderButton('next', 'next', word('replay.next'), isLast)}
    ${hasRounds ? renderButton('roundNext', 'roundNext', word('replay.round.next'), isLast) : ''}
    ${renderButton('last', 'last', word('replay.last'), isLast)}</div>`
}

/** Render the choice of a round. @param {Site} site @param {Shown} shown */
function renderRounds(site, { past, rounds, round }) {
  if (rounds.length < 2) return nothing
  return html`<label class="rounds"><span class="hidden">${site.word('replay.round')}</span><select class="field"
    data-key="round"
    data-change="round">${rounds.map(
      ({ number, step }, i) =>
        html`<option value="${step}"
          ${i === round ? html`selected` : ''}>${roundName(past.game, site.lang, number)}</option>`,
    )}</select></label>`
}

/** Name a round; some games call it a lap. @param {string} game @param {string} lang @param {number} round */
const roundName = (game, lang, round) =>
  hasText(game, lang, 'view.round')
    ? say(game, lang, { key: 'view.round', round })
    : say('web', lang, { key: 'sheet.number', round })

/** @param {Site} site @param {Past} past */
function renderViewpoint(site, past) {
  if (past.eyes.length < 2)
    return html`<span class="mark">${site.word('replay.as')} ${viewpointName(site, past, past.looking)}</span>`
  return html`<label><span>${site.word('replay.as')}</span> <select class="field" data-key="eyes"
    data-change="eyes">${past.eyes.map(
      (eye) =>
        html`<option value="${eye}"
          ${eye === past.looking ? html`selected` : ''}>${viewpointName(site, past, eye)}</option>`,
    )}</select></label>`
}

/** @param {Site} site @param {Past} past @param {string} eye */
function viewpointName(site, past, eye) {
  if (eye === 'open') return site.word('replay.open')
  if (eye === 'onlooker') return site.word('replay.onlooker')
  return Number(eye) === past.me ? site.word('you') : past.seats[Number(eye)].name
}

// ---------------------------------------------------------------- the log

/** @param {Drawing} drawing @param {View} view @param {Shown} shown @param {boolean} open */
function renderLog(drawing, view, shown, open) {
  const { past, steps, step, rounds } = shown
  const { ply } = steps[step]
  const stands = new Set(standingMoves(past.news.filter((news) => news.ply <= ply)))
  const look = (/** @type {News} */ news, /** @type {boolean} */ isLater) =>
    [news.actor === -1 && 'chance', isLater ? 'later' : !stands.has(news) && (news.undone ? 'undo' : 'undone')]
      .filter(Boolean)
      .join(' ')
  const named = rounds.length > 1 ? rounds : []
  const names = new Map(named.map(({ number, step }) => [step, roundName(past.game, view.lang, number)]))
  return html`<aside class="log ${open ? 'open' : ''}" data-key="log" aria-label="${view.word('log.title')}">
    <div class="log-head"><h2 class="log-title">${view.word('log.title')}</h2>
      <button type="button" class="press small log-close" data-do="log">${view.word('close')}</button></div>
    <div class="log-lines" data-key="lines" tabindex="0"><ol>${steps.map((one, i) => {
      const runs = joinDice(groupMoves(view, one.news))
      return html`${runs.map((run, j) =>
        renderEntry(drawing, view, run, i, i === step && !j, look(run[0], i > step)),
      )}${renderDividers(drawing, view, runs.flatMap(findDividers), i, names.get(i), i > step)}`
    })}</ol></div></aside>`
}

/** Render what a step says about the end of a round or of the game; otherwise the name of the round that begins.
 * @param {Drawing} drawing @param {View} view @param {import('../../protocol/types.js').Text[]} dividers
 * @param {number} step @param {string | undefined} name @param {boolean} isLater */
function renderDividers(drawing, view, dividers, step, name, isLater) {
  if (!dividers.length && !name) return nothing
  const said = dividers.length ? dividers.map((text) => html`${renderOutcome(drawing, view, text)} `) : name
  return html`<li class="divider ${name ? 'round-line' : ''} ${isLater ? 'later' : ''}" data-key="round${step}"><button
    type="button" class="to-step" data-do="step" data-arg="${step}">${said}</button>${renderRules(view, dividers)}</li>`
}

/** Render a group of moves as a button that goes to its step; nothing if only dividers have a sentence.
 * @param {Drawing} drawing
 * @param {View} view
 * @param {News[]} run @param {number} step @param {boolean} now @param {string} look */
function renderEntry(drawing, view, run, step, now, look) {
  const { ply, told, undone } = run[0]
  const effects = findEffects(run)
  if (!told && !undone && !effects.length) return nothing
  return html`<li data-key="ply${ply}" class="${look}"><button type="button" class="to-step" data-do="step"
    data-arg="${step}" ${now ? html`aria-current="true"` : ''}>${undoText(view, run[0])}${renderMoveLine(
      drawing,
      view,
      run,
      effects,
    )}</button>${renderRules(view, [told ?? [], effects].flat())}</li>`
}

// ---------------------------------------------------------------- dialogs

/** @param {Site} site @param {import('./source.js').Source} source @param {Past} past
 * @param {string} address  link to this step */
export function renderMenu(site, { table, download }, past, address) {
  const { word } = site
  return html`<div class="menu"><h2>${word('replay.title')}</h2>
    ${
      table
        ? html`<p class="invite"><label for="link">${word('replay.link')}</label> <span class="row"><input id="link"
          class="field wide" readonly value="${address}">
      <button type="button" class="press" data-key="copy" data-do="copy">${word('lobby.copy')}</button></span></p>`
        : ''
    }
    <div class="choose">${
      download ? html`<a class="press" href="${download}" download>${word('replay.download')}</a>` : ''
    }
      ${
        table
          ? html`<a class="press" href="${table}" data-do="go" data-arg="${table}">${word('replay.table')}</a>`
          : html`<button type="button" class="press" data-do="other">${word('replay.load.other')}</button>`
      }
      <a class="press" href="/" data-do="go" data-arg="/">${word('menu.home')}</a></div>
    ${past.over || !table ? '' : html`<p class="mark-text">${word('replay.eyes')}</p>`}
    <p class="mark-text">${word('replay.keys')}</p></div>`
}

/**
 * @param {Site} site
 * @param {Past} past
 * @param {number} seat  preselected
 * @param {string} level
 * @param {string} notice
 */
export function renderContinueDialog(site, past, seat, level, notice) {
  const { word } = site
  const one = past.eyes.length === 1
  return html`<div class="menu going-on"><h2>${word('replay.on')}</h2><p>${word('replay.on.text')}
    ${one ? word('replay.on.guess') : ''}</p>
    ${notice ? html`<p class="notice" role="alert">${notice}</p>` : ''}
    <div class="choose"><label>${word('replay.on.seat')} <select class="field"
      name="seat">${past.seats.map(
        (who, i) =>
          html`<option value="${i}" ${
            i === seat ? html`selected` : ''
          }>${i === past.me ? word('you') : who.name}</option>`,
      )}</select></label>
      <label>${word('home.level')} <select class="field"
        name="level">${renderLevelOptions(word, level)}</select></label></div>
    <button type="button" class="press main" data-do="goOn">${word('replay.on')}</button></div>`
}
