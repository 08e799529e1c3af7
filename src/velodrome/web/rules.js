// One rule of a game's book, opened by its number.

import * as api from './api.js'
import { html, Html } from './dom.js'

/** @typedef {import('./main.js').Site} Site */

/** @param {Site} site @param {string} game @param {string} number */
export async function ruleDialog(site, game, number) {
  const books = { [site.lang]: await api.rules(game, site.lang) }
  site.dialog(() => {
    const rule = (books[site.lang] ?? Object.values(books)[0])[number]
    return html`<article class="rule-page"><p class="mark">${number}</p><h2>${rule?.title ?? ''}</h2>${rule ? paragraphs(rule.text) : ''}</article>`
  })
}

/** The little Markdown that the books use. @param {string} text */
function paragraphs(text) {
  return text.split(/\n\s*\n/).map((part) => {
    const rows = part.split('\n')
    if (rows.every((row) => /^\s*([-*]|\d+\.) |^ {2,}/.test(row))) return html`<ul>${part.split(/^\s*(?:[-*]|\d+\.) /m).filter((row) => row.trim()).map((row) => html`<li>${spans(row)}</li>`)}</ul>`
    if (rows.length > 2 && rows[0].startsWith('|')) return grid(rows)
    return html`<p>${spans(part)}</p>`
  })
}

/** @param {string[]} rows */
function grid(rows) {
  const cells = rows.filter((row) => !/^\|[-: |]+\|?$/.test(row)).map((row) => row.replace(/^\||\|$/g, '').split('|'))
  return html`<div class="scroll"><table>${cells.map((row, i) => html`<tr>${row.map((cell) => (i ? html`<td>${spans(cell.trim())}</td>` : html`<th>${spans(cell.trim())}</th>`))}</tr>`)}</table></div>`
}

/** @param {string} text @returns {(string | Html)[]} */
function spans(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)/).map((part) => {
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`
    if (part.startsWith('**')) return html`<strong>${part.slice(2, -2)}</strong>`
    return part.startsWith('*') && part.endsWith('*') && part.length > 2 ? html`<em>${part.slice(1, -1)}</em>` : part
  })
}
