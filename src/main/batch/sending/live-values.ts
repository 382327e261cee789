import { priceIn } from '#shared/batch/advert-write.ts'
import { plainText } from '../../service/plain-text.ts'
import type { LiveAdvert } from './advert-port.ts'
import type { Values } from '../../writes/values.ts'

/** The fields of a write that /auto/info shows again. */
export const visibleFields = ['price', 'currency_id', 'auto_note', 'version'] as const

/** A live advert as values by contract names; a field that the service left out is absent. */
export function liveValues(live: LiveAdvert): Values {
  const price = live.currency === null ? null : priceIn(live, live.currency)
  return {
    ...(live.currency === null ? {} : { currency_id: live.currency }),
    ...(price === null ? {} : { price }),
    ...(live.description === null ? {} : { auto_note: live.description }),
    ...(live.version === null ? {} : { version: live.version }),
  }
}

/** Whether two values of a field mean the same: prices are shown whole, texts come back without entities and tags. */
export function sameValue(
  field: string,
  left: string | number | undefined,
  right: string | number | undefined,
): boolean {
  if (field === 'price' || field === 'currency_id')
    return Math.round(Number(left)) === Math.round(Number(right))
  return asShown(left) === asShown(right)
}

const asShown = (value: string | number | undefined): string =>
  plainText(String(value ?? ''))
    .replace(/\s+/g, ' ')
    .trim()
