// Texts by key, in the reader's language: those of the page and of each game, fetched from the server.

import { request } from './api.js'
import { Html, html } from './dom.js'

/** A text's key and its arguments. @typedef {{key: string, rule?: string, [argument: string]: unknown}} Text */
/** @typedef {import('./site.js').Lang} Lang */
/** @typedef {{say: Record<string, string>, rule: Record<string, string>}} Sentences */
/** Draws an argument of a text, or returns null.
 * @typedef {(argument: string, value: string, text: Text) => Html | null} Picture */

/** @type {Record<string, Sentences>} */
const known = {} // by "name/lang"
// {count}, {winner:seat}, {winners:seats}, {place:ordinal}, {slot:slot}, {count:a card|# cards}: see core/texts.py
const PLACEHOLDER = /\{(\w+)(?::([^}]*))?\}/

/** Fetch the texts that are not loaded yet. @param {Lang} lang @param {...string} names */
export async function loadTexts(lang, ...names) {
  const missing = names.filter((name) => !known[`${name}/${lang}`])
  await Promise.all(missing.map(async (name) => addTexts(name, lang, await request(`/texts/${name}/${lang}.json`))))
}

/** @param {string} name @param {Lang} lang @param {Sentences} sentences */
export function addTexts(name, lang, sentences) {
  const say = Object.fromEntries(Object.entries(sentences.say).map(([key, text]) => [key, fixSpaces(text)]))
  known[`${name}/${lang}`] = { ...sentences, say }
}

/** Replace the spaces around French punctuation, before % and after n° by no-break spaces. @param {string} text */
export const fixSpaces = (text) => text.replace(/ (?=[:;?!»%])|(?<=«|n°) /g, '\u00a0')

/** Check whether there is such a text. @param {string} of @param {Lang} lang @param {string} key */
export const hasText = (of, lang, key) => findText(of, lang, key) !== undefined

/** Return a text of a game or of the page, also from its parts that are loaded separately.
 * @param {string} of @param {Lang} lang @param {string} key @returns {string | undefined} */
const findText = (of, lang, key) =>
  ['', '.why', '.form'].map((part) => known[`${of}${part}/${lang}`]?.say[key]).find((text) => text !== undefined)

/** Return the number of the rule behind a text, or "". @param {string} of @param {Lang} lang @param {Text} text */
export const ruleOf = (of, lang, text) => text.rule ?? known[`${of}/${lang}`]?.rule[text.key] ?? ''

/** Return the sentence of a text, filled in. @param {string} of  "web" or a game @param {Lang} lang
 * @param {Text} text @param {string[]} [names]  of the seats @param {boolean} [own]  address the viewer */
export function say(of, lang, text, names = [], own = false) {
  return capitalize(fill(of, lang, sentence(of, lang, text.key, own), text, names)).join('')
}

/** Return a text without arguments as it is written, for the middle of a sentence: "rabbit".
 * @param {string} of @param {Lang} lang @param {string} key */
export const phrase = (of, lang, key) => sentence(of, lang, key)

/** Return the sentence of a text with pictures in it. @param {string} of @param {Lang} lang @param {Text} text
 * @param {string[]} names @param {Picture} picture @param {boolean} [own]  address the viewer */
export function show(of, lang, text, names, picture, own = false) {
  return html`${capitalize(fill(of, lang, sentence(of, lang, text.key, own), text, names, picture))}`
}

/** @param {string} of @param {Lang} lang @param {string} key @param {boolean} [own] */
function sentence(of, lang, key, own) {
  const found =
    (own && known[`${of}/${lang}`]?.say[`${key}.you`]) || (findText(of, lang, key) ?? findText('web', lang, key))
  if (found === undefined) console.error(`no sentence: ${of} ${lang} ${key}`)
  return found ?? key
}

/** Fill in a sentence; a list among the arguments holds texts.
 * @param {string} of @param {Lang} lang @param {string} said @param {Text} text @param {string[]} names
 * @param {Picture} [picture] @returns {(string | Html)[]} */
function fill(of, lang, said, text, names, picture) {
  const parts = said.split(PLACEHOLDER) // text, argument, how, text, argument, how, …
  const pieces = parts.flatMap((part, i) => {
    if (i % 3 === 0) return part
    if (i % 3 === 2) return ''
    const given = text[part]
    if (Array.isArray(given))
      return given.flatMap((each, j) => [
        j ? ', ' : '',
        ...fill(of, lang, sentence(of, lang, each.key), each, names, picture),
      ])
    const draw = picture && ((/** @type {string} */ value) => picture(part, value, text))
    return fillArgument(of, lang, parts[i + 1], String(given ?? ''), names, draw)
  })
  return pieces.filter((piece) => piece !== '')
}

/** Fill in one argument. @param {string} of @param {Lang} lang
 * @param {string | undefined} how  the placeholder's type
 * @param {string} value @param {string[]} names @param {(value: string) => Html | null} [draw] */
function fillArgument(of, lang, how, value, names, draw) {
  const isSeat = how === 'seat' || how === 'seats'
  const shown = how && !isSeat ? null : draw?.(value)
  if (shown) return shown
  if (isSeat) return joinNames(lang, value, names)
  if (how === 'ordinal') return grammar(lang, 'ordinals').split(' ')[Number(value) - 1] ?? value
  if (how === 'slot') return String(Number(value) + 1)
  if (how) {
    const isOne = grammar(lang, 'singular').split(' ').includes(value)
    return how.split('|')[isOne ? 0 : 1].replaceAll('#', value)
  }
  return known[`${of}/${lang}`]?.say[`piece.${value}`] ?? value
}

/** Name seats, given as "1" or "0, 2": "Anna and Ben".
 * @param {Lang} lang @param {string} seats @param {string[]} names */
function joinNames(lang, seats, names) {
  if (!/^\d+(, \d+)*$/.test(seats)) return seats // a name
  const all = seats.split(', ').map((seat) => names[Number(seat)] ?? seat)
  const last = all.pop() ?? ''
  return all.length ? grammar(lang, 'and').replace('{first}', all.join(', ')).replace('{last}', last) : last
}

/** Return a text of core/texts.<lang>.toml. @param {Lang} lang @param {string} key */
const grammar = (lang, key) => known[`web/${lang}`]?.say[`grammar.${key}`] ?? ''

/** @param {(string | Html)[]} pieces */
function capitalize(pieces) {
  const [first, ...rest] = pieces
  return typeof first === 'string' ? [first.charAt(0).toUpperCase() + first.slice(1), ...rest] : pieces
}

/** Return the name of a language in that language: "Français". @param {Lang} lang */
export function languageName(lang) {
  const name = new Intl.DisplayNames([lang], { type: 'language' }).of(lang) ?? lang
  return name.charAt(0).toUpperCase() + name.slice(1)
}
