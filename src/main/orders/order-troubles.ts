import type { AdvertState } from '#shared/inventory/advert.ts'
import type { OrderRow } from '#shared/orders/orders-calls.ts'
import type { Order } from '../service/order.ts'
import { completedStatus, deletedStatus } from '../service/order-status.ts'

type Trouble = OrderRow['troubles'][number]
type Currency = NonNullable<OrderRow['items'][number]['priceLike']>

/** Facts of an advert in the cache that an order names. */
export interface OrderedAdvert {
  readonly state: AdvertState
  /** In which it is offered: USD, EUR or UAH; '' if that isn't known. */
  readonly currency: string
  readonly prices: Readonly<Record<Currency, number | null>>
}

/** Facts that an order is checked against; adverts that are not cached are not judged. */
export interface OrderSurroundings {
  /** The numbers of the open orders that name each advert. */
  readonly open: ReadonlyMap<number, readonly number[]>
  readonly adverts: ReadonlyMap<number, OrderedAdvert>
  /** True if this app's last write said that the advert is in stock; null if it said nothing. */
  readonly inStock: (advertId: number) => boolean | null
}

/** The numbers of the open orders that name each advert. */
export function openOrdersByAdvert(orders: readonly Order[]): Map<number, number[]> {
  const found = new Map<number, number[]>()
  for (const order of orders.filter(isOpen))
    for (const id of advertIds(order)) found.set(id, [...(found.get(id) ?? []), order.order_id])
  return found
}

/** Other open orders that name an advert of this one, if it is open itself. */
function sameCarOrders(order: Order, open: OrderSurroundings['open']): number[] {
  if (!isOpen(order)) return []
  const all = advertIds(order).flatMap((id) => open.get(id) ?? [])
  return [...new Set(all)].filter((id) => id !== order.order_id)
}

/** Findings of an order among the others. */
export const checked = (order: Order, around: OrderSurroundings): Pick<OrderRow, 'troubles' | 'sameCar'> => ({
  troubles: troublesOf(order, around),
  sameCar: sameCarOrders(order, around.open),
})

/** Findings of an order that the service no longer lists. */
export const unchecked: Pick<OrderRow, 'troubles' | 'sameCar'> = { troubles: [], sameCar: [] }

/** Findings of an order that need attention. */
export function troublesOf(order: Order, around: OrderSurroundings): Trouble[] {
  if (order.status === completedStatus) return hasState(order, around, ['live']) ? ['still-on-sale'] : []
  if (!isOpen(order)) return []
  const ids = advertIds(order)
  const found: Record<Exclude<Trouble, 'still-on-sale' | 'status-in-doubt'>, boolean> = {
    'advert-gone': hasState(order, around, ['gone']),
    'advert-sold': hasState(order, around, ['sold', 'archive']),
    'ordered-twice': sameCarOrders(order, around.open).length > 0,
    'in-stock': ids.some((id) => around.adverts.get(id)?.state === 'live' && around.inStock(id) === true),
    'price-differs': order.items.some((item) => differs(item, around)),
  }
  return (Object.keys(found) as (keyof typeof found)[]).filter((trouble) => found[trouble])
}

const hasState = (order: Order, { adverts }: OrderSurroundings, states: readonly AdvertState[]): boolean =>
  advertIds(order).some((id) => states.some((state) => adverts.get(id)?.state === state))

/** Distance at which a price may be from the advert's: the service converts currencies at the rate of the day. */
const tolerance = 0.03

const differs = ({ price, adv_id }: Order['items'][number], { adverts }: OrderSurroundings): boolean => {
  const advert = adv_id === null ? undefined : adverts.get(adv_id)
  if (price === null || advert?.state !== 'live') return false
  const known = Object.values(advert.prices).some((each) => each !== null && each > 0)
  return known && priceLike(price, advert) === null
}

/** The currency in which the advert has this price, or nearly; null if it has it in none, or the advert is not known. */
export function priceLike(price: number | null, advert: OrderedAdvert | undefined): Currency | null {
  if (price === null || price <= 0 || advert === undefined) return null
  let nearest: Currency | null = null
  let least: number = tolerance
  for (const [currency, own] of Object.entries(advert.prices) as [Currency, number | null][]) {
    const distance = own === null || own <= 0 ? Infinity : Math.abs(price - own) / own
    if (distance <= least) [nearest, least] = [currency, distance]
  }
  return nearest
}

export const advertIds = (order: Order): number[] => [
  ...new Set(order.items.flatMap(({ adv_id }) => (typeof adv_id === 'number' ? [adv_id] : []))),
]

const isOpen = ({ status }: Order): boolean => status !== completedStatus && status !== deletedStatus
