import type { Operation } from '#shared/batch/operation.ts'
import type { Values } from './values.ts'

/**
 * What an edit sends: one that names a currency without a price takes the advert's own price in that currency. Without
 * it the service would keep the number and change what it is counted in. Source: docs/service/writes.md.
 * @param before the old values that the person is shown, the price in the row's own currency
 */
export function withKnownPrice(operation: Operation | null, payload: Values, before: Values): Values {
  const { price } = before
  if (operation !== 'edit' || payload.price !== undefined) return payload
  return typeof price === 'number' && price > 0 ? { ...payload, price } : payload
}

/** Whether a write must not be sent: an edit always has its price and its currency together. */
export const lacksPrice = (
  operation: Operation | null,
  { price, currency_id: currency }: Readonly<Record<string, string | number | undefined>>,
): boolean => operation === 'edit' && (price === undefined || currency === undefined)
