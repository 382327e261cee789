import type { CurrencyId } from '#shared/batch/currency.ts'
import type { Operation } from '#shared/batch/operation.ts'
import { type Finding, finding } from '../../writes/finding.ts'
import { changeableFields } from '../../writes/field-lists.ts'
import { priceJumpPercent } from '../../writes/price-jump.ts'
import type { Values } from '../../writes/values.ts'
import type { Comparison } from '../check/checked-row.ts'

/** An advert as it is known before the batch, from the cache and from our own writes. */
export interface CurrentAdvert {
  /** What a person knows it by. */
  readonly title: string
  readonly userId: number | null
  /** Sold, archived or deleted: an edit or delete would find nothing to change. */
  readonly gone: boolean
  readonly prices: Readonly<Partial<Record<CurrencyId, number>>>
  /** What is known of the values that a write may change, the price in the advert's own currency. */
  readonly values: Values
}

/** What comparing a row found. */
export interface Compared {
  /** Null if the advert isn't known. */
  readonly comparison: Comparison | null
  readonly problems: readonly Finding[]
}

/** Compares an edit or a delete with the advert that it means. `current` is undefined if the advert isn't cached. */
export function compareRow(
  operation: Operation,
  payload: Values,
  current: CurrentAdvert | undefined,
  userId: number,
): Compared {
  const id = String(payload.auto_id)
  if (!current) return { comparison: null, problems: [finding('auto_id', 'advert-not-cached', id)] }
  const before = valuesBefore(operation, payload, current)
  const problems: Finding[] = []
  if (current.userId !== null && current.userId !== userId)
    problems.push(finding('auto_id', 'other-user', id, { account: userId, owner: current.userId }))
  if (current.gone) problems.push(finding('auto_id', 'advert-gone', id))
  const percent = priceChange(payload, current)
  if (percent > priceJumpPercent)
    problems.push(
      finding('price', 'price-jump', String(payload.price), { percent, before: before.price ?? 0 }),
    )
  const unchanged = operation === 'edit' && isUnchanged(payload, before)
  return { comparison: { title: current.title, before, unchanged }, problems }
}

/** How far the price moves, in percent of the old one; 0 if there is nothing to compare. */
function priceChange({ price, currency_id: currency }: Values, { prices }: CurrentAdvert): number {
  const old = prices[currency as CurrencyId]
  if (typeof price !== 'number' || old === undefined || old <= 0) return 0
  return Math.round((Math.abs(price - old) / old) * 100)
}

function valuesBefore(operation: Operation, payload: Values, { prices, values }: CurrentAdvert): Values {
  // The old price is in the row's own currency, so that old and new can be compared.
  const price = prices[(payload.currency_id ?? values.currency_id ?? 1) as CurrencyId]
  const old: Readonly<Record<string, string | number | undefined>> = { ...values, price }
  return Object.fromEntries(
    changeableFields
      .filter((field) => operation === 'delete' || payload[field] !== undefined)
      .flatMap((field) => {
        const value = old[field]
        return value === undefined ? [] : [[field, value]]
      }),
  )
}

const isUnchanged = (payload: Values, before: Values): boolean =>
  changeableFields.every((field) => payload[field] === undefined || payload[field] === before[field])
