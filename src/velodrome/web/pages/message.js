// Page with a heading, a sentence and a link home.

import { html } from '../lib/dom.js'

/** @param {import('../lib/site.js').Site} site @param {string} heading @param {string} text */
export const renderMessage = (site, heading, text) => html`<main class="plain" data-key="gone"><h1>${heading}</h1>
  <p>${text}</p>
  <a class="press main" href="/" data-do="go" data-arg="/">${site.word('home')}</a></main>`
