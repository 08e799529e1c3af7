// The guest's own games: running ones, results of finished ones, and how often the guest has won.

import { RequestError } from '../lib/api.js'
import { html, nothing } from '../lib/dom.js'
import { hasText, loadTexts, say } from '../lib/i18n.js'
import { loadStyle } from '../lib/lazy.js'
import { fetchPlayedGames, fetchRooms, removeGames, restoreGames } from '../protocol/requests.js'
import { isBot, levelName } from '../table/bots.js'
import { seatName } from '../table/view.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {import('../lib/dom.js').Html} Html */
/** @typedef {import('../protocol/requests.js').PlayedGame} PlayedGame */
/** @typedef {import('../protocol/requests.js').PlayedGames} PlayedGames */
/** @typedef {import('../protocol/requests.js').PlayedPage} PlayedPage */
/** @typedef {import('../protocol/requests.js').Listed} Listed */
/** @typedef {import('../protocol/requests.js').Tally} Tally */

/** @typedef {object} State
 * @property {PlayedGames} played
 * @property {Listed[]} waiting  the guest's tables whose game has not started
 * @property {RequestError | null} trouble
 * @property {{at: number, isAll: boolean} | null} removed  the last removal, which can be undone
 */

const MINUTE = 60 // seconds
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** @param {Site} site @returns {Promise<import('../lib/site.js').Page>} */
export async function openGames(site) {
  const [played, { mine }] = await Promise.all([fetchGames(site.lang, 1, 1), fetchRooms(), loadStyle('games')])
  const waiting = mine.filter(({ phase }) => phase === 'lobby')
  /** @type {State} */ const state = { played, waiting, trouble: null, removed: null }
  let isBusy = false

  /** Do something, then fetch these pages of the two lists. @param {() => Promise<void>} [action] */
  async function update(action, running = state.played.running.page, finished = state.played.finished.page) {
    if (isBusy) return
    isBusy = true
    try {
      state.trouble = null
      await action?.()
      state.played = await fetchGames(site.lang, running, finished)
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem
      state.trouble = problem
    } finally {
      isBusy = false
      site.redraw()
    }
  }

  /** @param {string} room  "" for all finished games */
  const remove = (room) =>
    update(async () => {
      state.removed = { ...(await removeGames(room)), isAll: room === '' }
    })

  return {
    body: () => renderBody(site, state),
    bar: () => html`<span class="spring"></span>`,
    title: () => `${site.word('games')} — ${site.word('title')}`,
    loadTexts: (lang) => loadTexts(lang, ...gameNames(state.played)),
    close: () => undefined,
    actions: {
      running: (arg) => void update(undefined, Number(arg)),
      finished: (arg) => void update(undefined, undefined, Number(arg)),
      remove: (arg) => void remove(arg),
      forget: () => void remove(''),
      undo: () =>
        void update(async () => {
          if (state.removed) await restoreGames(state.removed.at)
          state.removed = null
        }),
    },
  }
}

/** Fetch one page of each list and the texts of its games; if a page has become empty, the last one before it.
 * @param {string} lang @param {number} running @param {number} finished @returns {Promise<PlayedGames>} */
async function fetchGames(lang, running, finished) {
  const played = await fetchPlayedGames(running, finished)
  const pages = [played.running.pages, played.finished.pages]
  if (running > pages[0] || finished > pages[1])
    return fetchGames(lang, Math.min(running, pages[0]), Math.min(finished, pages[1]))
  await loadTexts(lang, ...gameNames(played))
  return played
}

/** @param {PlayedGames} played */
const gameNames = ({ running, finished, by_game }) => [
  ...new Set([
    ...running.games.map(({ game }) => game),
    ...finished.games.map(({ game }) => game),
    ...by_game.map(({ name }) => name),
  ]),
]

// ---------------------------------------------------------------- lists

