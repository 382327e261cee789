import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ended, openCounter, type Counter } from './counter.ts'

let counter: Counter
beforeEach(async () => {
  counter = await openCounter()
})
afterEach(() => counter.close())

it('several processes open a new data folder at once', async () => {
  const processes = Array.from({ length: 6 }, () => counter.begin('batches', '--json'))
  expect(await Promise.all(processes.map(ended))).toEqual(processes.map(() => 0))
})

it('a data folder whose path is too long is said in words', async () => {
  const path = join(counter.dataDir, 'x'.repeat(300))
  const { code, err } = await counter.runWith({ FORECOURT_DATA_DIR: path }, 'batches')
  expect([code, err]).toEqual([2, expect.stringContaining('path of the data folder is too long')])
  expect(err).not.toMatch(/\n\s+at /)
})

it.each(['cache.db', 'staged.db', 'edits.db', 'forms.db', 'journal.db'])(
  'says in words that another program holds %s',
  { timeout: 60_000 },
  async (name) => {
    await counter.run('batches')
    const holder = new DatabaseSync(join(counter.dataDir, name))
    holder.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
    const { code, err } = await counter.run('batches')
    holder.close()
    expect([code, err]).toEqual([2, expect.stringContaining(name)])
    expect(err).toContain('Another program holds')
    expect(err).not.toMatch(/\n\s+at /)
    expect((await counter.run('batches')).code).toBe(0)
  },
)
