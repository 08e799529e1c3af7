// The table as a page: seats around it, the board, what is asked, what can be done, what happened.

import { icon } from '../art/icons.js'
import { html, nothing } from '../lib/dom.js'
import { has, ruleOf, say, show } from '../lib/i18n.js'
import { plain } from '../lib/screenreader.js'
import { lit, narrow, ready } from './selection.js'
import { backButton, backQuestion, confirming, standing, undoes } from './takeback.js'

/** @typedef {import('../protocol/types.js').View} View */
/** @typedef {import('../protocol/types.js').Room} Room */
/** @typedef {import('../protocol/types.js').Table} Table */
/** @typedef {import('../protocol/types.js').Drawing} Drawing */
/** @typedef {import('../protocol/types.js').News} News */
/** @typedef {import('../protocol/types.js').Piece} Piece */
/** @typedef {import('../lib/dom.js').Html} Html */

/** What this page keeps of a table beside what the server tells.
 * @typedef {object} Sitting
 * @property {'en' | 'fr'} lang
 * @property {Set<string>} selected
 * @property {News[]} heard      all that was heard so far
 * @property {(() => Html) | null} notice   an answer to the last attempt, in whatever language is read by then
 * @property {boolean} logOpen
 * @property {boolean} connected
 * @property {boolean} waiting   a move is on its way to the server
 * @property {number} denied    the ply at which others said no to taking back
 * @property {string[]} unsure   moves that are asked about once more before they are sent
 * @property {Record<string, string>} taste
 * @property {Record<string, any>} memory
 * @property {import('./chat.js').Talk | null} talk
 * @property {string} tab  where there is no room for both: log or talk
 * @property {boolean} clock     this table has one: it is filled in as time goes by
 * @property {((drawing: Drawing, view: View) => Html) | null} advice  hints that were asked for
 * @property {import('./premoves.js').Planner | null} planner  what is prepared ahead
 */

/**
 * Who has just sat down.
 * @param {import('../lib/i18n.js').Lang} lang
 * @param {Record<string, string>} [taste]
 * @param {Record<string, any>} [memory]
 * @returns {Sitting}
 */
export const newSitting = (lang, taste = {}, memory = {}) => ({
  lang,
  selected: new Set(),
  heard: [],
  notice: null,
  logOpen: false,
  connected: true,
  waiting: false,
  denied: -1,
  unsure: [],
  taste,
  memory,
  talk: null,
  tab: 'log',
  clock: false,
  advice: null,
  planner: null,
})

/**
 * A table that is only shown.
 * @param {string} game
 * @param {import('../protocol/types.js').Seat[]} seats
 * @param {Partial<Room>} [more]
 * @returns {Room}
 */
export const shownRoom = (game, seats, more = {}) => ({
  is: 'room',
  room: '',
  game,
  options: {},
  terms: { back: false },
  phase: 'playing',
  open: false,
  seats,
  me: null,
  mine: [],
  host: false,
  spectators: 0,
  invite: '',
  rematch: '',
  opener: null,
  forfeits: [],
  asks: null,
  agreed: [],
  ...more,
})

/** A game that somebody lost on time: they come last, whatever a bot made of it; of two, the table stays as it lay.
 * @param {Room} room @param {Table} table @returns {Table} */
function ended(room, table) {
  const { forfeits, seats } = room
  if (room.phase !== 'over' || !forfeits.length || forfeits.length === seats.length) return table
  const places = table.ranking.map((place, seat) => (forfeits.includes(seat) ? Infinity : place))
  const ranking = places.map((place) => 1 + places.filter((other) => other < place).length)
  const winner = ranking.indexOf(1)
  if (seats.length === 2)
    return {
      ...table,
      actor: -2,
      moves: [],
      prompt: { key: forfeits[0] === room.me ? 'clock.over.own' : 'clock.over', seat: forfeits[0] },
      ranking,
    }
  return { ...table, ranking, prompt: table.ranking[winner] === 1 ? table.prompt : { key: 'clock.won', seat: winner } }
}

