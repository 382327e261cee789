import type { Operation } from '#shared/batch/advert-write.ts'
import { finding } from '#shared/batch/finding.ts'
import { type CheckedRow, isValid } from '#shared/batch/row-check.ts'
import { compareRow, type CurrentAdvert } from '#shared/batch/row-compare.ts'
import { fingerprintOf } from '../journal/fingerprint.ts'
import type { StageableRow } from './staging.ts'

/** What a piece of rows wants to know of the cache and the journal. */
export interface CompareAsk {
  readonly autoIds: readonly number[]
  readonly fingerprints: readonly string[]
}

export interface CompareAnswer {
  readonly adverts: ReadonlyMap<number, CurrentAdvert>
  readonly sentBefore: ReadonlySet<string>
}

/** Answers for a piece of at most 1,000 rows. */
export type Compare = (ask: CompareAsk) => Promise<CompareAnswer>

export interface ReadRow {
  readonly line: number
  readonly raw: string
  readonly checked: CheckedRow
}

/** Rows in one question: its answer takes main a few milliseconds. */
const chunkSize = 500

/**
 * Sets valid rows beside what is known of their adverts and of earlier batches.
 * @param compare null where nobody can answer: nothing is compared
 */
export async function compareRows(
  rows: readonly ReadRow[],
  userId: number,
  compare: Compare | null,
): Promise<StageableRow[]> {
  if (!compare) return rows.map(uncompared)
  const compared: StageableRow[] = []
  for (let at = 0; at < rows.length; at += chunkSize)
    compared.push(...(await compareChunk(rows.slice(at, at + chunkSize), userId, compare)))
  return compared
}

const uncompared = (row: ReadRow): StageableRow => ({
  ...row,
  valid: isValid(row.checked),
  unchanged: false,
  before: null,
})

async function compareChunk(
  rows: readonly ReadRow[],
  userId: number,
  compare: Compare,
): Promise<StageableRow[]> {
  const prints = rows.map(({ checked }) =>
    isValid(checked) ? fingerprintOf(checked.operation, checked.payload) : null,
  )
  const answer = await compare({
    autoIds: rows.flatMap(({ checked }, at) => (prints[at] === null ? [] : targetOf(checked))),
    fingerprints: prints.filter((print) => print !== null),
  })
  return rows.map((row, at) => {
    const print = prints[at] ?? null
    return print === null || row.checked.operation === null
      ? uncompared(row)
      : comparedRow(row, row.checked.operation, userId, answer, print)
  })
}

const targetOf = ({ operation, payload }: CheckedRow): number[] =>
  operation !== 'create' && typeof payload.auto_id === 'number' ? [payload.auto_id] : []

function comparedRow(
  row: ReadRow,
  operation: Operation,
  userId: number,
  { adverts, sentBefore }: CompareAnswer,
  print: string,
): StageableRow {
  const { payload, problems } = row.checked
  const again = sentBefore.has(print) ? [finding('', 'sent-before')] : []
  if (operation === 'create')
    return {
      ...row,
      checked: { operation, payload, problems: [...problems, ...again] },
      valid: true,
      unchanged: false,
      before: null,
    }
  const comparison = compareRow(operation, payload, adverts.get(Number(payload.auto_id)), userId)
  const checked = { operation, payload, problems: [...problems, ...again, ...comparison.problems] }
  return {
    ...row,
    checked,
    valid: isValid(checked),
    unchanged: comparison.unchanged,
    before: comparison.before,
  }
}
