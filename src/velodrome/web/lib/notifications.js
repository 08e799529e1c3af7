// Notices of the browser's own: a seat that is waited for, while its page is out of sight. Only who asks for them gets
// them.

import { say } from './i18n.js'
import { keep } from './storage.js'

/** @typedef {import('../pages/play.js').Here} Here */

/** Turn notices on or off; the first one says that they work. @param {Here} here @param {boolean} on */
export async function switchNotices({ site, room }, on) {
  keep('notices', false)
  if (on && room) {
    const allowed = (await Notification.requestPermission()) === 'granted'
    keep('notices', allowed && show(site.word('notice.works'), site.word('title'), room.room))
  }
  site.redraw()
}

/** It is this guest's turn. @param {Here} here */
export function notify({ site, room }) {
  if (room && Notification.permission === 'granted')
    show(site.word('phase.turn'), say(room.game, site.lang, { key: 'game.name' }), room.room)
}

/**
 * Whether it is shown: on phones some browsers have only notices of installed pages.
 * @param {string} heading
 * @param {string} body
 * @param {string} room
 */
function show(heading, body, room) {
  try {
    const notice = new Notification(heading, { body, tag: `velodrome-${room}`, icon: '/web/icon.svg' })
    notice.onclick = () => {
      window.focus()
      notice.close()
    }
    return true
  } catch {
    return false
  }
}
