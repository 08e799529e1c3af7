// The parts of the board editor: the rows as pictures, the chosen row with its buttons and fields, and the numbers.

import { html } from '../lib/dom.js'
import { hasText, say } from '../lib/i18n.js'
import { canInsert, canRemove, fieldsOf, findSeats, readSetting, rowsOf } from './board_rows.js'

/** @typedef {import('../lib/site.js').Site} Site */
/** @typedef {import('../lib/dom.js').Html} Html */
/** @typedef {import('../protocol/requests.js').BoardForm} BoardForm */
/** @typedef {import('../protocol/requests.js').BoardField} BoardField */
/** @typedef {import('./board_rows.js').Row} Row */
/** What the parts show.
 * @typedef {object} BoardView
 * @property {Site} site
 * @property {string} game
 * @property {BoardForm} form
 * @property {import('./board_rows.js').Board} board
 * @property {number} chosen  index of the chosen row
 * @property {number} wrong  index of the row with a mistake, or -1
 * @property {number} seats
 * @property {import('./board_gestures.js').Drag | null} drag
 * @property {(row: Row) => Html} tile  draws a row
 */

/** Return the name of a kind, or the word itself if there is no such kind. @param {BoardView} view
 * @param {string} kind */
export function kindName({ site, game }, kind) {
  const key = [`board.kind.${kind}`, `piece.${kind}`].find((one) => hasText(game, site.lang, one))
  return key ? say(game, site.lang, { key }) : kind
}

/** Return the name of a row by its place: "Space 12". @param {BoardView} view @param {number} index */
export function rowName({ site, game, form, board }, index) {
  const n = rowsOf(form, board)[index]?.n ?? index + 1
  return say(game, site.lang, { key: `board.row.${form.rows}`, n })
}

/** Return the label of a field. @param {BoardView} view @param {string} name  may be a path */
export const fieldName = ({ site, game }, name) =>
  say(game, site.lang, { key: `board.field.${name.split('.').at(-1)}` })

/** Return the label of the field that a mistake names; if there is none, return `entry` itself. @param {BoardView} view
 * @param {string} entry  path in the board, such as "spaces[3].kind" */
export function entryName(view, entry) {
  const last = entry.split('.').at(-1) ?? ''
  return hasText(view.game, view.site.lang, `board.field.${last}`) ? fieldName(view, last) : entry
}

// ---------------------------------------------------------------- rows

/** Render the rows as pictures, in order. @param {BoardView} view */
export function renderRows(view) {
  const { site, game, form, board, drag } = view
  const rows = rowsOf(form, board)
  const end = (/** @type {'first' | 'last'} */ which) => {
    const key = `board.${which}.${form.rows}`
    if (!hasText(game, site.lang, key) || (which === 'first' && form.fixed)) return ''
    const gap = which === 'last' && drag?.at === rows.length ? 'gap' : ''
    return html`<li class="board-end ${gap}" data-key="${which}">${say(game, site.lang, { key })}</li>`
  }
  return html`<p class="board-tip">${say(game, site.lang, { key: `board.hint.${form.rows}` })} <span
      class="with-mouse">${site.word('board.hint')}</span></p>
    <ol class="board-rows ${drag ? 'dragging' : ''}" data-key="rows">${end('first')}${rows.map((row, i) =>
      renderRow(view, row, i),
    )}${end('last')}</ol>`
}

/** @param {BoardView} view @param {Row} row @param {number} index */
function renderRow(view, row, index) {
  const { chosen, wrong, drag, form, game } = view
  const kind = [kindName(view, row.kind), row.value].filter(Boolean).join(' ')
  const name = [rowName(view, index), kind, row.name ?? row.title].filter(Boolean).join(', ')
  const classes = [
    'board-tile',
    index === chosen ? 'on' : '',
    index === wrong ? 'wrong' : '',
    drag?.row === index ? 'held' : '',
  ]
  const isDraggable = index >= form.fixed
  return html`<li data-key="row${index}" class="${drag?.at === index ? 'gap' : ''}"><button type="button"
    class="${classes.join(' ')}" data-do="boardRow" data-arg="${index}" data-row="${index}"
    ${isDraggable ? html`data-drag` : ''} tabindex="${index === chosen ? 0 : -1}"
    aria-pressed="${index === chosen ? 'true' : 'false'}" title="${name}"><span
    class="hidden">${name}</span><span class="${game} tile-picture" aria-hidden="true">${view.tile(row)}</span><span
    class="board-n"
    aria-hidden="true">${row.n ?? (row.count ? `×${row.count}` : index + 1)}</span></button></li>`
}

/** Render the picture that follows the mouse. @param {BoardView} view */
export function renderGhost(view) {
  const { drag, form, board, game } = view
  if (!drag) return html`<div class="board-ghost" data-key="ghost" hidden></div>`
  const row = drag.row === null ? { kind: drag.kind } : rowsOf(form, board)[drag.row]
  return html`<div class="board-ghost" data-key="ghost" aria-hidden="true"><span
    class="${game} tile-picture">${view.tile(row)}</span></div>`
}

// ---------------------------------------------------------------- the chosen row

