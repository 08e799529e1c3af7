// Quick reactions, and the bubble that shows one beside its sender's plate.

import { sign } from '../art/reactions.js'
import { html, paint } from '../lib/dom.js'
import { loadStyle } from '../lib/lazy.js'
import { paced } from '../lib/settings.js'

/** Texts of the reactions, by name. @type {Record<string, string>} */
export const REACTIONS = {
  bravo: 'talk.bravo',
  chapeau: 'talk.chapeau',
  thanks: 'talk.thanks',
  luck: 'talk.luck',
  ouch: 'talk.ouch',
  bell: 'talk.bell',
}
const REACTION_TIME = 2_600 // ms that a reaction floats beside its sender's plate

/**
 * Show a reaction beside its sender's plate for a moment.
 * @param {import('../lib/site.js').Site} site
 * @param {number} seat
 * @param {string} reaction
 * @param {AbortSignal} leaving  aborted when the table is left
 */
export async function floatReaction(site, seat, reaction, leaving) {
  await loadStyle('reactions')
  const plate = document.querySelector(`[data-key="plate${seat}"]`)
  if (!plate || document.hidden || leaving.aborted || !REACTIONS[reaction]) return
  const { left, width, bottom } = plate.getBoundingClientRect()
  document.getElementById(`floating${seat}`)?.remove() // one at a time
  const bubble = Object.assign(document.createElement('div'), { className: 'floating', id: `floating${seat}` })
  bubble.ariaHidden = 'true' // people's reactions are in the list of messages too; those of bots are only decoration
  paint(bubble, html`${sign(reaction)}<b>${site.word(REACTIONS[reaction])}</b>`)
  document.body.append(bubble)
  const half = bubble.offsetWidth / 2 + 4
  bubble.style.left = `${Math.min(innerWidth - half, Math.max(half, left + width / 2))}px`
  bubble.style.top = `${bottom - 6}px`
  if (paced(1))
    bubble.animate(
      [
        { opacity: 0, translate: '-50% 0.8rem', scale: '0.6' },
        { opacity: 1, translate: '-50% 0', scale: '1', offset: 0.12 },
        { opacity: 1, translate: '-50% -0.3rem', offset: 0.8 },
        { opacity: 0, translate: '-50% -1.2rem' },
      ],
      { duration: REACTION_TIME, fill: 'forwards' },
    )
  const timer = setTimeout(() => bubble.remove(), REACTION_TIME)
  leaving.addEventListener('abort', () => {
    clearTimeout(timer)
    bubble.remove()
  })
}
