import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { CreateMarks, markFactors } from '../../writes/create-marks.ts'
import { readStored } from '../../storage/stored-record.ts'

const word = 0xffff_ffff

const sum = Object.entries(markFactors)
  .map(([field, factor]) => `(ifnull(payload ->> '${field}', 0) & ${word}) * ${factor}`)
  .join(' + ')

/** markOfCreate() in SQL, of a row's payload; NULL if the payload can't be read. */
export const markSql = `iif(json_valid(payload), (${sum}) & ${word}, NULL)`

const creates = `operation = 'create'`
const keptCreates = `operation = 'create' AND state = 'done'`

/**
 * The marks of all creates. SQLite keeps them with the rows, whoever writes those; in the order of the rows, so that a new one
 * changes the last page alone. With the columns of the conditions, the rows themselves are not read. Another factor of a mark
 * is another version of the schema.
 */
export const createMarkIndex = `CREATE INDEX creates_by_mark ON rows (id, ${markSql}, operation) WHERE ${creates}`
export const keptCreateMarkIndex = `CREATE INDEX kept_creates_by_mark ON kept_rows (id, ${markSql}, operation, state) WHERE ${keptCreates}`

const rowsAtOnce = 2_000

/** The next marks behind the row `after`, as one text: a million objects would take ten times as long. */
const stepOf = (table: string, index: string, condition: string): string => `
  SELECT coalesce(group_concat(mark, ' '), '') AS marks, count(*) - count(mark) AS unmarked, max(id) AS last FROM (
    SELECT id, ${markSql} AS mark FROM ${table} INDEXED BY ${index}
    WHERE ${condition} AND id > ? ORDER BY id LIMIT ${rowsAtOnce})`

export const marksSql = [
  stepOf('rows', 'creates_by_mark', creates),
  stepOf('kept_rows', 'kept_creates_by_mark', keptCreates),
] as const

const stepSchema = z.object({ marks: z.string(), unmarked: z.int(), last: z.int().nullable() })

/**
 * The marks of all creates of the journal, of whatever account and state, archived ones among them; null if there may be
 * creates without a mark: a payload that can't be read, a row that a salvage lost. Read in steps of 2,000 creates with a
 * turn of the event loop between them.
 */
export async function journalledCreates(db: DatabaseSync): Promise<CreateMarks | null> {
  if (db.prepare('SELECT 1 FROM lost_rows WHERE fingerprint IS NOT NULL LIMIT 1').get()) return null
  const creates = new CreateMarks()
  for (const sql of marksSql) {
    const step = db.prepare(sql)
    for (let after: number | null = 0; after !== null;) {
      const found: z.infer<typeof stepSchema> = readStored(stepSchema, step.get(after), 'journal.db, rows')
      const { marks, unmarked, last } = found
      if (unmarked > 0) return null
      creates.add(marks)
      after = last
      await nextTurn()
    }
  }
  return creates
}
