// At a table: hears the server, keeps what is selected, shows the lobby or the game.

import { isConfirming } from './backing.js'
import { bar, title } from './bar.js'
import { html, nothing, still } from './dom.js'
import { drawingOf } from './drawings.js'
import { letHear } from './hearing.js'
import { kept } from './keep.js'
import { lobby } from './lobby.js'
import { learn, ruleOf, say } from './say.js'
import { scoreSheet } from './sheet.js'
import { Line } from './socket.js'
import { asked, ruleMark, sentences, tablePage, viewOf } from './table.js'
import { deedsAt } from './table_deeds.js'

/** @typedef {import('./main.js').Site} Site */
/** @typedef {import('./main.js').Page} Page */
/** @typedef {import('./protocol.js').Room} Room */
/** @typedef {import('./protocol.js').Table} Table */
/** @typedef {import('./protocol.js').Piece} Piece */
/** @typedef {import('./protocol.js').Zone} Zone */
/** @typedef {import('./protocol.js').WireZone} WireZone */
/** @typedef {import('./protocol.js').WireTable} WireTable */
/** @typedef {import('./protocol.js').Drawing} Drawing */
/** @typedef {import('./protocol.js').Answer} Answer */

const PACE = 700 // ms between two news that waited, so that each is seen
const FINISH = 1_500 // ms that the last move is seen before the score sheet covers it
const NOTICE = 12_000 // ms that an answer to an attempt stays, if nothing else takes it away

/** A table that somebody is at. */
export class Here {
  /** @param {Site} site @param {string} id @param {string} invite */
  constructor(site, id, invite) {
    this.site = site
    this.id = id
    this.invite = invite
    /** @type {Room | null} */ this.room = null
    /** @type {Table | null} */ this.table = null
    /** @type {Map<string, Piece>} */ this.pieces = new Map() // those that never change
    /** @type {Drawing | null} */ this.drawing = null
    /** @type {import('./table.js').Sitting} */
    this.sitting = { lang: site.lang, selected: new Set(), heard: [], notice: null, logOpen: false, connected: true, waiting: false, unsure: [], taste: {}, memory: {} }
    this.gone = false
    this.again = false // the next game was asked for here: go there as soon as it is made
    this.fading = 0 // the timer that takes a notice away
    this.pacing = 0 // the timer that shows what waited, or what the game came to
    /** @type {WireTable[]} */ this.held = [] // what the table told and this page has yet to show
    this.reading = false // a score sheet covers the table: its news wait
    this.read = 0 // the ply whose score sheet has been opened
    this.fresh = true // the next table holds all that was heard
    this.leaving = new AbortController() // ends what a drawing listens to
    this.line = new Line(`/ws/${id}${invite ? `?invite=${encodeURIComponent(invite)}` : ''}`, {
      told: (answer) => void this.told(answer),
      state: (connected) => this.connected(connected),
      gone: () => this.lost(),
    })
  }

  // ---------------------------------------------------------------- hearing

  /** @param {boolean} connected */
  connected(connected) {
    this.sitting.connected = connected
    this.sitting.waiting = false
    if (connected) {
      this.fresh = true
      this.held = [] // the next table holds all of it
      this.sitting.notice = null
    }
    this.site.redraw()
  }

  lost() {
    this.gone = true
    this.site.redraw()
  }

  /** @param {Answer} answer */
  async told(answer) {
    if (answer.is === 'pong') return
    if (answer.is === 'room') await this.arrive(answer)
    else if (answer.is === 'table') this.hear(answer)
    else this.refuse(answer)
    this.site.redraw()
  }

  /** @param {Room} news */
  async arrive(news) {
    if (!this.room) this.sitting.taste = kept(`taste.${news.game}`, {})
    if (this.invite && news.me !== null) history.replaceState(null, '', `/t/${this.id}`) // the token is spent: out of sight
    this.drawing ??= await this.learn(news.game)
    this.room = news
    if (this.again && news.rematch) this.site.go(`/t/${news.rematch}`)
  }

  /** What the game looks like, and its words. @param {string} game */
  async learn(game) {
    const [found] = await Promise.all([drawingOf(game), learn(this.site.lang, game)])
    for (const [name, deed] of Object.entries(found.deeds ?? {})) {
      this.site.hear(name, (arg, element, event) => deed(arg, element, this.desk(), event))
    }
    return found
  }

