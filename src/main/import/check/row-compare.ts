import type { CurrencyId, Operation } from '#shared/batch/advert-write.ts'
import { type Finding, finding } from '../../writes/finding.ts'
import type { FieldName } from '#shared/import/draft.ts'
import type { Payload } from './row-check.ts'

/** An advert as it is known before the batch, from the cache and from our own writes. */
export interface CurrentAdvert {
  /** What a person knows it by. */
  readonly title: string
  readonly userId: number | null
  /** Sold, archived or deleted: an edit or delete would find nothing to change. */
  readonly gone: boolean
  readonly currencyId: CurrencyId | null
  readonly prices: Readonly<Partial<Record<CurrencyId, number>>>
  readonly autoNote: string | null
  readonly version: string | null
  /** The service doesn't show these two (field-notes, "write reach"): known only where we wrote them. */
  readonly inStock?: 0 | 1
  readonly testDrive?: 0 | 1
}

export interface Comparison {
  /** Values that the write replaces, by contract names; {} where unknown. */
  readonly before: Payload
  readonly unchanged: boolean
  readonly problems: readonly Finding[]
  /** How far the price moves, in percent of the old one; 0 where there is no comparison. */
  readonly pricePercent: number
}

/** A price change above this asks for a second yes. */
export const priceJumpPercent = 30

/** Sets an edit or a delete beside the advert that it means. `current` is undefined where it isn't cached. */
export function compareRow(
  operation: Operation,
  payload: Payload,
  current: CurrentAdvert | undefined,
  userId: number,
): Comparison {
  const id = String(payload.auto_id)
  if (!current)
    return {
      before: {},
      unchanged: false,
      pricePercent: 0,
      problems: [finding('auto_id', 'advert-not-cached', id)],
    }
  const before = valuesBefore(operation, payload, current)
  const problems: Finding[] = []
  if (current.userId !== null && current.userId !== userId)
    problems.push(finding('auto_id', 'other-user', id, { account: userId, owner: current.userId }))
  if (current.gone) problems.push(finding('auto_id', 'advert-gone', id))
  const pricePercent = priceMove(payload, current)
  if (pricePercent > priceJumpPercent) problems.push(priceJump(payload, before, pricePercent))
  return { before, unchanged: operation === 'edit' && isUnchanged(payload, before), pricePercent, problems }
}

const priceJump = (payload: Payload, before: Payload, percent: number): Finding =>
  finding('price', 'price-jump', String(payload.price), { percent, before: before.price ?? 0 })

function priceMove({ price, currency_id: currency }: Payload, { prices }: CurrentAdvert): number {
  const old = prices[currency as CurrencyId]
  if (typeof price !== 'number' || old === undefined || old <= 0) return 0
  return Math.round((Math.abs(price - old) / old) * 100)
}

function valuesBefore(operation: Operation, payload: Payload, current: CurrentAdvert): Payload {
  const currencyId = current.currencyId ?? undefined
  const asked = payload.currency_id as CurrencyId | undefined
  // The old price stands in the row's own currency, so that old and new can be set side by side.
  const price = current.prices[asked ?? currencyId ?? 1]
  const all: readonly (readonly [FieldName, string | number | null | undefined])[] = [
    ['currency_id', currencyId],
    ['price', price],
    ['auto_note', current.autoNote],
    ['version', current.version],
    ['in_stock', current.inStock],
    ['test_drive', current.testDrive],
  ]
  const wanted = all.filter(([field]) => operation === 'delete' || payload[field] !== undefined)
  return Object.fromEntries(wanted.filter(([, value]) => value !== undefined && value !== null))
}

const isUnchanged = (payload: Payload, before: Payload): boolean =>
  (Object.keys(payload) as FieldName[]).every(
    (field) => field === 'auto_id' || payload[field] === before[field],
  )
