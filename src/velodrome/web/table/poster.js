// Poster of a result, to share: drawn on a canvas from the game's own pictures.

import { drawImage } from '../lib/picture.js'
import { podiumColumn, podiumSeats, renderHero, resultColumns, seatsByPlace } from './ending.js'
import { promptText } from './layout.js'

/** @typedef {import('../protocol/types.js').Drawing} Drawing */
/** @typedef {import('../protocol/types.js').Room} Room */
/** @typedef {import('../protocol/types.js').View} View */
/** @typedef {{draw: CanvasRenderingContext2D, text: string, poster: string}} Sheet  canvas and its typefaces */

// sizes in px
const WIDTH = 1080
const MARGIN = 60
const COVER = 560 // height
const PODIUM = 350 // height
const HERO = 132
const ROW = 58
const MIN_HEIGHT = 1350
const STEPS = [0, 144, 104, 72] // height by place
// colours: the light ones of tokens.css
const PAPER = '#f3e7cf'
const CARD = '#fdf7e8'
const INK = '#1e2743'
const SOFT = '#5c5a55'
const RED = '#b42d24'
const LINE = '#cbb68b'
const STEP_COLOURS = [INK, '#e0a21b', '#9cc4cf', '#c98d5a'] // by place

/**
 * Draw the poster of a result as a PNG file.
 * @param {Drawing} drawing
 * @param {Room} room
 * @param {View} view  as a spectator sees it, since the poster names every player
 * @param {string} date
 * @returns {Promise<Blob>}
 */
export async function drawPoster(drawing, room, view, date) {
  const canvas = document.createElement('canvas')
  const draw = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'))
  const root = getComputedStyle(document.documentElement)
  /** @type {Sheet} */
  const sheet = { draw, text: root.getPropertyValue('--text'), poster: root.getPropertyValue('--poster') }
  draw.font = `800 58px ${sheet.poster}`
  const headline = wrap(draw, promptText(view), WIDTH - 2 * MARGIN).slice(0, 3)
  const head = COVER + 40 + headline.length * 66
  const tableTop = head + PODIUM + 30
  const bottom = tableTop + 80 + ROW * room.seats.length + 40
  canvas.width = WIDTH
  canvas.height = Math.max(MIN_HEIGHT, bottom + 60)
  const spare = (canvas.height - bottom - 60) / 2
  draw.fillStyle = PAPER
  draw.fillRect(0, 0, canvas.width, canvas.height)
  await drawCover(sheet, drawing, view)
  draw.fillStyle = INK
  draw.font = `800 58px ${sheet.poster}`
  draw.textAlign = 'center'
  headline.forEach((line, i) => {
    draw.fillText(line, WIDTH / 2, COVER + 90 + i * 66)
  })
  await drawPodium(sheet, drawing, view, head + spare / 2)
  await drawTable(sheet, drawing, room, view, tableTop + spare)
  draw.fillStyle = SOFT
  draw.font = `600 26px ${sheet.text}`
  draw.textAlign = 'left'
  draw.fillText('Velodrome', MARGIN, canvas.height - 36)
  draw.textAlign = 'right'
  draw.fillText(date, WIDTH - MARGIN, canvas.height - 36)
  return toPng(canvas)
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
const toPng = (canvas) =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas is empty'))), 'image/png')
  })

/** Draw the cover of the game with its name. @param {Sheet} sheet @param {Drawing} drawing @param {View} view */
async function drawCover({ draw, poster }, drawing, view) {
  const height = (WIDTH * 3) / 4 // covers are 4 : 3; show the middle
  const image = await drawImage(drawing.cover(), view.game, WIDTH, height)
  const top = (height - COVER) * 0.85 // more of the riders than of the sky
  draw.drawImage(image, 0, top, WIDTH, COVER, 0, 0, WIDTH, COVER)
  draw.font = `800 64px ${poster}`
  const name = view.say({ key: 'game.name' })
  const width = draw.measureText(name).width + 2 * 36
  draw.fillStyle = RED
  draw.fillRect(0, 0, MARGIN - 36 + width, 100)
  draw.fillStyle = CARD
  draw.textAlign = 'left'
  draw.fillText(name, MARGIN, 72)
}

