import type { Operation } from '#shared/batch/operation.ts'
import { finding } from '../../writes/finding.ts'
import { fingerprintOf } from '../../writes/fingerprint.ts'
import type { Values } from '../../writes/values.ts'
import { type CheckedRow, isValid } from '../check/checked-row.ts'
import { payloadOf } from '../check/row-check.ts'
import type { RowPlan } from '../check/row-plan.ts'
import { compareRow, type CurrentAdvert } from './row-compare.ts'

/** What the comparing of some rows needs of the cache and the journal. */
export interface CompareRequest {
  readonly autoIds: readonly number[]
  readonly fingerprints: readonly string[]
}

export interface CompareAnswer {
  readonly adverts: ReadonlyMap<number, CurrentAdvert>
  readonly sentBefore: ReadonlySet<string>
}

/** Answers for at most 500 rows. */
export type Compare = (request: CompareRequest) => Promise<CompareAnswer>

/** Rows in one request: its answer takes main a few milliseconds. */
const rowsPerRequest = 500

/**
 * Compares valid rows with what is known of their adverts and of earlier batches.
 * @param compare null if there is no cache and no journal to ask: nothing is compared
 */
export async function compareRows(
  rows: readonly CheckedRow[],
  plan: RowPlan,
  compare: Compare | null,
): Promise<readonly CheckedRow[]> {
  if (!compare) return rows
  const compared: CheckedRow[] = []
  for (let at = 0; at < rows.length; at += rowsPerRequest)
    compared.push(...(await compareSome(rows.slice(at, at + rowsPerRequest), plan, compare)))
  return compared
}

/** What a valid row would send. */
interface Intent {
  readonly operation: Operation
  readonly payload: Values
  readonly fingerprint: string
}

async function compareSome(
  rows: readonly CheckedRow[],
  plan: RowPlan,
  compare: Compare,
): Promise<CheckedRow[]> {
  const intents = rows.map((row) => intentOf(row, plan))
  const known = intents.filter((intent) => intent !== null)
  const answer = await compare({
    autoIds: known.flatMap(targetOf),
    fingerprints: known.map(({ fingerprint }) => fingerprint),
  })
  return rows.map((row, at) => {
    const intent = intents[at]
    return intent ? comparedRow(row, intent, plan.userId, answer) : row
  })
}

function intentOf(row: CheckedRow, plan: RowPlan): Intent | null {
  const { operation } = row
  if (operation === null || !isValid(row)) return null
  const payload = payloadOf(row, plan)
  return { operation, payload, fingerprint: fingerprintOf(operation, payload) }
}

const targetOf = ({ operation, payload }: Intent): number[] =>
  operation !== 'create' && typeof payload.auto_id === 'number' ? [payload.auto_id] : []

function comparedRow(
  row: CheckedRow,
  { operation, payload, fingerprint }: Intent,
  userId: number,
  { adverts, sentBefore }: CompareAnswer,
): CheckedRow {
  const again = sentBefore.has(fingerprint) ? [finding('', 'sent-before')] : []
  if (operation === 'create') return { ...row, problems: [...row.problems, ...again] }
  const advert = adverts.get(Number(payload.auto_id))
  const { comparison, problems } = compareRow(operation, payload, advert, userId)
  return { ...row, comparison, problems: [...row.problems, ...again, ...problems] }
}
