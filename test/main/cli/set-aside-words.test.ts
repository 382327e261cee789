import { expect, test } from 'vitest'
import { BatchWatch } from '../../../src/main/cli/batch-watch.ts'
import { outputTo } from '../../../src/main/cli/output.ts'

test('a command that runs for months says at once that its settings are damaged', () => {
  const said: string[] = []
  const output = outputTo({ out: () => undefined, err: (text) => said.push(text), live: false })
  new BatchWatch(output).onEvent('app:set-aside', { path: '/data/settings.json.damaged-1' })
  expect(said.join('')).toMatch(/settings could not be read.*settings\.json\.damaged-1/s)
  said.length = 0
  for (const name of ['journal.db', 'edits.db'])
    new BatchWatch(output).onEvent('app:set-aside', { path: `/data/${name}.damaged-1` })
  // Of the journal alone it is said that rows may have been sent.
  expect(said.join('').match(/unconfirmed rows/g)).toHaveLength(1)
})
