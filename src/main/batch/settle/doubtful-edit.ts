import { priceIn, currencyIds } from '#shared/batch/currency.ts'
import type { LiveAdvert } from '../sending/advert-port.ts'
import { hiddenFields, visibleFields } from '#shared/batch/field-lists.ts'
import { isSameValue, shownValues } from '../../writes/shown-values.ts'
import type { Values } from '../../writes/values.ts'

/** What a live advert says about an edit in doubt. */
export type EditVerdict = 'done' | 'again' | 'conflict'

/**
 * `done` if the live values prove the edit; `again` if they are still the old ones, or if no visible value was to change:
 * sending an edit twice does no harm. `conflict` if another change was made meanwhile.
 */
export function judgeEdit(payload: Values, before: Values, live: LiveAdvert): EditVerdict {
  const shown = shownBeside(payload, live)
  // Without a currency the record can't tell a price from the same price in another currency.
  const isOtherCurrency = before.currency_id !== undefined && before.currency_id !== payload.currency_id
  if (live.currency === null && isOtherCurrency) return 'again'
  // What it was to change is not shown: nothing is proven, and an edit may be sent twice.
  if (payload.price !== undefined && shown.price === undefined) return 'again'
  const written = visibleFields.filter((field) => payload[field] !== undefined && shown[field] !== undefined)
  const shows = (values: Values) => written.every((field) => isSameValue(field, shown[field], values[field]))
  if (shows(payload)) {
    const moved = written.some(
      (field) => before[field] !== undefined && !isSameValue(field, before[field], payload[field]),
    )
    const hides = hiddenFields.some((field) => payload[field] !== undefined)
    return moved || !hides ? 'done' : 'again'
  }
  const known = written.filter((field) => before[field] !== undefined)
  return known.every((field) => isSameValue(field, shown[field], before[field])) ? 'again' : 'conflict'
}

/** What a read shows; a price without a currency is that in the currency that was written. */
function shownBeside({ currency_id: written }: Values, live: LiveAdvert): Values {
  if (live.currency !== null) return shownValues(live)
  const currency = currencyIds.find((id) => id === written) ?? null
  const price = currency === null ? null : priceIn(live, currency)
  return price === null ? shownValues(live) : { ...shownValues(live), price }
}