/** @param {Site} site @param {State} state */
function renderBody(site, { played, waiting, trouble, removed }) {
  const { word, lang } = site
  const isEmpty = !waiting.length && !played.running.total && !played.finished.total
  return html`<main class="games" data-key="games"><h1>${word('games')}</h1>
    ${trouble ? html`<p class="notice" role="alert" data-key="trouble">${say('web', lang, trouble.text)}</p>` : ''}
    <div class="undo" role="status" data-key="undo">${removed ? renderUndo(word, removed.isAll) : ''}</div>
    ${isEmpty ? renderEmpty(word) : ''}
    ${renderWaiting(site, waiting)}
    ${renderList(site, 'running', 'games.running', played.running)}
    ${renderList(site, 'finished', 'games.finished', played.finished)}
    ${renderTallies(site, played)}
    ${
      played.finished.total
        ? html`<p class="forget" data-key="forget"><button type="button" class="press"
          data-do="forget">${word('games.delete')}</button>
          <small>${word('games.delete.text', { count: played.finished.total })}</small></p>`
        : ''
    }</main>`
}

/** @param {Site['word']} word */
const renderEmpty = (word) => html`<section class="sheet none" data-key="none"><h2>${word('games.none')}</h2>
  <p>${word('games.none.text')}</p>
  <p><a class="press main" href="/" data-do="go" data-arg="/">${word('games.first')}</a></p></section>`

/** @param {Site['word']} word @param {boolean} isAll */
const renderUndo = (word, isAll) => html`<p class="notice">${word(isAll ? 'games.deleted' : 'games.removed')}
  <button type="button" class="press small" data-do="undo" data-key="undoing"
    data-rest>${word('games.undo')}</button></p>`

/** Render the tables that wait for players. @param {Site} site @param {Listed[]} waiting */
function renderWaiting({ word, lang }, waiting) {
  if (!waiting.length) return nothing
  return html`<section data-key="waiting"><h2>${word('phase.lobby')} <span class="mark">${waiting.length}</span></h2>
    <ul class="played">${waiting.map(
      ({ room, game, seats }) => html`<li data-key="${room}"><div class="what"><b>${word(`${game}.game.name`)}</b></div>
      <p class="whom">${seats.map((seat) => seatName(seat, lang)).join(', ')}</p>
      <div class="ways"><a class="press small main" href="/t/${room}" data-do="go"
        data-arg="/t/${room}">${word('games.continue')}</a></div></li>`,
    )}</ul></section>`
}

/** @param {Site} site @param {string} name  of the list's action @param {string} title @param {PlayedPage} list */
function renderList(site, name, title, list) {
  if (!list.total) return nothing
  return html`<section data-key="${name}"><h2>${site.word(title)} <span
    class="mark">${list.total}</span></h2>
    <ul class="played">${list.games.map((game) => renderGame(site, game))}</ul>
    ${renderPager(site, name, site.word(title), list)}</section>`
}

/** @param {Site} site @param {string} name @param {string} title @param {PlayedPage} list */
function renderPager({ word }, name, title, { page, pages }) {
  if (pages < 2) return nothing
  /** @param {string} key @param {number} to */
  const turn = (key, to) => html`<button type="button" class="press small" data-do="${name}" data-arg="${to}"
    data-key="${name}${key}" ${to < 1 || to > pages ? html`disabled` : ''}>${word(key)}</button>`
  return html`<nav class="pager" data-key="pager" aria-label="${title}">${turn('games.newer', page - 1)}
    <span role="status">${word('games.page', { page, pages })}</span> ${turn('games.older', page + 1)}</nav>`
}

/** @param {Site} site @param {PlayedGame} game */
function renderGame(site, game) {
  const { word, lang } = site
  const name = say(game.game, lang, { key: 'game.name' })
  const day = new Date(game.at * 1000)
  const date = new Intl.DateTimeFormat(localeOf(lang), { dateStyle: 'medium' }).format(day)
  const isOver = game.phase === 'over'
  const path = isOver ? `/t/${game.room}/replay` : `/t/${game.room}`
  return html`<li class="${hasWon(game) ? 'won' : ''} ${game.turn ? 'turn' : ''}" data-key="${game.room}">
    <div class="what"><b>${name}</b> <span class="result">${
      isOver ? renderResult(site, game) : word(game.turn ? 'phase.turn' : 'phase.playing')
    }</span></div>
    <p class="whom">${opponentText(site, game)}</p>
    <p class="when mark"><time datetime="${day.toISOString()}">${date}</time>${lengthText(word, game)}</p>
    <div class="ways"><a class="press small ${isOver ? '' : 'main'}" href="${path}" data-do="go"
      data-arg="${path}">${word(isOver ? 'replay.title' : 'games.continue')}</a>
      <button type="button" class="press small" data-do="remove" data-arg="${game.room}" title="${word('games.remove', {
        game: name,
        date,
      })}" aria-label="${word('games.remove', { game: name, date })}">×</button></div></li>`
}

