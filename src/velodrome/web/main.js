// Entry point: route addresses to pages, paint the current page and dialog, and dispatch clicks to actions.

import { icon } from './art/icons.js'
import { patterns } from './art/teams.js'
import { RequestError } from './lib/api.js'
import { Html, html, listen, nothing, paint } from './lib/dom.js'
import { recordEvents } from './lib/early_events.js'
import { hasText, languageName, loadTexts, say } from './lib/i18n.js'
import { isServerUp } from './lib/lazy.js'
import { loadAccessibility, switchSounds, wakeSounds } from './lib/screenreader.js'
import { applySettings, saveLanguage } from './lib/settings.js'
import { loadSetting } from './lib/storage.js'
import { renderMessage } from './pages/message.js'

/** @typedef {import('./lib/site.js').Lang} Lang */
/** @typedef {import('./lib/site.js').Action} Action */
/** @typedef {import('./lib/site.js').Page} Page */
/** @typedef {import('./lib/site.js').Site} Site */

const LANGUAGES = (document.querySelector('meta[name=languages]')?.getAttribute('content') ?? 'en').split(' ')
/** Texts of the page that is shown when no texts could be loaded. @type {Record<string, string[]>} */
const OFFLINE_TEXTS = {
  en: ['The server is not responding.', 'Try again'],
  fr: ['Le serveur ne répond pas.', 'Réessayer'],
  de: ['Der Server antwortet nicht.', 'Erneut versuchen'],
}
const find = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id))
const box = /** @type {HTMLDialogElement} */ (find('dialog'))
/** @type {Page | null} */ let page = null
/** @type {(() => Html) | null} */ let dialog = null // renders the dialog that is open
/** @type {Record<string, Action>} */ const actions = {} // the current page's
const repeatEarlyEvents = recordEvents(document.body) // the home page is shown, but its actions are not loaded yet
let visits = 0 // navigations so far; a page that finishes loading after a later navigation is dropped

/** @type {Site} */
const site = {
  lang: chooseLanguage([loadSetting('lang', ''), ...navigator.languages]),
  redraw,
  go(path) {
    history.pushState(null, '', path)
    route()
  },
  dialog(render) {
    dialog = render
    redraw()
    if (render && !box.open) {
      box.showModal()
      box.scrollTop = 0 // the browser has scrolled to the element that it focused
    }
    if (!render && box.open) box.close()
  },
  addAction(name, action) {
    actions[name] = action
  },
  inDialog: () => dialog !== null,
  pageGuard() {
    const visit = visits
    return () => visit === visits
  },
  dialogGuard() {
    const [visit, opened] = [visits, dialog]
    return () => visit === visits && opened === dialog
  },
  word: (key, args = {}) => say('web', site.lang, { key, ...args }),
}

/** Return the first wanted language that the page has, or English. @param {readonly string[]} wanted */
function chooseLanguage(wanted) {
  return wanted.map((name) => name.slice(0, 2)).find((name) => LANGUAGES.includes(name)) ?? 'en'
}

/** @type {Record<string, Action>} */
const common = {
  lang: async (_, element) => {
    const lang = /** @type {HTMLSelectElement} */ (element).value
    for (let shown = null; shown !== page; ) {
      // repeat if another page is opened while the texts load
      shown = page
      await Promise.all([loadTexts(lang, 'web'), shown?.loadTexts?.(lang)])
    }
    site.lang = lang
    saveLanguage(lang)
    redraw()
  },
  sound: () => {
    void switchSounds(!loadAccessibility().sounds)
    redraw()
  },
  settings: async () => {
    const isSameDialog = site.dialogGuard()
    const { renderSettings, settingsActions } = await import('./pages/settings.js')
    if (!isSameDialog()) return
    Object.assign(actions, settingsActions(site))
    site.dialog(() => renderSettings(site, LANGUAGES))
  },
  go: (arg, _, event) => {
    const { ctrlKey, metaKey, shiftKey } = /** @type {MouseEvent} */ (event)
    if (ctrlKey || metaKey || shiftKey) return // the browser opens a new tab
    event.preventDefault()
    site.dialog(null)
    site.go(arg)
  },
  close: () => site.dialog(null),
  keys: async () => {
    const isSameDialog = site.dialogGuard()
    const { renderKeyList } = await import('./lib/keyboard.js')
    if (isSameDialog()) site.dialog(() => renderKeyList(site))
  },
}

function redraw() {
  if (!page) return
  const root = document.documentElement
  if (root.lang !== site.lang) root.lang = site.lang // only then, because the browser styles the whole page again
  document.title = page.title()
  paint(find('root'), page.body())
  paint(find('bar'), renderBar(page))
  paint(
    box,
    dialog
      ? html`<div class="opened">${dialog()}<button type="button" class="press small close" data-do="close"
        data-key="close">${site.word('close')}</button></div>`
      : nothing,
  )
  box.setAttribute('aria-label', box.querySelector('h2')?.textContent ?? '')
  page.afterPaint?.()
}

