// At a table: hears the server, keeps what is selected, shows the lobby or the game.

import { Trouble } from '../lib/api.js'
import { html, nothing, still } from '../lib/dom.js'
import { learn, ruleOf, say } from '../lib/i18n.js'
import { drawingOf, fetcher, imported, isThere, Missing } from '../lib/lazy.js'
import { letHear } from '../lib/screenreader.js'
import { Line } from '../lib/socket.js'
import { keep, kept } from '../lib/storage.js'
import { laid } from '../protocol/merge.js'
import { deedsAt, drawnDeeds } from '../table/actions.js'
import { scoreSheet } from '../table/scores.js'
import { isConfirming } from '../table/takeback.js'
import { bar, isAwaited, title } from '../table/toolbar.js'
import { asked, newSitting, ruleMark, sentences, tablePage, viewOf } from '../table/view.js'
import { lobby } from './lobby.js'

/** @typedef {import('../main.js').Site} Site */
/** @typedef {import('../main.js').Page} Page */
/** @typedef {import('../protocol/types.js').Room} Room */
/** @typedef {import('../protocol/types.js').Table} Table */
/** @typedef {import('../protocol/types.js').Piece} Piece */
/** @typedef {import('../protocol/types.js').WireTable} WireTable */
/** @typedef {import('../protocol/types.js').Drawing} Drawing */
/** @typedef {import('../protocol/types.js').Answer} Answer */

const PACE = 700 // ms between two news that waited, so that each is seen
const MOST = 6 // news that are shown one by one
const FINISH = 1_500 // ms that the last move is seen before the score sheet covers it
const NOTICE = 12_000 // ms that an answer to an attempt stays, if nothing else takes it away

