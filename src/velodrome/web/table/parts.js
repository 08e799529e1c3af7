// Load optional parts of a live table when they are first needed.

import { importModule } from '../lib/lazy.js'
import { loadSetting } from '../lib/storage.js'
import { isBot } from './bots.js'
import { hasLeft } from './session.js'

/** @typedef {import('./session.js').Session} Session */

/** Load the chat. @param {Session} session */
export const loadChat = (session) =>
  session.helpers.load('talk', async () => {
    const { createChat } = await importModule(() => import('./chat.js'))
    const chat = await createChat(session)
    session.ui.parts.chat = chat
    return chat
  })

/** Let a bot react to the table just shown, unless that is switched off.
 * @param {Session} session @param {import('../protocol/types.js').Table} table @param {number} since */
export async function reactAsBot(session, table, since) {
  const { room, ui, helpers } = session
  const isOn = loadSetting('bots.react', true) && room?.terms.talk !== false && !ui.parts.chat?.silent
  if (!isOn || !room?.seats.some(isBot)) return
  const load = () => importModule(() => import('./bot_reactions.js'))
  const { showBotReaction } = await helpers.load('bot reactions', load)
  await showBotReaction(session, table, since)
}

/** Load the clocks; undefined if the page was left meanwhile. @param {Session} session */
export async function loadClocks(session) {
  const { helpers } = session
  const { Clocks } = await helpers.load('clocks', () => importModule(() => import('./clocks.js')))
  if (hasLeft(session)) return undefined
  helpers.clocks ??= new Clocks(session)
  return helpers.clocks
}

/** Open or close the hints. @param {Session} session */
export async function toggleHints(session) {
  const { helpers } = session
  const { HintPanel } = await helpers.load('hints', () => importModule(() => import('./hints.js')))
  if (hasLeft(session)) return
  helpers.hints ??= new HintPanel(session)
  helpers.hints.toggle()
}

/**
 * Load the premoves module, then call `use` with it.
 * @param {Session} session
 * @param {(premoves: import('./premoves.js').Premoves) => void} use
 */
export async function withPremoves(session, use) {
  const { helpers, ui } = session
  helpers.premoveLoads++
  const { Premoves } = await helpers
    .load('ahead', () => importModule(() => import('./premoves.js')))
    .finally(() => helpers.premoveLoads--)
  if (hasLeft(session)) return
  ui.parts.premoves ??= new Premoves(session)
  use(ui.parts.premoves)
}

/** Load the zoom of cards. @param {Session} session @param {() => import('../protocol/types.js').View | null} view */
export const loadZoom = (session, view) =>
  session.helpers.load('zoom', async () => {
    const { listenToZoom } = await importModule(() => import('./zoom.js'))
    listenToZoom(view, session.leaving.signal)
    return true
  })

/** Load the hot seat of a shared device. @param {Session} session */
export const loadHotseat = (session) =>
  session.helpers.load('hotseat', () => importModule(() => import('./hotseat.js')))
