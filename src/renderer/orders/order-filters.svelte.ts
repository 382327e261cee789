import { readFilterNumber } from '#shared/search/filter-number.ts'
import type { OrderRow } from '#shared/orders/orders-calls.ts'
import type { OrderQuery } from './order-list.ts'

/** Filters of the list of orders. */
export class OrderFilters {
  text = $state('')
  status = $state<number | null>(null)
  troubleOnly = $state(false)
  unseenOnly = $state(false)
  openOnly = $state(false)
  /** Days as the date field gives them, `2026-11-01`; '' = no bound. */
  from = $state('')
  until = $state('')
  /** Sums as they were typed; '' = no bound. */
  least = $state('')
  most = $state('')
  /** Name of a delivery service; '' = any. */
  delivery = $state('')

  readonly query = $derived.by<OrderQuery>(() => ({
    text: this.text,
    status: this.status,
    troubleOnly: this.troubleOnly,
    unseenOnly: this.unseenOnly,
    openOnly: this.openOnly,
    from: this.from,
    until: this.until,
    least: sumOf(this.least),
    most: sumOf(this.most),
    delivery: this.delivery,
  }))

  /** The fields whose text is no sum, and so narrows nothing, or whose bound is below the one before it. */
  readonly wrong = $derived.by<Partial<Record<'until' | 'least' | 'most', 'no-sum' | 'below'>>>(() => {
    const { from, until, least, most } = this.query
    return {
      ...(isUnread(this.least) && { least: 'no-sum' }),
      ...(isUnread(this.most) && { most: 'no-sum' }),
      ...(least !== null && most !== null && least > most && { most: 'below' }),
      ...(from !== '' && until !== '' && from > until && { until: 'below' }),
    }
  })

  /** Filters behind the button are counted on it. */
  get more(): number {
    const { from, until, least, most, delivery, openOnly } = this.query
    const isOn = [from !== '', until !== '', least !== null, most !== null, delivery !== '', openOnly]
    return isOn.filter(Boolean).length
  }

  get any(): boolean {
    return (
      this.text.trim() !== '' || this.status !== null || this.troubleOnly || this.unseenOnly || this.more > 0
    )
  }

  clear(): void {
    this.text = ''
    this.status = null
    this.troubleOnly = this.unseenOnly = this.openOnly = false
    this.from = this.until = this.least = this.most = this.delivery = ''
  }
}

/** A sum as a person writes it, `1 500,50` or `20 тис`; null for what is none. */
function sumOf(text: string): number | null {
  const reading = text.trim() === '' ? null : readFilterNumber('price', text)
  return typeof reading === 'number' ? reading : null
}

const isUnread = (text: string): boolean => text.trim() !== '' && sumOf(text) === null

/** The delivery services that orders name, in the order of the alphabet. */
export const deliveriesOf = (orders: readonly OrderRow[], locale: string): string[] =>
  [...new Set(orders.map(({ delivery }) => delivery.service).filter(Boolean))].toSorted(
    new Intl.Collator(locale).compare,
  )