/**
 * Whether the viewer's seat is to decide now, but a bot does it; at a table of the past nobody knew.
 * @param {Room} room
 * @param {Table} table
 */
const isStoodIn = ({ me, mine, seats }, { actor }) =>
  me !== null && actor === me && mine.includes(me) && seats[me].bot !== ''

/** All that a drawing may know. @param {Room} room @param {Table} lying @param {Sitting} sitting @returns {View} */
export function viewOf(room, lying, sitting) {
  const over = ended(room, lying)
  const now = isStoodIn(room, over) ? { ...over, prompt: { key: 'table.stands' } } : over
  const due = sitting.planner?.isDue(room, now) // nothing is asked of who has already answered
  const table = due ? { ...now, moves: [] } : (sitting.planner?.laid(room, now) ?? now)
  const { lang, selected } = sitting
  const moves = room.me !== null && room.seats[room.me].bot ? [] : table.moves // while a bot plays for the viewer
  const left = narrow(moves, selected)
  const names = room.seats.map((seat, i) => (i === room.me ? say('web', lang, { key: 'you' }) : nameOf(seat, lang)))
  const spoken = names.map((name, i) => (i === room.me ? name.toLowerCase() : name)) // in the middle of a sentence
  const heard = standing(sitting.heard)
  /** @type {Map<number, News>} */
  const last = new Map()
  for (const news of heard) if (news.actor >= 0 && news.told) last.set(news.actor, news)
  return {
    game: room.game,
    table,
    names,
    spoken,
    me: room.me,
    moves,
    left,
    selected,
    lit: lit(left),
    ready: ready(left, selected),
    heard,
    last,
    lang,
    say: (text) => say(room.game, lang, text, spoken),
    word: (key, args = {}) => say(has('web', lang, key) ? 'web' : room.game, lang, { key, ...args }, spoken),
    taste: sitting.taste,
    memory: sitting.memory,
    ahead: table !== now && !due,
    prepared: sitting.planner?.queue.map(({ text }) => text) ?? [],
  }
}

/** @param {import('../protocol/types.js').Seat} seat @param {'en' | 'fr'} lang */
export function nameOf(seat, lang) {
  return seat.name || say('web', lang, { key: 'seat.free' })
}

/** @param {Drawing} drawing
 * @param {Room} room
 * @param {View} view
 * @param {Sitting} sitting
 * @param {{eyes?: Html, coach?: Html}} [others]
 *   eyes: who looks, where people share a device; coach: a lesson's, in place of what is asked */
export function tablePage(drawing, room, view, sitting, { eyes, coach } = {}) {
  return html`<main class="table ${view.game}" data-key="table" data-ply="${view.table.ply}"
    data-actor="${view.table.actor}" aria-busy="${sitting.waiting ? 'true' : 'false'}">
    <h1 class="hidden">${view.say({ key: 'game.name' })} ${drawing.title?.(view)}</h1>
    ${seats(drawing, room, view, sitting)}
    <section class="board" data-key="board" aria-label="${view.word('table.board')}"><h2
      class="hidden">${view.word('table.board')}</h2>${drawing.board(view)}</section>
    ${latest(drawing, view, sitting)}
    <section class="mine" data-key="mine" data-rest tabindex="-1" aria-label="${view.word('table.mine')}"><h2
      class="hidden">${view.word('table.mine')}</h2>
      ${eyes ?? banner(room, view)}${backQuestion(room, view)}${
        room.rematch ? html`<p class="banner" role="status" data-key="next">${nextGame(room, view)}</p>` : ''
      }
      ${coach ?? prompt(drawing, room, view, sitting)}
      ${sitting.advice?.(drawing, view)}${sitting.planner?.panel(drawing, view)}
      ${drawing.own(view)}
      ${
        sitting.unsure.length
          ? confirming(view)
          : coach && view.table.actor === -2
            ? nothing
            : actions(drawing, room, view)
      }
    </section>
    ${log(drawing, view, sitting)}
  </main>`
}

