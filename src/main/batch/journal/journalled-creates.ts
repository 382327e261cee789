import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { storedFlag } from '../../storage/row-query.ts'
import { CreateMarks, markFactors, markLimit } from '../../writes/create-marks.ts'

const word = 0xffff_ffff

const sum = Object.entries(markFactors)
  .map(([field, factor]) => `(ifnull(payload ->> '${field}', 0) & ${word}) * ${factor}`)
  .join(' + ')

/** markOfCreate() in SQL, of a row's payload; NULL if the payload can't be read. */
export const markSql = `iif(json_valid(payload), (${sum}) & ${word}, NULL)`

const creates = `operation = 'create'`
const keptCreates = `operation = 'create' AND state = 'done'`

/**
 * The marks of all creates. SQLite keeps them with the rows, whoever writes those. With the columns of the conditions,
 * the rows themselves are not read, and a salvage doesn't take an entry for that of an attempt, which is two numbers
 * (page-findings.ts). In the first place these columns would draw other queries.
 */
export const createMarkIndexes = `
CREATE INDEX creates_by_mark ON rows (${markSql}, operation) WHERE ${creates};
CREATE INDEX kept_creates_by_mark ON kept_rows (${markSql}, operation, state) WHERE ${keptCreates};`

/** The marks from `:from` on, below `:to`, as one text: a million objects would take ten times as long. */
export const marksSql = `
  SELECT coalesce(group_concat(mark, ' '), '') AS marks FROM (
    SELECT ${markSql} AS mark FROM rows WHERE ${creates} AND ${markSql} >= :from AND ${markSql} < :to
    UNION ALL SELECT ${markSql} FROM kept_rows WHERE ${keptCreates} AND ${markSql} >= :from AND ${markSql} < :to)`

/** Whether there may be creates of which no mark is known: a payload that can't be read, a row that a salvage lost. */
export const unmarkedSql = `
  SELECT EXISTS (SELECT 1 FROM rows WHERE ${creates} AND ${markSql} IS NULL)
    OR EXISTS (SELECT 1 FROM kept_rows WHERE ${keptCreates} AND ${markSql} IS NULL)
    OR EXISTS (SELECT 1 FROM lost_rows WHERE fingerprint IS NOT NULL) AS unmarked`

const marksSchema = z.object({ marks: z.string() })
const unmarkedSchema = z.object({ unmarked: storedFlag })

const steps = 64

/**
 * The marks of all creates of the journal, of whatever account and state, archived ones among them; null if there may be
 * creates without a mark. Read in 64 steps with a turn of the event loop between them, each some 2 ms in a journal of a
 * million creates.
 */
export async function journalledCreates(db: DatabaseSync): Promise<CreateMarks | null> {
  if (unmarkedSchema.parse(db.prepare(unmarkedSql).get()).unmarked) return null
  const marks = new CreateMarks()
  const step = db.prepare(marksSql)
  for (let from = 0; from < markLimit; from += markLimit / steps) {
    marks.add(marksSchema.parse(step.get({ from, to: from + markLimit / steps })).marks)
    await nextTurn()
  }
  return marks
}