  /** @param {WireTable} told */
  hear(told) {
    this.sitting.waiting = false // answered, though the answer may have to wait to be seen
    this.held.push(told)
    if (!this.pacing) this.catchUp()
  }

  /** Shows what waits, one news after the other, up to the end of a round: its score sheet is read before the cards are dealt anew. */
  catchUp() {
    clearTimeout(this.pacing)
    this.pacing = 0
    while (this.held.length && !this.reading) {
      const next = laid(this.table, this.held[0], this.pieces)
      if (this.table && next.actor !== -2 && next.sheet.length > this.table.sheet.length && this.read !== next.ply) {
        this.read = next.ply
        return this.showSheet(next)
      }
      this.held.shift()
      this.deal(next)
      this.site.redraw()
      if (this.held.length && !still()) return this.later(PACE, () => this.catchUp())
    }
  }

  /** @param {number} pause @param {() => void} deed */
  later(pause, deed) {
    this.pacing = setTimeout(deed, pause)
  }

  /** @param {Table} news */
  deal(news) {
    const before = this.table
    const { sitting } = this
    sitting.heard = this.fresh ? news.news : [...sitting.heard, ...news.news]
    this.fresh = false
    sitting.waiting = false
    this.table = news
    if (before?.ply === news.ply) return
    sitting.selected = new Set()
    sitting.unsure = []
    sitting.notice = null
    if (before) this.letHear(news)
    if (before && news.actor === -2 && before.actor !== -2) this.finish()
  }

  /** Sounds and words for a move, if this browser is asked for them. @param {Table} news */
  letHear(news) {
    const view = this.looking()
    const { drawing } = this
    if (!view || !drawing) return
    const tune = news.actor === -2 ? 'over' : view.moves.length ? 'turn' : 'move'
    const said = () => [...sentences(drawing, view, news.news), ...(view.moves.length ? [asked(view)] : [])].join(' ')
    void letHear(tune, said, this.site.lang)
  }

  /** @param {import('./protocol.js').Refused} answer */
  refuse({ why, of }) {
    this.sitting.waiting = false
    const view = this.looking()
    const rule = ruleOf(of, this.site.lang, why)
    void letHear('refused', () => say(of, this.site.lang, why, view?.spoken), this.site.lang)
    this.answer(html`${say(of, this.site.lang, why, view?.spoken)}${view && rule ? html` ${ruleMark(view, rule)}` : ''}`)
  }

  // ---------------------------------------------------------------- asking

  /** Moves of the own seat. @param {string[]} moves @param {boolean} [sure] @returns {boolean} whether they are on their way */
  play(moves, sure = !isConfirming()) {
    if (!this.table || this.sitting.waiting) return false
    this.sitting.unsure = sure ? [] : moves
    if (!sure) return this.site.redraw(), false
    this.sitting.waiting = this.ask({ do: 'play', ply: this.table.ply, moves })
    this.site.redraw()
    return this.sitting.waiting
  }

  /** @param {import('./protocol.js').Request} request */
  ask(request) {
    const sent = this.line.send(request)
    if (!sent) this.notice(this.site.word('line.lost'))
    return sent
  }

  /** @param {string} text */
  notice(text) {
    this.answer(html`${text}`)
    this.site.redraw()
  }

  /** Say something about the last attempt, for a while. @param {import('./dom.js').Html} said */
  answer(said) {
    this.sitting.notice = said
    clearTimeout(this.fading)
    this.fading = setTimeout(() => {
      if (this.sitting.notice !== said) return
      this.sitting.notice = null
      this.site.redraw()
    }, NOTICE)
  }

  // ---------------------------------------------------------------- showing

  /** What is seen of a table: of the one that is shown, or of one that waits. */
  looking(table = this.table) {
    const { room, sitting } = this
    return room && table ? viewOf(room, table, Object.assign(sitting, { lang: this.site.lang })) : null
  }

  desk() {
    const view = /** @type {import('./protocol.js').View} */ (this.looking())
    return { view, redraw: this.site.redraw, play: (/** @type {string[]} */ moves) => this.play(moves), signal: this.leaving.signal }
  }

