// Changes to a board: insert, remove, move and edit its rows. Each function returns a changed copy of the board.

/** @typedef {import('../protocol/requests.js').BoardForm} BoardForm */
/** @typedef {import('../protocol/requests.js').BoardField} BoardField */
/** @typedef {{kind: string, [entry: string]: unknown}} Row  a space or a card */
/** @typedef {{[entry: string]: unknown}} Board */
/** Returns the name of a kind in the reader's language. @typedef {(kind: string) => string} KindName */

/** Return the rows of a board; none if the list is missing or damaged. @param {BoardForm} form @param {Board} board */
export function rowsOf(form, board) {
  const found = board[form.rows]
  const isWhole = Array.isArray(found) && found.every((row) => typeof row?.kind === 'string')
  return /** @type {Row[]} */ (isWhole ? found : [])
}

/** Return the fields that a row of this kind has. @param {BoardForm} form @param {string} kind */
export const fieldsOf = (form, kind) => form.fields.filter((field) => !field.kinds.length || field.kinds.includes(kind))

/** @param {BoardForm} form @param {Board} board */
export const canInsert = (form, board) => rowsOf(form, board).length < form.high

/** @param {BoardForm} form @param {Board} board @param {number} index */
export const canRemove = (form, board, index) => index >= form.fixed && rowsOf(form, board).length > form.low

/** Insert a new row of a kind. @param {BoardForm} form @param {Board} board @param {number} index
 * @param {string} kind @param {KindName} kindName */
export function insertRow(form, board, index, kind, kindName) {
  const rows = rowsOf(form, board)
  if (!canInsert(form, board)) return board
  const at = Math.min(rows.length, Math.max(form.fixed, index))
  const row = { ...newStart(form, rows), ...newEntries(form, kind, {}, kindName) }
  return withRows(form, board, [...rows.slice(0, at), row, ...rows.slice(at)])
}

/** @param {BoardForm} form @param {Board} board @param {number} index */
export function removeRow(form, board, index) {
  if (!canRemove(form, board, index)) return board
  return withRows(
    form,
    board,
    rowsOf(form, board).filter((_, i) => i !== index),
  )
}

/** Move a row so that it gets another index. @param {BoardForm} form @param {Board} board
 * @param {number} from @param {number} to */
export function moveRow(form, board, from, to) {
  const rows = rowsOf(form, board)
  if (from < form.fixed || to < form.fixed || to >= rows.length || from === to) return board
  const rest = rows.filter((_, i) => i !== from)
  return withRows(form, board, [...rest.slice(0, to), rows[from], ...rest.slice(to)])
}

/** Change the kind of a row; keep the entries that the new kind has, too. @param {BoardForm} form
 * @param {Board} board @param {number} index @param {string} kind @param {KindName} kindName */
export function changeKind(form, board, index, kind, kindName) {
  const rows = rowsOf(form, board)
  const { source, ...row } = rows[index]
  if (index < form.fixed || row.kind === kind) return board
  const own = Object.fromEntries(Object.entries(row).filter(([entry]) => !isFieldOfForm(form, entry)))
  return replaceRow(form, board, index, { ...own, ...newEntries(form, kind, row, kindName) })
}

/** Set an entry of a row, and remove its `source`, which is no longer true. @param {BoardForm} form
 * @param {Board} board @param {number} index @param {string} entry @param {unknown} value */
export function setEntry(form, board, index, entry, value) {
  const { source, ...row } = rowsOf(form, board)[index]
  return replaceRow(form, board, index, { ...row, [entry]: value })
}

/** Return an entry outside the rows, by its path: "team.domestiques". @param {Board} board @param {string} path */
export function readSetting(board, path) {
  return path.split('.').reduce((found, key) => /** @type {any} */ (found)?.[key], /** @type {unknown} */ (board))
}

/** Set an entry outside the rows, and remove the `source` of its table, which is no longer true. @param {Board} board
 * @param {string} path  as in readSetting @param {unknown} value @returns {Board} */
