import { currencies, priceIn } from '#shared/batch/currency.ts'
import { unknownCells } from '#shared/inventory/column-lists.ts'
import { type ShownText, shownNameOf } from '../writes/shown-values.ts'
import type { CreatePayload, EditPayload } from '../writes/advert-write.ts'
import { fieldsOf, kindOf } from '#shared/batch/field-lists.ts'
import type { CachedAdvert } from './advert-rows.ts'
import type { Clock } from '../system/clock.ts'

type Prices = Pick<CachedAdvert, 'usd' | 'eur' | 'uah' | 'mainCurrency'>

type Texts = Pick<CachedAdvert, ShownText>

const textFields = fieldsOf('create').filter((field) => kindOf(field) === 'text')

/** The texts of a write that a read shows, by the names of the cache. */
const textsOf = (payload: CreatePayload | EditPayload): Partial<Texts> =>
  Object.fromEntries(
    textFields.flatMap((field) => {
      const name = shownNameOf(field)
      const text = payload[field as keyof typeof payload]
      return name === null || text === undefined ? [] : [[name, text]]
    }),
  )

/** Only the price that we wrote is known; the others follow when the service shows them. */
function pricesOf({ price, currency_id }: CreatePayload | EditPayload): Prices {
  const currency = currencies[currency_id]
  const known = price ?? null
  return {
    usd: currency === 'USD' ? known : null,
    eur: currency === 'EUR' ? known : null,
    uah: currency === 'UAH' ? known : null,
    mainCurrency: currency,
  }
}

/** A created advert before the service shows it: what was sent, and the names known from other adverts. */
export function createdAdvert(
  autoId: number,
  payload: CreatePayload,
  owner: { userId: number },
  names: { make: string; model: string },
  readAt: string,
): CachedAdvert {
  return {
    ...unknownCells,
    id: autoId,
    userId: owner.userId,
    title: [names.make, names.model, payload.version].filter(Boolean).join(' '),
    makeId: payload.marka_id,
    make: names.make,
    modelId: payload.model_id,
    model: names.model,
    ...pricesOf(payload),
    readAt,
    pending: true,
    description: '',
    ...textsOf(payload),
    record: JSON.stringify({ photoData: {} }),
  }
}

/** An edited advert before the service shows it; the prices that weren't written move with the one that was. */
export function editedAdvert(cached: CachedAdvert, payload: EditPayload, readAt: string): CachedAdvert {
  const old = priceIn(cached, payload.currency_id)
  const factor = payload.price === undefined ? 1 : old ? payload.price / old : null
  const moved = (price: number | null): number | null =>
    price === null || factor === null ? null : Math.round(price * factor)
  return {
    ...cached,
    usd: moved(cached.usd),
    eur: moved(cached.eur),
    uah: moved(cached.uah),
    ...(payload.price === undefined ? {} : { [columns[payload.currency_id]]: payload.price }),
    mainCurrency: currencies[payload.currency_id],
    ...textsOf(payload),
    readAt,
    pending: true,
  }
}

const columns = { 1: 'usd', 2: 'eur', 3: 'uah' } as const

/** An own write of an advert; no record shows a deletion. */
type Written = EditPayload | CreatePayload | 'deleted'

/** True if a record just read shows what we wrote. */
function showsWritten(live: Pick<CachedAdvert, 'usd' | 'eur' | 'uah'> & Texts, payload: Written): boolean {
  if (payload === 'deleted') return false
  const price = priceIn(live, payload.currency_id)
  return (
    (payload.price === undefined || (price !== null && Math.abs(price - payload.price) < 1)) &&
    Object.entries(textsOf(payload)).every(([name, text]) => live[name as keyof Texts] === text)
  )
}

/** For how long a read that doesn't show our write counts as stale, in ms. */
const staleFor = 10 * 60_000

/** Values that we wrote lately: a read that still shows the old value doesn't overwrite ours in the cache. */
export class FreshWrites {
  readonly #clock: Clock
  readonly #writes = new Map<string, { written: Written; until: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  record(accountId: string, autoId: number, written: Written, at = this.#clock.now()): void {
    this.#writes.set(`${accountId} ${autoId}`, { written, until: at + staleFor })
  }

  /** The advert as read, or nothing while the reading is older than our own write. */
  trusted(accountId: string, read: CachedAdvert): [CachedAdvert] | [] {
    const key = `${accountId} ${read.id}`
    const write = this.#writes.get(key)
    const left = write ? write.until - this.#clock.now() : 0
    // More than all of it is left if the clock was set back: how old the write is isn't known then.
    if (write && left > 0 && left <= staleFor && !showsWritten(read, write.written)) return []
    this.#writes.delete(key)
    return [read]
  }
}
