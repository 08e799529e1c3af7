import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeToml } from '../../src/velodrome/web/forms/toml.js'

test('single entries come first, then lists with a line for each entry, then tables', () => {
  const board = {
    team: { size: 4, upkeep: [1, 2] },
    spaces: [{ n: 2, kind: 'road' }, { n: 1 }],
    name: 'Mine',
    closed: true,
  }
  assert.equal(
    writeToml(board),
    'name = "Mine"\nclosed = true\n\nspaces = [\n  { n = 2, kind = "road" },\n  { n = 1 },\n]\n\n[team]\nsize = 4\nupkeep = [1, 2]\n',
  )
})

test('texts and keys are escaped', () => {
  assert.equal(writeToml({ 'a b': 'say "no"\n\u007f' }), '"a b" = "say \\"no\\"\\n\\u007f"\n')
})
