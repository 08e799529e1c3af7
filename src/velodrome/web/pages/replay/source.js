// Where a game that is looked back at comes from: a table of the server, or a record that this browser has.

import { request } from '../../lib/api.js'

/** @typedef {import('../../protocol/types.js').Past} Past */
/** @typedef {import('../../protocol/types.js').WireTable} WireTable */

/** @typedef {object} Source
 * @property {string} path      its page
 * @property {string} table     the page of the table; "" for a record
 * @property {string} download  the address of its record; "" if one has it already
 * @property {(eyes: string) => Promise<Past>} past
 * @property {(eyes: string, first: number, last: number) => Promise<{tables: WireTable[]}>} tables
 * @property {(ply: number, seat: number, bot: string) => Promise<{room: string}>} goOn
 */

/** @param {string} room @returns {Source} */
export const ofRoom = (room) => ({
  path: `/t/${room}/replay`,
  table: `/t/${room}`,
  download: `/api/rooms/${room}/record`,
  past: (eyes) => request(`/api/rooms/${room}/past?eyes=${eyes}`),
  tables: (eyes, first, last) => request(`/api/rooms/${room}/past?eyes=${eyes}&first=${first}&last=${last}`),
  goOn: (ply, seat, bot) => request('/api/replays/on', { room, ply, seat, bot }),
})

/** @param {string} record @returns {Source} */
export const ofRecord = (record) => ({
  path: '/replay',
  table: '',
  download: '',
  past: (eyes) => request('/api/replays', { record, eyes }),
  tables: (eyes, first, last) => request('/api/replays', { record, eyes, first, last }),
  goOn: (ply, seat, bot) => request('/api/replays/on', { record, ply, seat, bot }),
})

const KEPT = 'velodrome.record' // in this tab: a reload shows the same record

/** The record that this tab shows, or "". */
export function loadRecord() {
  try {
    return sessionStorage.getItem(KEPT) ?? ''
  } catch {
    return ''
  }
}

/** @param {string} record */
export function saveRecord(record) {
  try {
    sessionStorage.setItem(KEPT, record)
  } catch {
    // a browser that keeps nothing: it is shown until the page is left
  }
}
