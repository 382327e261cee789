import { priceIn } from '#shared/batch/currency.ts'
import type { KnownAdvert, LiveAdvert } from './advert-port.ts'
import type { RowError, RowTransition } from '../journal/outcome.ts'
import type { SendableRow } from '../journal/journal-row.ts'
import { visibleFields } from '../../writes/field-lists.ts'
import { priceJumpPercent } from '../../writes/price-jump.ts'
import { isSameValue, shownValues } from '../../writes/shown-values.ts'
import type { Values } from '../../writes/values.ts'

/** What a live advert is compared with before an edit or delete is sent. */
export interface Expected {
  readonly userId: number
  readonly cached: KnownAdvert | null
  /** Values that this app wrote a short while ago, and those before them: a read may show either. */
  readonly fresh: readonly Values[]
}

/** Stops a row before anything is sent. */
export const stopRow = (
  state: 'failed' | 'conflict',
  row: SendableRow,
  code: string,
  detail: string | null = null,
): RowTransition => {
  const error: RowError = { code, detail, status: null, answer: null }
  // A row that may have been executed once must not be called failed.
  const known = state === 'conflict' || !row.doubt
  return { state: known ? state : 'unknown', source: null, doubt: row.doubt, error }
}

/**
 * Null if the row may be sent: the live advert is the one that was asked for, is the account's, is the make and model that the dealer saw, and has the
 * values that the dealer saw. Another owner, make or model fails the row (the id may be of another dealer's advert);
 * other values make it a conflict, and so does a price far from one that was not shown, unless a person chose to overwrite.
 */
export function guardRow(row: SendableRow, live: LiveAdvert, expected: Expected): RowTransition | null {
  // An answer about another advert says nothing about this one.
  if (live.autoId !== row.autoId) return stopRow('failed', row, 'guard-advert', String(live.autoId))
  if (live.userId !== expected.userId) return stopRow('failed', row, 'guard-owner')
  const { cached } = expected
  if (differs(cached?.markaId, live.markaId) || differs(cached?.modelId, live.modelId))
    return stopRow('failed', row, 'guard-vehicle')
  if (row.overwrite) return null
  const jump = unseenJump(row, live)
  if (jump) return stopRow('conflict', row, 'price-jump-unseen', jump)
  const changed = changedFields(row, shownValues(live), expected)
  return changed.length === 0 ? null : stopRow('conflict', row, 'changed-since', changed.join(', '))
}

/** A price that needs confirmation because no old one was known when the batch was planned: old → new, or null. */
function unseenJump({ write, before }: SendableRow, live: LiveAdvert): string | null {
  if (write.operation !== 'edit' || before.price !== undefined) return null
  const { price, currency_id: currency } = write.payload
  const old = priceIn(live, currency)
  if (price === undefined || old === null || old <= 0) return null
  return (Math.abs(price - old) / old) * 100 > priceJumpPercent ? `${old} → ${price}` : null
}

const differs = (cached: number | null | undefined, live: number | null): boolean =>
  cached !== null && cached !== undefined && live !== null && cached !== live

/** Visible fields whose live value is neither the one the dealer saw, nor the one he wants, nor our own doing. */
function changedFields(row: SendableRow, live: Values, { fresh }: Expected): string[] {
  const wanted: Readonly<Record<string, string | number | undefined>> = row.write.payload
  const accepted = [row.before, wanted, ...fresh]
  return visibleFields
    .filter((field) => row.before[field] !== undefined && live[field] !== undefined)
    .filter((field) => !accepted.some((values) => isSameValue(field, live[field], values[field])))
    .map((field) => `${field}: ${String(row.before[field])} → ${String(live[field])}`)
}