// ---------------------------------------------------------------- seats

/** @param {Drawing} drawing @param {Room} room @param {View} view @param {Sitting} sitting */
export function seats(drawing, room, view, sitting) {
  const count = room.seats.length
  const first = view.me ?? room.mine[0] ?? 0
  const order = room.seats.map((_, i) => (first + i) % count)
  return html`<section class="seats" data-key="seats" data-css="--columns: ${count > 4 ? Math.ceil(count / 2) : count}"
    aria-label="${view.word('table.seats')}"><h2 class="hidden">${view.word('table.seats')}</h2>
    ${order.map((seat) => plate(drawing, room, view, seat, sitting))}</section>`
}

/** @param {Drawing} drawing @param {Room} room @param {View} view @param {number} seat @param {Sitting} sitting */
function plate(drawing, room, view, seat, sitting) {
  const who = room.seats[seat]
  const lost = room.forfeits.includes(seat)
  const turn = view.table.actor === seat && !(lost && seat === view.me)
  const last = view.last.get(seat)
  const marks = [turn && 'turn', seat === view.me && 'me', !who.online && 'offline'].filter(Boolean).join(' ')
  return html`<article class="plate ${marks}" data-key="plate${seat}" ${turn ? html`aria-current="true"` : ''}>
    <div class="who">${drawing.face(view, seat)}<b class="name">${view.names[seat]}</b>
      ${
        who.bot
          ? html`<span class="mark" title="${view.word(`level.${who.bot}`)}">${icon('bot')}<span
      class="level">${view.word(`level.${who.bot}`)}</span></span>`
          : ''
      }
      ${
        !who.bot && !who.online
          ? html`<span class="mark" title="${view.word('seat.offline')}">${icon('offline')}<span
        class="hidden">${view.word('seat.offline')}</span></span>`
          : ''
      }</div>
    ${
      lost
        ? html`<span class="counters lost" data-key="lost">${view.word('clock.lost')}</span>`
        : sitting.clock
          ? timer(seat)
          : ''
    }
    <div class="counters">${drawing.plate(view, seat)}</div>
    <div class="last" data-key="last">${last ? lastMove(drawing, view, last) : ''}</div>
  </article>`
}

/**
 * A seat's last move; in few words too, where its game has them, for plates that are small.
 * @param {Drawing} drawing
 * @param {View} view
 * @param {News} last
 */
function lastMove(drawing, view, last) {
  const key = String(last.told?.key).replace('tell.', 'brief.')
  const whole = told(drawing, view, last, true)
  return has(view.game, view.lang, key)
    ? html`<span class="whole">${whole}</span><span class="brief">${told(drawing, view, last, true, key)}</span>`
    : whole
}

// ---------------------------------------------------------------- what is asked and what can be done

/**
 * Said to whoever does not play here: spectators, and those for whom a bot does.
 * @param {Room} room
 * @param {View} view
 */
function banner(room, view) {
  if (room.phase === 'over') return nothing
  if (room.me === null) return html`<p class="banner" data-key="banner">${view.word('table.watching')}</p>`
  if (!room.seats[room.me].bot) return nothing
  if (room.forfeits.includes(room.me))
    return html`<p class="banner" data-key="banner">${view.word('refuse.forfeit')}</p>`
  return html`<p class="banner" data-key="banner">${view.word('table.away')}
    <button type="button" class="press small main" data-do="sit"
      data-arg="${room.me}">${view.word('menu.back')}</button></p>`
}

/** The prompt as the viewer reads it: who has won is told so. @param {View} view */
export function asked(view) {
  const { prompt, actor } = view.table
  const own =
    actor === -2 && prompt.winner === view.me && view.me !== null && has(view.game, view.lang, `own.${prompt.key}`)
  return view.say(own ? { ...prompt, key: `own.${prompt.key}` } : prompt)
}

