// Handover: with a one-time code, another device becomes the same guest. This page shows a code or accepts one.

import { RequestError } from '../lib/api.js'
import { html } from '../lib/dom.js'
import { say } from '../lib/i18n.js'
import { createHandCode, fetchRooms, redeemHandCode } from '../protocol/requests.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {import('../protocol/requests.js').HandCode} HandCode */

/** Show a code for another device. @param {Site} site @param {string} room  page to open there; "" for home */
export async function openHandCode(site, room) {
  const isSameDialog = site.dialogGuard()
  /** @type {HandCode | null} */ let found = null
  /** @type {import('../protocol/types.js').Text | null} */ let trouble = null
  try {
    found = await createHandCode(room)
  } catch (problem) {
    if (!(problem instanceof RequestError)) throw problem
    trouble = problem.text
  }
  if (!isSameDialog()) return
  site.dialog(
    () => html`<div class="menu"><h2>${site.word('hand.title')}</h2>
    ${
      found
        ? renderCode(site, found)
        : html`<p class="notice" role="alert">${trouble ? say('web', site.lang, trouble) : ''}</p>`
    }</div>`,
  )
}

/** @param {Site} site @param {HandCode} found */
function renderCode({ word }, { code, link, picture, minutes }) {
  return html`<p>${word('hand.how', { minutes })}</p>
    <p class="hand-code"><code data-key="code">${code.slice(0, 4)} ${code.slice(4)}</code></p>
    <img class="qr" src="${picture}" alt="${word('hand.qr')}" width="200" height="200">
    <input class="field wide" readonly value="${link}" aria-label="${word('hand.link')}">
    <p class="facts">${word('hand.warn')}</p>`
}

/**
 * Open the page at /hand: enter a code from another device, or create one.
 * @param {Site} site
 * @returns {Promise<import('../lib/site.js').Page>}
 */
export async function openHandover(site) {
  const { mine } = await fetchRooms()
  const code = location.hash.slice(1).slice(0, 40)
  const state = { code, trouble: /** @type {RequestError | null} */ (null), busy: false }
  history.replaceState(null, '', '/hand') // keep the code out of the history

  /** @param {string} code */
  async function take(code) {
    if (state.busy) return
    state.busy = true
    Object.assign(state, { code, trouble: null })
    const isSamePage = site.pageGuard()
    try {
      const { room } = await redeemHandCode(code)
      if (isSamePage()) site.go(room ? `/t/${room}` : '/')
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem
      state.trouble = problem
      site.redraw()
    } finally {
      state.busy = false
    }
  }

  return {
    body: () => renderBody(site, state, mine.length),
    bar: () => html`<span class="spring"></span>`,
    title: () => site.word('title'),
    close: () => undefined,
    actions: {
      take: (_, form) =>
        void take(
          /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (form).elements.namedItem('code')).value,
        ),
      hand: () => void openHandCode(site, ''),
    },
  }
}

/**
 * @param {Site} site
 * @param {{code: string, trouble: RequestError | null}} state
 * @param {number} own  number of tables that this browser's guest sits at
 */
function renderBody({ word, lang }, { code, trouble }, own) {
  return html`<main class="lobby handing" data-key="handing">
    <section class="sheet"><h1>${word('hand.take.title')}</h1><p>${word('hand.take.text')}</p>
      ${own ? html`<p class="notice">${word('hand.take.own', { count: own })}</p>` : ''}
      <form class="row" data-submit="take"><input class="field" name="code" value="${code}" maxlength="40"
        autocomplete="off" autocapitalize="none" spellcheck="false" aria-label="${word('hand.code')}"
        placeholder="${word('hand.code')}" required>
        <button class="press main">${word('hand.take')}</button></form>
      ${trouble ? html`<p class="notice" role="alert">${say('web', lang, trouble.text)}</p>` : ''}</section>
    <section class="sheet"><h2>${word('hand.title')}</h2><p>${word('hand.text')}</p>
      <button type="button" class="press" data-do="hand">${word('hand.show')}</button></section></main>`
}