export function writeSetting(board, path, value) {
  const [key, ...rest] = path.split('.')
  if (!rest.length) return { ...board, [key]: value }
  const { source, ...table } = /** @type {Board} */ (board[key] ?? {})
  return { ...board, [key]: writeSetting(table, rest.join('.'), value) }
}

/** Give a changed built-in board the id "own" and a new name, unless the change was to its name; remove its `source`.
 * @param {Board} board @param {Board} before  the change @param {string} name @returns {Board} */
export function renameBoard({ source, ...board }, before, name) {
  return { ...board, id: 'own', name: board.name === before.name ? name : board.name }
}

/** Return the index of the table for a number of players, or -1. @param {BoardForm} form @param {Board} board
 * @param {number} players */
export function findSeats(form, board, players) {
  const found = form.seats ? board[form.seats] : null
  return Array.isArray(found) ? found.findIndex((row) => row?.players === players) : -1
}

/** Set an entry of the table for a number of players; the tables for other numbers stay. @param {BoardForm} form
 * @param {Board} board @param {number} players @param {string} entry @param {unknown} value */
export function setForSeats(form, board, players, entry, value) {
  const index = findSeats(form, board, players)
  const tables = /** @type {Board[]} */ (board[form.seats])
  const set = (/** @type {Board} */ { source, ...table }) => ({ ...table, [entry]: value })
  return index < 0 ? board : { ...board, [form.seats]: tables.map((one, i) => (i === index ? set(one) : one)) }
}

/** Keep a number between the bounds of a field. @param {BoardField} field @param {number} number */
export const clamp = ({ low, high }, number) => Math.min(high, Math.max(low, Math.round(number) || 0))

// ---------------------------------------------------------------- parts

/** @param {BoardForm} form @param {string} entry */
const isFieldOfForm = (form, entry) => entry === 'kind' || form.fields.some((field) => field.name === entry)

/** Return the entries of a new row that do not depend on its kind: an unused id, and a number to be set later.
 * @param {BoardForm} form @param {Row[]} rows  the other rows */
function newStart(form, rows) {
  const id = Array.from({ length: rows.length + 1 }, (_, i) => `own${i + 1}`).find((one) =>
    rows.every((row) => row.id !== one),
  )
  return { ...(form.numbering ? { n: 0 } : {}), ...(form.has_ids ? { id } : {}) }
}

/** Return the kind and its fields, with the values of an old row where they fit. @param {BoardForm} form
 * @param {string} kind @param {Partial<Row>} old @param {KindName} kindName @returns {Row} */
function newEntries(form, kind, old, kindName) {
  const values = fieldsOf(form, kind).map((field) => [field.name, newValue(field, kind, old, kindName)])
  return { kind, ...Object.fromEntries(values) }
}

/** @param {BoardField} field @param {string} kind @param {Partial<Row>} old @param {KindName} kindName */
function newValue(field, kind, old, kindName) {
  const had = old[field.name]
  if (field.type === 'number') return clamp(field, typeof had === 'number' ? had : field.default)
  if (field.type === 'word') return had ?? field.values[0]
  const wasKind = had === kindName(old.kind ?? '') || String(had).toLowerCase() === old.kind // named after its kind
  return had === undefined || wasKind ? kindName(kind) : had
}

/** @param {BoardForm} form @param {Board} board @param {number} index @param {Row} row */
const replaceRow = (form, board, index, row) =>
  withRows(
    form,
    board,
    rowsOf(form, board).map((one, i) => (i === index ? row : one)),
  )

/** Return the board with other rows, numbered anew. @param {BoardForm} form @param {Board} board @param {Row[]} rows */
function withRows(form, board, rows) {
  const number = (/** @type {number} */ i) => (form.numbering === 'down' ? rows.length - i : i)
  const numbered = form.numbering ? rows.map((row, i) => ({ ...row, n: number(i) })) : rows
  return { ...board, ...(form.length ? { [form.length]: rows.length } : {}), [form.rows]: numbered }
}