/** Return the browser's own variant of a language, such as "en-GB". @param {string} lang */
const localeOf = (lang) => navigator.languages.find((each) => each.startsWith(lang)) ?? lang

/** @param {PlayedGame} game */
const hasWon = ({ mine, places }) => mine.length === 1 && places[mine[0]] === 1

/** Render the guest's place and points; for people sharing a device, everybody's place.
 * @param {Site} site @param {PlayedGame} game */
function renderResult({ word, lang }, { game, seats, mine, places, scores }) {
  if (!places.length) return word('games.unknown')
  if (mine.length !== 1)
    return mine
      .map((seat) => word('games.place.own', { name: seatName(seats[seat], lang), place: places[seat] }))
      .join(' · ')
  const place = word('games.place', { place: places[mine[0]], count: seats.length })
  if (!hasText(game, lang, 'sheet.score')) return place // this game has no points
  const what = say(game, lang, { key: 'sheet.score' })
  return `${place} · ${word('games.score', { what, score: scores[mine[0]] })}`
}

/** Name the opponents; bots of one level together, with their level. @param {Site} site @param {PlayedGame} game */
function opponentText({ word, lang }, { seats, mine }) {
  const others = seats.filter((_, seat) => !mine.includes(seat))
  const bots = others.filter(isBot)
  const list = new Intl.ListFormat(localeOf(lang))
  const teams = [...new Set(bots.map(({ bot }) => bot))].map((level) => {
    const name = list.format(bots.filter(({ bot }) => bot === level).map((seat) => seat.name))
    return word('games.bot', { name, level: levelName(word, level) })
  })
  const names = [...teams, ...others.filter((seat) => !isBot(seat)).map((seat) => seatName(seat, lang))]
  return names.length ? word('games.with', { names: names.join(', ') }) : ''
}

/** Return the number of moves and the duration, as far as they are known.
 * @param {Site['word']} word @param {PlayedGame} game */
function lengthText(word, { moves, seconds }) {
  const parts = [moves === null ? '' : word('games.moves', { count: moves }), durationText(word, seconds)]
  return parts.filter(Boolean).map((part) => ` · ${part}`)
}

/** @param {Site['word']} word @param {number | null} seconds */
function durationText(word, seconds) {
  if (seconds === null) return ''
  if (seconds < 2 * HOUR) return word('games.minutes', { count: Math.max(1, Math.round(seconds / MINUTE)) })
  if (seconds < 2 * DAY) return word('games.hours', { count: Math.round(seconds / HOUR) })
  return word('games.days', { count: Math.round(seconds / DAY) })
}

// ---------------------------------------------------------------- win counts

/** @param {Site} site @param {PlayedGames} played */
function renderTallies(site, { by_game, by_opponent }) {
  if (!by_game.length) return nothing
  const { word, lang } = site
  /** @param {Tally} row */
  const opponent = ({ name, bot }) => (bot ? `${word('invite.bot')} · ${levelName(word, bot)}` : name)
  /** @param {Tally} row */
  const game = ({ name }) => say(name, lang, { key: 'game.name' })
  const gameHeads = ['games.game', 'games.count', 'games.wins']
  const opponentHeads = ['games.opponent', 'games.count', 'games.ahead']
  return html`<div class="tallies" data-key="tallies">
    ${renderTally(word, 'games.by_game', gameHeads, by_game, game)}
    ${renderTally(word, 'games.by_opponent', opponentHeads, by_opponent, opponent)}</div>`
}

/**
 * @param {Site['word']} word
 * @param {string} title
 * @param {string[]} heads
 * @param {Tally[]} rows
 * @param {(row: Tally) => string} label
 */
function renderTally(word, title, heads, rows, label) {
  if (!rows.length) return nothing
  return html`<section class="sheet" data-key="${title}"><h2>${word(title)}</h2>
    <table><thead><tr>${heads.map((head) => html`<th scope="col">${word(head)}</th>`)}</tr></thead>
    <tbody>${rows.map(
      (row) => html`<tr><th scope="row">${label(row)}</th><td>${row.games}</td><td>${row.wins}</td></tr>`,
    )}</tbody></table></section>`
}
