import type { CurrencyId } from '#shared/batch/currency.ts'
import type { BulkChange } from '#shared/staged/bulk-change.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { typedNumber } from './typed-number.ts'

/** Steps that prices may be rounded to; the first leaves them as they are. */
export const roundings = ['0.01', '10', '50', '100', '500', '1000'] as const

/** A change of many prices, as it is typed. */
export class BulkPrice {
  how = $state<'percent' | 'amount' | 'set'>('percent')
  percent = $state('-2')
  amount = $state('')
  price = $state('')
  currency = $state<`${CurrencyId}`>('1')
  roundTo = $state<(typeof roundings)[number]>('50')
  /** Also adverts that are sold or archived. */
  offSale = $state(false)
  readonly percentProblem = $derived(
    inRange(typedNumber('number', this.percent), -90, 500) ? undefined : m.staged_bulk_percent_bad(),
  )
  readonly amountProblem = $derived(
    inRange(Math.abs(typedNumber('price', this.amount)), 0.01, mostMoney)
      ? undefined
      : m.staged_bulk_amount_bad(),
  )
  readonly priceProblem = $derived(
    inRange(typedNumber('price', this.price), 0.01, mostMoney) ? undefined : m.staged_bulk_price_bad(),
  )

  /** Null while something of it can't be taken. */
  readonly change: BulkChange | null = $derived.by(() => this.#change())

  #change(): BulkChange | null {
    const [currency, roundTo] = [Number(this.currency) as CurrencyId, Number(this.roundTo)]
    const also = this.offSale ? ({ offSale: true } as const) : {}
    switch (this.how) {
      case 'percent':
        return this.percentProblem
          ? null
          : { kind: 'price', percent: typedNumber('number', this.percent), roundTo, ...also }
      case 'amount':
        return this.amountProblem
          ? null
          : { kind: 'price-by', amount: typedNumber('price', this.amount), currency, roundTo, ...also }
      case 'set':
        return this.priceProblem
          ? null
          : { kind: 'price-is', price: typedNumber('price', this.price), currency, ...also }
    }
  }
}

const mostMoney = 999_999_999_999

const inRange = (value: number, least: number, most: number): boolean => value >= least && value <= most
