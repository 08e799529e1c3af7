// Types of pages and of the site that shows them. Types only, no code.

/** A language code, such as "fr". @typedef {string} Lang */
/** @typedef {import('./dom.js').Html} Html */

/**
 * Handler of a click on `data-do="name"`.
 * @typedef {(arg: string, element: HTMLElement, event: Event) => void} Action
 */

/** A page of the site.
 * @typedef {object} Page
 * @property {() => Html} body
 * @property {() => Html} bar  the part of the top bar that belongs to the page
 * @property {() => string} title
 * @property {Record<string, Action>} actions
 * @property {() => void} [afterPaint]
 * @property {(lang: Lang) => Promise<unknown>} [loadTexts]  called before the page is painted in another language
 * @property {() => void} [dialogClosed]
 * @property {() => void} close
 */

/** Services of the site for its pages.
 * @typedef {object} Site
 * @property {Lang} lang
 * @property {() => void} redraw
 * @property {(path: string) => void} go
 * @property {(render: (() => Html) | null) => void} dialog  open a dialog, or close it with null
 * @property {() => boolean} inDialog
 * @property {() => () => boolean} pageGuard  call before an await; the result checks whether the page is still shown
 * @property {() => () => boolean} dialogGuard  the same for page and dialog
 * @property {(name: string, action: Action) => void} addAction  register an action until the page is left
 * @property {(key: string, args?: Record<string, unknown>) => string} word  translate a text of the page
 */

export {}
