// The page: which of its parts is shown, in which language, and who hears a click.

import { Html, html, listen, nothing, paint } from './dom.js'
import { patterns } from './art/teams.js'
import { home } from './home.js'
import { keep, kept } from './keep.js'
import { playing } from './playing.js'
import { learn, say } from './say.js'

/** @typedef {'en' | 'fr'} Lang */
/** @typedef {(arg: string, element: HTMLElement, event: Event) => void} Deed */

/** A part of the site: what it shows and what can be done there.
 * @typedef {object} Page
 * @property {() => Html} body
 * @property {() => Html} bar     beside the name of the site
 * @property {() => string} title
 * @property {Record<string, Deed>} deeds
 * @property {() => void} [drawn]
 * @property {() => Promise<unknown>} [learn]  called before it is drawn in another language
 * @property {() => void} close
 */

/** What a part may ask of the site.
 * @typedef {object} Site
 * @property {Lang} lang
 * @property {() => void} redraw
 * @property {(path: string) => void} go
 * @property {(render: (() => Html) | null) => void} dialog  open one, or close it with null
 * @property {() => boolean} inDialog
 * @property {(name: string, deed: Deed) => void} hear  one deed more while this part is shown
 * @property {(key: string, args?: Record<string, unknown>) => string} word
 */

const find = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id))
const box = /** @type {HTMLDialogElement} */ (find('dialog'))
/** @type {Page | null} */ let page = null
/** @type {(() => Html) | null} */ let inside = null // what the dialog shows
/** @type {Record<string, Deed>} */ const deeds = {} // those of the page that is shown

/** @type {Site} */
const site = {
  lang: kept('lang', navigator.language.startsWith('fr') ? 'fr' : 'en'),
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
  word: (key, args = {}) => say('web', site.lang, { key, ...args }),
}

/** @type {Record<string, Deed>} */
const common = {
  lang: async (arg) => {
    site.lang = /** @type {Lang} */ (arg)
    keep('lang', arg)
    await Promise.all([learn(site.lang, 'web'), page?.learn?.()])
    redraw()
  },
  go: (arg, _, event) => {
    event.preventDefault()
    site.dialog(null)
    site.go(arg)
  },
  close: () => site.dialog(null),
}

function redraw() {
  if (!page) return
  document.documentElement.lang = site.lang
  document.title = page.title()
  paint(find('bar'), bar(page))
  paint(find('root'), page.body())
  paint(box, inside ? html`<div class="opened">${inside()}<button type="button" class="press small close" data-do="close" data-key="close">${site.word('close')}</button></div>` : nothing)
  page.drawn?.()
}

/** @param {Page} shown */
function bar(shown) {
  const other = site.lang === 'en' ? 'fr' : 'en'
  return html`<div class="bar"><a class="brand" href="/" data-do="go" data-arg="/" aria-label="${site.word('home')}">
      <img src="/web/icon.svg" alt="" width="32" height="32"><span>${site.word('title')}</span></a>
    ${shown.bar()}
    <button type="button" class="press small" data-do="lang" data-arg="${other}" lang="${other}" title="${other === 'fr' ? 'Français' : 'English'}">${other.toUpperCase()}</button></div>`
}

async function route() {
  page?.close()
  page = null
  site.dialog(null)
  await learn(site.lang, 'web')
  for (const name of Object.keys(deeds)) delete deeds[name]
  const room = location.pathname.match(/^\/t\/([\w-]+)$/)
  const shown = room ? await playing(site, room[1], new URLSearchParams(location.search).get('invite') ?? '') : await home(site)
  Object.assign(deeds, common, shown.deeds)
  page = shown
  scrollTo(0, 0)
  redraw()
}

paint(find('patterns'), patterns())
listen(document.body, deeds)
box.addEventListener('close', () => {
  inside = null
})
box.addEventListener('click', (event) => event.target === box && site.dialog(null))
addEventListener('popstate', route)
route()
