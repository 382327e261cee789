import { type Finding, finding } from '../../writes/finding.ts'
import { fingerprintOf } from '../../writes/fingerprint.ts'
import type { SentBefore } from '../../writes/sent-before.ts'
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
  readonly sentBefore: ReadonlyMap<string, SentBefore>
  /** A batch of which creates can't be read, any of which may be a create that was not found; null if there is none. */
  readonly unreadCreates: SentBefore | null
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

/** A row beside its advert; `payload` is what it would send, null for a row that isn't valid. */
interface ComparedRow {
  readonly row: CheckedRow
  readonly payload: Values | null
}

async function compareSome(
  rows: readonly CheckedRow[],
  plan: RowPlan,
  compare: Compare,
): Promise<CheckedRow[]> {
  const valid = rows.map((row) => ({ row, payload: isValid(row) ? payloadOf(row, plan) : null }))
  const { adverts } = await compare({ autoIds: valid.flatMap(targetOf), fingerprints: [] })
  const compared = valid.map((each) => besideAdvert(each, adverts, plan.userId))
  // Only now it is known what an edit without a price sends.
  const fingerprints = compared.map(fingerprintIn)
  const { sentBefore, unreadCreates } = await compare({
    autoIds: [],
    fingerprints: fingerprints.filter((print) => print !== null),
  })
  return compared.map(({ row }, at) => {
    const print = fingerprints[at] ?? null
    const unread = row.operation === 'create' && print !== null ? unreadCreates : null
    const sent = sentBefore.get(print ?? '') ?? unread
    return sent ? withProblems(row, [sentFinding(sent)]) : row
  })
}

const sentFinding = ({ batch, fileName, open, unreadable }: SentBefore): Finding =>
  finding('', 'sent-before', '', {
    batch,
    fileName,
    open: open ? 1 : 0,
    ...(unreadable === undefined ? {} : { unreadable: unreadable ?? '' }),
  })

const targetOf = ({ row, payload }: ComparedRow): number[] =>
  row.operation !== 'create' && typeof payload?.auto_id === 'number' ? [payload.auto_id] : []

const fingerprintIn = ({ row, payload }: ComparedRow): string | null =>
  payload && fingerprintOf(row.operation, payload)

const withProblems = (row: CheckedRow, found: readonly Finding[]): CheckedRow =>
  found.length === 0 ? row : { ...row, problems: [...row.problems, ...found] }

function besideAdvert(
  { row, payload }: ComparedRow,
  adverts: CompareAnswer['adverts'],
  userId: number,
): ComparedRow {
  const { operation } = row
  if (payload === null || operation === null || operation === 'create') return { row, payload }
  const compared = compareRow(operation, payload, adverts.get(Number(payload.auto_id)), userId)
  const beside = { ...row, comparison: compared.comparison }
  return { row: withProblems(beside, compared.problems), payload: compared.payload }
}
