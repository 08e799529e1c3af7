// At a running table: who is here, bots for those who left, the link to watch, and the way out.

import { isConfirming } from './backing.js'
import { html } from './dom.js'
import { easing } from './hearing.js'
import { valueOf } from './options.js'
import { say } from './say.js'
import { nameOf } from './table.js'

/** @typedef {import('./main.js').Site} Site */
/** @typedef {import('./protocol.js').Room} Room */

/** @param {Site} site @param {Room} room */
export function menu(site, room) {
  const { word, lang } = site
  const options = Object.entries(room.options)
  return html`<div class="menu"><h2>${say(room.game, lang, { key: 'game.name' })}</h2>
    <ol class="who-sits">${room.seats.map((_, seat) => place(site, room, seat))}</ol>
    ${room.spectators ? html`<p class="mark">${word('menu.spectators', { count: room.spectators })}</p>` : ''}
    <div class="choose">
      ${room.me !== null && room.phase === 'playing' && !room.seats[room.me].away ? html`<button type="button" class="press" data-do="leave">${word('menu.leave')}</button>` : ''}
      <a class="press" href="/" data-do="go" data-arg="/">${word('menu.home')}</a></div>
    ${room.me !== null ? html`<label class="row check"><input type="checkbox" data-change="confirm" ${isConfirming() ? html`checked` : ''}> <span>${word('confirm')}</span></label>` : ''}
    <p class="mark">${word('menu.watch')} <input class="field wide" readonly value="${location.origin}/t/${room.room}" aria-label="${word('menu.watch')}"></p>
    ${easing(site)}
    <details><summary>${word('invite.options')}</summary><dl class="settings">${options.map(([name, value]) => html`<dt>${say(room.game, lang, { key: `option.${name}` })}</dt>
      <dd>${valueOf(room.game, lang, name, value)}</dd>`)}</dl></details></div>`
}

/** @param {Site} site @param {Room} room @param {number} seat */
function place(site, room, seat) {
  const { word, lang } = site
  const who = room.seats[seat]
  const mine = seat === room.me
  const gone = who.name !== '' && !who.bot && !who.online
  return html`<li data-key="seat${seat}"><b>${mine ? word('you') : nameOf(who, lang)}</b>
    <span class="mark">${who.bot ? word(`level.${who.bot}`) : who.online || !who.name ? '' : word('seat.offline')}</span>
    ${mine && who.bot ? html`<button type="button" class="press small main" data-do="sit" data-arg="${seat}">${word('menu.back')}</button>` : ''}
    ${!mine && gone && room.me !== null && room.phase === 'playing' ? html`<button type="button" class="press small" data-do="hire" data-arg="${seat}" data-bot="level4">${word('menu.hire')}</button>` : ''}</li>`
}

/** Asked before somebody gets up. @param {Site} site */
export function leaving(site) {
  const { word } = site
  return html`<div class="menu"><h2>${word('leave.title')}</h2><p>${word('leave.text')}</p>
    <div class="choose"><button type="button" class="press" data-do="leaveNow">${word('menu.leave')}</button>
      <button type="button" class="press main" data-do="close">${word('leave.stay')}</button></div></div>`
}
