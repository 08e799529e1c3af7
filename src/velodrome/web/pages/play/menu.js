// Menu of a running table: players, bots for absent ones, the link for spectators, settings, leaving.

import { optionLabel, renderBoardLink } from '../../forms/options.js'
import { renderTerms } from '../../forms/terms.js'
import { html } from '../../lib/dom.js'
import { say } from '../../lib/i18n.js'
import { loadSetting } from '../../lib/storage.js'
import { levelName, renderPortrait } from '../../table/bots.js'
import { seatName } from '../../table/view.js'

/** @typedef {import('../../lib/site.js').Site} Site */
/** @typedef {import('../../protocol/types.js').Room} Room */

/** @param {Site} site @param {Room} room */
export function renderMenu(site, room) {
  const { word, lang } = site
  const options = Object.entries(room.options)
  return html`<div class="menu"><h2>${say(room.game, lang, { key: 'game.name' })}</h2>
    <ol class="who-sits">${room.seats.map((_, seat) => renderSeat(site, room, seat))}</ol>
    ${room.spectators ? html`<p class="mark">${word('menu.spectators', { count: room.spectators })}</p>` : ''}
    <p class="read"><a href="/rules/${room.game}" target="_blank">${word('rules')}</a> <a href="/learn/${room.game}"
      target="_blank">${word('learn.poster')}</a>
      <a href="/t/${room.room}/replay" data-do="go" data-arg="/t/${room.room}/replay">${word('replay.title')}</a></p>
    <fieldset class="terms" data-key="terms"><legend>${word('terms')}</legend>
      ${renderTerms(
        site,
        room,
        room.host && hasOthers(room)
          ? html`<label class="row check"><input type="checkbox" data-change="hush"
        ${room.terms.talk === false ? '' : html`checked`}> <span>${word('terms.talk')}</span></label>`
          : '',
      )}
      ${
        room.terms.back === false
          ? ''
          : html`<p data-key="luck">${word(room.terms.redraw ? 'back.redraw' : 'back.same')}</p>`
      }
      <label class="to-watch">${word('menu.watch')} <input class="field wide" readonly
        value="${location.origin}/t/${room.room}"></label>
      <details><summary>${word('invite.options')}</summary><dl class="settings">${options.map(
        ([name, value]) => html`<dt>${say(room.game, lang, { key: `option.${name}` })}</dt>
        <dd>${optionLabel(room.game, lang, name, value)}
          ${value === 'own' ? renderBoardLink(room, lang, name) : ''}</dd>`,
      )}</dl></details></fieldset>
    ${room.mine.length && isSecureContext && 'Notification' in window ? renderNotifications(word) : ''}
    <div class="choose"><button type="button" class="press" data-do="settings">${word('settings')}</button>
      ${room.mine.length ? html`<button type="button" class="press" data-do="hand">${word('hand.title')}</button>` : ''}
      <a class="press" href="/" data-do="go" data-arg="/">${word('menu.home')}</a>
      <a class="press" href="/games" data-do="go" data-arg="/games">${word('games')}</a>
      ${
        room.phase === 'playing' && room.mine.some((seat) => !room.seats[seat].away)
          ? html`<button type="button" class="press" data-do="leave">${word('menu.leave')}</button>`
          : ''
      }</div></div>`
}

/** Check whether anybody else is at the table to chat with. @param {Room} room */
const hasOthers = ({ seats, mine, spectators }) =>
  spectators > 0 || seats.some(({ name, bot, away }, seat) => name && (!bot || away) && !mine.includes(seat))

/** Render the switch for notifications, or why they are unavailable. @param {Site['word']} word */
const renderNotifications = (
  word,
) => html`<label class="row check" data-key="notices"><input type="checkbox" data-change="notices"
  ${loadSetting('notices', false) && Notification.permission === 'granted' ? html`checked` : ''}>
  <span>${word('notice.switch')} ${
    Notification.permission === 'denied' ? html`<small>${word('notice.denied')}</small>` : ''
  }</span></label>`

/** @param {Site} site @param {Room} room @param {number} seat */
function renderSeat(site, room, seat) {
  const { word, lang } = site
  const who = room.seats[seat]
  const mine = room.mine.includes(seat)
  const gone = who.name !== '' && !who.bot && !who.online
  return html`<li data-key="seat${seat}">${who.bot ? renderPortrait(who.bot, who.name) : ''}
    <b>${mine && room.mine.length === 1 ? word('you') : seatName(who, lang)}</b>
    <span class="mark">${
      who.bot ? levelName(word, who.bot) : who.online || !who.name ? '' : word('seat.offline')
    }</span>
    ${
      mine && who.bot && !room.forfeits.includes(seat)
        ? html`<button type="button" class="press small main" data-do="sit"
      data-arg="${seat}">${word('menu.back')}</button>`
        : ''
    }
    ${
      !mine && gone && room.mine.length && room.phase === 'playing' && room.terms.clock?.mode !== 'enforced'
        ? html`<button type="button" class="press small" data-do="hire" data-arg="${seat}"
        data-bot="level4">${word('menu.hire')}</button>`
        : ''
    }</li>`
}

/** Render the question before a player leaves their seat. @param {Site} site */
export function renderLeaveDialog(site) {
  const { word } = site
  return html`<div class="menu"><h2>${word('leave.title')}</h2><p>${word('leave.text')}</p>
    <div class="choose"><button type="button" class="press" data-do="leaveNow">${word('menu.leave')}</button>
      <button type="button" class="press main" data-do="close">${word('leave.stay')}</button></div></div>`
}
