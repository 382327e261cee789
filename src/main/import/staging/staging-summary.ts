import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { callsOf } from '../../writes/call-cost.ts'
import { operations } from '#shared/batch/operation.ts'
import type { Check, Confirmation } from '#shared/import/draft.ts'
import { problemCodes } from '#shared/batch/row.ts'
import type { StagedPlan } from './staged-plan.ts'
import { createNumber } from './staging.ts'

/** Deleting a larger share of the stock has to be confirmed. */
export const deleteSharePercent = 20

/** Replacing the texts of a larger share of the edits has to be confirmed, from so many texts on. */
const textSharePercent = 20
const fewTexts = 5

const countsSchema = z.object({
  replacedTexts: z.int(),
  rows: z.int(),
  invalid: z.int(),
  warnings: z.int(),
  leftOut: z.int(),
  unchanged: z.int(),
  toSend: z.int(),
})
const operationSchema = z.object({ operation: z.int(), count: z.int() })
const problemSchema = z.object({
  code: z.enum(problemCodes),
  column: z.string(),
  count: z.int(),
  firstLine: z.int(),
})
const sentSchema = z.object({
  count: z.int(),
  id: z.string(),
  fileName: z.string(),
  /** 0 if the rows were found; '' if it is unknown how many rows can't be read. */
  unreadable: z.union([z.int(), z.literal('')]),
})
const jumpSchema = z.object({ count: z.int(), percent: z.number().nullable() })

/** Counts what a check found; rows that were fixed or left out since are counted as they are now. */
export function summarise(
  db: DatabaseSync,
  draftId: string,
  plan: StagedPlan,
): Omit<Check, 'file' | 'blank' | 'endMark'> {
  const { replacedTexts, ...found } = countsSchema.parse(db.prepare(countRows).get())
  const byOperation = db
    .prepare(countOperations)
    .all()
    .map((row) => operationSchema.parse(row))
  const countOf = (operation: (typeof operations)[number]): number =>
    byOperation.find((row) => row.operation === operations.indexOf(operation) + 1)?.count ?? 0
  const problems = db
    .prepare(countProblems)
    .all()
    .map((row) => problemSchema.parse(row))
  const deletes = countOf('delete')
  const edits = countOf('edit')
  const creates = countOf('create')
  return {
    draftId,
    operation: plan.fileOperation,
    ...found,
    calls: callsOf({ create: creates, edit: edits, delete: deletes }, { readsAfter: plan.readsAfter }),
    creates,
    edits,
    deletes,
    sentBefore: problems.find(({ code }) => code === 'sent-before')?.count ?? 0,
    problems,
    confirmations: [
      ...confirmDeletes(deletes, plan.stock),
      ...confirmPrices(db),
      ...confirmTexts(replacedTexts, edits),
      ...confirmSent(db),
    ],
  }
}

const countRows = `
SELECT count(*) AS rows,
  coalesce(sum(NOT valid), 0) AS invalid,
  coalesce(sum(warned), 0) AS warnings,
  coalesce(sum(left_out), 0) AS leftOut,
  coalesce(sum(unchanged), 0) AS unchanged,
  coalesce(sum(valid AND NOT left_out AND NOT unchanged), 0) AS toSend,
  coalesce(sum(valid AND NOT left_out AND NOT unchanged AND replaces_text), 0) AS replacedTexts
FROM records`

const countOperations = `
SELECT operation, count(*) AS count FROM records WHERE valid AND NOT left_out AND NOT unchanged GROUP BY operation`

const countProblems = `
SELECT code, column, count(DISTINCT line) AS count, min(line) AS firstLine
FROM findings GROUP BY code, column ORDER BY min(line), code, column`

const countJumps = `
SELECT count(*) AS count, max(json_extract(details, '$.percent')) AS percent
FROM findings JOIN records USING (line) WHERE code = 'price-jump' AND valid AND NOT left_out`

/** Creates that were sent before, by their batch, the latest day first: an id begins with it. */
const countSent = `
SELECT count(*) AS count, json_extract(details, '$.batch') AS id, json_extract(details, '$.fileName') AS fileName,
  coalesce(json_extract(details, '$.unreadable'), 0) AS unreadable
FROM findings JOIN records USING (line)
WHERE code = 'sent-before' AND operation = ${createNumber} AND valid AND NOT left_out
GROUP BY id, unreadable ORDER BY id DESC`

/**
 * The confirmation that so many deletes need, or none.
 * @param stock adverts of the account; null if it isn't known, then none is needed
 */
export function confirmDeletes(deletes: number, stock: number | null): Confirmation[] {
  if (!stock) return []
  const percent = Math.round((deletes / stock) * 100)
  return deletes * 100 > stock * deleteSharePercent ? [{ code: 'delete-share', count: deletes, percent }] : []
}

function confirmPrices(db: DatabaseSync): Confirmation[] {
  const { count, percent } = jumpSchema.parse(db.prepare(countJumps).get())
  return count > 0 ? [{ code: 'price-jump', count, percent: Math.round(percent ?? 0) }] : []
}

/** A column of internal notes that became the text of the adverts would show here. */
function confirmTexts(count: number, edits: number): Confirmation[] {
  if (count < fewTexts || count * 100 <= edits * textSharePercent) return []
  return [{ code: 'texts-replaced', count, percent: Math.round((count / edits) * 100) }]
}

/** Batches that a confirmation names. */
const namedBatches = 3

function confirmSent(db: DatabaseSync): Confirmation[] {
  const sent = db
    .prepare(countSent)
    .all()
    .map((row) => sentSchema.parse(row))
  if (sent.length === 0) return []
  const found = sent.filter(({ unreadable }) => unreadable === 0)
  const batches = found.slice(0, namedBatches).map(({ id, fileName }) => ({ id, fileName }))
  const unread = sent
    .filter(({ unreadable }) => unreadable !== 0)
    .map(({ id, fileName, count, unreadable }) => ({
      id,
      fileName,
      rows: unreadable === '' ? null : unreadable,
      creates: count,
    }))
  return [{ code: 'sent-before', count: sent.reduce((sum, { count }) => sum + count, 0), batches, unread }]
}
