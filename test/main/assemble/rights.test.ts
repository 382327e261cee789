import { chmodSync, cpSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { assembledIn } from '../assembled.ts'
import { wholeTest } from '../../whole.ts'
import { folderOfTest } from '../../folders.ts'

let place: string
let umask: number
beforeEach(() => {
  place = folderOfTest()
  // Nothing is narrowed by the account's own settings.
  umask = process.umask(0)
})
afterEach(() => process.umask(umask))

/** The folder itself, what is in it, and the same in the folders there: those with which somebody else may do anything. */
const openTo = (folder: string): string[] =>
  ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].flatMap((name) => {
    const found = statSync(join(folder, name))
    return (found.mode & 0o077) === 0 ? [] : [found.isFile() ? name : `${name}/`]
  })

/** Starts the app in the folder and works with it. @returns how it looked before the end, and after it */
async function worked(dataDir: string, during?: string): Promise<string[][]> {
  const forecourt = assembledIn(dataDir)
  forecourt.context.settings.change({ buyerDataDays: 90 })
  await Promise.all([forecourt.inventorySync.sync(), forecourt.orders.refresh()])
  const open = openTo(dataDir)
  if (during !== undefined) cpSync(dataDir, during, { recursive: true })
  await forecourt.close()
  return [open, openTo(dataDir)]
}

wholeTest('a new data folder and all that is in it are their owner’s only', async () => {
  expect(await worked(join(place, 'new'))).toEqual([[], []])
})

test('files of an earlier run that others may read are narrowed; a folder that was there stays as it is', async () => {
  const copy = join(place, 'copy')
  await worked(join(place, 'new'), copy)
  // As after a crash: the logs of the databases are still there.
  const names = readdirSync(copy, { recursive: true, encoding: 'utf8' })
  expect(names).toContain('cache.db-wal')
  for (const name of names) chmodSync(join(copy, name), statSync(join(copy, name)).isFile() ? 0o644 : 0o755)
  const open = new Set((await worked(copy)).flat())
  // The mark has numbers only, and the sandbox nothing of anybody's.
  for (const harmless of ['journal.mark', 'sandbox/sandbox.db-shm', 'sandbox/sandbox.db-wal'])
    open.delete(harmless)
  expect([...open].sort()).toEqual(['/', 'logs/', 'sandbox/'])
})