/** @param {Drawing} drawing @param {Room} room @param {View} view @param {Sitting} sitting */
export function prompt(drawing, room, view, sitting) {
  const { table, lang } = view
  const rule = ruleOf(room.game, lang, table.prompt)
  const mine = view.moves.length > 0 && !view.ahead
  return html`<div class="prompt ${mine ? 'asked' : ''} ${table.actor === -2 ? 'over' : ''}" data-key="prompt">
    <p class="ask"><span role="status" aria-live="${
      mine || table.actor === -2 ? 'polite' : 'off'
    }">${drawing.asks?.(view) ?? asked(view)}</span>
      <span class="aids">${rule ? ruleMark(view, rule) : ''}
        ${sitting.denied === table.ply ? '' : backButton(room, view)}
        ${
          mayAsk(drawing, room, view) ? hintMark(view, sitting) : ''
        }${mayPrepare(drawing, room, view) ? aheadMark(view, sitting) : ''}
          ${sitting.clock && mine ? timer(table.actor) : ''}</span></p>
    ${sitting.clock ? html`<p class="hidden" role="status" data-key="said" data-clock-said></p>` : ''}
    ${sitting.notice ? html`<p class="notice" role="alert" data-key="notice">${sitting.notice()}</p>` : ''}</div>`
}

/** A rule's number, which opens the rule. @param {View} view @param {string} rule */
export const ruleMark = (view, rule) =>
  html`<button type="button" class="rule" data-do="rule" data-arg="${rule}"
    title="${view.word('rule.open', { rule })}">${rule}</button>`

/** Whether a hint can be drawn here: not where a game is played in a way of its own, as Velvet's kingdoms are arranged.
 * @param {Drawing} drawing @param {Room} room @param {View} view */
const mayAsk = (drawing, room, view) =>
  room.terms.hints !== false && view.moves.length > 0 && !view.ahead && !drawing.asks?.(view)

/** @param {View} view @param {Sitting} sitting */
const hintMark = (
  view,
  sitting,
) => html`<button type="button" class="hint-ask" data-key="hint" data-do="hint" aria-keyshortcuts="i"
  aria-expanded="${sitting.advice ? 'true' : 'false'}">${icon('bulb')}<span> ${view.word('hint.ask')}</span></button>`

/**
 * Whether one may prepare ahead: somebody who waits for others, and shares the device with nobody.
 * @param {Drawing} drawing
 * @param {Room} room
 * @param {View} view
 */
function mayPrepare(drawing, room, view) {
  const { me, mine, phase, seats } = room
  const waits = phase === 'playing' && me !== null && view.table.actor >= 0 && view.table.actor !== me
  return waits && mine.length === 1 && !seats[me].bot && (drawing.prepares?.(view) ?? true)
}

/** @param {View} view @param {Sitting} sitting */
const aheadMark = (
  view,
  { planner },
) => html`<button type="button" class="hint-ask" data-key="ahead" data-do="ahead" aria-keyshortcuts="a"
  aria-expanded="${planner?.open ? 'true' : 'false'}">${icon('ahead')}
  ${view.word(planner?.open ? 'ahead.done' : 'ahead.ask')}</button>`

/** Where `clocks.js` writes how long a seat may still think. @param {number} seat */
const timer = (seat) => html`<span class="clock" role="timer" data-key="clock${seat}" data-clock="${seat}"></span>`

/** @param {Drawing} drawing @param {Room} room @param {View} view */
function actions(drawing, room, view) {
  if (view.table.actor === -2) return ending(room, view)
  if (!view.moves.length) return nothing
  const pieces = view.table.zones.find((zone) => zone.id === 'controls')?.pieces ?? []
  return html`<div class="actions" data-key="actions">
    ${drawing.controls ? drawing.controls(view) : pieces.map((piece) => control(drawing, view, piece))}
    ${
      playable(view)
        ? html`<button type="button" class="press main play" data-key="play" data-do="play"
          ${view.ready ? '' : html`disabled`}>
      ${view.word(view.ahead ? 'ahead.add' : 'table.play')}${
        drawing.promise && view.selected.size ? html`<span class="promise">${drawing.promise(view)}</span>` : ''
      }</button>`
        : ''
    }
    ${
      view.selected.size
        ? html`<button type="button" class="press" data-key="clear"
    data-do="clear">${view.word('table.clear')}</button>`
        : ''
    }
  </div>`
}

