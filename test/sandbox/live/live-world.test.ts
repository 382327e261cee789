import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { WorldClock } from '../../../src/sandbox/world/world-clock.ts'
import { running, temporaryFolder, type Running } from '../running.ts'
import { create, info, ownAdverts, withdraw } from '../vehicles/adverts.ts'

const day = 86_400

/** A world that began a week ago and stands still until time is let pass. */
const weekAgo = (more: Parameters<typeof running>[0] = {}): Promise<Running> =>
  running({ adverts: 600, seed: 7, liveWorld: { daysAgo: 7, speed: 0.000_01 }, ...more })

interface Order {
  readonly order_id: number
  readonly created_at: string
  readonly items: readonly { readonly adv_id: number }[]
}
const orders = async (sandbox: Running): Promise<readonly Order[]> =>
  ((await sandbox.get('/ria/basket/orders', `user_id=${sandbox.sandbox.userId}`)) as { orders: Order[] })
    .orders
const calls = async (sandbox: Running): Promise<number> =>
  (
    (await sandbox.get(
      '/auto/new/calls_stat',
      `user_id=${sandbox.sandbox.userId}&from=2020-01-01&to=2099-01-01`,
    )) as []
  ).length

/** What a client sees of the world. */
const seen = async (sandbox: Running) => ({
  own: await ownAdverts(sandbox),
  orders: (await orders(sandbox)).map(({ order_id, items }) => [order_id, items[0]?.adv_id]),
})

it('orders come, adverts are sold and run out, calls are made, as far as the clock went', async () => {
  const sandbox = await weekAgo()
  const [before, callsBefore] = [await seen(sandbox), await calls(sandbox)]
  const clock = await sandbox.control.passTime({ advance: 8 * day })
  expect(clock.behind).toBe(0)
  const [after, callsAfter] = [await seen(sandbox), await calls(sandbox)]
  expect(after.orders.length).toBeGreaterThan(before.orders.length + 10)
  expect(callsAfter).toBeGreaterThan(callsBefore + 10)
  const gone = before.own.active.filter((id) => !after.own.active.includes(id))
  const facts = await Promise.all(gone.map((id) => sandbox.control.advert(id)))
  expect(facts.some((fact) => fact?.sold)).toBe(true)
  expect(facts.some((fact) => fact?.archived)).toBe(true)
  const untimely = facts.filter((fact) => fact?.sold !== true && (fact?.expiresAt ?? Infinity) > clock.now)
  expect(untimely).toEqual([])
})

it('has the same events however often it is asked, also over a restart', async () => {
  const [databasePath, copy] = [join(await temporaryFolder(), 'a.db'), join(await temporaryFolder(), 'b.db')]
  const key = 'k'.repeat(40)
  await (await weekAgo({ databasePath, key })).sandbox.close()
  await copyFile(databasePath, copy)
  const first = await weekAgo({ databasePath, key })
  for (let hours = 0; hours < 72; hours += 5) await first.control.passTime({ advance: 5 * 3600 })
  await first.sandbox.close()
  const again = await weekAgo({ databasePath, key })
  await again.control.passTime({ advance: 30 * day })
  const other = await weekAgo({ databasePath: copy, key })
  await other.control.passTime({ advance: 30 * day })
  expect(await seen(again)).toEqual(await seen(other))
})

it('moderates what is created, and takes what is deleted through the archive', async () => {
  const sandbox = await weekAgo()
  const id = await create(sandbox)
  expect(await info(sandbox, id)).toMatchObject({ autoData: { onModeration: true } })
  await sandbox.control.passTime({ advance: 2 * 3600 })
  expect(await info(sandbox, id)).toMatchObject({ autoData: { onModeration: false } })
  await withdraw(sandbox, id)
  expect(await info(sandbox, id)).toMatchObject({ autoData: { fromArchive: true, isSold: false } })
  expect((await ownAdverts(sandbox)).archive).toContain(id)
  const again = await sandbox.fetch(
    'DELETE',
    '/auto/new/autos',
    `user_id=${sandbox.sandbox.userId}&auto_id=${id}`,
  )
  expect(again.status).toBe(404)
  await sandbox.control.passTime({ advance: 2 * day })
  expect((await sandbox.fetch('GET', '/auto/info', `auto_id=${id}`)).status).toBe(404)
})

it('begins anew on a reset; where nothing happens by itself, its clock can’t be set', async () => {
  const sandbox = await weekAgo()
  const before = await seen(sandbox)
  await sandbox.control.passTime({ advance: 3 * day })
  await sandbox.control.reset()
  expect((await sandbox.control.clock()).behind).toBeGreaterThan(6 * day)
  expect((await seen(sandbox)).orders).toEqual(before.orders)
  await expect((await running()).control.passTime({ advance: 1 })).rejects.toThrow('NO_LIVE_WORLD')
})

it('its clock runs as fast as is asked, and never past the present', () => {
  let present = 1_000_000
  const clock = new WorldClock({ at: present - 1000, speed: 100, present: () => present })
  present += 5
  expect(clock.state).toEqual({ now: 999_500, behind: 505, speed: 100 })
  present += 60
  expect(clock.state).toMatchObject({ now: present, behind: 0 })
  clock.change({ advance: 500 })
  present += 7
  expect(clock.now()).toBe(present)
})
