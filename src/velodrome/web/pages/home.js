// Home page: the games, the guest's tables, and open tables to join.

import { DEFAULT_LEVEL, LEVELS, renderLevelOptions } from '../forms/bot_levels.js'
import { RequestError } from '../lib/api.js'
import { Html, html } from '../lib/dom.js'
import { loadTexts, say } from '../lib/i18n.js'
import { importModule, MissingPartError } from '../lib/lazy.js'
import { loadSetting, saveSetting } from '../lib/storage.js'
import * as requests from '../protocol/requests.js'
import { loadBots, renderPortrait } from '../table/bots.js'
import { loadCover } from '../table/drawings.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {import('../lib/site.js').Page} Page */
/** @typedef {import('../protocol/requests.js').GameListing} GameListing */
/** @typedef {import('../protocol/requests.js').Listed} Listed */

const HOUR = 3600 // seconds; shorter remaining times are not shown
const MAX_OWN_ROOMS = 3 // shown; the guest's games list all

/** @param {Site} site @returns {Promise<Page>} */
export async function openHome(site) {
  const [{ games }, me, rooms] = await Promise.all([requests.fetchGames(), requests.fetchMe(), requests.fetchRooms()])
  const covers = await Promise.all(games.map(({ name }) => loadCover(name)))
  const state = { games, me, rooms, trouble: /** @type {RequestError | null} */ (null), busy: false }
  const timer = setInterval(refresh, 5_000)

  async function refresh() {
    if (document.hidden || site.inDialog()) return
    state.rooms = await requests.fetchRooms().catch(() => state.rooms)
    site.redraw()
  }

  /** @param {() => Promise<void>} action */
  async function attempt(action) {
    if (state.busy) return
    state.busy = true
    try {
      state.trouble = null
      await action()
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem
      state.trouble = problem
    } finally {
      state.busy = false
      site.redraw()
    }
  }

  loadBots(site.redraw)

  /** Open the form for a new table. @param {string} name @param {boolean} together  at one device */
  async function openForm(name, together) {
    const isSamePage = site.pageGuard()
    const game = /** @type {GameListing} */ (games.find((listing) => listing.name === name))
    try {
      const { loadTableForm } = await importModule(() => import('./new_table.js'))
      const form = await loadTableForm(site, game, state.me.name, together, attempt)
      if (isSamePage() && !site.inDialog()) form.open()
    } catch (problem) {
      throw problem instanceof MissingPartError ? new RequestError({ key: 'trouble.line' }) : problem
    }
  }

  void import('./play/play.js').catch(() => undefined) // most guests open a table next
  return {
    body: () => renderBody(site, state, covers),
    bar: () => html`<span class="spring"></span><a class="press small" href="/games" data-do="go"
      data-arg="/games">${site.word('games')}</a>`,
    title: () => site.word('title'),
    loadTexts: (lang) => (site.inDialog() ? loadTexts(lang, ...games.map(({ name }) => name)) : Promise.resolve()),
    close: () => clearInterval(timer),
    actions: {
      now: (arg) =>
        attempt(async () => {
          const game = /** @type {GameListing} */ (games.find(({ name }) => name === arg))
          const { seats, level } = loadChoice(game)
          const bots = Array.from({ length: seats }, (_, seat) => (seat ? level : ''))
          const isSamePage = site.pageGuard()
          const { room } = await requests.createRoom({ game: arg, seats, options: {}, bots, open: false })
          if (isSamePage()) site.go(`/t/${room}`)
        }),
      invite: (arg) => attempt(() => openForm(arg, false)),
      together: (arg) => attempt(() => openForm(arg, true)),
      set: (arg, element) => {
        const [name, what] = arg.split('.')
        saveSetting(`now.${name}`, {
          ...loadSetting(`now.${name}`, {}),
          [what]: /** @type {HTMLSelectElement} */ (element).value,
        })
        site.redraw()
      },
      async nick(_, element) {
        const field = /** @type {HTMLInputElement} */ (element)
        const asked = field.value
        try {
          state.trouble = null
          state.me = await requests.rename(asked)
        } catch (problem) {
          if (!(problem instanceof RequestError)) throw problem
          state.trouble = problem
          if (field.value === asked) field.value = state.me.name // restore it unless a new name is being typed
        }
        site.redraw()
      },
    },
  }
}

/** Load the last choice of seats and bot level for "Play now". @param {GameListing} game */
function loadChoice(game) {
  const { low, high } = game
  const { seats, level } = loadSetting(`now.${game.name}`, {})
  const defaultSeats = Math.min(high, Math.max(low, 3))
  return {
    seats: Number(seats) >= low && Number(seats) <= high ? Number(seats) : defaultSeats,
    level: LEVELS.includes(level) ? level : DEFAULT_LEVEL,
  }
}

