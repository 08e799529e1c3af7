// Pictures of the quick reactions.

import { html } from '../lib/dom.js'

/** @type {Record<string, import('../lib/dom.js').Html>} */
const PICTURES = {
  bravo: html`<path class="ink-red" d="M6 1h5l2.500 7-3.500 2zM18 1h-5l-2.500 7 3.500 2z"/><circle class="ink-mustard"
    cx="12" cy="15.500" r="7.500"/>
    <path class="ink-paper" d="M12 10.500l1.500 3.300 3.600.4-2.700 2.400.8 3.500-3.200-1.800-3.200
      1.800.8-3.500-2.700-2.400 3.600-.4z"/>`,
  chapeau: html`<path class="ink-teal" d="M3 15C3 8 7 4 12 4s8.500 4 8.500 11z"/><path class="ink-mustard"
    d="M10.500 4.100h3L15 15H9z"/>
    <path class="ink-red" d="M1.500 15h19c1.800 0 3 1.300 3 3.500-6-2-15-2-22 0z"/>`,
  thanks: html`<path class="ink-red" d="M12 21.500C4.500 16 1.500 12.500 1.500 8.200A5.400 5.400 0 0 1 12 6.300a5.400
    5.400 0 0 1 10.500 1.900c0 4.300-3 7.800-10.500 13.300z"/>
    <path class="ink-paper" d="M5 8.500c0-1.700 1-2.900 2.600-3l.2 1.700c-.7.1-1.100.6-1.100 1.500z"/>`,
  luck: html`<path class="ink-leaf" d="M12 12c-4 0-8.500 1-8.500-3.300 0-1.900 1.200-3 2.900-3C6.400 3.400 7.500 2 9.300
    2 13 2 12 8 12 12zm0 0c4 0 8.500 1 8.500-3.300 0-1.900-1.200-3-2.900-3C17.600 3.400 16.500 2 14.700 2 11 2 12 8 12
      12zm0 0c-4 0-8.500-1-8.500 3.300 0 1.900 1.200 3 2.900 3 0 2.300 1.100 3.700 2.900 3.700 3.700 0 2.700-6 2.700-10z
        m0 0c4 0 8.500-1 8.500 3.300 0 1.900-1.200 3-2.900 3 0 2.300-1.100 3.700-2.900 3.700-3.700 0-2.700-6-2.700-10
          z"/>
    <path class="ink-teal" d="M11.300 12.500h1.400c0 4 1 7.500 3.300 10.500h-2c-2-3-2.700-6.500-2.700-10.500z"/>`,
  ouch: html`<path class="ink-mustard" d="M12 1l2.500 5 4.700-3-1 5.400 5.500.6-4 3.700 3.800 4-5.500.3.600
    5.500-4.600-3.100-2.400 5-2.300-5-4.700 3 .8-5.500-5.500-.4 3.900-3.900L.300 8.900l5.500-.5-.9-5.500 4.700 3z"/>
    <path class="ink-red" d="M10.500 6.500h3l-.5 7.500h-2zM12 15.500a1.600 1.600 0 1 1 0 3.200 1.600 1.600 0 0 1 0-3.200
      z"/>`,
  bell: html`<path class="ink-road" d="M2 15.500h20V18H2zM10 18h4v4h-4z"/><path class="ink-sky"
    d="M3.500 15.500C3.500 9 7 5 12 5s8.500 4 8.500 10.500z"/>
    <circle class="ink-red" cx="12" cy="4" r="2.500"/><path class="ink-paper"
      d="M6 13.500c.3-3 1.600-5 3.800-6l.6 1.500c-1.600.8-2.400 2.300-2.600 4.500z"/>`,
}

/** @param {string} name */
export const sign = (name) =>
  html`<svg class="sign" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">${PICTURES[name]}</svg>`
