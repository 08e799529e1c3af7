// Texts by key, in the reader's language: those of the page and of each game, fetched from the server.

import { request } from './api.js'
import { Html, html } from './dom.js'

/** A text's key and its arguments. @typedef {{key: string, rule?: string, [argument: string]: unknown}} Text */
/** @typedef {import('./site.js').Lang} Lang */
/** @typedef {{say: Record<string, string>, you: Record<string, string>, rule: Record<string, string>}} Sentences */

/** @type {Record<string, Sentences>} */
const known = {} // by "name/lang"
// "Seat {winner} wins": a name stands there instead
const SEAT = /(?:\b(?:seats?|la place|les places)\s+)\{(?!number\})(\w+)\}/gi
const SLOT = /\{(\w+)\}/g

/** Fetch the texts that are not loaded yet. @param {Lang} lang @param {...string} names */
export async function loadTexts(lang, ...names) {
  const missing = names.filter((name) => !known[`${name}/${lang}`])
  await Promise.all(missing.map(async (name) => addTexts(name, lang, await request(`/texts/${name}/${lang}.json`))))
}

/** @param {string} name @param {Lang} lang @param {Sentences} sentences */
export function addTexts(name, lang, sentences) {
  const fitted = (/** @type {Record<string, string>} */ said) =>
    Object.fromEntries(Object.entries(said).map(([key, text]) => [key, fixSpaces(text)]))
  known[`${name}/${lang}`] = { ...sentences, say: fitted(sentences.say), you: fitted(sentences.you) }
}

/** Use no-break spaces before French punctuation and before %. @param {string} text */
export const fixSpaces = (text) => text.replace(/ (?=[:;?!»%])|(?<=«|n°) /g, '\u00a0')

/** Check whether there is such a text. @param {string} of @param {Lang} lang @param {string} key */
export const hasText = (of, lang, key) => key in (known[`${of}/${lang}`]?.say ?? {})

/** Return the number of the rule behind a text, or "". @param {string} of @param {Lang} lang @param {Text} text */
export const ruleOf = (of, lang, text) => text.rule ?? known[`${of}/${lang}`]?.rule[text.key] ?? ''

/** A text's sentence. Numbers of seats become names, names of pieces words.
 * @param {string} of  "web" or a game @param {Lang} lang @param {Text} text @param {string[]} [names] */
export function say(of, lang, text, names = []) {
  return capital(parts(of, lang, sentence(of, lang, text.key), text, names)).join('')
}

/** The same with pictures in it. @param {string} of @param {Lang} lang @param {Text} text @param {string[]} names
 * @param {(argument: string, value: string) => Html | null} picture @param {boolean} [own] said to whoever did it */
export function show(of, lang, text, names, picture, own = false) {
  const told = (own && known[`${of}/${lang}`]?.you[text.key]) || sentence(of, lang, text.key)
  return html`${capital(parts(of, lang, told, text, names, picture))}`
}

/** @param {string} of @param {Lang} lang @param {string} key */
function sentence(of, lang, key) {
  const found =
    known[`${of}/${lang}`]?.say[key] ?? known[`${of}.why/${lang}`]?.say[key] ?? known[`web/${lang}`]?.say[key]
  if (found === undefined) console.error(`no sentence: ${of} ${lang} ${key}`)
  return found ?? key
}

/** A sentence in pieces; a list among the arguments holds texts, said one after the other.
 * @param {string} of @param {Lang} lang @param {string} said @param {Text} text @param {string[]} names
 * @param {(argument: string, value: string) => Html | null} [picture] @returns {(string | Html)[]} */
function parts(of, lang, said, text, names, picture) {
  /** @type {Set<string>} */
  const seats = new Set()
  const plain = said.replace(SEAT, (_, argument) => {
    seats.add(argument)
    return `{${argument}}`
  })
  const pieces = plain.split(SLOT).flatMap((part, i) => {
    const given = text[part]
    if (i % 2 === 0) return part
    if (Array.isArray(given))
      return given.flatMap((each, j) => [
        j ? ', ' : '',
        ...parts(of, lang, sentence(of, lang, each.key), each, names, picture),
      ])
    const value = String(given ?? '')
    const shown = seats.has(part) ? null : picture?.(part, value)
    if (shown) return shown
    if (seats.has(part) || part.startsWith('seat'))
      return value.replace(/(?<!-)\d+/g, (seat) => names[Number(seat)] ?? seat)
    return (Number.isNaN(Number(value)) ? known[`${of}/${lang}`]?.say[`piece.${value}`] : undefined) ?? value
  })
  return pieces.filter((piece) => piece !== '')
}

/** @param {(string | Html)[]} pieces */
function capital(pieces) {
  const [first, ...rest] = pieces
  return typeof first === 'string' ? [first.charAt(0).toUpperCase() + first.slice(1), ...rest] : pieces
}