/** What there is to do after the last move. @param {Room} room @param {View} view */
const ending = (room, view) => html`<div class="actions" data-key="ending">
  ${again(room, view.word)}
  <button type="button" class="press" data-do="sheet">${view.word('bar.scores')}</button>
  <a class="press" href="/" data-do="go" data-arg="/">${view.word('menu.home')}</a></div>`

/**
 * The way to the next game: those who played ask for it, and once it is open everybody may go there.
 * @param {Room} room
 * @param {View['word']} word
 */
export function again({ mine, rematch }, word) {
  if (!mine.length && !rematch) return nothing
  const key = !rematch ? 'sheet.rematch' : mine.length ? 'sheet.join' : 'sheet.follow'
  return html`<button type="button" class="press main play" data-do="rematch">${word(key)}</button>`
}

/** Who has opened the next game. @param {Room} room @param {View} view */
export function nextGame({ opener }, view) {
  if (opener === null) return view.word('sheet.next')
  return opener === view.me ? view.word('sheet.next.own') : view.word('sheet.next.who', { seat: opener })
}

/** Whether some move takes more than the press of one button. @param {View} view */
function playable(view) {
  const buttons = new Set(
    (view.table.zones.find((zone) => zone.id === 'controls')?.pieces ?? []).map((piece) => piece.id),
  )
  return view.moves.some((move) => move.picks.length > 1 || !buttons.has(move.picks[0]))
}

/**
 * A control: a button that acts or joins the selection, or a number.
 * @param {Drawing} drawing
 * @param {View} view
 * @param {Piece} piece
 */
export function control(drawing, view, piece) {
  const name = drawing.button?.(view, piece) ?? html`${view.word(`piece.${piece.id}`)}`
  if (piece.number) return numberControl(view, piece, name)
  const chosen = view.selected.has(piece.id)
  return html`<button type="button" class="press ${chosen ? 'on' : ''}" data-key="${piece.id}" data-do="pick"
    data-arg="${piece.id}"
    aria-pressed="${chosen ? 'true' : 'false'}"
    ${view.lit.has(piece.id) ? '' : html`aria-disabled="true"`}>${name}</button>`
}

/** A choice of a number: a slider with the values that are open, and buttons beside it.
 * @param {View} view @param {Piece} piece @param {Html} name */
function numberControl(view, piece, name) {
  const open = numbers(view, piece.id)
  if (!open.length) return nothing
  const picked = [...view.selected].find((pick) => pick.startsWith(`${piece.id}:`))
  const value = picked ? Number(picked.split(':')[1]) : open[0]
  const at = Math.max(0, open.indexOf(value))
  return html`<div class="number" data-key="${piece.id}" role="group" aria-label="${view.word(`piece.${piece.id}`)}">
    <button type="button" class="press" data-do="pick" data-arg="${piece.id}:${open[Math.max(0, at - 1)]}" data-hold
      ${at ? '' : html`disabled`} aria-label="−">−</button>
    <label class="number-label"><span>${name}</span> <output>${picked ? value : '—'}</output>
      <input type="range" min="0" max="${open.length - 1}" value="${at}" data-input="number" data-arg="${piece.id}"
        data-values="${open.join(' ')}" aria-valuetext="${value}"></label>
    <button type="button" class="press" data-do="pick"
      data-arg="${piece.id}:${open[picked ? Math.min(open.length - 1, at + 1) : 0]}" data-hold
      ${picked && at === open.length - 1 ? html`disabled` : ''} aria-label="+">+</button></div>`
}

