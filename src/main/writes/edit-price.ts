import type { Operation } from '#shared/batch/operation.ts'
import type { Values } from './values.ts'

/** The old values of an advert. */
export interface KnownPrice {
  /** Values as a person sees them: the price is in the advert's own currency. */
  readonly before: Values
  /** Its price in the currency of the row; null if that isn't known. */
  readonly rowPrice: number | null
}

/**
 * Payload of an edit: one that names a currency without a price takes the advert's own price in that currency.
 * Without it the service would keep the number and change what it is counted in. Source: docs/service/writes.md.
 * @param known what the advert has
 */
export function withKnownPrice(
  operation: Operation | null,
  payload: Values,
  { rowPrice }: KnownPrice,
): Values {
  if (operation !== 'edit' || payload.price !== undefined) return payload
  return rowPrice !== null && rowPrice > 0 ? { ...payload, price: rowPrice } : payload
}

/**
 * Payload that the journal keeps of an edit. One that names no price and leaves the currency alone gets its price from
 * the read right before it is sent. A current price would put back what was changed until then.
 * @param named what the person wrote
 */
export const withoutKnownPrice = (operation: Operation | null, named: Values, known: KnownPrice): Values =>
  keepsPrice(operation, named, known.before) ? named : withKnownPrice(operation, named, known)

/** True if the advert's price stays as it is: the edit names none, and the currency that the advert has. */
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

/** True if a write must not be sent: an edit always has its price and its currency together. */
export const lacksPrice = (
  operation: Operation | null,
  { price, currency_id: currency }: Readonly<Record<string, string | number | undefined>>,
): boolean => operation === 'edit' && (price === undefined || currency === undefined)
