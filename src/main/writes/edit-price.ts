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

/**
 * What the journal keeps of an edit: one that names no price and leaves the currency alone gets its price when it is sent,
 * from the read right before it. A current price would put back what was changed until then.
 * @param named what the person wrote
 */
export const withoutKnownPrice = (operation: Operation | null, named: Values, before: Values): Values =>
  keepsPrice(operation, named, before) ? named : withKnownPrice(operation, named, before)

/** Whether the advert's price stays as it is: the edit names none, and the currency that the advert has. */
export const keepsPrice = (
  operation: Operation | null,
  { price, currency_id: currency }: Readonly<Record<string, string | number | undefined>>,
  before: Values,
): boolean =>
  operation === 'edit' &&
  price === undefined &&
  currency !== undefined &&
  before.currency_id === currency &&
  typeof before.price === 'number' &&
  before.price > 0

/** Whether a write must not be sent: an edit always has its price and its currency together. */
export const lacksPrice = (
  operation: Operation | null,
  { price, currency_id: currency }: Readonly<Record<string, string | number | undefined>>,
): boolean => operation === 'edit' && (price === undefined || currency === undefined)
