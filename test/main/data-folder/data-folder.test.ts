import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { assembledIn } from '../assembled.ts'
import { folderOfTest } from '../../folders.ts'

let dataDir: string
beforeEach(() => (dataDir = folderOfTest()))

/** Every file of the folder but the log, with the hash of what is in it. */
const files = () =>
  readdirSync(dataDir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.log'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')])

function change(name: string, sql: string): void {
  using db = new DatabaseSync(join(dataDir, name))
  db.exec(sql)
}

test.each(['cache', 'journal', 'staged', 'edits', 'forms'])(
  'a folder whose %s.db is of another version is refused, and none of it is changed',
  async (name) => {
    await assembledIn(dataDir).close()
    change(`${name}.db`, 'PRAGMA user_version = 22')
    const before = files()
    expect(() => assembledIn(dataDir)).toThrow(
      expect.objectContaining({ code: 'storage', details: { reason: 'other-version', path: dataDir } }),
    )
    expect(files()).toEqual(before)
  },
)

test('what the dealer saved outlives the cache', async () => {
  const first = assembledIn(dataDir)
  const columns = { order: [], widths: {}, hidden: [], pinned: [] }
  const view = {
    columns,
    sort: [],
    filters: [],
    states: [],
    edited: false,
    marked: null,
    watched: false,
    group: null,
  }
  first.views.save('sandbox', 'one', 'BMW', view, '2026-11-01T12:00:00.000Z')
  await first.close()
  for (const file of readdirSync(dataDir)) if (file.startsWith('cache.db')) rmSync(join(dataDir, file))
  const app = assembledIn(dataDir)
  expect(app.views.all('sandbox')).toMatchObject([{ id: 'one', name: 'BMW' }])
  await app.close()
})

/** The files as a killed process leaves them: beside each database its log, and the log's index. */
test('a log that was deleted after the app was killed is told', async () => {
  const killed = `${dataDir}-killed`
  onTestFinished(() => rmSync(killed, { recursive: true, force: true }))
  const openKilled = async (without?: string) => {
    const app = assembledIn(dataDir)
    expect(app.context.gone).toEqual([])
    // With times to the nanosecond, so that the marks of an earlier end in order hold.
    execFileSync('cp', ['-Rp', dataDir, killed])
    await app.close()
    if (without !== undefined) rmSync(join(killed, without))
    const next = assembledIn(killed)
    await next.close()
    rmSync(killed, { recursive: true })
    return next.context.gone
  }
  await assembledIn(dataDir).close()
  expect(await openKilled()).toEqual([])
  for (const name of ['edits.db-wal', 'staged.db-wal', 'forms.db-wal', 'journal.db-wal'])
    expect(await openKilled(name)).toEqual([name])
})

/** On Windows a file that a scanner holds outlives its removal. */
test('an index that outlived an end in order is no deleted log', async () => {
  const index = join(dataDir, 'edits.db-shm')
  const first = assembledIn(dataDir)
  cpSync(index, `${index}-held`, { preserveTimestamps: true })
  await first.close()
  renameSync(`${index}-held`, index)
  const next = assembledIn(dataDir)
  expect(next.context.gone).toEqual([])
  await next.close()
})
