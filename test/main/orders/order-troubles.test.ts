import { describe, expect, it } from 'vitest'
import type { AdvertState } from '#shared/inventory/advert.ts'
import { orderSchema } from '../../../src/main/service/order.ts'
import { statusName } from '../../../src/main/service/order-status.ts'
import { openOrdersByAdvert, troublesOf } from '../../../src/main/orders/order-troubles.ts'

const order = (order_id: number, status: number, adverts: number[]) =>
  orderSchema.parse({ order_id, status, items: adverts.map((adv_id) => ({ adv_id })) })

describe('troublesOf', () => {
  const orders = [
    order(1, 0, [10]),
    order(2, 2, [10, 11]),
    order(3, 1, [12]),
    order(4, 6, [10]),
    order(5, 0, [99]),
  ]
  const states = new Map<number, AdvertState>([
    [10, 'live'],
    [11, 'gone'],
    [12, 'live'],
  ])
  const open = openOrdersByAdvert(orders)
  const troubles = orders.map((each) => troublesOf(each, open, states))

  it('tells open orders that name the same advert', () => {
    expect(troubles[0]).toEqual(['ordered-twice'])
  })
  it('tells an open order whose advert is gone', () => {
    expect(troubles[1]).toEqual(['advert-gone', 'ordered-twice'])
  })
  it('tells a completed order whose advert is still on sale', () => {
    expect(troubles[2]).toEqual(['still-on-sale'])
  })
  it('says nothing of deleted orders, nor of adverts that the cache does not know', () => {
    expect(troubles[3]).toEqual([])
    expect(troubles[4]).toEqual([])
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
