// Show the end of a live game, and share its result as a picture.

import { nothing } from '../../lib/dom.js'
import { say } from '../../lib/i18n.js'
import { importModule, loadStyle } from '../../lib/lazy.js'
import { renderEnding } from '../../table/ending.js'
import { renderScores } from '../../table/scores.js'
import { currentView, hasLeft } from '../../table/session.js'
import { buildView } from '../../table/view.js'

/** @typedef {import('../../table/session.js').Session} Session */

const OVER = -2 // actor of a finished game

/** Open the result of the game. @param {Session} session */
export async function openEnding(session) {
  const { site } = session
  await loadStyle('ending')
  if (hasLeft(session)) return
  const state = { note: '' } // key of the text about sharing
  site.addAction('shareResult', () => void shareResult(session, state))
  site.dialog(() => {
    const { room, drawing, ui } = session
    const view = currentView(session)
    if (!room || !view || !drawing) return nothing
    const outcomes = ui.history.at(-1)?.outcomes ?? []
    return view.table.actor === OVER
      ? renderEnding(drawing, room, view, outcomes, state.note)
      : renderScores(site, drawing, room, view, outcomes, [])
  })
  session.pacing.isCovered = true
}

/**
 * Draw the poster of the result; then share it or, where the browser cannot share files, download it.
 * @param {Session} session
 * @param {{note: string}} state
 */
async function shareResult(session, state) {
  const { site } = session
  if (state.note === 'end.share.wait') return
  const tell = (/** @type {string} */ note) => {
    state.note = note
    if (!hasLeft(session)) site.redraw()
  }
  tell('end.share.wait')
  try {
    const file = await drawResult(session)
    tell(file && (await offer(file)) ? 'end.share.saved' : '')
  } catch (error) {
    tell('end.share.failed')
    console.warn(error)
  }
}

/** Draw the result as a picture file; null if there is no game to show. @param {Session} session */
async function drawResult({ room, table, drawing, ui, site, helpers }) {
  if (!room || !table || !drawing) return null
  const { drawPoster } = await helpers.load('poster', () => importModule(() => import('../../table/poster.js')))
  const view = buildView({ ...room, me: null, mine: [] }, table, ui)
  const date = new Intl.DateTimeFormat(site.lang, { dateStyle: 'long' }).format(new Date())
  const picture = await drawPoster(drawing, room, view, date)
  const name = site.word('end.file', { game: say(room.game, site.lang, { key: 'game.name' }) })
  return new File([picture], `${name}.png`, { type: 'image/png' })
}

/** Share a file or, if the browser cannot, download it; return whether it was downloaded. @param {File} file */
async function offer(file) {
  if (!navigator.canShare?.({ files: [file] })) return download(file)
  try {
    await navigator.share({ files: [file] })
    return false
  } catch (error) {
    // the person closed the menu; any other error means that this browser does not share after all
    return error instanceof DOMException && error.name === 'AbortError' ? false : download(file)
  }
}

/** @param {File} file */
function download(file) {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: file.name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  return true
}