/**
 * @param {Site} site
 * @param {{games: GameListing[], me: requests.Me, rooms: {mine: Listed[], open: Listed[]},
 *     trouble: RequestError | null}} state
 * @param {Html[]} covers
 */
function renderBody(site, state, covers) {
  const { word } = site
  return html`<main class="home" data-key="home">
    <section class="hello"><div class="hello-words"><h1>${word('home.title')}</h1><p
      class="lead">${word('home.lead')}</p></div>
      <label class="nick">${word('home.nick')} <input class="field" value="${state.me.name}" maxlength="16"
        data-change="nick" autocomplete="nickname" spellcheck="false"></label></section>
    ${state.trouble ? html`<p class="notice" role="alert">${say('web', site.lang, state.trouble.text)}</p>` : ''}
    ${renderOwnRooms(site, state.rooms.mine)}
    <section class="posters">${state.games.map((game, i) => renderPoster(site, game, covers[i]))}</section>
    ${renderRooms(site, 'home.open', state.rooms.open)}
    <footer class="foot"><span>${word('home.foot')}</span> <a href="/hand" data-do="go"
      data-arg="/hand">${word('home.hand')}</a> <a href="/replay" data-do="go"
      data-arg="/replay">${word('replay.load')}</a></footer></main>`
}

/** @param {Site} site @param {GameListing} game @param {Html} cover */
function renderPoster(site, game, cover) {
  const { word } = site
  const of = (/** @type {string} */ key) => word(`${game.name}.${key}`)
  const players = (/** @type {number | string} */ count) => word('home.players', { count })
  const { low, high } = game
  const { seats, level } = loadChoice(game)
  const counts = Array.from({ length: high - low + 1 }, (_, i) => low + i)
  return html`<article class="poster ${game.name}" data-key="${game.name}">
    <div class="cover" aria-hidden="true">${cover}</div>
    <div class="about"><h2>${of('game.name')}</h2>
      <p class="facts">${players(low === high ? low : `${low}–${high}`)}\u00a0·
        ${of('game.length')}\u00a0· ${of('game.kind')}</p>
      <p>${of('game')}</p>
      <div class="choose">
        ${
          counts.length > 1
            ? html`<label><span class="hidden">${word('home.seats')}</span><select class="field" data-change="set"
              data-arg="${game.name}.seats">
          ${counts.map(
            (count) =>
              html`<option value="${count}" ${count === seats ? html`selected` : ''}>${players(count)}</option>`,
          )}</select></label>`
            : ''
        }
        <label class="of-level">${renderPortrait(level)}<span
          class="hidden">${word('home.level')}</span><select class="field" data-change="set"
          data-arg="${game.name}.level">
          ${renderLevelOptions(word, level)}</select></label></div>
      <div class="choose"><button type="button" class="press main" data-do="now"
        data-arg="${game.name}">${word('home.now')}</button>
        <button type="button" class="press" data-do="invite" data-arg="${game.name}">${word('home.invite')}</button>
        <button type="button" class="press" data-do="together"
          data-arg="${game.name}">${word('hot.home')}</button></div>
      <p class="read"><a href="/learn/${game.name}" data-do="go"
        data-arg="/learn/${game.name}">${word('learn.poster')}</a>
        <a href="/rules/${game.name}" data-do="go"
          data-arg="/rules/${game.name}">${word('rules')}</a></p></div></article>`
}

/** Render the guest's first few tables that are not finished, those that wait for the guest first.
 * @param {Site} site @param {Listed[]} mine */
function renderOwnRooms(site, mine) {
  const running = mine.filter(({ phase }) => phase !== 'over')
  const found = [...running.filter(({ turn }) => turn), ...running.filter(({ turn }) => !turn)]
  return renderRooms(site, 'home.mine', found.slice(0, MAX_OWN_ROOMS), found.length > MAX_OWN_ROOMS)
}

/** @param {Site} site @param {string} title @param {Listed[]} found @param {boolean} [hasMore]  link to all */
function renderRooms(site, title, found, hasMore) {
  if (!found.length) return ''
  const { word } = site
  return html`<section class="lines" data-key="${title}"><div class="lines-head"><h2>${word(title)}</h2>${
    hasMore ? html`<a href="/games" data-do="go" data-arg="/games">${word('games')}</a>` : ''
  }</div><ul>${found.map(
    (line) => html`<li data-key="${line.room}">
    <a class="line ${line.turn ? 'turn' : ''}" href="/t/${line.room}" data-do="go"
      data-arg="/t/${line.room}"><b>${word(`${line.game}.game.name`)}</b>
      <span>${line.seats.map(({ name }) => name || word('seat.free')).join(', ')}</span>
      <span class="mark">${word(line.turn ? 'phase.turn' : `phase.${line.phase}`)}${
        line.left > HOUR ? ` · ${word('home.left', { hours: Math.floor(line.left / HOUR) })}` : ''
      }</span></a></li>`,
  )}</ul></section>`
}
