// The page: which of its parts is shown, in which language, and who hears a click.

import { patterns } from './art/teams.js'
import { Trouble } from './lib/api.js'
import { Html, html, listen, nothing, paint } from './lib/dom.js'
import { learn, say } from './lib/i18n.js'
import { isThere } from './lib/lazy.js'
import { keep, kept } from './lib/storage.js'
import { home } from './pages/home.js'
import { message, playing } from './pages/play.js'

/** @typedef {'en' | 'fr'} Lang */
/** @typedef {(arg: string, element: HTMLElement, event: Event) => void} Deed */

/** A part of the site: what it shows and what can be done there.
 * @typedef {object} Page
 * @property {() => Html} body
 * @property {() => Html} bar     beside the name of the site
 * @property {() => string} title
 * @property {Record<string, Deed>} deeds
 * @property {() => void} [drawn]
 * @property {(lang: Lang) => Promise<unknown>} [learn]  called before it is drawn in another language
 * @property {() => void} [uncovered]  called when what opened over it was closed
 * @property {() => void} close
 */

/** What a part may ask of the site.
 * @typedef {object} Site
 * @property {Lang} lang
 * @property {() => void} redraw
 * @property {(path: string) => void} go
 * @property {(render: (() => Html) | null) => void} dialog  open one, or close it with null
 * @property {() => boolean} inDialog
 * @property {() => () => boolean} staying  ask before waiting for something: whether the same page is still shown
 *   by then
 * @property {() => () => boolean} undisturbed  the same, and whether nothing was opened or closed over it meanwhile
 * @property {(name: string, deed: Deed) => void} hear  one deed more while this part is shown
 * @property {(key: string, args?: Record<string, unknown>) => string} word
 */

const LANGUAGES = ['en', 'fr']
const find = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id))
const box = /** @type {HTMLDialogElement} */ (find('dialog'))
/** @type {Page | null} */ let page = null
/** @type {(() => Html) | null} */ let inside = null // what the dialog shows
/** @type {Record<string, Deed>} */ const deeds = {} // those of the page that is shown
let visits = 0 // how often somebody went somewhere: an old visit that arrives late is dropped

/** @type {Site} */
const site = {
  lang: LANGUAGES.includes(kept('lang', '')) ? kept('lang', '') : navigator.language.startsWith('fr') ? 'fr' : 'en',
  redraw,
  go(path) {
    history.pushState(null, '', path)
    route()
  },
  dialog(render) {
    inside = render
    redraw()
    if (render && !box.open) box.showModal()
    if (!render && box.open) box.close()
  },
  hear(name, deed) {
    deeds[name] = deed
  },
  inDialog: () => inside !== null,
  staying() {
    const visit = visits
    return () => visit === visits
  },
  undisturbed() {
    const [visit, opened] = [visits, inside]
    return () => visit === visits && opened === inside
  },
  word: (key, args = {}) => say('web', site.lang, { key, ...args }),
}

/** @type {Record<string, Deed>} */
const common = {
  lang: async (arg) => {
    const lang = /** @type {Lang} */ (arg)
    for (let shown = null; shown !== page; ) {
      // the page that is shown by then may be another, with other words
      shown = page
      await Promise.all([learn(lang, 'web'), shown?.learn?.(lang)])
    }
    site.lang = lang
    keep('lang', lang)
    redraw()
  },
  go: (arg, _, event) => {
    const { ctrlKey, metaKey, shiftKey } = /** @type {MouseEvent} */ (event)
    if (ctrlKey || metaKey || shiftKey) return // a tab of its own
    event.preventDefault()
    site.dialog(null)
    site.go(arg)
  },
  close: () => site.dialog(null),
  keys: async () => {
    const undisturbed = site.undisturbed()
    const { listing } = await import('./lib/keyboard.js')
    if (undisturbed()) site.dialog(() => listing(site))
  },
}

