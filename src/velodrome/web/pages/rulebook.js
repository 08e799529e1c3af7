// Rulebook of a game: chapters, links to each rule, and a search that ignores accents and case.

import { html } from '../lib/dom.js'
import { fixSpaces, loadTexts, say } from '../lib/i18n.js'
import { loadStyle } from '../lib/lazy.js'
import { fetchExamples, fetchRules } from '../protocol/requests.js'
import { loadDrawing } from '../table/drawings.js'
import { highlightExamples, renderExample } from '../table/example.js'
import { numbered, paragraphs, renderRule } from '../table/rule_dialog.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {import('../lib/site.js').Page} Page */
/** @typedef {import('../protocol/requests.js').Rulebook & {examples: Record<string, Html[]>}} Book
 *   examples: pictures by rule number */
/** @typedef {import('../lib/dom.js').Html} Html */

/** @param {Site} site @param {string} game @returns {Promise<Page>} */
export async function openRulebook(site, game) {
  /** @type {Partial<Record<import('../lib/site.js').Lang, Book>>} */
  const books = {}
  let wanted = ''
  let jumped = false
  const loadBook = async (/** @type {import('../lib/site.js').Lang} */ lang) => {
    books[lang] ??= await fetchBook(game, lang)
  }
  await Promise.all([loadBook(site.lang), loadStyle('lesson')])
  const title = () => site.word('rules.title', { game: say(game, site.lang, { key: 'game.name' }) })
  return {
    body: () => renderBody(site, game, title(), /** @type {Book} */ (books[site.lang]), wanted),
    bar: () => html`<span class="spring"></span>`,
    title,
    loadTexts: loadBook,
    afterPaint() {
      highlightExamples(/** @type {HTMLElement} */ (document.getElementById('root')))
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

/** Fetch a rulebook with its pictures. @param {string} game @param {string} lang @returns {Promise<Book>} */
async function fetchBook(game, lang) {
  const [book, pictures, drawing] = await Promise.all([
    fetchRules(game, lang),
    fetchExamples(game, lang),
    loadDrawing(game),
    loadTexts(lang, game),
  ])
  /** @type {Record<string, Html[]>} */
  const examples = {}
  for (const example of pictures) {
    examples[example.rule] ??= []
    examples[example.rule].push(renderExample(drawing, example, lang))
  }
  return { ...book, examples }
}

/** Scroll to a rule or chapter and move the focus there. @param {string} id */
function jump(id) {
  const found = id && document.getElementById(id)
  if (!found) return
  found.scrollIntoView({ block: 'start' })
  found.focus({ preventScroll: true })
}

// ---------------------------------------------------------------- searching

/** Remove accents and case, keeping the number of letters. @param {string} text */
const fold = (text) => [...text].map((letter) => letter.normalize('NFD').charAt(0).toLowerCase()).join('')

/**
 * Check whether a rule contains every search word, or has that number.
 * @param {string} number
 * @param {import('../protocol/requests.js').Rule} rule
 * @param {string[]} words
 */
function matches(number, rule, words) {
  const all = fold(`${rule.chapter} ${rule.title} ${rule.text} ${rule.note}`)
  return words.every((word) => all.includes(word) || isNumber(number, word))
}

/** Check whether a word is a rule's number: vn-15, vn15 or 15. @param {string} number @param {string} word */
function isNumber(number, word) {
  const [letters, digits] = number.toLowerCase().split('-')
  return [`${letters}-${digits}`, `${letters}${digits}`, digits, String(Number(digits))].includes(word)
}

/** Return a function that marks the search words in a text.
 * @param {string[]} words @returns {import('../table/rule_dialog.js').Words} */
const markWords = (words) => (text) => {
  const plain = fold(text)
  const letters = [...text]
  const lit = new Set(words.filter((word) => word.length > 1).flatMap((word) => findLetters(plain, word)))
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

/** Return the letter positions of every occurrence of a word. @param {string} plain @param {string} word */
function findLetters(plain, word) {
  const all = []
  for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1))
    for (let i = 0; i < word.length; i++) all.push(at + i)
  return all
}

// ---------------------------------------------------------------- showing

/** @param {string} number */
const renderLink = (number) => html`<a href="#${number}" data-do="jump" data-arg="${number}">${number}</a>`

/** @param {Site} site @param {string} game @param {string} title @param {Book} book @param {string} wanted */
function renderBody(site, game, title, book, wanted) {
  const { word } = site
  const words = fold(wanted).split(/\s+/).filter(Boolean)
  const shown = Object.entries(book.rules).filter(([number, rule]) => matches(number, rule, words))
  const isSearch = words.length > 0
  const found = new Set(shown.map(([, rule]) => rule.chapter))
  const chapters = Object.keys(book.chapters).filter((name) => !isSearch || found.has(name))
  const mark = markWords(words)
  const linked = numbered(renderLink)
  const linkedAndMarked = numbered(renderLink, mark)
  return html`<main class="book" data-key="book"><header class="book-head"><h1>${title}</h1>
      <p class="read"><a class="press small" href="/learn/${game}" data-do="go"
        data-arg="/learn/${game}">${word('learn.poster')}</a></p>
      <label class="book-search"><span>${word('rules.search')}</span> <input class="field wide" type="search"
        value="${wanted}" data-input="search" autocomplete="off" spellcheck="false"></label>
      <p class="mark" role="status">${
        isSearch ? word(shown.length ? 'rules.found' : 'rules.none', { count: shown.length }) : ''
      }</p></header>
    <nav class="book-chapters" aria-label="${word('rules.chapters')}"><ul>${chapters.map(
      (name, i) => html`<li><a href="#chapter${i}" data-do="jump" data-arg="chapter${i}">${name}</a></li>`,
    )}</ul></nav>
    <div class="book-pages">${
      isSearch ? '' : html`<div class="book-intro" data-key="intro">${paragraphs(book.intro, linked)}</div>`
    }
      ${chapters.map(
        (name, i) => html`<section data-key="${name}"><h2 id="chapter${i}" tabindex="-1">${name}</h2>
        ${
          isSearch || !book.chapters[name]
            ? ''
            : html`<div class="book-text" data-key="text">${paragraphs(book.chapters[name], linked)}</div>`
        }
        ${shown
          .filter(([, rule]) => rule.chapter === name)
          .map(
            ([number, rule]) => html`<article class="book-rule" id="${number}" data-key="${number}" tabindex="-1">
          <h3>${mark(fixSpaces(rule.title))} <a class="rule" href="#${number}" data-do="jump"
            data-arg="${number}">${number}</a></h3>
          ${renderRule(site, rule, linkedAndMarked, book.examples[number])}</article>`,
          )}</section>`,
      )}</div></main>`
}