/** The numbers of a control that are still open, ascending. @param {View} view @param {string} id */
export function numbers(view, id) {
  const others = [...view.selected].filter((pick) => !pick.startsWith(`${id}:`))
  const picks = narrow(view.moves, others).flatMap((move) => move.picks.filter((pick) => pick.startsWith(`${id}:`)))
  return [...new Set(picks.map((pick) => Number(pick.split(':')[1])))].sort((a, b) => a - b)
}

// ---------------------------------------------------------------- what happened

/** A move in a sentence, with pictures.
 * @param {Drawing} drawing
 * @param {View} view
 * @param {News} news
 * @param {boolean} [brief]  without who did it
 * @param {string} [key]  of another sentence with the same arguments */
export function told(drawing, view, news, brief = false, key = news.told?.key) {
  if (!news.told) return nothing
  const who = news.actor >= 0 ? view.names[news.actor] : ''
  const words = (/** @type {string} */ argument, /** @type {string} */ value) => {
    if (argument === 'who') return brief ? nothing : html`<b>${who}</b>`
    return argument.startsWith('seat') ? null : chips(drawing, view, value, argument)
  }
  return html`${show(
    view.game,
    view.lang,
    { ...news.told, key: String(key), who },
    view.spoken,
    words,
    news.actor === view.me,
  )} ${drawing.aside?.(view, news)}`
}

/**
 * A move that the viewer could make, as it would be told.
 * @param {Drawing} drawing
 * @param {View} view
 * @param {import('../protocol/types.js').Planned} move
 */
export const named = (drawing, view, { text, told: news }) =>
  news && view.me !== null
    ? told(drawing, view, { ply: 0, actor: view.me, text, told: news }, true)
    : html`${has(view.game, view.lang, `piece.${text}`) ? view.word(`piece.${text}`) : text}`

/**
 * What came of a move, in a sentence, with pictures.
 * @param {Drawing} drawing
 * @param {View} view
 * @param {import('../protocol/types.js').Text} text
 */
export function cameOf(drawing, view, text) {
  const mine = (/** @type {unknown} */ seat) => view.me !== null && seat === view.me
  const key = mine(text.winner) && has(view.game, view.lang, `own.${text.key}`) ? `own.${text.key}` : text.key
  const words = (/** @type {string} */ argument, /** @type {string} */ value) =>
    argument === 'seat' ? html`<b>${view.spoken[Number(value)]}</b>` : chips(drawing, view, value, argument)
  return show(view.game, view.lang, { ...text, key }, view.spoken, words, mine(text.seat))
}

/** Small pictures of the pieces that a word names; null if it names none.
 * @param {Drawing} drawing
 * @param {View} view
 * @param {string} value
 * @param {string} [argument]  what it is said as: "pips", "square" */
export function chips(drawing, view, value, argument) {
  const found = value.split('+').map((word) => drawing.chip(view, word, argument))
  return found.every(Boolean) ? html`<span class="chips">${found}</span>` : null
}

/**
 * Moves of one kind that follow each other and are told in one sentence, such as dice.
 * @param {View} view
 * @param {News[]} heard
 */
export function runs(view, heard) {
  /** @type {News[][]} */
  const found = []
  for (const news of heard) {
    const last = found.at(-1)
    const key = news.told?.key
    if (!key && !news.outcomes && !undoes(news)) continue
    if (key && last && last[0].told?.key === key && !last.at(-1)?.outcomes && has(view.game, view.lang, `${key}.all`))
      last.push(news)
    else found.push([news])
  }
  return found
}

/** @param {Drawing} drawing @param {View} view @param {News[]} run */
export function line(drawing, view, run) {
  const key = run[0].told?.key ?? ''
  if (run.length === 1 && !has(view.game, view.lang, `${key}.all`)) return told(drawing, view, run[0])
  const each = run.map(({ told }) =>
    Object.entries(told ?? {})
      .filter(([name]) => name !== 'key')
      .map(([name, value]) =>
        name.startsWith('seat') ? view.spoken[Number(value)] : (chips(drawing, view, String(value), name) ?? value),
      ),
  )
  const all = each.map((part, i) => html`${i ? ', ' : ''}${part}`)
  return show(view.game, view.lang, { key: `${key}.all` }, view.spoken, () => html`${all}`)
}

