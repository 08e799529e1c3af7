// Lobby of a table: the seats, the invite link, and the start button.

import { renderLevelOptions } from '../forms/bot_levels.js'
import { optionLabel, renderBoardLink } from '../forms/options.js'
import { html } from '../lib/dom.js'
import { seatName } from '../table/view.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {import('../protocol/types.js').Room} Room */
/** @typedef {import('../lib/dom.js').Html} Html */

/**
 * @param {Site} site
 * @param {import('../protocol/types.js').Drawing} drawing
 * @param {Room} room
 * @param {(() => Html) | null} notice
 */
export function renderLobby(site, drawing, room, notice) {
  const { word } = site
  const free = room.seats.filter((seat) => !seat.name && !seat.bot).length
  return html`<main class="lobby ${room.game} ${free ? 'waits' : ''}" data-key="lobby">
    <div class="cover" aria-hidden="true">${drawing.cover()}</div>
    <section class="sheet"><h1>${word(!room.mine.length ? 'lobby.watch' : free ? 'lobby.wait' : 'lobby.ready')}</h1>
      ${notice ? html`<p class="notice" role="alert">${notice()}</p>` : ''}
      ${
        room.mine.length
          ? ''
          : html`<p data-key="watching">${word(
              !free ? 'lobby.watch.full' : room.open ? 'lobby.watch.open' : 'lobby.watch.closed',
            )}</p>`
      }
      <ol class="who-sits">${room.seats.map((_, seat) => renderSeat(site, room, seat))}</ol>
      ${Object.entries(room.options)
        .filter(([, value]) => value === 'own')
        .map(
          ([name, value]) =>
            html`<p class="own-board" data-key="${name}"><b>${optionLabel(room.game, site.lang, name, value)}</b>
              ${renderBoardLink(room, site.lang, name)}</p>`,
        )}
      ${
        room.host
          ? html`<button type="button" class="press main"
      data-do="start">${word(free ? 'lobby.fill' : 'lobby.start')}</button>`
          : html`<p>${word('lobby.host')}</p>`
      }
      ${
        !room.mine.length
          ? ''
          : html`<button type="button" class="press"
      data-do="leave">${word('menu.leave')}</button>`
      }
      <p class="read"><a href="/learn/${room.game}" target="_blank">${word('learn.poster')}</a> <a
        href="/rules/${room.game}" target="_blank">${word('rules')}</a></p></section>
    ${room.invite ? renderInvite(site, room, free) : ''}</main>`
}

/** @param {Site} site @param {Room} room @param {number} seat */
function renderSeat(site, room, seat) {
  const { word, lang } = site
  const who = room.seats[seat]
  const free = !who.name && !who.bot
  if (room.mine.includes(seat)) {
    const here = room.mine.length > 1 ? word('hot.here') : word('you')
    return html`<li data-key="seat${seat}"><label class="row"><b>${here}</b> <input class="field" value="${who.name}"
      maxlength="16" data-change="rename" data-arg="${seat}" aria-label="${word('home.nick')}"></label></li>`
  }
  return html`<li data-key="seat${seat}"><span class="${free ? 'mark' : ''}">${seatName(who, lang)}</span>
    ${!who.bot && !free && !who.online ? html`<span class="mark">${word('seat.offline')}</span>` : ''}
    ${
      free && !room.mine.length && room.open
        ? html`<button type="button" class="press small" data-do="sit"
      data-arg="${seat}">${word('lobby.sit')}</button>`
        : ''
    }
    ${
      room.host && (free || who.bot)
        ? html`<select class="field" data-change="hire" data-arg="${seat}"
          aria-label="${word('invite.seat', { number: seat + 1 })}">
      <option value="">${word('invite.friend')}</option>${renderLevelOptions(
        word,
        who.bot,
        `${word('invite.bot')} `,
      )}</select>`
        : ''
    }
    ${
      room.host && !free && !who.bot
        ? html`<button type="button" class="press small" data-do="free"
          data-arg="${seat}">${word('lobby.free')}</button>`
        : ''
    }</li>`
}

/**
 * Render the question before the host removes a guest; nothing once the seat is free.
 * @param {Site} site
 * @param {Room} room
 * @param {number} seat
 */
export function renderFreeSeatDialog(site, room, seat) {
  const { word } = site
  const { name, bot } = room.seats[seat]
  if (!name || bot || room.phase !== 'lobby') return html`<div class="menu"><h2>${word('seat.free')}</h2></div>`
  return html`<div class="menu"><h2>${word('lobby.free.title', { name })}</h2><p>${word('lobby.free.text')}</p>
    <div class="choose"><button type="button" class="press" data-do="freeNow"
      data-arg="${seat}">${word('lobby.free')}</button>
      <button type="button" class="press main" data-do="close">${word('lobby.free.keep')}</button></div></div>`
}

/** Render the invite link as text, QR code and share button.
 * The QR code's address ends in the link's last letters, so that browsers fetch a new code for a new link.
 * @param {Site} site @param {Room} room @param {number} free  number of free seats */
function renderInvite(site, room, free) {
  const { word } = site
  return html`<section class="sheet invite"
    data-key="invite"><h2>${word(
      free ? 'lobby.link' : 'lobby.link.full',
    )}</h2><p>${word(free ? 'lobby.link.text' : 'lobby.link.watch')}</p>
    <div class="row"><input class="field wide" readonly value="${room.invite}" aria-label="${word('lobby.link')}">
      <button type="button" class="press" data-do="copy" data-key="copy">${word('lobby.copy')}</button>
      ${
        'share' in navigator
          ? html`<button type="button" class="press" data-do="share"
      data-key="share">${word('lobby.share')}</button>`
          : ''
      }</div>
    <img class="qr" src="/qr/${room.room}.svg?${room.invite.slice(-6)}" alt="${word('lobby.qr')}" width="200"
      height="200"></section>`
}
