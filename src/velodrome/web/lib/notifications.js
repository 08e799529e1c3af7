// Browser notifications that it is the guest's turn while the page is hidden; off by default.

import { saveSetting } from './storage.js'

/**
 * Turn notifications on or off; turning them on shows a first one as a test.
 * @param {import('./site.js').Site} site
 * @param {string} room
 * @param {boolean} isOn
 */
export async function switchNotifications(site, room, isOn) {
  saveSetting('notices', false)
  if (isOn) {
    const isAllowed = (await Notification.requestPermission()) === 'granted'
    saveSetting('notices', isAllowed && show(site.word('notice.works'), site.word('title'), room))
  }
  site.redraw()
}

/** Show a notification if the browser allows it. @param {string} heading @param {string} body @param {string} room */
export function notify(heading, body, room) {
  if (Notification.permission === 'granted') show(heading, body, room)
}

/**
 * Show a notification; return false if the browser refuses (some phones allow them for installed pages only).
 * @param {string} heading
 * @param {string} body
 * @param {string} room
 */
function show(heading, body, room) {
  try {
    const notification = new Notification(heading, { body, tag: `velodrome-${room}`, icon: '/web/icon.svg' })
    notification.onclick = () => {
      window.focus()
      notification.close()
    }
    return true
  } catch {
    return false
  }
}