  /** The game is over: its score sheet opens once the last move has been seen. */
  finish() {
    if (still()) this.showSheet()
    else this.later(FINISH, () => (this.pacing = 0, this.showSheet()))
  }

  /** @param {Table | null} [waiting]  the table to come, whose scores are shown before it is */
  showSheet(waiting = null) {
    this.reading = true
    this.site.dialog(() => {
      const view = this.looking(waiting ?? this.table)
      const outcomes = (waiting?.news ?? this.sitting.heard).at(-1)?.outcomes ?? []
      return this.room && view && this.drawing ? scoreSheet(this.site, this.drawing, this.room, view, outcomes) : nothing
    })
  }

  /** Nothing covers the table any more. */
  uncovered() {
    this.reading = false
    this.catchUp()
  }

  body() {
    const { site, room, drawing, sitting } = this
    if (this.gone) return message(site, site.word('gone.title'), site.word('gone.text'))
    if (!room || !drawing) return html`<main class="plain" data-key="wait"><p role="status">${site.word('line.wait')}</p></main>`
    const cut = html`<p class="cut" role="status" data-key="cut">${sitting.connected ? '' : site.word('line.cut')}</p>`
    if (room.phase === 'lobby') return html`${cut}${lobby(site, drawing, room, sitting.notice)}`
    const view = this.looking()
    return view ? html`${cut}${tablePage(drawing, room, view, sitting)}` : cut
  }

  close() {
    clearTimeout(this.fading)
    clearTimeout(this.pacing)
    this.leaving.abort()
    this.line.close()
  }
}

/** @param {Site} site @param {string} id @param {string} invite @returns {Promise<Page>} */
export async function playing(site, id, invite) {
  const here = new Here(site, id, invite)
  const follow = follower()
  return {
    body: () => here.body(),
    bar: () => bar(site, here.drawing, here.room, here.looking(), here.sitting),
    title: () => title(site, here.room, here.held.at(-1) ?? here.table),
    learn: async (lang) => here.room && learn(lang, here.room.game),
    close: () => here.close(),
    uncovered: () => here.uncovered(),
    drawn() {
      if (here.drawing && here.table && here.room?.phase !== 'lobby') here.drawing.drawn?.(/** @type {HTMLElement} */ (document.getElementById('root')), here.desk())
      follow(here.sitting.heard.length)
    },
    deeds: deedsAt(here),
  }
}

/** Keeps the log at its end while its reader is there. @returns {(lines: number) => void} */
function follower() {
  let shown = 0
  let atEnd = true
  /** @type {Element | null} */ let watched = null
  return (lines) => {
    const log = document.querySelector('.log-lines')
    if (log && log !== watched) {
      watched = log
      log.addEventListener('scroll', () => (atEnd = log.scrollTop + log.clientHeight > log.scrollHeight - 24))
      shown = 0
    }
    if (!log?.clientHeight) return // shut, as on a phone: when it is opened, its end is shown
    if (atEnd && lines !== shown) log.scrollTop = log.scrollHeight
    shown = lines
  }
}

/** @param {Site} site @param {string} heading @param {string} text */
const message = (site, heading, text) => html`<main class="plain" data-key="gone"><h1>${heading}</h1><p>${text}</p>
  <a class="press main" href="/" data-do="go" data-arg="/">${site.word('home')}</a></main>`

/** A table with every zone and piece: the server names those that are as they were.
 * @param {Table | null} before @param {WireTable} news @param {Map<string, Piece>} pieces  that never change @returns {Table} */
function laid(before, news, pieces) {
  for (const piece of news.pieces ?? []) pieces.set(piece.id, piece)
  const old = new Map(before?.zones.map((zone) => [zone.id, zone]))
  const whole = (/** @type {WireZone} */ zone) => /** @type {Zone} */ ({
    ...zone, pieces: zone.pieces.map((piece) => (typeof piece === 'string' ? pieces.get(piece) : piece)).filter(isThere),
  })
  return { ...news, zones: news.zones.map((zone) => (typeof zone === 'string' ? old.get(zone) : whole(zone))).filter(isThere) }
}

/** @template T @param {T | undefined} found @returns {found is T} */
const isThere = (found) => found !== undefined
