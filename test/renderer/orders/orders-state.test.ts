import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { OrdersApi } from '../../../src/main/orders/orders-api.ts'
import { ordersHandlers } from '../../../src/main/orders/orders-calls.ts'
import { ordersSchema } from '../../../src/main/orders/orders-schema.ts'
import type { OrdersService } from '../../../src/main/orders/orders-service.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { OrdersState } from '../../../src/renderer/orders/orders-state.svelte.ts'
import { apiClient } from '../../main/http/api-client.ts'
import { noStatuses, ordersOn } from '../../main/orders/orders-on.ts'
import { redact } from '../../main/http/local-service.ts'
import { running } from '../../sandbox/running.ts'
import { clientOf } from '../handler-client.ts'
import { folderOfTest } from '../../folders.ts'

const ordersPath = '/ria/basket/orders/'

/** The window's orders over main's own service, which reads the sandbox. */
async function openShop() {
  const sandbox = await running({ adverts: 400 })
  const folder = folderOfTest()
  const at = { path: join(folder, 'cache.db'), synchronous: 'NORMAL' as const, now: () => 0 }
  const { db } = openDatabase({ ...at, schema: ordersSchema })
  onTestFinished(() => db.close())
  let accountId = 'a'
  const api = new OrdersApi(apiClient(sandbox.sandbox), redact)
  const service = (): OrdersService =>
    ordersOn(db, { accountId: () => Promise.resolve(accountId), source: () => Promise.resolve(api) })
  /** A window of a fresh start, which knows only what is saved. */
  const open = async (): Promise<OrdersState> => {
    const state = new OrdersState(
      clientOf(ordersHandlers(service(), noStatuses, () => Promise.resolve())),
      () => () => undefined,
      () => 'en',
    )
    await state.load()
    return state
  }
  return { control: sandbox.control, open, service, as: (account: string) => void (accountId = account) }
}

test('fewer orders than the service counts are told, also after the next start, and the saved ones stay', async () => {
  const { control, open } = await openShop()
  const state = await open()
  await state.refresh()
  const { total } = state
  expect(state.shortfall).toBeNull()
  await control.addFault({ kind: 'short-list', keep: total - 2, path: ordersPath, count: 1 })
  await state.refresh()
  expect(state.shortfall).toEqual({ total, received: total - 2 })
  expect(state.total).toBe(total)
  expect((await open()).shortfall).toEqual({ total, received: total - 2 })
  await state.refresh()
  expect(state.shortfall).toBeNull()
})

test('marking all as seen leaves what came after the window was drawn', async () => {
  const { control, open, service } = await openShop()
  const state = await open()
  await state.refresh()
  const [first, second] = state.shown.map(({ orderId }) => orderId)
  await control.putOrder({ order_id: first, status: 2 })
  await state.refresh()
  expect(state.shown.filter(({ unseen }) => unseen).map(({ orderId }) => orderId)).toEqual([first])

  // Found by the background, and not drawn yet.
  await control.putOrder({ order_id: second, status: 2 })
  await control.putOrder({ order_id: first, status: 6 })
  await service().refresh()
  await state.markSeen(null)
  expect(state.unseen).toBe(2)
  await state.load()
  expect(state.shown.filter(({ unseen }) => unseen)).toHaveLength(2)
  await state.markSeen([first ?? 0])
  expect(state.unseen).toBe(1)
  await state.markSeen(null)
  expect(state.unseen).toBe(0)
  expect(state.shown.filter(({ unseen }) => unseen)).toEqual([])
})

test('a note that was typed stays with its order until it is saved, whatever is read or opened meanwhile', async () => {
  const { control, open } = await openShop()
  const state = await open()
  await state.refresh()
  const [first, second] = state.shown
  if (!first || !second) throw new Error('no two orders')
  state.select(first)
  state.typeNote(first, 'завдаток 500')
  await control.putOrder({ order_id: first.orderId, status: 2 })
  await state.refresh()
  state.select(second)
  expect(state.noteOf(second)).toBe('')
  state.selectById(first.orderId)
  expect(state.open && state.noteOf(state.open)).toBe('завдаток 500')
  await state.handle(first.orderId, { note: 'завдаток 600' })
  expect(state.open && state.noteOf(state.open)).toBe('завдаток 600')
  await state.handle(first.orderId, null)
  expect(state.open && state.noteOf(state.open)).toBe('')
})
