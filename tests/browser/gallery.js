// Render one state of one table as the page does, with picks but without a server.

import { patterns } from '/web/art/teams.js'
import { html, listen, paint } from '/web/lib/dom.js'
import { addTexts } from '/web/lib/i18n.js'
import { loadStyle } from '/web/lib/lazy.js'
import { loadBots } from '/web/table/bots.js'
import { renderTable } from '/web/table/layout.js'
import { pick } from '/web/table/selection.js'
import { buildView, createUi, displayRoom } from '/web/table/view.js'

const { room: told, table, texts, lang, picks, taste, ending } = await (await fetch('/fixture.json')).json()
const room = displayRoom(told.game, told.seats, { ...told, mine: told.me === null ? [] : [told.me] })
const { drawing } = await import(`/web/games/${room.game}/drawing.js`)
const own = document.querySelector('#own')
const styled = new Promise((done) => own.addEventListener('load', done, { once: true }))
own.href = `/web/games/${room.game}/style.css`
document.documentElement.lang = lang // as on the page: some styles depend on it
for (const [name, said] of Object.entries(texts)) addTexts(name, lang, said)
const ui = Object.assign(createUi(lang, taste), { history: table.news })
ui.selection.picked = new Set(picks)
paint(document.querySelector('#patterns'), patterns())
const root = document.querySelector('#root')
const desk = () => ({
  view: buildView(room, table, ui),
  redraw: draw,
  play(moves) {
    console.log('play', ...moves)
    return true
  },
  prepare: (moves) => console.log('prepare', ...moves),
  signal: new AbortController().signal,
})
function draw() {
  paint(root, renderTable(drawing, room, buildView(room, table, ui), ui))
  drawing.afterPaint?.(root, desk())
}
/** Open the result as the page does. */
async function openEnding() {
  const { renderEnding } = await import('/web/table/ending.js')
  const { drawPoster } = await import('/web/table/poster.js')
  await loadStyle('ending')
  const box = document.querySelector('#dialog')
  const last = table.news.at(-1)?.outcomes ?? []
  const { view } = desk()
  paint(
    box,
    html`<div class="opened">${renderEnding(drawing, room, view, last, '')}<button type="button"
    class="press small close">${view.word('close')}</button></div>`,
  )
  box.showModal()
  window.drawPoster = async () => {
    const poster = await drawPoster(
      drawing,
      room,
      buildView({ ...room, me: null, mine: [] }, table, ui),
      '14 July 2031',
    )
    const reader = new FileReader()
    reader.readAsDataURL(poster)
    await new Promise((done) => reader.addEventListener('load', done))
    return reader.result.split(',')[1]
  }
}
const actions = Object.entries(drawing.actions ?? {}).map(([name, action]) => [
  name,
  (arg, element, event) => action(arg, element, desk(), event),
])
listen(root, {
  ...Object.fromEntries(actions),
  pick(arg) {
    const next = pick(table.moves, ui.selection.picked, arg)
    if (next) ui.selection.picked = next
    draw()
  },
  clear() {
    ui.selection.picked = new Set()
    draw()
  },
  taste(arg) {
    const [name, value] = arg.split('=')
    ui.preferences = { ...ui.preferences, [name]: value }
    draw()
  },
})
await Promise.all([styled, new Promise((done) => loadBots(done))]) // some boards measure themselves
draw()
if (ending) await openEnding()
document.documentElement.dataset.drawn = 'true'
