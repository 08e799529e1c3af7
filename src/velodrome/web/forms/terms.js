// The settings of a table in words: clock, hints, take-backs, chat, and options that differ from the default.

import { html } from '../lib/dom.js'
import { say } from '../lib/i18n.js'
import { optionLabel } from './options.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {import('../protocol/types.js').Room} Room */

const UNITS = [86_400, 3600, 60, 1] // seconds

/** Return the limit of a clock: "15 minutes per player, plus 5 s per move".
 * @param {Site['word']} word @param {NonNullable<Room['terms']['clock']>} clock */
function limitText(word, { per = 'move', seconds = 60, plus = 0 }) {
  const unit = UNITS.find((each) => seconds % each === 0) ?? 1
  const time = word(`clock.time.${unit}`, { count: seconds / unit })
  return word(`clock.limit.${per === 'game' && plus ? 'plus' : per}`, { time, plus })
}

/** Return name and value of each setting of a clock. @param {Site['word']} word @param {Room['terms']} terms */
function clockFacts(word, { clock, late = 'move' }) {
  if (!clock?.mode || clock.mode === 'none') return [[word('clock.usual'), word('clock.usual.none')]]
  return [
    [word('clock.usual'), limitText(word, clock)],
    clock.mode === 'enforced'
      ? [word('clock.late'), word(`clock.late.${late}`)]
      : [word('clock.mode'), word('clock.mode.advisory')],
  ]
}

/** Render the settings of a table as a list.
 * @param {Site} site @param {Room} room @param {import('../lib/dom.js').Html | ''} chatSwitch  replaces the line about
 *   chat, if the viewer may switch it */
export function renderTerms({ word, lang }, { game, terms, options, changed }, chatSwitch = '') {
  const allowed = (/** @type {boolean | undefined} */ is) => word(is === false ? 'no' : 'yes')
  const facts = [
    ...clockFacts(word, terms),
    [word('hint.title'), allowed(terms.hints)],
    [word('terms.takebacks'), allowed(terms.back)],
    ...(chatSwitch ? [] : [[word('talk.title'), allowed(terms.talk)]]),
    ...changed
      .filter((name) => options[name] !== 'own') // these have a line with a link
      .map((name) => [say(game, lang, { key: `option.${name}` }), optionLabel(game, lang, name, options[name])]),
  ]
  return html`<ul class="facts-list" data-key="facts" aria-label="${word('terms')}">${facts.map(
    ([name, value]) => html`<li>${word('terms.fact', { name, value })}</li>`,
  )}</ul>${chatSwitch}`
}
