// Rendering of a replay: seats, board, prompt, the bar to step through the game, and the log.

import { renderLevelOptions } from '../../forms/bot_levels.js'
import { html } from '../../lib/dom.js'
import { renderPrompt, renderSeats } from '../../table/layout.js'
import { groupMoves, renderMoveGroup, renderOutcome, renderRuleOf, standingMoves } from '../../table/log.js'

/** @typedef {import('../../lib/site.js').Site} Site */
/** @typedef {import('../../protocol/types.js').View} View */
/** @typedef {import('../../protocol/types.js').Past} Past */
/** @typedef {import('../../protocol/types.js').Room} Room */
/** @typedef {import('../../protocol/types.js').Drawing} Drawing */
/** @typedef {import('../../lib/dom.js').Html} Html */

/** State of the replay to render.
 * @typedef {object} Shown
 * @property {Past} past
 * @property {number} ply
 * @property {boolean} running autoplay is on
 * @property {boolean} waiting the table of this ply is being fetched
 * @property {string} path
 * @property {string} table
 * @property {string} download
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
      ${renderPrompt(drawing, room, talk, ui)}${drawing.own(view)}${renderScrubber(site, shown)}</section>
    ${renderLog(drawing, talk, shown, ui.log.isOpen)}</main>`
}

// ---------------------------------------------------------------- the bar

const SIGNS = {
  first: html`<path d="M5 4h3v16H5zM20 4v16L9 12z"/>`,
  back: html`<path d="M15.500 3l2.500 2.500-6.500 6.500 6.500 6.500-2.500 2.500-9-9z"/>`,
  play: html`<path d="M7 3v18l13-9z"/>`,
  pause: html`<path d="M6 4h4v16H6zM14 4h4v16h-4z"/>`,
  next: html`<path d="M8.500 3L6 5.500l6.500 6.500L6 18.500 8.500 21l9-9z"/>`,
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
function renderScrubber(site, { past, ply, running }) {
  const { word } = site
  const at = word('replay.at', { ply, plies: past.plies })
  const rounds = past.stages.length > 1
  return html`<div class="scrubber" data-key="scrubber" role="group" aria-label="${word('replay.bar')}">
    <div class="scrub"><input type="range" min="0" max="${past.plies}" value="${ply}" data-key="slider"
      data-input="scrub" aria-label="${word('replay.ply')}"
      aria-valuetext="${at}"><output>${ply}<i>/${past.plies}</i></output></div>
    <div class="steps">${renderButton('first', 'first', word('replay.first'), ply === 0)}${renderButton(
      'back',
      'back',
      word('replay.back'),
      ply === 0,
    )}
      ${renderButton(
        'run',
        running ? 'pause' : 'play',
        word(running ? 'replay.pause' : 'replay.play'),
        ply === past.plies && !running,
      )}
      ${renderButton('next', 'next', word('replay.next'), ply === past.plies)}${renderButton(
        'last',
        'last',
        word('replay.last'),
        ply === past.plies,
      )}</div>
    ${
      rounds
        ? html`<div class="rounds">${past.stages.map(([stage, first], i) =>
            renderRound(site, stage, first, ply >= first && ply < (past.stages[i + 1]?.[1] ?? Infinity)),
          )}</div>`
        : ''
    }
    <div class="looks">${renderViewpoint(site, past)}${
      past.may_go_on
        ? html`<button type="button" class="press small on-button" data-key="on"
        data-do="on">${word('replay.on')}</button>`
        : ''
    }</div></div>`
}

/** @param {Site} site @param {number} stage @param {number} first @param {boolean} now */
const renderRound = (
  site,
  stage,
  first,
  now,
) => html`<button type="button" class="press small ${now ? 'on' : ''}" data-key="round${stage}" data-do="ply"
  data-arg="${first}"
  aria-label="${site.word('sheet.number', { round: stage })}" title="${site.word('sheet.number', { round: stage })}"
  ${now ? html`aria-current="true"` : ''}>${stage}</button>`

/** @param {Site} site @param {Past} past */
function renderViewpoint(site, past) {
  if (past.eyes.length < 2)
    return html`<span class="mark">${site.word('replay.as')} ${viewpointName(site, past, past.looking)}</span>`
  return html`<label>${site.word('replay.as')} <select class="field" data-key="eyes"
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
function renderLog(drawing, view, { past, ply }, open) {
  const all = groupMoves(view, past.news)
  const now = all.findLastIndex((run) => run[0].ply <= ply)
  const stands = new Set(standingMoves(past.news.filter((news) => news.ply <= ply)))
  const look = (/** @type {import('../../protocol/types.js').News[]} */ run, /** @type {number} */ i) =>
    [run[0].actor === -1 && 'chance', i > now ? 'later' : !stands.has(run[0]) && (run[0].undone ? 'undo' : 'undone')]
      .filter(Boolean)
      .join(' ')
  return html`<aside class="log ${open ? 'open' : ''}" data-key="log" aria-label="${view.word('log.title')}">
    <div class="log-head"><h2 class="log-title">${view.word('log.title')}</h2>
      <button type="button" class="press small log-close" data-do="log">${view.word('close')}</button></div>
    <div class="log-lines" data-key="lines" tabindex="0"><ol>${all.map((run, i) =>
      renderEntry(drawing, view, run, i === now, look(run, i)),
    )}</ol></div></aside>`
}

/** Render a group of moves as a button that goes to the table after the last of them.
 * @param {Drawing} drawing
 * @param {View} view
 * @param {import('../../protocol/types.js').News[]} run @param {boolean} now @param {string} look */
function renderEntry(drawing, view, run, now, look) {
  const { ply, actor, told: said } = run[0]
  const last = run[run.length - 1]
  const undone = last.undone
    ? html`${view.word(actor === view.me ? 'back.own' : 'back.told', { seat: view.names[actor] })}`
    : null
  const came = (last.outcomes ?? []).map((text) => [renderOutcome(drawing, view, text), renderRuleOf(view, text)])
  const [first, ...rest] = said
    ? [[renderMoveGroup(drawing, view, run), renderRuleOf(view, said)], ...came]
    : undone
      ? [[undone, ''], ...came]
      : came
  return html`<li data-key="ply${ply}" class="${look}"><div class="said"><button type="button" class="to-ply"
    data-do="ply" data-arg="${last.ply}"
    ${now ? html`aria-current="true"` : ''}>${first[0]}</button>${first[1]}</div>${rest.map(
      ([text, rule]) => html`<div class="said outcome"><span>${text}</span>${rule}</div>`,
    )}</li>`
}

// ---------------------------------------------------------------- dialogs

/** @param {Site} site @param {Shown} shown @param {string} address  link to this ply */
export function renderMenu(site, { past, table, download }, address) {
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
