import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { JournalChoice } from '#shared/batch/journal-state.ts'
import { suspect } from '../../../../src/main/storage/clean-end.ts'
import type { Folders } from './salon.ts'
import { pick, type Place, type Step } from './step.ts'

const pageSize = 4_096
/** Tables of which all pages are lost. */
const tables = ['links', 'stock_files', 'stock_sources', 'rows', 'keyed_rows', 'attempts', 'batches'] as const

/** What happens to the journal's file. */
export const damageSteps = {
  // The app makes a backup when it is closed: nothing may be lost.
  'a damaged journal with its backup': async ({ salon }) => {
    const account = await salon.accountId()
    // After a journal that went back in time, its newer backup is taken over first.
    salon.forecourt.batches.recovery.recover()
    // Whether adverts are in stock is said anew by the next file, unless a person took them out.
    const proven = () =>
      salon.forecourt.batches
        .stockLinks()
        .list(account)
        .map(({ lackedSha256: _sha256, lackedAt: _at, out, ...link }) => ({
          ...link,
          isOut: out === 'person',
        }))
    const before = proven()
    await salon.befalls(({ data }) => spoilHeader(data), 'restore')
    const after = proven()
    if (JSON.stringify(after) !== JSON.stringify(before))
      salon.violations.push(`links are ${JSON.stringify(after)}, and were ${JSON.stringify(before)}`)
  },
  'a damaged journal without a backup': (place) =>
    loses(place, 'start-new', ({ data }) => {
      spoilTable(data, pick(tables, place.n))
      rmSync(join(data, 'backup'), { recursive: true, force: true })
    }),
  'a damaged journal with an older backup': (place) =>
    loses(place, 'restore', ({ data, copy }) => {
      if (place.n % 2 === 0) spoilHeader(data)
      else spoilTable(data, pick(tables, place.n >> 1))
      if (!existsSync(join(copy, 'backup'))) return
      rmSync(join(data, 'backup'), { recursive: true, force: true })
      cpSync(join(copy, 'backup'), join(data, 'backup'), { recursive: true })
    }),
  'a journal that is begun anew': (place) =>
    loses(place, 'start-new', ({ data }) => {
      spoilHeader(data)
    }),
  'the data folder goes on as a copy': ({ salon }) =>
    salon.befalls(({ data }) => {
      const mark = join(data, 'journal.mark')
      cpSync(mark, `${mark}.copy`)
      rmSync(mark)
      cpSync(`${mark}.copy`, mark)
    }, 'continue-here'),
} satisfies Record<string, Step>

/** What the journal lost, a person may have said: that is told, and the links are looked through. */
async function loses(
  { salon, person }: Place,
  choice: JournalChoice,
  what: (folders: Folders) => void,
): Promise<void> {
  if (await salon.befalls(what, choice)) {
    const { word } = salon.judge
    word.forget()
    for (const autoId of await salon.advertsOutOfStock()) word.outUnknown.add(autoId)
  }
  await person.review()
}

function spoilHeader(data: string): void {
  const path = join(data, 'journal.db')
  writeFileSync(path, readFileSync(path).fill(0, 0, 100))
}

/** Zeros all pages of a table, of which nobody knows before the whole file is checked. */
function spoilTable(data: string, table: string): void {
  const path = join(data, 'journal.db')
  const db = new DatabaseSync(path)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const pages = db.prepare('SELECT pageno FROM dbstat WHERE name = ?').all(table)
  db.close()
  const bytes = readFileSync(path)
  for (const { pageno } of pages) bytes.fill(0, (Number(pageno) - 1) * pageSize, Number(pageno) * pageSize)
  writeFileSync(path, bytes)
  suspect(path)
}
