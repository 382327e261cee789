import { currencyIds, priceIn, type CurrencyId } from '#shared/batch/currency.ts'
import { isSameValue } from '../../writes/shown-values.ts'
import type { Values } from '../../writes/values.ts'
import type { LiveAdvert } from '../journal/live-advert.ts'
import type { OwnWrite } from '../journal/writes-view.ts'

/** Prices that this app wrote to an advert. */
export interface OwnPrices {
  /** The last value of each field. */
  readonly last: Values
  /** Its writes of the last minutes, the oldest first: a read may still show what was there before them. */
  readonly fresh: readonly OwnWrite[]
}

/**
 * The price that an edit sends which names none: the one that the advert has. It is what the read shows, unless that is
 * older than what this app wrote since; null if neither is known. Source: docs/service/practice.md, "freshness".
 */
export function keptPrice(live: LiveAdvert, currency: CurrencyId, { last, fresh }: OwnPrices): number | null {
  const shown = priceIn(live, currency)
  const of = ({ currency_id, price }: Values): number | null =>
    currency_id === currency && typeof price === 'number' ? price : null
  const own = of(last)
  if (shown === null || own === null) return shown ?? own
  // Reads show whole units: the price that was written is the exact one.
  if (isSameValue('price', shown, own)) return own
  const newest = fresh.findLastIndex(({ done, payload }) => done && of(payload) === own)
  const older = fresh.slice(0, newest + 1).flatMap(({ before, payload }) => [before, payload])
  return older.some((values) => isPriceOf(live, values)) ? own : shown
}

/** True if the read shows this price, in the currency that it was given in. */
function isPriceOf(live: LiveAdvert, { currency_id, price }: Values): boolean {
  const currency = currencyIds.find((id) => id === currency_id)
  if (currency === undefined || price === undefined) return false
  const isGivenIn = live.currency === null || live.currency === currency
  return isGivenIn && isSameValue('price', priceIn(live, currency) ?? undefined, price)
}
