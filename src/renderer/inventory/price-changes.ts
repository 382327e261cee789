import { currencyOfCode, priceIn } from '#shared/batch/currency.ts'
import type { AdvertDetail } from '#shared/inventory/inventory-calls.ts'
import { readMoment, serviceTime } from '#shared/time/service-time.ts'

/** Days in Kyiv, `YYYY-MM-DD`, on which the advert was seen with another price than before, in its own currency. */
export function priceChangeDays({ history, row }: AdvertDetail): ReadonlySet<string> {
  const currency = currencyOfCode(row.mainCurrency) ?? 1
  const days = new Set<string>()
  let before: number | null = null
  for (const step of history) {
    const [price, at] = [priceIn(step, currency), readMoment(step.at)]
    if (price === null || !at) continue
    if (before !== null && price !== before) days.add(serviceTime(at.getTime()).slice(0, 10))
    before = price
  }
  return days
}
