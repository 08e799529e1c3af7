// The rules of a game as a book: chapters, numbers to link to, and a search that forgives accents and case.

import { html } from '../lib/dom.js'
import { fixSpaces, loadTexts, say } from '../lib/i18n.js'
import { loadStyle } from '../lib/lazy.js'
import { fetchRules } from '../protocol/requests.js'
import { numbered, paragraphs } from '../table/rule_dialog.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {import('../lib/site.js').Page} Page */
/** @typedef {{intro: string, rules: Record<string, import('../protocol/requests.js').Rule>}} Book */
/** @typedef {import('../lib/dom.js').Html} Html */

/** @param {Site} site @param {string} game @returns {Promise<Page>} */
export async function openRulebook(site, game) {
  /** @type {Partial<Record<import('../lib/site.js').Lang, Book>>} */
  const books = {}
  let wanted = ''
  let jumped = false
  const loadBook = async (/** @type {import('../lib/site.js').Lang} */ lang) => {
    const [book] = await Promise.all([books[lang] ?? fetchRules(game, lang), loadTexts(lang, game)])
    books[lang] = book
  }
  await Promise.all([loadBook(site.lang), loadStyle('lesson')])
  const title = () => site.word('rules.title', { game: say(game, site.lang, { key: 'game.name' }) })
  return {
    body: () => body(site, game, title(), /** @type {Book} */ (books[site.lang]), wanted),
    bar: () => html`<span class="spring"></span>`,
    title,
    loadTexts: loadBook,
    afterPaint() {
      if (!jumped) jump(location.hash.slice(1))
      jumped = true
    },
    close: () => undefined,
    actions: {
      search(_, element) {
        wanted = /** @type {HTMLInputElement} */ (element).value
        site.redraw()
      },
      jump(number, _, event) {
        event.preventDefault()
        history.replaceState(null, '', `#${number}`)
        if (wanted && !document.getElementById(number)) wanted = ''
        site.redraw()
        jump(number)
      },
    },
  }
}

/** Show a rule or a chapter, and read on from there. @param {string} id */
function jump(id) {
  const found = id && document.getElementById(id)
  if (!found) return
  found.scrollIntoView({ block: 'start' })
  found.focus({ preventScroll: true })
}

// ---------------------------------------------------------------- searching

/** A text without accents and case, letter for letter. @param {string} text */
const folded = (text) => [...text].map((letter) => letter.normalize('NFD').charAt(0).toLowerCase()).join('')

/**
 * Whether a rule has every word that is searched, or the number.
 * @param {string} number
 * @param {import('../protocol/requests.js').Rule} rule
 * @param {string[]} words
 */
function holds(number, rule, words) {
  const all = folded(`${rule.chapter} ${rule.title} ${rule.text}`)
  return words.every((word) => all.includes(word) || isNumber(number, word))
}

/** Whether a word names the number: vn-15, vn15 and 15 do. @param {string} number @param {string} word */
function isNumber(number, word) {
  const [letters, digits] = number.toLowerCase().split('-')
  return [`${letters}-${digits}`, `${letters}${digits}`, digits, String(Number(digits))].includes(word)
}

/** A text whose searched words stand out. @param {string[]} words @returns {import('../table/rule_dialog.js').Words} */
const found = (words) => (text) => {
  const plain = folded(text)
  const letters = [...text]
  const lit = new Set(words.filter((word) => word.length > 1).flatMap((word) => places(plain, word)))
  /** @type {(string | Html)[]} */
  const parts = []
  let start = 0
  for (let i = 1; i <= letters.length; i++) {
    if (i < letters.length && lit.has(i) === lit.has(start)) continue
    const part = letters.slice(start, i).join('')
    parts.push(lit.has(start) ? html`<mark>${part}</mark>` : part)
    start = i
  }
  return parts
}

/** The letters of every occurrence of a word. @param {string} plain @param {string} word */
function places(plain, word) {
  const all = []
  for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1))
    for (let i = 0; i < word.length; i++) all.push(at + i)
  return all
}

// ---------------------------------------------------------------- showing

/** @param {string} number */
const link = (number) => html`<a href="#${number}" data-do="jump" data-arg="${number}">${number}</a>`

/** @param {Site} site @param {string} game @param {string} title @param {Book} book @param {string} wanted */
function body(site, game, title, book, wanted) {
  const { word } = site
  const words = folded(wanted).split(/\s+/).filter(Boolean)
  const shown = Object.entries(book.rules).filter(([number, rule]) => holds(number, rule, words))
  const chapters = [...new Set(shown.map(([, rule]) => rule.chapter))]
  const told = found(words)
  return html`<main class="book" data-key="book"><header class="book-head"><h1>${title}</h1>
      <p class="read"><a class="press small" href="/learn/${game}" data-do="go"
        data-arg="/learn/${game}">${word('learn.poster')}</a></p>
      <label class="book-search"><span>${word('rules.search')}</span> <input class="field wide" type="search"
        value="${wanted}" data-input="search" autocomplete="off" spellcheck="false"></label>
      <p class="mark" role="status">${
        words.length ? word(shown.length ? 'rules.found' : 'rules.none', { count: shown.length }) : ''
      }</p></header>
    <nav class="book-chapters" aria-label="${word('rules.chapters')}"><ul>${chapters.map(
      (name, i) => html`<li><a href="#chapter${i}" data-do="jump" data-arg="chapter${i}">${name}</a></li>`,
    )}</ul></nav>
    <div class="book-pages">${
      words.length ? '' : html`<div class="book-intro" data-key="intro">${paragraphs(book.intro, numbered(link))}</div>`
    }
      ${chapters.map(
        (name, i) => html`<section data-key="${name}"><h2 id="chapter${i}" tabindex="-1">${name}</h2>
        ${shown
          .filter(([, rule]) => rule.chapter === name)
          .map(
            ([number, rule]) => html`<article class="book-rule" id="${number}" data-key="${number}" tabindex="-1">
          <h3><a class="rule" href="#${number}" data-do="jump" data-arg="${number}">${number}</a>
            ${told(fixSpaces(rule.title))}</h3>${paragraphs(rule.text, numbered(link, told))}</article>`,
          )}</section>`,
      )}</div></main>`
}
