// At a table: hears the server, keeps what is selected, sends moves.

import { icon } from './art/icons.js'
import * as choose from './choose.js'
import { html, nothing } from './dom.js'
import { drawingOf } from './drawings.js'
import { keep, kept } from './keep.js'
import { lobby } from './lobby.js'
import { menu } from './menu.js'
import { ruleDialog } from './rules.js'
import { learn, ruleOf, say } from './say.js'
import { scoreSheet } from './sheet.js'
import { Line } from './socket.js'
import { ruleMark, tablePage, viewOf } from './table.js'

/** @typedef {import('./main.js').Site} Site */
/** @typedef {import('./main.js').Page} Page */
/** @typedef {import('./protocol.js').Room} Room */
/** @typedef {import('./protocol.js').Table} Table */
/** @typedef {import('./protocol.js').Answer} Answer */
/** @typedef {import('./protocol.js').Drawing} Drawing */

/** @param {Site} site @param {string} id @param {string} invite @returns {Promise<Page>} */
export async function playing(site, id, invite) {
  /** @type {Room | null} */ let room = null
  /** @type {Table | null} */ let table = null
  /** @type {Drawing | null} */ let drawing = null
  let gone = false
  let fresh = true // the next table holds all that was heard
  /** @type {import('./table.js').Sitting} */
  const sitting = { lang: site.lang, selected: new Set(), heard: [], notice: null, logOpen: false, connected: true, waiting: false, taste: {}, memory: {} }
  const line = new Line(`/ws/${id}${invite ? `?invite=${encodeURIComponent(invite)}` : ''}`, { told, state, gone: lost })

  /** @param {boolean} connected */
  function state(connected) {
    sitting.connected = connected
    sitting.waiting = false
    if (connected) fresh = true
    site.redraw()
  }

  function lost() {
    gone = true
    site.redraw()
  }

  /** @param {Answer} answer */
  async function told(answer) {
    if (answer.is === 'room') await arrive(answer)
    else if (answer.is === 'table') deal(answer)
    else if (answer.is === 'refused') refuse(answer)
    site.redraw()
  }

  /** @param {Room} news */
  async function arrive(news) {
    if (!room) sitting.taste = kept(`taste.${news.game}`, {})
    if (invite && news.me !== null) history.replaceState(null, '', `/t/${id}`) // the token is spent: keep it out of sight
    room = news
    if (drawing) return
    const [found] = await Promise.all([drawingOf(news.game), learn(site.lang, news.game)])
    drawing = found
    for (const [name, deed] of Object.entries(found.deeds ?? {})) site.hear(name, (arg, element, event) => deed(arg, element, desk(), event))
  }

  /** @param {Table} told */
  function deal(told) {
    const before = table
    const news = laid(before, told)
    if (fresh) sitting.heard = news.news
    else sitting.heard = [...sitting.heard, ...news.news]
    fresh = false
    sitting.waiting = false
    table = news
    if (before?.ply !== news.ply) {
      sitting.selected = new Set()
      sitting.notice = null
    }
    if (before && before.ply !== news.ply && (news.sheet.length > before.sheet.length || (news.actor === -2 && before.actor !== -2))) showSheet()
  }

  /** @param {import('./protocol.js').Refused} answer */
  function refuse({ why, of }) {
    sitting.waiting = false
    const view = looking()
    const rule = ruleOf(of, site.lang, why)
    sitting.notice = html`${say(of, site.lang, why, view?.names)}${view && rule ? html` ${ruleMark(view, rule)}` : ''}`
  }

  const looking = () => (room && table ? viewOf(room, table, Object.assign(sitting, { lang: site.lang })) : null)

  /** @param {string[]} moves */
  function send(moves) {
    if (!table || sitting.waiting) return
    sitting.waiting = line.send({ do: 'play', ply: table.ply, moves })
    if (!sitting.waiting) sitting.notice = html`${site.word('line.lost')}`
    site.redraw()
  }

  /** @param {string} arg @param {HTMLElement} element */
  function picked(arg, element) {
    if (!table || !room) return
    if (!table.moves.length) {
      if (room.me !== null && table.actor !== -2) sitting.notice = html`${site.word('why.turn')}`
      return site.redraw()
    }
    const next = choose.pick(table.moves, sitting.selected, arg)
    if (!next) return void line.send({ do: 'why', ply: table.ply, picks: [...new Set([...sitting.selected, arg])] })
    sitting.selected = next
    sitting.notice = null
    const left = choose.narrow(table.moves, next)
    const done = choose.ready(left, next)
    if (isButton(arg) && element.dataset.hold === undefined && done && left.length === 1 && next.has(arg)) return send([done.text])
    site.redraw()
  }

  /** Whether a pick is a control that acts, not a piece. @param {string} pick */
  const isButton = (pick) => table?.zones.find((zone) => zone.id === 'controls')?.pieces.some((piece) => piece.id === pick && !piece.number) ?? false

  const desk = () => ({ view: /** @type {import('./protocol.js').View} */ (looking()), redraw: site.redraw, play: send })
  const showSheet = () => site.dialog(() => {
    const view = looking()
    return room && view && drawing ? scoreSheet(site, drawing, room, view) : nothing
  })

  /** @type {Record<string, import('./main.js').Deed>} */
  const own = {
    pick: picked,
    clear() {
      sitting.selected = new Set()
      sitting.notice = null
      site.redraw()
    },
    play() {
      const view = looking()
      if (view?.ready) send([view.ready.text])
    },
    number(arg, element) {
      const field = /** @type {HTMLInputElement} */ (element)
      const value = (field.dataset.values ?? '').split(' ')[Number(field.value)]
      sitting.selected = new Set([...[...sitting.selected].filter((pick) => choose.pieceOf(pick) !== arg), `${arg}:${value}`])
      site.redraw()
    },
    taste(arg) {
      const [name, value] = arg.split('=')
      sitting.taste = { ...sitting.taste, [name]: value }
      keep(`taste.${room?.game}`, sitting.taste)
      site.redraw()
    },
    log() {
      sitting.logOpen = !sitting.logOpen
      site.redraw()
    },
    sheet: showSheet,
    rule: (number) => void ruleDialog(site, room?.game ?? '', number),
    menu: () => site.dialog(() => (room ? menu(site, room) : nothing)),
    sit: (arg) => ask({ do: 'sit', seat: Number(arg) }),
    leave: () => {
      ask({ do: 'leave' })
      if (room?.phase === 'lobby') site.go('/')
    },
    hire: (arg, element) => {
      const chosen = /** @type {HTMLSelectElement} */ (element).value
      ask({ do: 'hire', seat: Number(arg), bot: element.tagName === 'SELECT' ? chosen : element.dataset.bot ?? '' })
    },
    start: () => ask({ do: 'start', bot: kept('bot', 'level3') }),
    rematch: () => (room?.rematch ? site.go(`/t/${room.rematch}`) : ask({ do: 'rematch' })),
    rename: (_, element) => ask({ do: 'name', name: /** @type {HTMLInputElement} */ (element).value }),
    copy: async (_, element) => {
      if (navigator.clipboard) await navigator.clipboard.writeText(room?.invite ?? '').catch(() => undefined)
      else copyOld(/** @type {HTMLInputElement} */ (document.querySelector('.invite input')))
      element.textContent = site.word('lobby.copied')
    },
    share: () => void navigator.share?.({ url: room?.invite, title: site.word('title') }).catch(() => undefined),
  }

  /** @param {import('./protocol.js').Request} request */
  function ask(request) {
    if (!line.send(request)) sitting.notice = html`${site.word('line.lost')}`
    site.redraw()
  }

  function body() {
    if (gone) return html`<main class="plain" data-key="gone"><h1>${site.word('gone.title')}</h1><p>${site.word('gone.text')}</p>
      <a class="press main" href="/" data-do="go" data-arg="/">${site.word('home')}</a></main>`
    if (!room || !drawing) return html`<main class="plain" data-key="wait"><p role="status">${site.word('line.wait')}</p></main>`
    const cut = sitting.connected ? nothing : html`<p class="cut" role="status" data-key="cut">${site.word('line.cut')}</p>`
    if (room.phase === 'lobby') return html`${cut}${lobby(site, drawing, room, sitting.notice)}`
    const view = looking()
    return view ? html`${cut}${tablePage(drawing, room, view, sitting)}` : nothing
  }

  return {
    body,
    bar: () => bar(site, drawing, room, looking()),
    title: () => title(site, room, table),
    learn: async () => room && learn(site.lang, room.game),
    close: () => line.close(),
    drawn() {
      if (drawing && room && table && room.phase !== 'lobby') drawing.drawn?.(/** @type {HTMLElement} */ (document.getElementById('root')), desk())
      const lines = document.querySelector('.log-lines')
      if (lines && lines.getAttribute('data-seen') !== String(sitting.heard.length)) {
        lines.scrollTop = lines.scrollHeight
        lines.setAttribute('data-seen', String(sitting.heard.length))
      }
    },
    deeds: own,
  }
}

