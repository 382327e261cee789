import { expect, test } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import type { StatusResult } from '#shared/orders/order-status.ts'
import type { OrderRow } from '#shared/orders/orders-calls.ts'
import { StatusReview } from '../../../src/renderer/orders/status-review.svelte.ts'
import type { Listen } from '../../../src/renderer/bridge.ts'
import type { Events } from '#shared/bridge/calls.ts'
import { clientOf } from '../handler-client.ts'

const unheard: Listen<Events> = () => () => undefined

const order = (orderId: number) => ({ orderId, status: 0 }) as OrderRow
const result = (orderId: number, state: StatusResult['state'], earlier = false): StatusResult => ({
  orderId,
  before: 0,
  after: 1,
  shown: null,
  failure: null,
  state,
  earlier,
})

test('what is under way stays in sight, no other review begins, and its results are shown', async () => {
  const sending = Promise.withResolvers<StatusResult[]>()
  const asked: string[] = []
  const review = new StatusReview(
    clientOf({ 'orders:set-status': () => sending.promise }, (name) => asked.push(name)),
    unheard,
  )
  review.begin('a', [order(1), order(2)], 1)
  const sent = review.send()
  review.isOpen = false
  expect(review.isOpen).toBe(true)
  expect(review.begin('a', [order(3)], 1)).toBe(false)
  expect(review.orders.map(({ orderId }) => orderId)).toEqual([1, 2])
  review.stop()
  expect(asked).toEqual(['orders:set-status', 'orders:stop-status'])
  sending.resolve([result(1, 'done'), result(2, 'unsent')])
  await sent
  expect(review.results?.map(({ state }) => state)).toEqual(['done', 'unsent'])
  review.isOpen = false
  expect(review.isOpen).toBe(false)
})

test('a check that failed or was stopped says nothing of what is in doubt', async () => {
  const answer = Promise.withResolvers<StatusResult[]>()
  const review = new StatusReview(clientOf({ 'orders:check-status': () => answer.promise }), unheard)
  review.beginCheck('a', order(1))
  expect(review.wasChecked).toBe(false)
  answer.reject(new Fault('internal'))
  await expect.poll(() => review.request.failure).not.toBeNull()
  expect([review.wasChecked, review.canCheck]).toEqual([false, true])
  review.beginCheck('a', order(1))
  review.stop()
  expect([review.isOpen, review.wasChecked]).toEqual([false, false])
})

test('a check replaces what was in doubt, leaves the rest, and adds what was in doubt before', async () => {
  const review = new StatusReview(
    clientOf({
      'orders:set-status': () => [result(1, 'done'), result(2, 'in-doubt')],
      'orders:check-status': () => [result(2, 'done', true), result(9, 'in-doubt', true)],
    }),
    unheard,
  )
  review.begin('a', [order(1), order(2)], 1)
  await review.send()
  expect(review.canCheck).toBe(true)
  await review.check()
  expect(review.results?.map(({ orderId, state }) => [orderId, state])).toEqual([
    [1, 'done'],
    [2, 'done'],
    [9, 'in-doubt'],
  ])
})

test('a review belongs to the account of its orders: it is closed with a switch, unless it is under way', async () => {
  const sending = Promise.withResolvers<StatusResult[]>()
  const asked: unknown[] = []
  let show: (accountId: string) => void = () => undefined
  const on = ((_name: string, got: (state: { accountId: string }) => void) => {
    show = (accountId) => got({ accountId })
  }) as unknown as Listen<Events>
  const send = (ask: unknown) => {
    asked.push(ask)
    return sending.promise
  }
  const review = new StatusReview(clientOf({ 'orders:set-status': send }), on)
  review.begin('a', [order(1)], 1)
  show('a')
  expect(review.isOpen).toBe(true)
  show('b')
  expect(review.isOpen).toBe(false)
  review.begin('a', [order(1)], 1)
  const sent = review.send()
  show('b')
  expect(review.isOpen).toBe(true)
  sending.resolve([result(1, 'done')])
  await sent
  expect(asked).toEqual([{ accountId: 'a', changes: [{ orderId: 1, before: 0, after: 1 }] }])
})
