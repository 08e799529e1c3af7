// Dialog with one rule of the rulebook, and rendering of the rulebook's Markdown.

import { Html, html } from '../lib/dom.js'
import { fixSpaces } from '../lib/i18n.js'
import { fetchRules } from '../protocol/requests.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {(text: string) => (string | Html)[]} Words  renders plain text of a rule */

const NUMBER = /\b([A-Z]{2}-\d\d)\b/

/** @param {Site} site @param {string} game @param {string} number */
export async function openRule(site, game, number) {
  const isSameDialog = site.dialogGuard()
  const books = { [site.lang]: await fetchRules(game, site.lang) }
  if (!isSameDialog()) return
  const jump = (/** @type {string} */ other) =>
    html`<button type="button" class="link" data-do="rule" data-arg="${other}">${other}</button>`
  site.dialog(() => {
    const rule = (books[site.lang] ?? Object.values(books)[0]).rules[number]
    return html`<article class="rule-page"><p
      class="mark">${number}</p><h2>${rule?.title ?? ''}</h2>${rule ? renderRule(site, rule, numbered(jump)) : ''}
      <p><a href="/rules/${game}#${number}" target="_blank">${site.word('rules.all')}</a></p></article>`
  })
}

/** Render a rule's text, then its pictures, with its source folded away. @param {Site} site
 * @param {import('../protocol/requests.js').Rule} rule @param {Words} words @param {Html[]} [pictures] */
export const renderRule = (site, { text, note }, words, pictures = []) =>
  html`${paragraphs(text, words)}${pictures}${
    note
      ? html`<details class="source"><summary>${site.word('rules.source')}</summary>
        <p>${spans(note, words)}</p></details>`
      : ''
  }`

/**
 * Wrap a Words function so that rule numbers become links.
 * @param {(number: string) => Html} jump
 * @param {Words} [words]
 * @returns {Words}
 */
export const numbered =
  (jump, words = (text) => [text]) =>
  (text) =>
    text.split(NUMBER).flatMap((part, i) => (i % 2 ? jump(part) : words(part)))

/** Render the Markdown subset of the rulebooks. @param {string} text @param {Words} words */
export function paragraphs(text, words) {
  return text.split(/\n\s*\n/).map((part) => {
    const rows = part.split('\n')
    if (rows.every((row) => /^\s*([-*]|\d+\.) |^ {2,}/.test(row)))
      return html`<ul>${part
        .split(/^\s*(?:[-*]|\d+\.) /m)
        .filter((row) => row.trim())
        .map((row) => html`<li>${spans(row, words)}</li>`)}</ul>`
    if (rows.length > 2 && rows[0].startsWith('|')) return renderGrid(rows, words)
    return html`<p>${spans(part, words)}</p>`
  })
}

/** @param {string[]} rows @param {Words} words */
function renderGrid(rows, words) {
  const cells = rows.filter((row) => !/^\|[-: |]+\|?$/.test(row)).map((row) => row.replace(/^\||\|$/g, '').split('|'))
  return html`<div class="scroll"><table>${cells.map(
    (row, i) =>
      html`<tr>${row.map((cell) =>
        i ? html`<td>${spans(cell.trim(), words)}</td>` : html`<th>${spans(cell.trim(), words)}</th>`,
      )}</tr>`,
  )}</table></div>`
}

/** Render bold, italic and code spans. @param {string} text @param {Words} [words] @returns {(string | Html)[]} */
export function spans(text, words = (plain) => [plain]) {
  return fixSpaces(text)
    .split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)/)
    .flatMap((part) => {
      if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`
      if (part.startsWith('**')) return html`<strong>${words(part.slice(2, -2))}</strong>`
      return part.startsWith('*') && part.endsWith('*') && part.length > 2
        ? html`<em>${spans(part.slice(1, -1), words)}</em>`
        : words(part)
    })
}

/**
 * Render a rule's number as a button that opens the rule.
 * @param {import('../protocol/types.js').View} view
 * @param {string} rule
 */
export const renderRuleLink = (view, rule) =>
  html`<button type="button" class="rule" data-do="rule" data-arg="${rule}"
    title="${view.word('rule.open', { rule })}">${rule}</button>`
