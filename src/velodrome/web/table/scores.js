// Score sheet, shown between rounds and at the end.

import { html } from '../lib/dom.js'
import { hasText, ruleOf } from '../lib/i18n.js'
import { renderBotTag } from './bots.js'
import { promptText, rematchText, renderRematchButton } from './layout.js'
import { groupMoves, renderMoveGroup, renderOutcome } from './log.js'
import { renderRuleLink } from './rule_dialog.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {import('../protocol/types.js').Room} Room */
/** @typedef {import('../protocol/types.js').View} View */
/** @typedef {import('../protocol/types.js').News} News */

/** @param {Site} site @param {import('../protocol/types.js').Drawing} drawing @param {Room} room @param {View} view
 * @param {import('../protocol/types.js').Text[]} last  outcomes of the last move
 * @param {News[]} ended  moves that ended the round */
export function renderScores(site, drawing, room, view, last, ended) {
  const { word } = site
  const { scores, ranking, sheet } = view.table
  const over = view.table.actor === -2
  const order = room.seats.map((_, seat) => seat).sort((a, b) => ranking[a] - ranking[b])
  const stages = sheet.length > 1 || (sheet.length === 1 && !over) ? sheet : []
  const scored = hasText(room.game, view.lang, 'sheet.score') // a game without this text has no points, only a winner
  const rounds = stages.length && !over ? word('sheet.round', { round: stages.length }) : word('sheet.title')
  return html`<div class="scores ${room.game}"><h2>${over ? promptText(view) : rounds}</h2>
    ${ended.length ? renderLastMoves(drawing, view, ended) : ''}
    <div class="scroll" tabindex="0"><table><caption
      class="hidden">${over ? word('sheet.title') : rounds}</caption><thead><tr><th
      scope="col">${word('sheet.place')}</th><th scope="col">${word('sheet.player')}</th>
      ${stages.map(
        (_, i) => html`<th scope="col"><abbr
      title="${word('sheet.number', { round: i + 1 })}">${i + 1}</abbr></th>`,
      )}${scored ? html`<th scope="col">${view.say({ key: 'sheet.score' })}</th>` : ''}</tr></thead>
    <tbody>${order.map(
      (seat) => html`<tr class="${seat === view.me ? 'me' : ''}" data-key="seat${seat}"><td
        class="place">${ranking[seat]}</td>
      <th scope="row"><span class="who">${drawing.face(view, seat)} ${view.names[seat]}
        ${renderBotTag(word, room.seats[seat])}
        ${room.forfeits.includes(seat) ? html`<span class="mark">${word('clock.lost')}</span>` : ''}</span></th>
      ${stages.map((row, i) => html`<td>${row[seat] - (i ? stages[i - 1][seat] : 0)}</td>`)}${
        scored ? html`<td class="total">${scores[seat]}</td>` : ''
      }</tr>`,
    )}</tbody></table></div>
    ${tieBreak(over, scores, last).map(
      (text) => html`<p class="tie" data-key="${text.key}">${renderOutcome(drawing, view, text)}
      ${renderRuleLink(view, ruleOf(room.game, view.lang, text))}</p>`,
    )}
    ${over && drawing.result && !room.forfeits.length ? drawing.result(view) : ''}
    ${
      over
        ? html`${room.rematch ? html`<p role="status" data-key="next">${rematchText(room, view)}</p>` : ''}<div
          class="choose">${renderRematchButton(room, word)}
      <a class="press" href="/t/${room.room}/replay" data-do="go"
        data-arg="/t/${room.room}/replay">${word('replay.title')}</a>
      <a class="press" href="/" data-do="go" data-arg="/">${word('menu.home')}</a></div>`
        : html`<button type="button" class="press main" data-do="close">${word('sheet.on')}</button>`
    }</div>`
}

/** Return the outcome that broke a tie; before the end, the rule that would break it while points are equal.
 * @param {boolean} over
 * @param {number[]} scores
 * @param {import('../protocol/types.js').Text[]} last */
function tieBreak(over, scores, last) {
  if (over) return last.filter(({ key }) => key.startsWith('outcome.tie.'))
  return scores.every((score) => score === scores[0]) ? [{ key: 'sheet.decides' }] : []
}

/**
 * Render the last moves of a round, as in the log.
 * @param {import('../protocol/types.js').Drawing} drawing
 * @param {View} view
 * @param {News[]} ended
 */
const renderLastMoves = (drawing, view, ended) =>
  html`<ol class="closing" data-key="closing">${groupMoves(view, ended).map(
    (run) => html`${run[0].told ? html`<li>${renderMoveGroup(drawing, view, run)}</li>` : ''}
  ${(run.at(-1)?.outcomes ?? []).map((text) => html`<li class="outcome">${renderOutcome(drawing, view, text)}</li>`)}`,
  )}</ol>`