function redraw() {
  if (!page) return
  document.documentElement.lang = site.lang
  document.title = page.title()
  paint(find('root'), page.body())
  paint(find('bar'), bar(page))
  paint(
    box,
    inside
      ? html`<div class="opened">${inside()}<button type="button" class="press small close" data-do="close"
        data-key="close">${site.word('close')}</button></div>`
      : nothing,
  )
  box.setAttribute('aria-label', box.querySelector('h2')?.textContent ?? '')
  page.drawn?.()
}

/** @param {Page} shown */
function bar(shown) {
  const other = site.lang === 'en' ? 'fr' : 'en'
  return html`<div class="bar"><a class="brand" href="/" data-do="go" data-arg="/"
    aria-label="${site.word('title')}: ${site.word('home').toLowerCase()}">
      <img src="/web/icon.svg" alt="" width="32" height="32"><span>${site.word('title')}</span></a>
    ${shown.bar()}
    <button type="button" class="press small" data-do="lang" data-arg="${other}" lang="${other}"
      title="${other === 'fr' ? 'Français' : 'English'}">${other.toUpperCase()}</button></div>`
}

async function route() {
  const visit = ++visits
  site.dialog(null)
  const { lang } = site
  const shown = await arrive().catch((problem) => trouble(problem))
  if (lang !== site.lang) await shown.learn?.(site.lang) // switched meanwhile
  if (visit !== visits) return shown.close()
  page?.close()
  for (const name of Object.keys(deeds)) delete deeds[name]
  Object.assign(deeds, common, shown.deeds)
  page = shown
  scrollTo(0, 0)
  redraw()
}

/** The page that the address names. @returns {Promise<Page>} */
async function arrive() {
  await learn(site.lang, 'web')
  if (location.pathname === '/hand') return (await import('./pages/handover.js')).handing(site)
  const past = location.pathname.match(/^(?:\/t\/([\w-]+))?\/replay$/)
  if (past) return (await import('./pages/replay/replay.js')).replaying(site, past[1] ?? '')
  const [, part, name] = location.pathname.match(/^\/(rules|learn)\/(\w+)$/) ?? []
  if (part === 'rules') return (await import('./pages/rulebook.js')).book(site, name)
  if (part === 'learn') return (await import('./pages/lesson.js')).lesson(site, name)
  const room = location.pathname.match(/^\/t\/([\w-]+)$/)
  if (room) return playing(site, room[1], new URLSearchParams(location.search).get('invite') ?? '')
  return location.pathname === '/' ? home(site) : nowhere()
}

/** An address that names nothing. @returns {Page} */
function nowhere() {
  return {
    body: () => message(site, site.word('nowhere.title'), site.word('nowhere.text')),
    bar: () => html`<span class="spring"></span>`,
    title: () => site.word('title'),
    deeds: {},
    close: () => undefined,
  }
}

/**
 * What is shown when not even that could be fetched: the words may be missing too.
 * @param {unknown} problem
 * @returns {Page}
 */
function trouble(problem) {
  if (!(problem instanceof Trouble)) console.error(problem)
  const words = { en: ['The server does not answer.', 'Try again'], fr: ['Le serveur ne répond pas.', 'Réessayer'] }[
    site.lang
  ]
  return {
    body: () =>
      html`<main class="plain" data-key="trouble"><h1>${words[0]}</h1><button type="button" class="press main"
        data-do="again">${words[1]}</button></main>`,
    bar: () => nothing,
    title: () => 'Velodrome',
    deeds: {
      // a script is not asked for twice in Firefox
      again: async () => (!(problem instanceof Trouble) && (await isThere()) ? location.reload() : route()),
    },
    close: () => undefined,
  }
}

paint(find('patterns'), patterns())
listen(document.body, deeds)
box.addEventListener('cancel', (event) => {
  // at once: the next key is for the page
  event.preventDefault()
  site.dialog(null)
})
box.addEventListener('close', () => {
  if (box.open) return // another was opened since
  inside = null
  page?.uncovered?.()
})
box.addEventListener('click', (event) => event.target === box && site.dialog(null))
addEventListener('popstate', route)
route()
void import('./lib/keyboard.js').then(
  ({ hearKeys }) => hearKeys(site),
  () => undefined,
) // clicks do as well
