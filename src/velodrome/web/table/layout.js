// The layout of a table: seats, board, prompt, hand, actions and log.

import { icon } from '../art/icons.js'
import { html, nothing } from '../lib/dom.js'
import { hasText, ruleOf } from '../lib/i18n.js'
import { renderBotBadge } from './bots.js'
import { renderLiveLog, renderLog, renderMove, renderStrip } from './log.js'
import { renderControl } from './pieces.js'
import { renderRuleLink } from './rule_dialog.js'
import { renderConfirmation, renderTakebackButton, renderTakebackVote } from './takeback.js'
import { absentSeats } from './view.js'

/** @typedef {import('../protocol/types.js').View} View */
/** @typedef {import('../protocol/types.js').Room} Room */
/** @typedef {import('../protocol/types.js').Drawing} Drawing */
/** @typedef {import('../protocol/types.js').News} News */
/** @typedef {import('../lib/dom.js').Html} Html */
/** @typedef {import('./view.js').TableUi} TableUi */

const LONG_PROMPT = 60 // characters; longer prompts have smaller letters, so that they fit into the same room

/** @param {Drawing} drawing
 * @param {Room} room
 * @param {View} view
 * @param {TableUi} ui
 * @param {{eyes?: Html, coach?: Html}} [others]
 *   eyes: choice of the view on a shared device; coach: a lesson's panel, replaces the prompt */
export function renderTable(drawing, room, view, ui, { eyes, coach } = {}) {
  const help = renderHelp(drawing, view, ui)
  return html`<main class="table ${view.game} ${help ? 'helped' : ''}" data-key="table" data-ply="${view.table.ply}"
    data-actor="${view.table.actor}" aria-busy="${ui.selection.isSending ? 'true' : 'false'}">
    <h1 class="hidden">${view.say({ key: 'game.name' })} ${drawing.title?.(view)}</h1>
    ${renderSeats(drawing, room, view, ui)}${coach ? '' : renderStrip(drawing, view)}
    <section class="board" data-key="board" aria-label="${view.word('table.board')}"><h2
      class="hidden">${view.word('table.board')}</h2>${drawing.board(view)}</section>
    ${renderLiveLog(drawing, view, ui)}
    <section class="mine" data-key="mine" data-rest tabindex="-1" aria-label="${view.word('table.mine')}"><h2
      class="hidden">${view.word('table.mine')}</h2>
      ${eyes ?? renderBanner(room, view)}${renderTakebackVote(room, view)}${
        room.rematch ? html`<p class="banner" role="status" data-key="next">${rematchText(room, view)}</p>` : ''
      }
      ${coach ?? renderPrompt(drawing, room, view, ui)}
      ${help ?? nothing}
      ${drawing.own(view)}
      ${
        ui.selection.unconfirmed.length
          ? renderConfirmation(drawing, view, ui.selection.unconfirmed)
          : coach && !view.moves.length
            ? nothing
            : renderActions(drawing, room, view)
      }
    </section>
    ${renderLog(drawing, view, ui)}
  </main>`
}

/** Render open hints and premoves: in the side column on a desktop, above the panel on a phone; null if none is open.
 * @param {Drawing} drawing @param {View} view @param {TableUi} ui */
function renderHelp(drawing, view, { parts }) {
  const help = [parts.hints?.(drawing, view), parts.premoves?.panel(drawing, view)].filter((part) => part?.markup)
  return help.length ? html`<div class="help" data-key="help">${help}</div>` : null
}

/** @param {Drawing} drawing @param {Room} room @param {View} view @param {TableUi} ui */
export function renderSeats(drawing, room, view, ui) {
  const count = room.seats.length
  const first = view.me ?? room.mine[0] ?? 0
  const order = room.seats.map((_, i) => (first + i) % count)
  return html`<section class="seats" data-key="seats" data-css="--columns: ${count > 4 ? Math.ceil(count / 2) : count}"
    aria-label="${view.word('table.seats')}"><h2 class="hidden">${view.word('table.seats')}</h2>
    ${order.map((seat) => renderSeat(drawing, room, view, seat, ui))}</section>`
}