// what may be said to the question why: by a game, or by the page
const ANSWERS = /^(?!web )|^web (why\.|refuse\.(seat|over|turn|stale|fast)$)/
const ANEW = 60_000 // ms after which a page may be loaded anew once more for want of a part

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
    this.sitting = newSitting(site.lang)
    /** @type {import('../table/hotseat.js').HotSeat | null} */ this.hot = null // several people share this device
    this.fetch = fetcher() // parts of the page that not every table needs
    /** @type {Set<string>} */ this.missing = new Set() // those that were not to be had
    /** @type {Room | null} */ this.newest = null // the last that was told: it is shown once its drawing is there
    this.awaited = false // the table waits for this seat
    this.planning = 0 // what is prepared and not heard yet: until then nobody is called
    /** @type {import('../table/hints.js').Adviser | null} */ this.adviser = null
    /** @type {import('../table/clocks.js').Watch | null} */ this.watch = null
    this.gone = false
    /** @type {HTMLInputElement | null} */ this.renamed = null // the field of the last name that was asked for
    this.again = false // the next game was asked for here: go there as soon as it is made
    this.anew = 0 // selections that were begun anew, whose reasons are on their way
    this.fading = 0 // the timer that takes a notice away
    this.pacing = 0 // the timer that shows what waited
    this.finishing = 0 // the timer that opens the last score sheet
    /** @type {WireTable[]} */ this.unseen = [] // told, but yet to be shown
    this.covered = false // a score sheet covers the table: its news wait
    this.rounds = 0 // on the score sheet that opened last
    this.fresh = true // the next table holds all that was heard
    this.leaving = new AbortController() // ends what a drawing listens to
    this.line = new Line(`/ws/${id}${invite ? `?invite=${encodeURIComponent(invite)}` : ''}`, {
      told: (answer) => void this.told(answer).catch((problem) => this.missed(problem)),
      state: (connected) => this.connected(connected),
      gone: () => this.lost(),
    })
  }

  /** Whether another page is shown by now: whatever was waited for is for nobody. */
  get left() {
    return this.leaving.signal.aborted
  }

  // ---------------------------------------------------------------- hearing

  /** @param {boolean} connected */
  connected(connected) {
    this.sitting.connected = connected
    this.sitting.waiting = false
    if (connected) {
      this.fresh = true
      this.unseen = [] // the next table holds all of it
      this.sitting.notice = null
      this.anew = 0
      this.adviser?.forget()
      this.sitting.planner?.again()
      if (this.hot) this.hot.blind = false
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
    else if (answer.is === 'said') await this.heed(answer)
    else if (answer.is === 'hints') await this.adviser?.told(answer)
    else if (answer.is === 'hinted') this.notice('hint.taken', () => ({ who: this.looking()?.names[answer.seat] }))
    else if (answer.is === 'times') await this.times(answer)
    else if (answer.is === 'prepared' && !answer.moves.length && !this.sitting.planner && !this.planning)
      return // nothing is, and nothing is on its way
    else if (answer.is === 'ahead' || answer.is === 'prepared' || answer.is === 'dropped')
      await this.plan((planner) => this.planned(planner, answer))
    else this.refuse(answer)
    this.site.redraw()
  }

  /**
   * What was told could not be shown: for want of words or of a part of the page it is told again; a fault of our own
   * is said.
   * @param {unknown} problem
   */
  missed(problem) {
    if (this.left) return
    if (problem instanceof Missing) return void this.refetch(problem.message)
    if (problem instanceof Trouble) return this.line.retry()
    reportError(problem)
    this.notice('trouble.page')
  }

  /**
   * A part that stays away though the server answers: Firefox does not ask twice for a script, so load the page anew,
   * but not again and again.
   * @param {string} part
   */
  async refetch(part) {
    const anew = this.missing.has(part) && Date.now() > kept('anew', 0) + ANEW && (await isThere())
    if (this.left) return
    this.missing.add(part)
    if (anew) keep('anew', Date.now())
    if (!anew || !kept('anew', 0)) return this.line.retry() // who remembers nothing would do so for ever
    location.reload()
  }

  /** @param {Room} news */
  async arrive(news) {
    this.renamed = null
    if (!this.room) this.sitting.taste = kept(`taste.${news.game}`, {})
    // the token is spent: out of sight
    if (this.invite && news.me !== null) history.replaceState(null, '', `/t/${this.id}`)
    this.newest = news
    this.drawing ??= await this.fetch('drawing', () => this.learn(news.game))
    const shared =
      news.mine.length > 1 && !this.hot
        ? await this.fetch('hotseat', () => imported(() => import('../table/hotseat.js')))
        : null
    if (this.left || news !== this.newest) return
    if (shared) this.hot = new shared.HotSeat(this)
    this.hot?.told(this.room, news)
    const lost =
      this.room?.phase === 'playing' && news.phase === 'over' && news.forfeits.length > 0 && news.seats.length === 2
    this.room = news
    if (news.phase === 'over') this.sitting.clock = false
    this.hot?.dealt()
    if (isCompany(news) && !this.sitting.talk)
      void this.fetchTalk().then(this.site.redraw, (problem) => this.missed(problem))
    if (lost) this.finish()
    if (this.again && news.rematch) this.site.go(`/t/${news.rematch}`)
  }

  /** @param {import('../protocol/types.js').Times} news */
  async times(news) {
    const { Watch } = await this.fetch('clocks', () => imported(() => import('../table/clocks.js')))
    if (this.left) return
    this.watch ??= new Watch(this)
    this.watch.told(news)
    this.sitting.clock = true
  }

  /** The table as it will be seen. */
  get last() {
    return this.unseen.at(-1) ?? this.table
  }

  /**
   * @param {import('../table/premoves.js').Planner} planner
   * @param {import('../protocol/types.js').Offered | import('../protocol/types.js').Prepared |
   *   import('../protocol/types.js').Dropped} news
   */
  planned(planner, news) {
    planner.told(news)
    if (this.last) this.call(this.last) // what was due may have been dropped
  }

  /** What the game looks like, and its words. @param {string} game */
  async learn(game) {
    const [found] = await Promise.all([drawingOf(game), learn(this.site.lang, game)])
    if (!this.left)
      for (const [name, deed] of Object.entries(drawnDeeds(found, () => this.desk()))) this.site.hear(name, deed)
    return found
  }

  /** Nothing of what was seen is shown or kept: the next table is told to other eyes. */
  cover() {
    clearTimeout(this.pacing)
    this.pacing = 0
    this.table = null
    this.unseen = []
    this.fresh = true
    Object.assign(this.sitting, { heard: [], selected: new Set(), unsure: [], notice: null, waiting: false })
  }

  /** What people say. @param {import('../protocol/types.js').Said} said */
  async heed(said) {
    ;(await this.fetchTalk()).hear(said)
  }

  /** Talk is fetched once there is somebody to talk to. */
  fetchTalk() {
    return this.fetch(
      'talk',
      async () => (this.sitting.talk = await (await imported(() => import('../table/chat.js'))).talkAt(this)),
    )
  }

  /**
   * Says so outside the page when it is this seat's turn, once, if nobody looks and that was asked for.
   * @param {WireTable | Table} told
   */
  call(told) {
    if (!this.room) return
    const before = this.awaited
    this.awaited = !this.planning && isAwaited(this.room, told) && !this.sitting.planner?.isDue(this.room, told)
    if (this.awaited && !before && document.hidden && kept('notices', false))
      void import('../lib/notifications.js').then(({ notify }) => this.left || notify(this))
  }

  /** @param {WireTable} told */
  hear(told) {
    if (this.hot?.blind) return
    this.call(told)
    this.sitting.waiting = false // answered, though the answer may have to wait to be seen
    this.unseen.push(told)
    if (!this.pacing) this.catchUp()
  }

  /**
   * Shows what waits, one news after the other, up to the end of a round: its score sheet is read before the cards are
   * dealt anew.
   */
  catchUp() {
    clearTimeout(this.pacing)
    this.pacing = 0
    while (this.unseen.length && !this.covered) {
      const next = laid(this.table, this.unseen[0], this.pieces)
      if (this.endsRound(next)) return this.closeRound(next)
      this.unseen.shift()
      this.deal(this.unseen.length ? { ...next, moves: [] } : next) // at a table that is past nothing is asked
      if (this.unseen.length && (still() || document.hidden || this.unseen.length > MOST)) continue
      this.site.redraw()
      if (this.unseen.length) return void (this.pacing = setTimeout(() => this.catchUp(), PACE))
    }
  }

  /** Whether its score sheet is read first: of several, the last. @param {Table} next */
  endsRound({ actor, sheet }) {
    const last = !this.unseen.some((later) => later.sheet.length > sheet.length)
    return this.table && actor !== -2 && sheet.length > this.table.sheet.length && sheet.length !== this.rounds && last
  }

  /** What ended a round is told with its scores: on the table to come its cards are gone. @param {Table} next */
  closeRound(next) {
    this.rounds = next.sheet.length
    const news = this.unheard(next)
    const ended = news.slice(0, 1 + news.findLastIndex(({ outcomes }) => outcomes))
    this.sitting.heard = [...this.sitting.heard, ...ended]
    this.showSheet(next, ended.slice(-MOST))
  }

  /** The news of a table but for those that its round's end has told. @param {Table} table */
  unheard({ news }) {
    const last = this.sitting.heard.at(-1)?.ply ?? -1
    return news.filter(({ ply }) => ply > last)
  }

  /** @param {Table} news */
  deal(news) {
    const before = this.table
    const { sitting } = this
    sitting.heard = this.fresh ? news.news : [...sitting.heard, ...this.unheard(news)]
    this.fresh = false
    sitting.waiting = false
    this.table = news
    this.rounds = Math.min(this.rounds, news.sheet.length) // a round's end that was taken back is read again
    this.hot?.dealt()
    if (before?.ply === news.ply) return
    sitting.unsure = []
    sitting.notice = null
    if (!sitting.planner?.dealt(news)) sitting.selected = new Set()
    this.adviser?.close()
    if (before) this.letHear(news)
    if (before && news.actor === -2 && before.actor !== -2) this.finish()
  }

  /** Sounds and words for a move, if this browser is asked for them. @param {Table} news */
  letHear(news) {
    const view = this.looking()
    const { drawing } = this
    if (!view || !drawing) return
    const mine = view.moves.length > 0 && !view.ahead
    const tune = news.actor === -2 ? 'over' : mine ? 'turn' : 'move'
    const said = () => [...sentences(drawing, view, news.news), ...(mine ? [asked(view)] : [])].join(' ')
    void letHear(tune, said, this.site.lang)
  }

  /** @param {import('../protocol/types.js').Refused} answer */
  refuse({ why, of }) {
    if (this.sitting.talk && why.key.startsWith('refuse.talk.')) return this.sitting.talk.refuse(why)
    if (this.anew && ANSWERS.test(`${of} ${why.key}`)) {
      this.anew--
      if (!why.key.startsWith('refuse.') || of !== 'web') return this.tellApart(why, of)
    }
    this.sitting.waiting = false
    if (this.renamed) this.renamed.value = this.renamed.defaultValue // the name that stands
    this.renamed = null
    this.sitting.planner?.answered()
    if (of === 'web') this.adviser?.forget()
    // at a shared device somebody else may ask
    if (why.key === 'refuse.back.no' && !this.hot) this.sitting.denied = this.table?.ply ?? -1
    const said = () => say(of, this.site.lang, why, this.looking()?.spoken)
    void letHear('refused', said, this.site.lang)
    this.answer(() => html`${said()}${this.mark(ruleOf(of, this.site.lang, why))}`)
  }

  /**
   * Why a selection was begun anew: nothing was refused, so nothing sounds.
   * @param {import('../protocol/types.js').Text} why
   * @param {string} of
   */
  tellApart(why, of) {
    if (of === 'web') return // the game has no words for it: whoever picked has changed their mind
    const said = () =>
      `${this.site.word('pick.anew')} ${say(of, this.site.lang, why, this.looking()?.spoken).replace(/[^.!?]$/, '$&.')}`
    this.answer(() => html`${said()}${this.mark(ruleOf(of, this.site.lang, why))}`)
  }

  /** The number of a rule, which opens it, after a sentence. @param {string} rule */
  mark(rule) {
    const view = this.looking()
    return view && rule ? html` ${ruleMark(view, rule)}` : nothing
  }

  // ---------------------------------------------------------------- asking

  /**
   * Moves of the own seat.
   * @param {string[]} moves
   * @param {boolean} [sure]
   * @returns {boolean} whether they are on their way
   */
  play(moves, sure = !isConfirming()) {
    if (!this.table || this.sitting.waiting) return false
    if (this.looking()?.ahead) return this.sitting.planner?.add(moves) ?? false
    this.sitting.unsure = sure ? [] : moves
    if (!sure) return this.site.redraw(), false
    this.sitting.waiting = this.ask({ do: 'play', ply: this.table.ply, moves })
    this.site.redraw()
    return this.sitting.waiting
  }

  /** Say why a pick does not go with what was selected before it. @param {string[]} picks */
  beginAnew(picks) {
    const view = this.looking()
    if (!view || view.ahead) return // the server answers for the seat in turn
    if (this.ask({ do: 'why', ply: view.table.ply, picks: [...new Set(picks)] })) this.anew++
  }

  /** The best moves; or not any more. */
  async hint() {
    const { Adviser } = await this.fetch('hints', () => imported(() => import('../table/hints.js')))
    if (this.left) return
    this.adviser ??= new Adviser(this)
    this.adviser.toggle()
  }

  /**
   * What is prepared ahead: do something with it.
   * @param {(planner: import('../table/premoves.js').Planner) => void} deed
   */
  async plan(deed) {
    this.planning++
    const { Planner } = await this.fetch('ahead', () => imported(() => import('../table/premoves.js'))).finally(
      () => this.planning--,
    )
    if (!this.left) deed((this.sitting.planner ??= new Planner(this)))
  }

  /** @param {import('../protocol/types.js').Request} request */
  ask(request) {
    const sent = this.line.send(request)
    if (!sent) this.notice('line.lost')
    return sent
  }

  /** @param {string} key @param {() => Record<string, unknown>} [args] */
  notice(key, args) {
    this.answer(() => html`${this.site.word(key, args?.())}`)
    this.site.redraw()
  }

  /** Say something about the last attempt, for a while. @param {() => import('../lib/dom.js').Html} said */
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
    const view = /** @type {import('../protocol/types.js').View} */ (this.looking())
    return {
      view,
      redraw: this.site.redraw,
      play: this.play.bind(this),
      prepare: (/** @type {string[]} */ moves) => void this.plan((planner) => planner.send(moves)),
      signal: this.leaving.signal,
    }
  }

  /** The game is over: its score sheet opens once the last move has been seen. */
  finish() {
    if (still()) this.showSheet()
    else this.finishing = setTimeout(() => this.showSheet(), FINISH)
  }

  /** @param {Table | null} [waiting]  the table to come, whose scores are shown before it is
   * @param {import('../protocol/types.js').News[]} [ended]  what ended the round */
  showSheet(waiting = null, ended = []) {
    this.site.dialog(() => {
      const view = this.looking(waiting ?? this.table)
      const outcomes = (waiting?.news ?? this.sitting.heard).at(-1)?.outcomes ?? []
      return this.room && view && this.drawing
        ? scoreSheet(this.site, this.drawing, this.room, view, outcomes, ended)
        : nothing
    })
    this.covered = true
  }

  /** Nothing covers the table any more. */
  uncovered() {
    this.covered = false
    this.catchUp()
  }

  body() {
    const { site, room, drawing, sitting } = this
    if (this.gone) return message(site, site.word('gone.title'), site.word('gone.text'))
    if (!room || !drawing) return waiting(site, sitting.notice)
    const cut = html`<p class="cut" role="status" data-key="cut">${sitting.connected ? '' : site.word('line.cut')}</p>`
    if (room.phase === 'lobby')
      return html`${cut}${lobby(site, drawing, room, sitting.notice)}<aside class="lobby-talk"
        data-key="lobby-talk">${sitting.talk?.panel()}</aside>`
    const view = this.looking()
    const page = view ? html`${cut}${tablePage(drawing, room, view, sitting, { eyes: this.hot?.chooser() })}` : cut
    return this.hot ? html`${page}${this.hot.curtain()}` : page
  }

  close() {
    clearTimeout(this.fading)
    clearTimeout(this.pacing)
    clearTimeout(this.finishing)
    this.leaving.abort()
    this.line.close()
  }
}

