// A record from a file: chosen, dropped or pasted; what is wrong with it is said where it stands.

import { RequestError } from '../../lib/api.js'
import { html } from '../../lib/dom.js'
import { say } from '../../lib/i18n.js'

/** @typedef {import('../../lib/site.js').Site} Site */

/** What somebody brought, and what is wrong with it.
 * @typedef {{text: string, typed: string, trouble: RequestError | null, busy: boolean, turns: number}} Brought  typed:
 *   what stands in the field, to be mended there; turns: how often something was brought */

const AROUND = 3 // lines that are shown before and after a wrong one

/** @param {Site} site @param {Brought} brought */
export function loadPage(site, brought) {
  const { word } = site
  return html`<main class="lobby load" data-key="load" aria-busy="${brought.busy ? 'true' : 'false'}"><section
    class="sheet"><h1>${word('replay.load')}</h1><p>${word('replay.load.text')}</p>
    <label class="press main"><input type="file" class="hidden" accept=".txt,text/plain"
      data-change="file">${word('replay.load.file')}</label>
    ${brought.trouble ? wrong(site, brought, brought.trouble) : ''}
    <label class="row">${word('replay.load.paste')}<textarea class="field wide" rows="8" data-key="paste"
      data-input="paste" spellcheck="false">${`\n${brought.typed}`}</textarea></label>
    <button type="button" class="press" data-do="show">${word('replay.load.show')}</button></section></main>`
}

/** @param {Site} site @param {Brought} brought @param {RequestError} trouble */
function wrong(site, { text }, { text: said }) {
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
 * Whether a line stands below the header, so that what comes before it is a game.
 * @param {string[]} rows
 * @param {number} line
 */
function isBody(rows, line) {
  const body = rows.findIndex((row) => !row.trim())
  return body >= 0 && line > body + 1
}

/** What comes before the wrong line. @param {Brought} brought */
export const goodPart = ({ text, trouble }) =>
  `${text
    .split(/\r?\n/)
    .slice(0, Number(trouble?.text.line ?? 1) - 1)
    .join('\n')}\n`
