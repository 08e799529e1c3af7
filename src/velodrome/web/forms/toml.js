// Write a board as TOML text.

/** @typedef {{[key: string]: unknown}} Entries */

/** @param {unknown} value @returns {value is Entries} */
const isTable = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** @param {unknown} value @returns {value is Entries[]} */
const isList = (value) => Array.isArray(value) && value.length > 0 && value.every(isTable)

/** Write a board: single values first, then lists with one item per line, then tables. @param {Entries} board */
export function writeToml(board) {
  const all = Object.entries(board)
  const single = all.filter(([, value]) => !isTable(value) && !isList(value))
  const lists = all.filter(([, value]) => isList(value))
  const tables = all.filter(([, value]) => isTable(value))
  const parts = [
    writeEntries(single),
    ...lists.map(([key, value]) => writeList(key, /** @type {Entries[]} */ (value))),
    ...tables.map(
      ([key, value]) => `[${writeKey(key)}]\n${writeEntries(Object.entries(/** @type {Entries} */ (value)))}`,
    ),
  ]
  return parts.filter(Boolean).join('\n')
}

/** @param {[string, unknown][]} entries */
const writeEntries = (entries) => entries.map(([key, value]) => `${writeKey(key)} = ${writeValue(value)}\n`).join('')

/** @param {string} key @param {Entries[]} rows */
const writeList = (key, rows) => `${writeKey(key)} = [\n${rows.map((row) => `  ${writeValue(row)},\n`).join('')}]\n`

/** @param {string} key */
const writeKey = (key) => (/^[\w-]+$/.test(key) ? key : writeText(key))

/** @param {unknown} value @returns {string} */
function writeValue(value) {
  if (typeof value === 'string') return writeText(value)
  if (Array.isArray(value)) return `[${value.map(writeValue).join(', ')}]`
  if (!isTable(value)) return String(value)
  const inner = Object.entries(value).map(([key, each]) => `${writeKey(key)} = ${writeValue(each)}`)
  return inner.length ? `{ ${inner.join(', ')} }` : '{}'
}

/** Write a text in quotes: JSON with DEL escaped is valid TOML. @param {string} text */
const writeText = (text) => JSON.stringify(text).replaceAll('\u007f', '\\u007f')