/** @param {Site} site @param {string} id @param {string} invite @returns {Promise<Page>} */
export async function playing(site, id, invite) {
  const here = new Here(site, id, invite)
  const follow = follower('log-lines')
  return {
    body: () => here.body(),
    bar: () => bar(site, here.drawing, here.room, here.looking(), here.sitting),
    title: () =>
      title(site, here.room, here.last && !here.sitting.planner?.isDue(here.room, here.last) ? here.last : null),
    learn: async (lang) => here.room && Promise.all([learn(lang, here.room.game), here.adviser?.learn(lang)]),
    close: () => here.close(),
    uncovered: () => here.uncovered(),
    drawn() {
      if (here.drawing && here.table && here.room && here.room.phase !== 'lobby')
        here.drawing.drawn?.(/** @type {HTMLElement} */ (document.getElementById('root')), here.desk())
      here.hot?.drawn(/** @type {HTMLElement} */ (document.getElementById('root')))
      here.adviser?.drawn()
      here.watch?.drawn()
      follow(`${here.sitting.heard.length} ${site.lang}`)
      here.sitting.talk?.drawn()
    },
    deeds: deedsAt(here),
  }
}

/**
 * Keeps the log at its end while its reader is there.
 * @param {string} chosen  its class
 * @returns {(lines: string) => void}  told what makes it longer: lines, or another language
 */