/** Without HTTPS a page has no clipboard of its own; this old way still works. @param {HTMLInputElement} field */
function copyOld(field) {
  field.select()
  document.execCommand('copy')
}

/** A table with every zone: the server names those that are as they were. @param {Table | null} before @param {Table} news @returns {Table} */
function laid(before, news) {
  const zones = new Map(before?.zones.map((zone) => [zone.id, zone]))
  return { ...news, zones: news.zones.map((zone) => (typeof zone === 'string' ? /** @type {import('./protocol.js').Zone} */ (zones.get(zone)) : zone)) }
}

/** @param {Site} site @param {Drawing | null} drawing @param {Room | null} room @param {import('./protocol.js').View | null} view */
function bar(site, drawing, room, view) {
  if (!room) return html`<span class="spring"></span>`
  const { word } = site
  const where = view && room.phase !== 'lobby' ? (drawing?.title?.(view) ?? '') : ''
  return html`<p class="where"><b>${say(room.game, site.lang, { key: 'game.name' })}</b> <span>${where}</span></p>
    ${room.phase === 'lobby' ? '' : [tool('sheet', 'scores', word('bar.scores')), tool('log', 'log', word('bar.log'))]}
    ${tool('menu', 'menu', word('bar.menu'))}`
}

/** A button of the bar: a sign, and its name where there is room. @param {string} deed @param {string} sign @param {string} name */
const tool = (deed, sign, name) =>
  html`<button type="button" class="press small tool ${deed}-button" data-key="${deed}" data-do="${deed}" title="${name}" aria-label="${name}">${icon(sign)}<span>${name}</span></button>`

/** @param {Site} site @param {Room | null} room @param {Table | null} table */
function title(site, room, table) {
  if (!room) return site.word('title')
  const name = say(room.game, site.lang, { key: 'game.name' })
  return table && table.actor === room.me && room.me !== null ? `● ${site.word('phase.turn')} — ${name}` : `${name} — ${site.word('title')}`
}
