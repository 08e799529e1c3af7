// One state of one table, drawn as the page draws it, with picks but without a server.

import { patterns } from '/web/art/teams.js'
import { listen, paint } from '/web/lib/dom.js'
import { teach } from '/web/lib/i18n.js'
import { pick } from '/web/table/selection.js'
import { newSitting, shownRoom, tablePage, viewOf } from '/web/table/view.js'

const { room: told, table, texts, lang, picks, taste } = await (await fetch('/fixture.json')).json()
const room = shownRoom(told.game, told.seats, { ...told, mine: told.me === null ? [] : [told.me] })
const { drawing } = await import(`/web/games/${room.game}/drawing.js`)
const own = document.querySelector('#own')
const dressed = new Promise((done) => own.addEventListener('load', done, { once: true }))
own.href = `/web/games/${room.game}/style.css`
for (const [name, said] of Object.entries(texts)) teach(name, lang, said)
const sitting = Object.assign(newSitting(lang, taste), { selected: new Set(picks), heard: table.news })
paint(document.querySelector('#patterns'), patterns())
const root = document.querySelector('#root')
const desk = () => ({
  view: viewOf(room, table, sitting),
  redraw: draw,
  play: (moves) => (console.log('play', ...moves), true),
  prepare: (moves) => console.log('prepare', ...moves),
  signal: new AbortController().signal,
})
function draw() {
  paint(root, tablePage(drawing, room, viewOf(room, table, sitting), sitting))
  drawing.drawn?.(root, desk())
}
const deeds = Object.entries(drawing.deeds ?? {}).map(([name, deed]) => [
  name,
  (arg, element, event) => deed(arg, element, desk(), event),
])
listen(root, {
  ...Object.fromEntries(deeds),
  pick(arg) {
    const next = pick(table.moves, sitting.selected, arg)
    if (next) sitting.selected = next
    draw()
  },
  clear() {
    sitting.selected = new Set()
    draw()
  },
  taste(arg) {
    const [name, value] = arg.split('=')
    sitting.taste = { ...sitting.taste, [name]: value }
    draw()
  },
})
await dressed // a board that is drawn to measure needs its measures
draw()
document.documentElement.dataset.drawn = 'true'