/**
 * Moves of one kind, or one, and what came of the last of them.
 * @param {Drawing} drawing
 * @param {View} view
 * @param {Set<News>} stands
 * @param {News[]} run
 */
function lines(drawing, view, stands, run) {
  const { ply, actor, told } = run[0]
  if (undoes(run[0]))
    return html`<li data-key="ply${ply}" class="undo">${view.word(actor === view.me ? 'back.own' : 'back.told', {
      seat: view.names[actor],
    })}</li>`
  const undone = stands.has(run[0]) ? '' : 'undone'
  return html`${
    told
      ? html`<li data-key="ply${ply}" class="${actor === -1 ? 'chance' : ''} ${undone}">
      ${line(drawing, view, run)}${marked(view, told)}</li>`
      : ''
  }${(run.at(-1)?.outcomes ?? []).map(
    (text, i) =>
      html`<li data-key="ply${ply}came${i}" class="outcome ${undone}">${cameOf(drawing, view, text)}${marked(
        view,
        text,
      )}</li>`,
  )}`
}

/**
 * The number of the rule behind a line of the log, if it has one.
 * @param {View} view
 * @param {import('../protocol/types.js').Text} text
 */
export function marked(view, text) {
  const rule = ruleOf(view.game, view.lang, text)
  return rule ? html` ${ruleMark(view, rule)}` : nothing
}

/** What happened, in plain sentences. @param {Drawing} drawing @param {View} view @param {News[]} heard */
export const sentences = (drawing, view, heard) => runs(view, heard).map((run) => spelt(drawing, view, run))

/** @param {Drawing} drawing @param {View} view @param {News[]} run */
const spelt = (drawing, view, run) => plain(lines(drawing, view, new Set(run), run))

const LATEST = 8 // moves that are read aloud at most when many come at once

/**
 * The last moves, out of sight and read aloud as they come: the log itself may be shut.
 * @param {Drawing} drawing
 * @param {View} view
 * @param {Sitting} sitting
 */
function latest(drawing, view, sitting) {
  const heard = runs(view, sitting.heard).slice(-LATEST)
  return html`<div class="hidden" data-key="latest" role="log" aria-label="${view.word('heard.title')}">
    ${heard.map((run) => html`<p data-key="heard${run[0].ply}">${spelt(drawing, view, run)}</p>`)}</div>`
}

/** @param {Drawing} drawing @param {View} view @param {Sitting} sitting */
function log(drawing, view, sitting) {
  const talk = sitting.talk?.panel()
  const stands = new Set(standing(sitting.heard))
  return html`<aside class="log ${sitting.logOpen ? 'open' : ''} ${talk ? `with-talk on-${sitting.tab}` : ''}"
    data-key="log" aria-label="${view.word('log.title')}">
    <div class="log-head"><h2 class="log-title">${view.word('log.title')}</h2>${talk ? tabs(view, sitting) : ''}
      <button type="button" class="press small log-close" data-do="log">${view.word('close')}</button></div>
    <div class="log-lines" data-key="lines" role="log" aria-live="off" aria-label="${view.word('log.title')}"
      tabindex="0"><ol>${runs(view, sitting.heard).map((run) =>
        lines(drawing, view, stands, run),
      )}</ol></div>${talk ?? ''}</aside>`
}

/** @param {View} view @param {Sitting} sitting */
function tabs({ word }, { tab, talk }) {
  return html`<div class="tabs" data-key="tabs">${['log', 'talk'].map(
    (
      one,
    ) => html`<button type="button" class="press small ${one === tab ? 'on' : ''}" data-key="tab-${one}" data-do="tab"
      data-arg="${one}"
    aria-pressed="${one === tab ? 'true' : 'false'}">${word(one === 'log' ? 'bar.log' : 'talk.title')}${
      one === 'talk' && talk?.unread ? html`<b class="unread">${talk.unread}</b>` : ''
    }</button>`,
  )}</div>`
}