/** @param {Page} shown */
function renderBar(shown) {
  return html`<div class="bar"><a class="brand" href="/" data-do="go" data-arg="/"
    aria-label="${site.word('title')}: ${site.word('home')}">
      <img src="/web/icon.svg" alt="" width="32" height="32"><span>${site.word('title')}</span></a>
    ${shown.bar()}
    <label class="press small language" title="${site.word('language')}"><span
      aria-hidden="true">${site.lang.toUpperCase()}</span><select class="languages" data-change="lang"
      aria-label="${site.word('language')}">${LANGUAGES.map(
        (lang) => html`<option value="${lang}" lang="${lang}"
          ${lang === site.lang ? html`selected` : ''}>${languageName(lang)}</option>`,
      )}</select></label>
    <button type="button" class="press small tool settings-button" data-key="settings" data-do="settings"
      title="${site.word('settings')}" aria-label="${site.word('settings')}">${icon('settings')}</button></div>`
}

async function route() {
  const visit = ++visits
  site.dialog(null)
  const { lang } = site
  const shown = await openPage().catch((problem) => openErrorPage(problem))
  if (lang !== site.lang) await shown.loadTexts?.(site.lang) // the language was switched while loading
  if (visit !== visits) return shown.close()
  page?.close()
  for (const name of Object.keys(actions)) delete actions[name]
  Object.assign(actions, common, shown.actions)
  const isFirst = page === null
  page = shown
  if (!isFirst) scrollTo(0, 0)
  redraw()
  if (isFirst) repeatEarlyEvents()
}

/** Open the page for the current address. @returns {Promise<Page>} */
async function openPage() {
  await loadTexts(site.lang, 'web')
  if (location.pathname === '/games') return (await import('./pages/games.js')).openGames(site)
  if (location.pathname === '/hand') return (await import('./pages/handover.js')).openHandover(site)
  const past = location.pathname.match(/^(?:\/t\/([\w-]+))?\/replay$/)
  if (past) return (await import('./pages/replay/replay.js')).openReplay(site, past[1] ?? '')
  const [, part, name] = location.pathname.match(/^\/(rules|learn)\/(\w+)$/) ?? []
  if (part && !hasText('web', site.lang, `${name}.game.name`)) return openNotFound('nowhere.game')
  if (part === 'rules') return (await import('./pages/rulebook.js')).openRulebook(site, name)
  if (part === 'learn') return (await import('./pages/lesson.js')).openLesson(site, name)
  const room = location.pathname.match(/^\/t\/([\w-]+)$/)
  if (room) {
    const { openTable } = await import('./pages/play/play.js')
    return openTable(site, room[1], new URLSearchParams(location.search).get('invite') ?? '')
  }
  return location.pathname === '/' ? (await import('./pages/home.js')).openHome(site) : openNotFound()
}

/** Return the page for an unknown address.
 * @param {string} heading  key of a text @returns {Page} */
function openNotFound(heading = 'nowhere.title') {
  return {
    body: () => renderMessage(site, site.word(heading), site.word('nowhere.text')),
    bar: () => html`<span class="spring"></span>`,
    title: () => site.word('title'),
    actions: {},
    close: () => undefined,
  }
}

/**
 * Return the page shown when loading fails. Its texts are inline, since loading the texts may be what failed.
 * @param {unknown} problem
 * @returns {Page}
 */
function openErrorPage(problem) {
  if (!(problem instanceof RequestError)) console.error(problem)
  const [title, again] = OFFLINE_TEXTS[site.lang] ?? OFFLINE_TEXTS.en
  return {
    body: () =>
      html`<main class="plain" data-key="trouble"><h1>${title}</h1><button type="button" class="press main"
        data-do="again">${again}</button></main>`,
    bar: () => nothing,
    title: () => 'Velodrome',
    actions: {
      // Firefox does not fetch a failed script twice
      again: async () => (!(problem instanceof RequestError) && (await isServerUp()) ? location.reload() : route()),
    },
    close: () => undefined,
  }
}

applySettings()
matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', applySettings)
paint(find('patterns'), patterns())
listen(document.body, actions)
box.addEventListener('cancel', (event) => {
  // close at once, so that the next key reaches the page
  event.preventDefault()
  site.dialog(null)
})
box.addEventListener('close', () => {
  if (box.open) return // the next dialog is already open
  dialog = null
  page?.dialogClosed?.()
})
box.addEventListener('click', (event) => event.target === box && site.dialog(null))
addEventListener('popstate', route)
// not earlier: browsers refuse sounds before
for (const kind of ['pointerup', 'keydown']) addEventListener(kind, wakeSounds, { once: true })
route()
void import('./lib/keyboard.js').then(
  ({ listenToKeys }) => listenToKeys(site),
  () => undefined,
) // if the module fails to load, clicks still work
