import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PlannedRow } from '../../../src/main/writes/planned-row.ts'
import { handClock } from '../system/hand-clock.ts'
import { openDealership, planned, source, type Dealership } from './dealership.ts'

let shop: Dealership
let own: number

beforeEach(async () => {
  shop = await openDealership()
  own = (await shop.ownIds(1))[0] ?? 0
})
afterEach(() => shop.close())

const usd = async (): Promise<number> =>
  (await shop.port.readAdvert(own, new AbortController().signal)).usd ?? 0

async function editTo(price: number, change: object = {}): Promise<PlannedRow> {
  return planned(
    2,
    'edit',
    { auto_id: own, currency_id: 1, price, ...change },
    { currency_id: 1, price: await usd() },
  )
}

const plan = async (row: PlannedRow): Promise<string> =>
  (await shop.batches.planner.plan(source(shop.userId), [row])).id

async function resume(id: string) {
  await shop.batches.control.send(id)
  await shop.batches.control.idle()
  return shop.batches.reader.rows(id, null, 0, 1).rows[0]
}

const hour = 3_600_000

test.each([0, 2 * hour, -2 * hour, 72 * hour, -72 * hour])(
  'a batch that is older than what was written since stops, whatever the clock (moved by %i ms)',
  async (moved) => {
    const clock = handClock(Date.now())
    await shop.restart({ clock })
    const old = await plan(await editTo(111))
    await shop.run([await editTo(222)])
    await shop.restart({ clock: handClock(clock.now() + moved) })
    expect(await resume(old)).toMatchObject({ state: 'conflict', errorCode: 'newer-batch', attempts: 0 })
    expect(await shop.control.advert(own)).toMatchObject({ price: 222 })
  },
)

test('a value that no read shows is not overwritten either, without a look at the advert too', async () => {
  const price = await usd()
  const old = await plan(await editTo(price, { in_stock: 1 }))
  await shop.run([await editTo(price, { in_stock: 0 })])
  expect(await resume(old)).toMatchObject({ state: 'conflict', errorCode: 'newer-batch' })
  expect(await shop.control.advert(own)).toMatchObject({ inStock: 0 })
})

test('an agreement from before the newer batch does not count, one from after it does, once', async () => {
  const old = await plan(planned(2, 'edit', { auto_id: own, currency_id: 1, price: 111 }))
  await shop.run([await editTo(222)])
  expect(await resume(old)).toMatchObject({ state: 'conflict', errorCode: 'newer-batch' })
  await shop.batches.answers.answer(old, 2, { kind: 'overwrite' })
  await shop.run([await editTo(333)])
  expect(await resume(old)).toMatchObject({ state: 'conflict', errorCode: 'newer-batch' })
  await shop.batches.answers.answer(old, 2, { kind: 'overwrite' })
  expect(await resume(old)).toMatchObject({ state: 'done' })
  expect(await shop.control.advert(own)).toMatchObject({ price: 111 })
})

test('an older delete stops as well, and so does a row behind one in doubt', async () => {
  const removal = await plan(planned(2, 'delete', { auto_id: own }))
  await shop.control.addFault({
    kind: 'drop-before',
    method: 'PUT',
    path: '/auto/new/autos',
    count: 1,
  })
  const newer = await shop.run([await editTo(222)])
  expect(newer.counts.inDoubt).toBe(1)
  expect(await resume(removal)).toMatchObject({ state: 'conflict', errorCode: 'newer-batch' })
  expect(await shop.control.advert(own)).toMatchObject({ deleted: false })
})

test('the rows of one batch, and a batch planned after another, go in their order', async () => {
  const first = await plan(await editTo(111))
  expect(await resume(first)).toMatchObject({ state: 'done' })
  const second = planned(
    2,
    'edit',
    { auto_id: own, currency_id: 1, price: 222 },
    { currency_id: 1, price: 111 },
  )
  const third = planned(
    3,
    'edit',
    { auto_id: own, currency_id: 1, price: 333 },
    { currency_id: 1, price: 111 },
  )
  expect((await shop.run([second, third])).counts.done).toBe(2)
})
