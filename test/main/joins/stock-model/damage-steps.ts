import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { JournalChoice } from '#shared/batch/journal-state.ts'
import { suspect } from '../../../../src/main/storage/clean-end.ts'
import type { Folders } from './salon.ts'
import { pick, type Place, type Step } from './step.ts'

const pageSize = 4_096
/** Tables of which a page is lost. */
const tables = ['links', 'link_fields', 'rows', 'keyed_rows', 'stock_files', 'attempts', 'batches'] as const

/** What happens to the journal's file. */
export const damageSteps = {
  // The app makes a backup when it is closed: nothing may be lost.
  'a damaged journal with its backup': async ({ salon }) => {
    const account = await salon.accountId()
    const before = salon.forecourt.batches.stockLinks().list(account)
    await salon.befalls(({ data }) => spoilHeader(data), 'salvage')
    const after = salon.forecourt.batches.stockLinks().list(account)
    if (JSON.stringify(after) !== JSON.stringify(before))
      salon.violations.push(`links are ${JSON.stringify(after)}, and were ${JSON.stringify(before)}`)
  },
  'a damaged journal without a backup': (place) =>
    loses(place, 'salvage', ({ data }) => {
      spoilTable(data, pick(tables, place.n))
      rmSync(join(data, 'backup'), { recursive: true, force: true })
    }),
  'a damaged journal with an older backup': (place) =>
    loses(place, 'salvage', ({ data, copy }) => {
      if (place.n % 2 === 0) spoilHeader(data)
      else spoilTable(data, pick(tables, place.n >> 1))
      rmSync(join(data, 'backup'), { recursive: true, force: true })
      if (existsSync(join(copy, 'backup')))
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

/** What the journal lost, a person may have said. */
async function loses(
  { salon, person }: Place,
  choice: JournalChoice,
  what: (folders: Folders) => void,
): Promise<void> {
  if (await salon.befalls(what, choice)) salon.judge.word.forget()
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
