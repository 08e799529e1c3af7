// Picture of a board in the editor: the start of a game on it.

import { html, nothing } from '../lib/dom.js'
import { mergeTable } from '../protocol/merge.js'
import { buildView, createUi, displayRoom } from '../table/view.js'

/**
 * @param {import('../lib/site.js').Site} site
 * @param {import('../protocol/types.js').Drawing} drawing
 * @param {{game: string, seats: number, table: import('../protocol/types.js').WireTable | null, isOld: boolean}} shown
 *   isOld: the board has changed since
 */
export function renderPreview(site, drawing, { game, seats, table, isOld }) {
  if (!table) return nothing
  const players = Array.from({ length: seats }, (_, i) => ({
    name: site.word('invite.seat', { number: i + 1 }),
    bot: '',
    online: true,
    away: false,
  }))
  const wide = innerWidth >= 960 // picture beside the spaces, or below them
  const memory = {
    width: wide ? Math.min(innerWidth, 1344) * 0.5 - 40 : innerWidth - 72,
    height: Math.min(innerHeight * 0.6, 560),
  }
  const view = buildView(
    displayRoom(game, players),
    mergeTable(null, table, new Map()),
    createUi(site.lang, {}, memory),
  )
  return html`<div class="board-picture table ${game} ${isOld ? 'old' : ''}" inert><section class="board"
    aria-label="${site.word('table.board')}">${drawing.board(view)}</section></div>`
}