/** @param {Drawing} drawing @param {Room} room @param {View} view @param {number} seat @param {TableUi} ui */
function renderSeat(drawing, room, view, seat, ui) {
  const who = room.seats[seat]
  const lost = room.forfeits.includes(seat)
  const turn = view.table.actor === seat && !(lost && seat === view.me)
  const last = view.last.get(seat)
  const isAbsent = absentSeats(room, ui.history).includes(seat)
  const marks = [turn && 'turn', seat === view.me && 'me', !who.online && 'offline'].filter(Boolean).join(' ')
  return html`<article class="plate ${marks}" data-key="plate${seat}" ${turn ? html`aria-current="true"` : ''}>
    <div class="who">${drawing.face(view, seat)}<b class="name">${view.names[seat]}</b>
      ${who.bot ? renderBotBadge(view.word, who, seat) : ''}
      ${
        !who.bot && !who.online
          ? html`<span class="mark" title="${view.word('seat.offline')}">${icon('offline')}<span
        class="hidden">${view.word('seat.offline')}</span></span>`
          : ''
      }</div>
    ${
      lost
        ? html`<span class="counters lost" data-key="lost">${view.word('clock.lost')}</span>`
        : ui.parts.hasClock
          ? renderClock(seat)
          : ''
    }
    <div class="counters">${drawing.plate(view, seat)}</div>
    <div class="last" data-key="last">${
      last ? renderLastMove(drawing, view, last) : isAbsent ? view.word('seat.absent') : ''
    }</div>
  </article>`
}

/**
 * Render a seat's last move, also in a short form for small plates if the game has one.
 * @param {Drawing} drawing
 * @param {View} view
 * @param {News} last
 */
function renderLastMove(drawing, view, last) {
  const key = String(last.told?.key).replace('tell.', 'brief.')
  const whole = renderMove(drawing, view, last, true)
  return hasText(view.game, view.lang, key)
    ? html`<span class="whole" data-key="whole${last.ply}">${whole}</span><span class="brief"
        data-key="brief${last.ply}">${renderMove(drawing, view, last, true, key)}</span>`
    : html`<span data-key="whole${last.ply}">${whole}</span>`
}

/**
 * Render the note for spectators and for players replaced by a bot.
 * @param {Room} room
 * @param {View} view
 */
function renderBanner(room, view) {
  if (room.phase === 'over') return nothing
  if (room.me === null) return html`<p class="banner" data-key="banner">${view.word('table.watching')}</p>`
  if (!room.seats[room.me].bot) return nothing
  if (room.forfeits.includes(room.me))
    return html`<p class="banner" data-key="banner">${view.word('refuse.forfeit')}</p>`
  return html`<p class="banner" data-key="banner">${view.word('table.away')}
    <button type="button" class="press small main" data-do="sit"
      data-arg="${room.me}">${view.word('menu.back')}</button></p>`
}

/** Return the prompt for the viewer; a winner is addressed as such. @param {View} view */
export function promptText(view) {
  const { prompt, actor } = view.table
  return view.say(prompt, actor === -2 && view.me !== null && prompt.winner === view.me)
}

/** @param {Drawing} drawing @param {Room} room @param {View} view @param {TableUi} ui */
export function renderPrompt(drawing, room, view, ui) {
  const { table, lang } = view
  const rule = ruleOf(room.game, lang, table.prompt)
  const mine = view.moves.length > 0 && !view.ahead
  const text = drawing.asks?.(view) ?? promptText(view)
  const looks = [mine && 'asked', table.actor === -2 && 'over', String(text).length > LONG_PROMPT && 'long']
  return html`<div class="prompt ${looks.filter(Boolean).join(' ')}" data-key="prompt">
    <p class="ask"><span role="status" aria-live="${mine || table.actor === -2 ? 'polite' : 'off'}">${text}</span>
      <span class="aids">${rule ? renderRuleLink(view, rule) : ''}
        ${ui.takebackDeniedAt === table.ply ? '' : renderTakebackButton(room, view)}
        ${
          canAskHint(drawing, room, view) ? renderHintButton(view, ui) : ''
        }${canPremove(drawing, room, view) ? renderPremoveButton(view, ui) : ''}
          ${ui.parts.hasClock && mine ? renderClock(table.actor) : ''}</span></p>
    ${ui.parts.hasClock ? html`<p class="hidden" role="status" data-key="said" data-clock-said></p>` : ''}
    ${ui.notice ? html`<p class="notice" role="alert" data-key="notice">${ui.notice()}</p>` : ''}</div>`
}

/** Check whether hints can be shown; not while a drawing replaces the prompt, for example while a kingdom is arranged.
 * @param {Drawing} drawing @param {Room} room @param {View} view */