export function follower(chosen) {
  let shown = ''
  let atEnd = true
  let height = 0
  /** @type {Element | null} */ let watched = null
  const sized = new ResizeObserver(() => {
    height = watched?.clientHeight ?? 0
    if (watched && atEnd) watched.scrollTop = watched.scrollHeight // as talk comes below it
  })
  return (lines) => {
    const log = document.querySelector(`.${chosen}`)
    if (log && log !== watched) {
      watched = log
      log.addEventListener('scroll', () => {
        // a log that has become lower was not moved by its reader
        if (log.clientHeight === height) atEnd = log.scrollTop + height > log.scrollHeight - 24
      })
      sized.disconnect()
      sized.observe(log)
      shown = ''
    }
    if (!log?.clientHeight) return // shut, as on a phone: when it is opened, its end is shown
    if (atEnd && lines !== shown) log.scrollTop = log.scrollHeight
    shown = lines
  }
}

/** Whether anybody here has somebody elsewhere to talk to. @param {Room} room */
export function isCompany({ terms, seats, phase, me, mine, spectators }) {
  const people = seats.filter(({ name, bot, away }, seat) => name && (!bot || away) && !mine.includes(seat)).length
  return (
    terms.talk !== false && (people > (mine.length ? 0 : 1) || (phase === 'over' && (me === null || spectators > 0)))
  )
}

/**
 * On the way to a table; or why its door is shut.
 * @param {Site} site
 * @param {(() => import('../lib/dom.js').Html) | null} notice
 */
const waiting = (site, notice) =>
  html`<main class="plain" data-key="wait">${
    notice
      ? html`<p class="notice" role="alert" data-key="notice">${notice()}</p>
  <div class="actions" data-key="ways"><button type="button" class="press main" data-do="knock"
    data-key="knock">${site.word('line.again')}</button>
    <a class="press" href="/" data-do="go" data-arg="/" data-key="home">${site.word('home')}</a></div>`
      : html`<p role="status" data-key="going">${site.word('line.wait')}</p>`
  }</main>`

/** @param {Site} site @param {string} heading @param {string} text */
export const message = (
  site,
  heading,
  text,
) => html`<main class="plain" data-key="gone"><h1>${heading}</h1><p>${text}</p>
  <a class="press main" href="/" data-do="go" data-arg="/">${site.word('home')}</a></main>`
