// Load optional parts of a live table when they are first needed.

import { importModule } from '../lib/lazy.js'
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

/** Load the hot seat of a shared device. @param {Session} session */
export const loadHotseat = (session) =>
  session.helpers.load('hotseat', () => importModule(() => import('./hotseat.js')))
