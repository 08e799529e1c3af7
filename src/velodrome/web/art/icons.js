// Icons for buttons and marks, in the colour of the text beside them.

import { html } from '../lib/dom.js'

/** @type {Record<string, import('../lib/dom.js').Html>} */
const SIGNS = {
  scores: html`<path d="M9 4h6v16H9zM2 11h6v9H2zM16 8h6v12h-6z"/>`,
  log: html`<path d="M3 4h3v3H3zM3 10.5h3v3H3zM3 17h3v3H3zM8 4h13v3H8zM8 10.5h13v3H8zM8 17h9v3H8z"/>`,
  menu: html`<path d="M8 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM17 6a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM1 20c0-4.500 2.800-6.500
    7-6.500s7 2 7 6.500zM16.500 13.500c4 0 6.500 1.800 6.500 5.500h-6.500c0-2.200-.7-4-2-5.200.6-.2 1.300-.3 2-.3z"/>`,
  settings: html`<path fill-rule="evenodd" d="M9.6 4.2L9.9 1L14.1 1L14.4 4.2L15.8 4.7L18.3 2.7L21.3 5.7L19.3 8.2
    L19.8 9.6L23 9.9L23 14.1L19.8 14.4L19.3 15.8L21.3 18.3L18.3 21.3L15.8 19.3L14.4 19.8L14.1 23L9.9 23L9.6 19.8
    L8.2 19.3L5.7 21.3L2.7 18.3L4.7 15.8L4.2 14.4L1 14.1L1 9.9L4.2 9.6L4.7 8.2L2.7 5.7L5.7 2.7L8.2 4.7Z
    M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z"/>`,
  sound: html`<path d="M2 8.5h4.5L13 3v18l-6.5-5.5H2zM15.5 8a5.5 5.5 0 0 1 0 8l1.4 1.6a7.6 7.6 0 0 0 0-11.2zM18.6 4.6
    a10 10 0 0 1 0 14.8l1.4 1.6a12.2 12.2 0 0 0 0-18z"/>`,
  silent: html`<path d="M2 8.5h4.5L13 3v18l-6.5-5.5H2zM15 9.4l1.4-1.4 2.6 2.6 2.6-2.6L23 9.4 20.4 12 23 14.6 21.6 16
    19 13.4 16.4 16 15 14.6 17.6 12z"/>`,
  back: html`<path d="M9 3v5h6a6 6 0 0 1 0 12H8v-3h7a3 3 0 0 0 0-6H9v5L2 9.500z"/>`,
  ahead: html`<path d="M2 4l9 8-9 8zM11.500 4l9 8-9 8zM20.500 4h2v16h-2z"/>`,
  bulb: html`<path d="M12 1.500a7 7 0 0 0-4.300 12.500c.9.700 1.300 1.600 1.300 2.500h6c0-.9.4-1.800 1.300-2.500A7 7 0 0
    0 12 1.500zM9.200 18h5.600v1.800H9.200zM10.300 21.200h3.400v1.500h-3.400z"/>`,
  offline: html`<path d="M4 2.5l17 17-1.6 1.6-17-17zM12 16.5a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8zM12 10c2.600 0 5 1
    6.700 2.700l-2.100 2.100A6.500 6.500 0 0 0 12 13a6.500 6.500 0 0 0-4.600 1.900L5.300 12.800A9.500 9.500 0 0 1 9
      10.500zM12 4c4.300 0 8.100 1.700 11 4.500L20.900 10.600A12.500 12.500 0 0 0 12 7z"/>`,
}

/** @param {string} name */
export const icon = (name) =>
  html`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" fill="currentColor"
    aria-hidden="true">${SIGNS[name]}</svg>`
