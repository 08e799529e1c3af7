// Dialog with the settings of this browser; every page has a button that opens it.

import { html } from '../lib/dom.js'
import { languageName } from '../lib/i18n.js'
import { loadStyle } from '../lib/lazy.js'
import { loadAccessibility, setAccessibility, switchSounds } from '../lib/screenreader.js'
import { loadSpeed, loadTheme, SPEEDS, setSpeed, setTheme, THEMES } from '../lib/settings.js'
import { loadSetting, saveSetting } from '../lib/storage.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {import('../lib/site.js').Lang} Lang */
/** @typedef {import('../lib/screenreader.js').Accessibility} Accessibility */

/** @param {HTMLElement} element */
const fieldValue = (element) => /** @type {HTMLInputElement} */ (element).value
/** @param {HTMLElement} element */
const isChecked = (element) => /** @type {HTMLInputElement} */ (element).checked

/** @param {Site} site @returns {Record<string, import('../lib/site.js').Action>} */
export function settingsActions(site) {
  const apply = (/** @type {() => void} */ change) => {
    change()
    site.redraw()
  }
  return {
    speed: (_, element) => apply(() => setSpeed(/** @type {any} */ (fieldValue(element)))),
    theme: (_, element) => apply(() => setTheme(/** @type {any} */ (fieldValue(element)))),
    confirm: (_, element) => apply(() => saveSetting('confirm', isChecked(element))),
    botReactions: (_, element) => apply(() => saveSetting('bots.react', isChecked(element))),
    ease: (arg, element) =>
      apply(() => {
        if (arg === 'sounds') void switchSounds(isChecked(element))
        else setAccessibility(/** @type {keyof Accessibility} */ (arg), isChecked(element))
      }),
  }
}

/** @param {Site} site @param {Lang[]} languages */
export function renderSettings(site, languages) {
  void loadStyle('settings')
  const { word, lang } = site
  const now = loadAccessibility()
  return html`<div class="menu settings-dialog"><h2>${word('settings')}</h2>
    ${renderSpeed(word)}
    ${renderChoice('theme', word('settings.theme'), THEMES, loadTheme(), (theme) => word(`settings.theme.${theme}`))}
    <label class="setting"><span>${word('language')}</span><select class="field" data-change="lang">${languages.map(
      (name) => html`<option value="${name}" lang="${name}"
        ${name === lang ? html`selected` : ''}>${languageName(name)}</option>`,
    )}</select></label>
    <div class="switches">
      ${renderSwitch('ease', 'sounds', now.sounds, word('settings.sounds'))}
      ${renderSwitch('confirm', '', loadSetting('confirm', false) === true, word('confirm'), word('settings.confirm'))}
      ${renderSwitch('botReactions', '', loadSetting('bots.react', true) === true, word('bot.reactions'))}
      ${renderSwitch('ease', 'spoken', now.spoken, word('ease.spoken'))}
      ${renderSwitch('ease', 'keys', now.keys, word('ease.keys'))}
      <button type="button" class="press small" data-do="keys">${word('keys.show')}</button></div>
    <p class="device">${word('settings.device')}</p></div>`
}

/** @param {Site['word']} word */
const renderSpeed = (word) =>
  renderChoice(
    'speed',
    word('settings.speed'),
    SPEEDS,
    loadSpeed(),
    (speed) => word(`settings.speed.${speed}`),
    word('settings.speed.help'),
  )

/**
 * Render a choice between a few values.
 * @template {string} T
 * @param {string} name @param {string} title @param {T[]} values @param {T} chosen @param {(value: T) => string} label
 * @param {string} [more]  an explanation
 */
function renderChoice(name, title, values, chosen, label, more = '') {
  return html`<fieldset class="setting choice" data-key="${name}"><legend>${title}</legend><div
    class="segments">${values.map(
      (value) => html`<label><input type="radio" name="${name}" value="${value}" data-change="${name}"
        ${value === chosen ? html`checked` : ''}><span>${label(value)}</span></label>`,
    )}</div>${more ? html`<small>${more}</small>` : ''}</fieldset>`
}

/**
 * Render an on-off switch with its name and, if needed, an explanation.
 * @param {string} action @param {string} arg @param {boolean} isOn @param {string} name @param {string} [more]
 */
function renderSwitch(action, arg, isOn, name, more = '') {
  return html`<label class="switch" data-key="${action}-${arg}"><span>${name}${
    more ? html`<small>${more}</small>` : ''
  }</span><input type="checkbox" role="switch" data-change="${action}" data-arg="${arg}"
    ${isOn ? html`checked` : ''}></label>`
}
