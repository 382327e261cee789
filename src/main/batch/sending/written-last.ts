import { currencyIds } from '#shared/batch/currency.ts'
import type { Values } from '../../writes/values.ts'
import type { LiveAdvert } from './advert-port.ts'

const numberOf = (value: string | number | undefined): number | null =>
  typeof value === 'number' ? value : null

const textOf = (value: string | number | undefined): string | null =>
  value === undefined ? null : String(value)

/** An advert of the account as this app wrote it last, to compare with if no read shows it. */
export function asWritten(autoId: number, userId: number, written: Values): LiveAdvert {
  const currency = currencyIds.find((id) => id === written.currency_id) ?? null
  const priced = (id: number): number | null => (id === currency ? numberOf(written.price) : null)
  return {
    autoId,
    userId,
    markaId: numberOf(written.marka_id),
    modelId: numberOf(written.model_id),
    usd: priced(1),
    eur: priced(2),
    uah: priced(3),
    currency,
    description: textOf(written.auto_note),
    version: textOf(written.version),
    addDate: null,
    updateDate: null,
    title: null,
    baseId: null,
    equipId: null,
  }
}
