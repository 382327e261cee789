import { currencyOfCode, priceIn } from '#shared/batch/currency.ts'
import { type StagedField, stagedTexts } from '#shared/staged/staged-fields.ts'
import { type ShownText, shownNameOf } from '../writes/shown-values.ts'
import type { CachedAdvert } from './advert-rows.ts'
import { cachedAdvert } from './cached-advert.ts'
import { storedRecord } from './stored-record.ts'

/**
 * Fields of an advert that a batch wrote and that the service does not show yet: they differ from its last read, and
 * the record of that stays as it came. None of an advert that was created and not read since.
 */
export function doneFields(advert: CachedAdvert): StagedField[] {
  const record = advert.pending ? storedRecord(advert.record) : null
  if (record === null) return []
  const read = cachedAdvert(record, advert.readAt)
  const texts = stagedTexts.filter((field) => {
    const name = shownNameOf(field) as ShownText | null
    return name !== null && advert[name] !== read[name]
  })
  return isSamePrice(advert, read) ? texts : ['price', ...texts]
}

/** In the currency that was written: the other prices follow from it, and the service rounds them. */
function isSamePrice(now: CachedAdvert, read: CachedAdvert): boolean {
  const currency = currencyOfCode(now.mainCurrency)
  if (currency === null) return true
  const price = priceIn(now, currency)
  const before = priceIn(read, currency)
  return price === before || (price !== null && before !== null && Math.abs(price - before) < 1)
}
