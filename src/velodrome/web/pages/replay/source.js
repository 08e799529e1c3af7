// Sources of a replay: a table of the server, or a record loaded in this browser.

import { request } from '../../lib/api.js'

/** @typedef {import('../../protocol/types.js').Past} Past */
/** @typedef {import('../../protocol/types.js').WireTable} WireTable */

/** @typedef {object} Source
 * @property {string} path      address of the replay
 * @property {string} table     address of the table; "" for a record
 * @property {string} download  address of the table's record; "" for a record
 * @property {(eyes: string) => Promise<Past>} past
 * @property {(eyes: string, first: number, last: number) => Promise<{tables: WireTable[]}>} tables
 * @property {(ply: number, seat: number, bot: string) => Promise<{room: string}>} goOn
 */

/** @param {string} room @returns {Source} */
export const roomSource = (room) => ({
  path: `/t/${room}/replay`,
  table: `/t/${room}`,
  download: `/api/rooms/${room}/record`,
  past: (eyes) => request(`/api/rooms/${room}/past?eyes=${eyes}`),
  tables: (eyes, first, last) => request(`/api/rooms/${room}/past?eyes=${eyes}&first=${first}&last=${last}`),
  goOn: (ply, seat, bot) => request('/api/replays/on', { room, ply, seat, bot }),
})

/** @param {string} record @returns {Source} */
export const recordSource = (record) => ({
  path: '/replay',
  table: '',
  download: '',
  past: (eyes) => request('/api/replays', { record, eyes }),
  tables: (eyes, first, last) => request('/api/replays', { record, eyes, first, last }),
  goOn: (ply, seat, bot) => request('/api/replays/on', { record, ply, seat, bot }),
})

const RECORD_KEY = 'velodrome.record' // session storage: the record that this tab shows
export const RECORD_ENTRY = 'record' // state of a history entry that shows the record; others show the form

/** Return the record to show again after a reload or a step back in the history; "" for a new visit. */
export function loadRecord() {
  try {
    return history.state === RECORD_ENTRY ? (sessionStorage.getItem(RECORD_KEY) ?? '') : ''
  } catch {
    return ''
  }
}

/** @param {string} record */
export function saveRecord(record) {
  try {
    sessionStorage.setItem(RECORD_KEY, record)
    history.replaceState(RECORD_ENTRY, '')
  } catch {
    // no storage: the record is lost on reload
  }
}
