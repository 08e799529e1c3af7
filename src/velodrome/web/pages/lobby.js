// Lobby of a table: the seats, the invite link, and the start button.

import { renderLevelOptions } from '../forms/bot_levels.js'
import { optionLabel, renderBoardLink } from '../forms/options.js'
import { renderTerms } from '../forms/terms.js'
import { html } from '../lib/dom.js'
import { levelName, renderLevelLine, renderPortrait } from '../table/bots.js'
import { seatName } from '../table/view.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {import('../protocol/types.js').Room} Room */
/** @typedef {import('../lib/dom.js').Html} Html */

const LAN_COMMAND = 'python3 dev.py play --lan' // see docs/play.md

/**
 * @param {Site} site
 * @param {import('../protocol/types.js').Drawing} drawing
 * @param {Room} room
 * @param {(() => Html) | null} notice
 * @param {boolean} isWatching  the visitor has chosen not to take a free seat
 */
export function renderLobby(site, drawing, room, notice, isWatching) {
  const { word } = site
  const free = room.seats.filter(isFree).length
  const alone = isAlone(room)
  return html`<main class="lobby ${room.game} ${alone ? 'alone' : ''}" data-key="lobby">
    <div class="cover" aria-hidden="true">${drawing.cover()}</div>
    <div class="joins" role="status" data-key="joins">${room.joins.map((request) => renderRequest(site, request))}</div>
    <section class="sheet" data-key="table"><h1>${word(lobbyTitle(room, isWatching))}</h1>
      ${notice ? html`<p class="notice" role="alert" data-key="notice">${notice()}</p>` : ''}
      ${room.mine.length ? '' : renderVisitor(site, room, isWatching)}
      <ol class="who-sits">${room.seats.map((_, seat) => renderSeat(site, room, seat))}</ol>
      ${renderTerms(site, room)}
      ${Object.entries(room.options)
        .filter(([, value]) => value === 'own')
        .map(
          ([name, value]) =>
            html`<p class="own-board" data-key="${name}"><b>${optionLabel(room.game, site.lang, name, value)}</b>
              ${renderBoardLink(room, site.lang, name)}</p>`,
        )}
      ${room.terms.redraw ? html`<p data-key="luck">${word('back.redraw')}</p>` : ''}
      ${
        room.host
          ? html`<button type="button" class="press ${alone ? '' : 'main'}" data-key="start"
      data-do="start">${word(free ? 'lobby.fill' : 'lobby.start')}</button>`
          : room.mine.length
            ? html`<p>${word('lobby.host')}</p>`
            : ''
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

/** @param {import('../protocol/types.js').Seat} seat */
const isFree = ({ name, bot }) => !name && !bot

/** Check whether the host still waits for the first friend. @param {Room} room */
const isAlone = ({ host, seats, mine }) =>
  host && seats.some(isFree) && !seats.some(({ name, bot }, seat) => name && !bot && !mine.includes(seat))

/** @param {Room} room @param {boolean} isWatching */
function lobbyTitle({ mine, seats, joining }, isWatching) {
  if (mine.length) return seats.some(isFree) ? 'lobby.wait' : 'lobby.ready'
  if (joining === 'wait') return 'lobby.asked.title'
  return (joining === 'sit' || joining === 'ask') && !isWatching ? 'lobby.seat.title' : 'lobby.watch'
}

/** Check whether this is the seat that the visitor is offered. @param {Room} room @param {number} seat */
const isOffered = ({ joining, seats }, seat) =>
  (joining === 'sit' || joining === 'ask' || joining === 'wait') && seat === seats.findIndex(isFree)

/** Render what a visitor without a seat can do: take a seat, ask for one, withdraw that, or watch.
 * @param {Site} site @param {Room} room @param {boolean} isWatching */
function renderVisitor(site, room, isWatching) {
  const { word } = site
  const { joining } = room
  const seat = room.seats.findIndex(isFree)
  if (joining === 'wait')
    return html`<p data-key="watching">${word('lobby.asked')}</p>${renderOwnName(site, room)}
      <button type="button" class="press" data-do="join" data-arg="" data-key="cancel">${word(
        'lobby.asked.cancel',
      )}</button>`
  if (!joining || joining === 'no')
    return html`<p data-key="watching">${word(joining ? 'lobby.watch.no' : 'lobby.watch.full')}</p>`
  if (isWatching)
    return html`<p data-key="watching">${word('lobby.watch.open')}</p>
      <button type="button" class="press" data-do="rather" data-arg="" data-key="rather">${word(
        joining === 'sit' ? 'lobby.take' : 'lobby.ask',
        { number: seat + 1 },
      )}</button>`
  return html`<p data-key="watching">${word(joining === 'sit' ? 'lobby.seat.open' : 'lobby.seat.ask')}</p>
    ${renderOwnName(site, room)}
    <div class="choose"><button type="button" class="press main" data-do="${joining === 'sit' ? 'sit' : 'join'}"
      data-arg="${seat}" data-key="take">${word(joining === 'sit' ? 'lobby.take' : 'lobby.ask', {
        number: seat + 1,
      })}</button>
      <button type="button" class="press" data-do="rather" data-arg="watch" data-key="rather">${word(
        'lobby.rather',
      )}</button></div>`
}

/** Render the field for the visitor's name, which the host sees. @param {Site} site @param {Room} room */
const renderOwnName = ({ word }, { name }) =>
  html`<label class="row nick" data-key="nick">${word('home.nick')} <input class="field" value="${name}" maxlength="16"
    data-change="rename" data-arg="0" autocomplete="nickname" spellcheck="false"></label>`

/** Render the question of a visitor who would like to join.
 * @param {Site} site @param {import('../protocol/types.js').JoinRequest} request */
const renderRequest = ({ word }, { who, name }) =>
  html`<div class="banner" data-key="${who}"><span>${word('lobby.asks', { name })}</span>
    <button type="button" class="press small main" data-do="admit" data-arg="${who}" data-yes="yes"
      data-key="yes${who}">${word('lobby.asks.yes')}</button>
    <button type="button" class="press small" data-do="admit" data-arg="${who}"
      data-key="no${who}">${word('lobby.asks.no')}</button></div>`

/** @param {Site} site @param {Room} room @param {number} seat */
function renderSeat(site, room, seat) {
  const { word, lang } = site
  const who = room.seats[seat]
  const free = isFree(who)
  const isChoice = room.joining === 'sit' && room.seats.filter(isFree).length > 1
  if (room.mine.includes(seat)) {
    const here = room.mine.length > 1 ? word('hot.here') : word('you')
    return html`<li data-key="seat${seat}"><label class="row"><b>${here}</b> <input class="field" value="${who.name}"
      maxlength="16" data-change="rename" data-arg="${seat}" aria-label="${word('home.nick')}"></label></li>`
  }
  return html`<li class="${isOffered(room, seat) ? 'offered' : ''}" data-key="seat${seat}">${
    who.bot ? renderPortrait(who.bot, who.name) : ''
  }<span class="${free ? 'mark' : ''}">${seatName(who, lang)}</span>
    ${who.bot && !room.host ? html`<span class="mark">${levelName(word, who.bot)}</span>` : ''}
    ${!who.bot && !free && !who.online ? html`<span class="mark">${word('seat.offline')}</span>` : ''}
    ${
      free && isChoice
        ? html`<button type="button" class="press small" data-do="sit"
      data-arg="${seat}">${word('lobby.sit')}</button>`
        : ''
    }
    ${
      room.host && (free || who.bot)
        ? html`<select class="field" data-change="hire" data-arg="${seat}"
          aria-label="${word('invite.seat', { number: seat + 1 })}">
      <option value="">${word('invite.friend')}</option><optgroup
        label="${word('invite.bot')}">${renderLevelOptions(word, who.bot)}</optgroup></select>`
        : ''
    }
    ${
      room.host && !free && !who.bot
        ? html`<button type="button" class="press small" data-do="free"
          data-arg="${seat}">${word('lobby.free')}</button>`
        : ''
    }${renderLevelLine(word, who.bot)}</li>`
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

/** Check whether a link works only on this computer. @param {string} link */
const isLocal = (link) => /^(localhost|127\..*|\[::1\])$/.test(new URL(link).hostname)

/** Render the invite link as text, QR code and share button.
 * The QR code's address ends in the link's last letters, so that browsers fetch a new code for a new link.
 * @param {Site} site @param {Room} room @param {number} free  number of free seats */
function renderInvite(site, room, free) {
  const { word } = site
  const alone = isAlone(room)
  const canShare = 'share' in navigator
  return html`<section class="sheet invite"
    data-key="invite"><h2>${word(
      alone ? 'lobby.link.first' : free ? 'lobby.link' : 'lobby.link.full',
    )}</h2><p>${word(free ? 'lobby.link.text' : 'lobby.link.watch')}</p>
    <div class="row"><input class="field wide" readonly value="${room.invite}" aria-label="${word('lobby.link')}">
      ${
        canShare
          ? html`<button type="button" class="press ${alone ? 'main' : ''}" data-do="share"
      data-key="share">${word(alone ? 'lobby.share.link' : 'lobby.share')}</button>`
          : ''
      }
      <button type="button" class="press ${alone && !canShare ? 'main' : ''}" data-do="copy"
        data-key="copy">${word(alone && !canShare ? 'lobby.copy.link' : 'lobby.copy')}</button></div>
    ${
      room.host && isLocal(room.invite)
        ? html`<small class="facts" data-key="local">${word('lobby.link.local', { command: LAN_COMMAND })}</small>`
        : ''
    }
    <img class="qr" src="/qr/${room.room}.svg?${room.invite.slice(-6)}" alt="${word('lobby.qr')}" width="200"
      height="200"></section>`
}
