import type { Operation } from '#shared/batch/advert-write.ts'
import { type Finding, finding } from '../../writes/finding.ts'
import { isValid, type Payload, payloadOf } from './row-check.ts'
import { compareRow, type CurrentAdvert } from './row-compare.ts'
import type { RowPlan } from './row-plan.ts'
import type { CsvRecord } from '../csv/csv-record.ts'
import { fingerprintOf } from '../../writes/fingerprint.ts'
import type { ReadRow } from './check-file.ts'

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

/** A record with its verdict. */
export interface ComparedRow {
  readonly record: CsvRecord
  readonly operation: Operation | null
  readonly problems: readonly Finding[]
  readonly valid: boolean
  /** An edit of values that the advert has already. */
  readonly unchanged: boolean
  /** Values that an edit or delete replaces, or null where nobody knows. */
  readonly before: Payload | null
  /** What the advert of an edit or delete is called, or null. */
  readonly title: string | null
}

/** Rows in one question: its answer takes main a few milliseconds. */
const chunkSize = 500

/**
 * Sets valid rows beside what is known of their adverts and of earlier batches.
 * @param compare null where nobody can answer: nothing is compared
 */
export async function compareRows(
  rows: readonly ReadRow[],
  plan: RowPlan,
  compare: Compare | null,
): Promise<ComparedRow[]> {
  if (!compare) return rows.map(uncompared)
  const compared: ComparedRow[] = []
  for (let at = 0; at < rows.length; at += chunkSize)
    compared.push(...(await compareChunk(rows.slice(at, at + chunkSize), plan, compare)))
  return compared
}

const uncompared = ({ record, checked }: ReadRow): ComparedRow => ({
  record,
  operation: checked.operation,
  problems: checked.problems,
  valid: isValid(checked),
  unchanged: false,
  before: null,
  title: null,
})

/** What a valid row would send. */
interface Intent {
  readonly operation: Operation
  readonly payload: Payload
  readonly fingerprint: string
}

async function compareChunk(
  rows: readonly ReadRow[],
  plan: RowPlan,
  compare: Compare,
): Promise<ComparedRow[]> {
  const intents = rows.map((row) => intentOf(row, plan))
  const known = intents.filter((intent) => intent !== null)
  const answer = await compare({
    autoIds: known.flatMap(targetOf),
    fingerprints: known.map(({ fingerprint }) => fingerprint),
  })
  return rows.map((row, at) => {
    const intent = intents[at]
    return intent ? comparedRow(uncompared(row), intent, plan.userId, answer) : uncompared(row)
  })
}

function intentOf({ record, checked }: ReadRow, plan: RowPlan): Intent | null {
  if (checked.operation === null || !isValid(checked)) return null
  const payload = payloadOf(record, checked, plan)
  return { operation: checked.operation, payload, fingerprint: fingerprintOf(checked.operation, payload) }
}

const targetOf = ({ operation, payload }: Intent): number[] =>
  operation !== 'create' && typeof payload.auto_id === 'number' ? [payload.auto_id] : []

function comparedRow(
  row: ComparedRow,
  { operation, payload, fingerprint }: Intent,
  userId: number,
  { adverts, sentBefore }: CompareAnswer,
): ComparedRow {
  const again = sentBefore.has(fingerprint) ? [finding('', 'sent-before')] : []
  if (operation === 'create') return { ...row, problems: [...row.problems, ...again] }
  const advert = adverts.get(Number(payload.auto_id))
  const { problems: found, unchanged, before } = compareRow(operation, payload, advert, userId)
  const problems = [...row.problems, ...again, ...found]
  const valid = isValid({ operation, problems })
  return { ...row, problems, valid, unchanged, before, title: advert?.title ?? null }
}
