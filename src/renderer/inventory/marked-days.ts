import { currencyOfCode, priceIn } from '#shared/batch/currency.ts'
import type { AdvertDetail } from '#shared/inventory/inventory-calls.ts'
import { readMoment, serviceTime } from '#shared/time/service-time.ts'

/** Days that a chart of the advert marks, `YYYY-MM-DD` in Kyiv. */
export const markedDays = (detail: AdvertDetail) => ({
  added: dayOf(detail.row.addedAt),
  priceChanges: priceChangeDays(detail),
})

const dayOf = (moment: string): string => {
  const at = readMoment(moment)
  return at ? serviceTime(at.getTime()).slice(0, 10) : ''
}

/** Days in Kyiv, `YYYY-MM-DD`, on which the advert was seen with another price than before, in its own currency. */
function priceChangeDays({ history, row }: AdvertDetail): ReadonlySet<string> {
  const currency = currencyOfCode(row.mainCurrency) ?? 1
  const days = new Set<string>()
  let before: number | null = null
  for (const step of history) {
    const price = priceIn(step, currency)
    if (price === null) continue
    if (before !== null && price !== before) days.add(dayOf(step.at))
    before = price
  }
  return days
}