const canAskHint = (drawing, room, view) =>
  room.terms.hints !== false && view.moves.length > 0 && !view.ahead && !drawing.asks?.(view)

/** @param {View} view @param {TableUi} ui */
const renderHintButton = (
  view,
  ui,
) => html`<button type="button" class="hint-ask" data-key="hint" data-do="hint" aria-keyshortcuts="i"
  aria-expanded="${ui.parts.hints ? 'true' : 'false'}">${icon('bulb')}<span> ${view.word('hint.ask')}</span></button>`

/**
 * Check whether the viewer can premove: others decide, and the device is not shared.
 * @param {Drawing} drawing
 * @param {Room} room
 * @param {View} view
 */
function canPremove(drawing, room, view) {
  const { me, mine, phase, seats } = room
  const waits = phase === 'playing' && me !== null && view.table.actor >= 0 && view.table.actor !== me
  return waits && mine.length === 1 && !seats[me].bot && (drawing.prepares?.(view) ?? true)
}

/** @param {View} view @param {TableUi} ui */
const renderPremoveButton = (
  view,
  { parts },
) => html`<button type="button" class="hint-ask" data-key="ahead" data-do="ahead" aria-keyshortcuts="a"
  aria-expanded="${parts.premoves?.isOpen ? 'true' : 'false'}">${icon('ahead')}<span>
  ${view.word(parts.premoves?.isOpen ? 'ahead.done' : 'ahead.ask')}</span></button>`

/** Render a placeholder where `clocks.js` writes a seat's remaining time. @param {number} seat */
const renderClock = (seat) =>
  html`<span class="clock" role="timer" data-key="clock${seat}" data-clock="${seat}"></span>`

/** @param {Drawing} drawing @param {Room} room @param {View} view */
function renderActions(drawing, room, view) {
  if (view.table.actor === -2) return renderEndActions(room, view)
  if (!view.moves.length) return html`<div class="actions" data-key="actions"></div>` // keeps its room
  const pieces = view.table.zones.find((zone) => zone.id === 'controls')?.pieces ?? []
  return html`<div class="actions" data-key="actions">
    ${drawing.controls ? drawing.controls(view) : pieces.map((piece) => renderControl(drawing, view, piece))}
    ${
      needsPlayButton(view)
        ? html`<button type="button" class="press main play" data-key="play" data-do="play"
          ${view.ready ? '' : html`disabled`}>
      ${view.ahead ? view.word('ahead.add') : (drawing.verb?.(view) ?? view.word('table.play'))}${
        drawing.promise && view.selected.size ? html`<span class="promise">${drawing.promise(view)}</span>` : ''
      }</button>`
        : ''
    }
    ${
      view.selected.size
        ? html`<button type="button" class="press" data-key="clear"
    data-do="clear"><span>${view.word('table.clear')}</span></button>`
        : ''
    }
  </div>`
}

/** Render the buttons after the end of the game. @param {Room} room @param {View} view */
const renderEndActions = (room, view) => html`<div class="actions" data-key="ending">
  ${renderRematchButton(room, view.word)}
  <button type="button" class="press" data-do="sheet">${view.word('bar.scores')}</button>
  <a class="press" href="/" data-do="go" data-arg="/">${view.word('menu.home')}</a></div>`

/**
 * Render the rematch button: players request the next game; once it is open, everybody may join.
 * @param {Room} room
 * @param {View['word']} word
 */
export function renderRematchButton({ mine, rematch }, word) {
  if (!mine.length && !rematch) return nothing
  const key = !rematch ? 'sheet.rematch' : mine.length ? 'sheet.join' : 'sheet.follow'
  return html`<button type="button" class="press main play" data-do="rematch">${word(key)}</button>`
}

/** Say who has opened the next game. @param {Room} room @param {View} view */
export function rematchText({ opener }, view) {
  if (opener === null) return view.word('sheet.next')
  return opener === view.me ? view.word('sheet.next.own') : view.word('sheet.next.who', { seat: opener })
}

/** Check whether some move takes more than one button press. @param {View} view */
function needsPlayButton(view) {
  const buttons = new Set(
    (view.table.zones.find((zone) => zone.id === 'controls')?.pieces ?? []).map((piece) => piece.id),
  )
  return view.moves.some((move) => move.picks.length > 1 || !buttons.has(move.picks[0]))
}
