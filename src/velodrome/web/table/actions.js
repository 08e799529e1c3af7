// What can be done at a table: picking and playing, looking, and who sits where.

import { USUAL } from '../forms/bot_levels.js'
import { nothing } from '../lib/dom.js'
import { setEase } from '../lib/screenreader.js'
import { keep, kept } from '../lib/storage.js'
import { freeing } from '../pages/lobby.js'
import { leaving, menu } from './menu.js'
import { ruleDialog } from './rule_dialog.js'
import * as choose from './selection.js'

/** @typedef {import('../main.js').Deed} Deed */
/** @typedef {import('../pages/play.js').Here} Here */

/** @param {Here} here @returns {Record<string, Deed>} */
export const deedsAt = (here) => ({
  ...looks(here.site, here.sitting, () => here.room?.game ?? ''),
  ...choosing(here),
  ...looking(here),
  ...seating(here),
})

/** What can be done wherever a table is shown: at it, in its past, in a lesson.
 * @param {import('../main.js').Site} site
 * @param {import('./view.js').Sitting} sitting
 * @param {() => string} game
 * @returns {Record<string, Deed>} */
export const looks = (site, sitting, game) => ({
  taste(arg) {
    const [name, value] = arg.split('=')
    sitting.taste = { ...sitting.taste, [name]: value }
    keep(`taste.${game()}`, sitting.taste)
    site.redraw()
  },
  log() {
    sitting.logOpen = !sitting.logOpen
    if (sitting.talk?.unread) sitting.tab = 'talk'
    site.redraw()
  },
  rule: (number) => void ruleDialog(site, game(), number),
  async copy(_, element) {
    const field = /** @type {HTMLInputElement} */ (element.closest('.invite')?.querySelector('input'))
    const done = navigator.clipboard
      ? await navigator.clipboard.writeText(field.value).then(
          () => true,
          () => copyOld(field),
        )
      : copyOld(field)
    if (done) element.textContent = site.word('lobby.copied')
  },
})

/**
 * The deeds of a drawing's own.
 * @param {import('../protocol/types.js').Drawing} drawing
 * @param {() => import('../protocol/types.js').Desk} desk
 * @returns {Record<string, Deed>}
 */
export const drawnDeeds = (drawing, desk) =>
  Object.fromEntries(
    Object.entries(drawing.deeds ?? {}).map(([name, deed]) => [
      name,
      (arg, element, event) => deed(arg, element, desk(), event),
    ]),
  )

/** @param {Here} here @returns {Record<string, Deed>} */
function choosing(here) {
  const { sitting, site } = here

  /** @param {Set<string>} selected */
  function select(selected) {
    sitting.selected = selected
    sitting.notice = null
    site.redraw()
  }

  return {
    pick(arg, element) {
      const { room } = here
      const view = here.looking()
      if (!view || !room || sitting.waiting) return
      const { table, ahead } = view
      if (!table.moves.length) {
        if (room.me !== null && table.actor !== -2) here.notice('why.turn')
        return
      }
      const next = choose.pick(table.moves, sitting.selected, arg)
      if (!next && ahead) return here.notice('ahead.none')
      if (!next) return void here.ask({ do: 'why', ply: table.ply, picks: [...new Set([...sitting.selected, arg])] })
      const before = sitting.selected
      select(next)
      const done = element.dataset.hold === undefined && choose.atOnce(table, next, arg)
      if (done) here.play([done.text])
      // of buttons, one is pressed in place of another
      else if (element.matches('.piece') && choose.isAnew(table, before, arg)) here.beginAnew([...before, arg])
    },
    number(arg, element) {
      select(choose.numbered(sitting.selected, arg, /** @type {HTMLInputElement} */ (element)))
    },
    clear: () => select(new Set()),
    hint: () => void here.hint().catch((problem) => here.missed(problem)),
    ahead: () => void here.plan((planner) => planner.toggle()),
    sure: () => void here.play(sitting.unsure, true),
    unsure() {
      sitting.unsure = []
      select(new Set())
    },
    back: (arg) =>
      void (here.table && here.ask({ do: 'back', ply: here.table.ply, ...(arg === '' ? {} : { seat: Number(arg) }) })),
    agree: (arg) => void (here.table && here.ask({ do: 'agree', ply: here.table.ply, yes: arg === 'yes' })),
    confirm(_, element) {
      keep('confirm', /** @type {HTMLInputElement} */ (element).checked)
      site.redraw()
    },
    play() {
      const view = here.looking()
      if (view?.ready) here.play([view.ready.text])
    },
  }
}

/** @param {Here} here @returns {Record<string, Deed>} */
function looking(here) {
  const { site } = here
  return {
    sheet: () => here.showSheet(),
    knock() {
      here.sitting.notice = null
      here.line.soon()
      site.redraw()
    },
    ease: setEase,
    menu: () => site.dialog(() => (here.room ? menu(site, here.room) : nothing)),
    notices: (_, element) =>
      void import('../lib/notifications.js').then(({ switchNotices }) =>
        switchNotices(here, /** @type {HTMLInputElement} */ (element).checked),
      ),
    hand: () => void import('../pages/handover.js').then(({ handOver }) => handOver(site, here.id)),
  }
}

/** @param {Here} here @returns {Record<string, Deed>} */
function seating(here) {
  const { site } = here
  return {
    sit: (arg) => {
      here.ask({ do: 'sit', seat: Number(arg) })
      site.dialog(null)
    },
    leave: () => {
      if (here.room?.phase !== 'lobby') site.dialog(() => leaving(site))
      else if (here.ask({ do: 'leave' })) site.go('/')
    },
    leaveNow: () => {
      here.ask({ do: 'leave' })
      site.dialog(null)
    },
    hire: (arg, element) => {
      const bot = element instanceof HTMLSelectElement ? element.value : (element.dataset.bot ?? '')
      here.ask({ do: 'hire', seat: Number(arg), bot })
    },
    free: (arg) => site.dialog(() => (here.room ? freeing(site, here.room, Number(arg)) : nothing)),
    freeNow: (arg) => {
      here.ask({ do: 'hire', seat: Number(arg), bot: '' })
      site.dialog(null)
    },
    hush: (_, element) => void here.ask({ do: 'hush', talk: /** @type {HTMLInputElement} */ (element).checked }),
    start: () => void here.ask({ do: 'start', bot: kept(`now.${here.room?.game}`, {}).level ?? USUAL }),
    rematch: () => {
      if (here.room?.rematch) return site.go(`/t/${here.room.rematch}`)
      here.again = here.ask({ do: 'rematch' })
    },
    rename(arg, element) {
      here.renamed = /** @type {HTMLInputElement} */ (element)
      here.ask({ do: 'name', name: here.renamed.value, seat: Number(arg) })
    },
    eyes: (arg) => here.hot?.look(arg === '' ? null : Number(arg)),
    share: () => void navigator.share?.({ url: here.room?.invite, title: site.word('title') }).catch(() => undefined),
  }
}

/** Without HTTPS a page has no clipboard of its own; this old way still works. @param {HTMLInputElement} field */
function copyOld(field) {
  field.select()
  return document.execCommand('copy')
}
