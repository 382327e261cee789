import { describe, expect, it } from 'vitest'
import type { AdvertState } from '#shared/inventory/advert.ts'
import { orderSchema } from '../../../src/main/service/order.ts'
import { statusName } from '../../../src/main/service/order-status.ts'
import {
  checked,
  openOrdersByAdvert,
  priceLike,
  troublesOf,
  type OrderedAdvert,
} from '../../../src/main/orders/order-troubles.ts'

const order = (order_id: number, status: number, adverts: number[]) =>
  orderSchema.parse({ order_id, status, items: adverts.map((adv_id) => ({ adv_id })) })

const advert = (state: AdvertState, USD: number | null = null): OrderedAdvert => ({
  state,
  currency: 'USD',
  prices: { USD, EUR: null, UAH: USD === null ? null : USD * 41.5 },
})

describe('troublesOf', () => {
  const orders = [
    order(1, 0, [10]),
    order(2, 2, [10, 11]),
    order(3, 1, [12]),
    order(4, 6, [10]),
    order(5, 0, [99]),
    order(6, 7, [13]),
  ]
  const around = {
    open: openOrdersByAdvert(orders),
    adverts: new Map([
      [10, advert('live')],
      [11, advert('gone')],
      [12, advert('live')],
      [13, advert('sold')],
      [14, advert('live', 10_000)],
    ]),
    inStock: (id: number) => id === 12 || id === 14 || null,
  }
  const troubles = orders.map((each) => troublesOf(each, around))

  it('tells open orders that name the same advert', () => {
    expect(troubles[0]).toEqual(['ordered-twice'])
    const others = orders.map((each) => checked(each, around).sameCar)
    expect(others).toEqual([[2], [1], [], [], [], []])
  })
  it('tells an open order whose advert is gone, or sold', () => {
    expect(troubles[1]).toEqual(['advert-gone', 'ordered-twice'])
    expect(troubles[5]).toEqual(['advert-sold'])
  })
  it('tells a completed order whose advert is still on sale', () => {
    expect(troubles[2]).toEqual(['still-on-sale'])
  })
  it('says nothing of deleted orders, nor of adverts that the cache does not know', () => {
    expect(troubles[3]).toEqual([])
    expect(troubles[4]).toEqual([])
  })
  it('tells an open order whose car is in stock by what this app wrote', () => {
    expect(troublesOf(order(7, 0, [12]), around)).toEqual(['in-stock'])
    expect(troublesOf(order(7, 1, [14]), around)).toEqual(['still-on-sale'])
    expect(troublesOf(order(7, 6, [12]), around)).toEqual([])
  })
  it('tells a price that the advert has in no currency, and names the currency in which it has', () => {
    const priced = (price: number) =>
      orderSchema.parse({ order_id: 8, status: 0, items: [{ adv_id: 14, price }] })
    const quiet = { ...around, inStock: () => null }
    expect(troublesOf(priced(12_000), quiet)).toEqual(['price-differs'])
    expect(troublesOf(priced(10_100), quiet)).toEqual([])
    expect(troublesOf(priced(415_000), quiet)).toEqual([])
    expect([priceLike(10_000, advert('live', 10_000)), priceLike(415_000, advert('live', 10_000))]).toEqual([
      'USD',
      'UAH',
    ])
    expect([priceLike(12_000, advert('live', 10_000)), priceLike(5, undefined)]).toEqual([null, null])
  })
})

describe('statusName', () => {
  it("is the service's own, else the contract's, else the number", () => {
    expect(statusName(0, [{ id: 0, name: 'Новые' }])).toBe('Новые')
    expect(statusName(1, [])).toBe('Выполненные')
    expect(statusName(17, [])).toBe('17')
    expect(statusName(null, [])).toBe('')
  })
})
