// Page to load a record from a file or pasted text; errors are shown beside their line.

import { RequestError } from '../../lib/api.js'
import { html } from '../../lib/dom.js'
import { say } from '../../lib/i18n.js'

/** @typedef {import('../../lib/site.js').Site} Site */

/** A record being loaded, and its error.
 * @typedef {{text: string, typed: string, trouble: RequestError | null, busy: boolean, loads: number}} Loading
 *   typed: content of the text field, which the reader may correct; loads: number of attempts so far */

const AROUND = 3 // lines shown before and after a wrong one

/** @param {Site} site @param {Loading} loading */
export function renderLoadPage(site, loading) {
  const { word } = site
  return html`<main class="lobby load" data-key="load" aria-busy="${loading.busy ? 'true' : 'false'}"><section
    class="sheet"><h1>${word('replay.load')}</h1><p>${word('replay.load.text')}</p>
    <label class="press main"><input type="file" class="hidden" accept=".txt,text/plain"
      data-change="file">${word('replay.load.file')}</label>
    ${loading.trouble ? renderError(site, loading, loading.trouble) : ''}
    <label class="row">${word('replay.load.paste')}<textarea class="field wide" rows="8" data-key="paste"
      data-input="paste" spellcheck="false">${`\n${loading.typed}`}</textarea></label>
    <button type="button" class="press" data-do="show">${word('replay.load.show')}</button></section></main>`
}

/** @param {Site} site @param {Loading} loading @param {RequestError} trouble */
function renderError(site, { text }, { text: said }) {
  const line = Number(said.line ?? 0)
  const rows = text.split(/\r?\n/)
  const first = Math.max(0, line - 1 - AROUND)
  return html`<div class="wrong" role="alert" data-key="wrong"><p class="notice">${say('web', site.lang, said)}</p>
    ${
      line
        ? html`<ol class="rows" start="${first + 1}">${rows
            .slice(first, line + AROUND)
            .map(
              (row, i) =>
                html`<li class="${first + i + 1 === line ? 'bad' : ''}"><code>${row.slice(0, 200)}</code></li>`,
            )}</ol>`
        : ''
    }
    ${
      line && isBody(rows, line)
        ? html`<button type="button" class="press small"
          data-do="good">${site.word('replay.load.good', { line })}</button>`
        : ''
    }</div>`
}

/**
 * Check whether a line is below the header, so that the lines above it are a game.
 * @param {string[]} rows
 * @param {number} line
 */
function isBody(rows, line) {
  const body = rows.findIndex((row) => !row.trim())
  return body >= 0 && line > body + 1
}

/** Return the lines before the wrong one. @param {Loading} loading */
export const goodPart = ({ text, trouble }) =>
  `${text
    .split(/\r?\n/)
    .slice(0, Number(trouble?.text.line ?? 1) - 1)
    .join('\n')}\n`