/** Render the chosen row: its kind, its fields, and buttons to insert, move and remove. @param {BoardView} view */
export function renderChosen(view) {
  const { site, form, board, chosen } = view
  const rows = rowsOf(form, board)
  const row = rows[chosen]
  if (!row) return ''
  const fixed = chosen < form.fixed
  const [more, fewer] = [canInsert(form, board), canRemove(form, board, chosen)]
  const button = (
    /** @type {string} */ key,
    /** @type {string} */ arg,
    /** @type {boolean} */ able,
    /** @type {string[]} */ [sign, action],
  ) => html`<button type="button" class="press small ${key === 'board.remove' ? 'board-bin' : ''}" data-key="${key}"
    data-do="${action}" data-arg="${arg}" ${able ? '' : html`disabled`}><span aria-hidden="true">${sign}</span>
    ${site.word(key === 'board.remove' && view.drag ? 'board.bin' : key)}</button>`
  const limit = !more
    ? site.word('board.full', { count: rows.length })
    : rows.length <= form.low
      ? site.word('board.few', { count: form.low })
      : ''
  return html`<section class="board-chosen" data-key="chosen" aria-label="${rowName(view, chosen)}">
    <h3>${rowName(view, chosen)}</h3>${renderKinds(view, row, fixed)}
    <div class="board-fields" data-key="fields">${fieldsOf(form, row.kind).map((field) =>
      renderField(view, field, row[field.name], 'boardEntry', field.name),
    )}</div>
    <div class="board-buttons" data-key="buttons">
      ${button('board.before', '0', more && !fixed, ['+', 'boardInsert'])}
      ${button('board.after', '1', more, ['+', 'boardInsert'])}
      ${button('board.earlier', '-1', !fixed && chosen > form.fixed, ['←', 'boardMove'])}
      ${button('board.later', '1', !fixed && chosen < rows.length - 1, ['→', 'boardMove'])}
      ${button('board.remove', '', fewer, ['✕', 'boardRemove'])}</div>
    ${limit ? html`<p class="form-help" data-key="limit">${limit}</p>` : ''}</section>`
}

/** Render a button for each kind, with its picture and how often it occurs. @param {BoardView} view @param {Row} row
 * @param {boolean} fixed  the row must keep its kind */
function renderKinds(view, row, fixed) {
  const { site, game, form, board } = view
  const rows = rowsOf(form, board)
  return html`<div class="board-kinds" data-key="kinds" role="group"
    aria-label="${site.word('board.kinds')}">${form.kinds.map((kind) => {
      const sample = kind === row.kind ? row : { kind, ...sampleValues(form, kind) }
      const same = rows.filter((one) => one.kind === kind)
      const count = same.reduce((sum, one) => sum + (Number(one.count) || 1), 0)
      return html`<button type="button" class="board-kind ${kind === row.kind ? 'on' : ''}" data-key="${kind}"
        data-do="boardKind" data-arg="${kind}" data-kind="${kind}" data-drag ${fixed ? html`disabled` : ''}
        aria-pressed="${kind === row.kind ? 'true' : 'false'}"><span class="${game} tile-picture">${view.tile(
          sample,
        )}</span><span>${kindName(view, kind)} <small>×${count}</small></span></button>`
    })}</div>`
}

/** @param {BoardForm} form @param {string} kind */
const sampleValues = (form, kind) =>
  Object.fromEntries(
    fieldsOf(form, kind)
      .filter((field) => field.type !== 'text')
      .map((field) => [field.name, field.type === 'number' ? field.default : field.values[0]]),
  )

// ---------------------------------------------------------------- fields

/** @param {BoardView} view @param {BoardField} field @param {unknown} value @param {string} action
 * @param {string} arg */
function renderField(view, field, value, action, arg) {
  const { site, game } = view
  const label = fieldName(view, field.name)
  const heard = html`data-change="${action}" data-arg="${arg}"`
  if (field.type === 'text')
    return html`<label class="board-field wide" data-key="${arg}"><span>${label}</span><input class="field" ${heard}
      value="${value ?? ''}" maxlength="60" autocomplete="off"></label>`
  if (field.type === 'word')
    return html`<label class="board-field" data-key="${arg}"><span>${label}</span><select class="field" ${heard}>${
      value ? '' : html`<option value="" selected>${site.word('board.none')}</option>`
    }${field.values.map(
      (one) =>
        html`<option value="${one}" ${one === value ? html`selected` : ''}>${say(game, site.lang, {
          key: `${field.name}.${one}`,
        })}</option>`,
    )}</select></label>`
  const step = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ key) =>
    html`<button type="button" class="press small" data-key="${key}" data-do="boardStep" data-arg="${arg}"
      data-of="${action}" data-by="${by}" aria-label="${site.word(key, { option: label })}">${sign}</button>`
  return html`<div class="board-field" data-key="${arg}"><span>${label}</span><span class="stepper">${step(
    -1,
    '−',
    'form.less',
  )}<input class="field" type="number" min="${field.low}" max="${field.high}" value="${value ?? ''}"
    aria-label="${label}" ${heard}>${step(1, '+', 'form.more')}</span></div>`
}

/** Render the numbers of the whole board, and those for the number of players. @param {BoardView} view */
export function renderSettings(view) {
  const { site, form, board, seats } = view
  const index = findSeats(form, board, seats)
  const table = index < 0 ? null : /** @type {any} */ (board[form.seats])[index]
  return html`<details class="board-settings" data-key="settings"><summary>${site.word('board.numbers')}</summary>
    <div class="board-fields">${form.settings.map((field) =>
      renderField(view, field, readSetting(board, field.name), 'boardSetting', field.name),
    )}</div>${
      table
        ? html`<h4>${site.word('board.players', { count: seats })}</h4><div class="board-fields"
          data-key="by-seats">${form.seat_settings.map((field) =>
            renderField(view, field, table[field.name], 'boardSeats', field.name),
          )}</div>`
        : ''
    }</details>`
}