/** @param {Sheet} sheet @param {Drawing} drawing @param {View} view @param {number} top */
async function drawPodium({ draw, text, poster }, drawing, view, top) {
  const { ranking } = view.table
  const seats = podiumSeats(ranking)
  const width = Math.min(250, (WIDTH - 2 * MARGIN) / seats.length)
  const left = (WIDTH - width * seats.length) / 2
  const floor = top + PODIUM
  for (const [i, seat] of seats.entries()) {
    const x = left + podiumColumn(i, seats.length) * width
    const step = STEPS[ranking[seat]]
    draw.fillStyle = STEP_COLOURS[ranking[seat]]
    draw.fillRect(x + 4, floor - step, width - 8, step)
    draw.fillStyle = INK
    draw.textAlign = 'center'
    draw.font = `800 56px ${poster}`
    draw.fillText(String(ranking[seat]), x + width / 2, floor - step + 62)
    draw.font = `700 32px ${text}`
    draw.fillText(shorten(draw, view.names[seat], width - 12), x + width / 2, floor - step - 18)
    const size = Math.min(HERO, width - 20)
    const image = await drawImage(renderHero(drawing, view, seat), view.game, size * 2, size * 2)
    draw.drawImage(image, x + (width - size) / 2, floor - step - 58 - size, size, size)
  }
}

/** @param {Sheet} sheet @param {Drawing} drawing @param {Room} room @param {View} view @param {number} top */
async function drawTable({ draw, text, poster }, drawing, room, view, top) {
  const columns = resultColumns(view)
  const column = 158
  const right = WIDTH - MARGIN - 20
  const middle = (/** @type {number} */ i) => right - column * (columns.length - i) + column / 2
  const height = 80 + ROW * room.seats.length
  draw.fillStyle = CARD
  draw.beginPath()
  draw.roundRect(MARGIN - 10, top, WIDTH - 2 * MARGIN + 20, height + 12, 24)
  draw.fill()
  draw.fillStyle = SOFT
  draw.textAlign = 'center'
  draw.font = `600 21px ${text}`
  columns.forEach(({ label }, i) => {
    const lines = wrap(draw, label, column - 8).slice(0, 2)
    lines.forEach((line, j) => {
      draw.fillText(line, middle(i), top + (lines.length > 1 ? 34 : 48) + j * 27)
    })
  })
  for (const [i, seat] of seatsByPlace(view.table.ranking).entries()) {
    const line = top + 80 + i * ROW
    draw.fillStyle = LINE
    draw.fillRect(MARGIN + 10, line, WIDTH - 2 * MARGIN - 20, 2)
    const base = line + 41
    draw.fillStyle = INK
    draw.textAlign = 'center'
    draw.font = `800 36px ${poster}`
    draw.fillText(String(view.table.ranking[seat]), MARGIN + 36, base)
    const face = await drawImage(drawing.face(view, seat), view.game, 96, 96)
    draw.drawImage(face, MARGIN + 72, line + 6, 48, 48)
    draw.textAlign = 'left'
    draw.font = `700 32px ${text}`
    const lost = room.forfeits.includes(seat) ? ` (${view.word('clock.lost')})` : ''
    const room_for = middle(0) - column / 2 - MARGIN - 140
    draw.fillText(shorten(draw, `${view.names[seat]}${lost}`, columns.length ? room_for : 700), MARGIN + 136, base)
    draw.textAlign = 'center'
    columns.forEach(({ values, isScore }, j) => {
      draw.font = isScore ? `800 38px ${poster}` : `600 32px ${text}`
      draw.fillText(String(values[seat]), middle(j), base)
    })
  }
}

/** Break a text into lines of a width.
 * @param {CanvasRenderingContext2D} draw @param {string} text @param {number} width */
function wrap(draw, text, width) {
  /** @type {string[]} */ const lines = []
  for (const word of text.split(' ')) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word
    if (lines.length && draw.measureText(longer).width <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.map((line) => shorten(draw, line, width))
}

/** Cut a text to a width. @param {CanvasRenderingContext2D} draw @param {string} text @param {number} width */
function shorten(draw, text, width) {
  if (draw.measureText(text).width <= width) return text
  const letters = [...text]
  while (letters.length > 1 && draw.measureText(`${letters.join('')}…`).width > width) letters.pop()
  return `${letters.join('')}…`
}
