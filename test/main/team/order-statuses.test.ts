import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Forecourt } from '../../../src/main/assemble.ts'
import { eventually } from '../../eventually.ts'
import { Desks, makeTeam, type Desk } from '../../team/desks.ts'
import { Postgres } from '../../team/postgres.ts'
import { wholeTest } from '../../whole.ts'

vi.setConfig({ testTimeout: 240_000 })

let postgres: Postgres
let desks: Desks
let olena: Forecourt
let petro: Forecourt
beforeAll(async () => {
  postgres = await Postgres.shared()
}, 120_000)
beforeEach(async () => {
  desks = await Desks.open()
  const team: [Desk, Desk] = [desks.desk('Olena'), desks.desk('Petro')]
  await makeTeam(postgres, team)
  olena = team[0].openWindow()
  petro = team[1].openWindow()
}, 120_000)
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all([olena.close(), petro.close()])
  await desks.close()
  postgres.sql('DROP SCHEMA forecourt CASCADE')
})

const sent = async () => (await desks.control.requests())['PUT /ria/basket/orders'] ?? 0

/** A new order, to be set from 0 to this status. */
async function changeTo(after: number) {
  const { order_id: orderId } = await desks.control.putOrder({ status: 0 })
  return { orderId, before: 0, after }
}

/** As if Petro had taken the turn now, and had it for so long yet. */
const petroTakes = (left: string): string =>
  postgres.sql(`UPDATE forecourt.turns SET holder = (SELECT id FROM forecourt.members WHERE name = 'Petro'),
    fence = fence + 1, since = clock_timestamp(), until = clock_timestamp() + interval '${left}' WHERE kind = 'orders'`)

wholeTest(
  'while one desk of a team sets statuses another one sets none, and says whose turn it is',
  async () => {
    expect(await olena.orderStatuses.set([await changeTo(1)])).toMatchObject([{ state: 'done' }])
    // The turn is over with the run.
    expect(postgres.sql('SELECT until <= clock_timestamp() FROM forecourt.turns')).toBe('t')
    const change = await changeTo(2)
    petroTakes('1 hour')
    await expect(olena.orderStatuses.set([change])).rejects.toMatchObject({
      code: 'order-status',
      details: { reason: 'team-turn', value: 'Petro' },
    })
    expect(await sent()).toBe(1)
    // Who was refused keeps nobody waiting.
    expect(postgres.sql('SELECT count(*) FROM forecourt.turn_waits')).toBe('0')
    expect(await petro.orderStatuses.set([change])).toMatchObject([{ state: 'done' }])
    // What the other desk set meanwhile is seen.
    expect(await olena.orderStatuses.set([change])).toMatchObject([
      { state: 'unsent', failure: { details: { reason: 'same' } } },
    ])
    expect(await sent()).toBe(2)
  },
)

wholeTest(
  'an order that a desk takes is shown as its at every desk, and is taken over only by who saw that',
  async () => {
    const { orderId } = await changeTo(1)
    const { accountId } = await olena.context.accounts.owner()
    const takenAt = async ({ orders }: Forecourt) =>
      (await orders.list()).orders.find((order) => order.orderId === orderId)?.takenBy
    for (const desk of [olena, petro]) await desk.orders.refresh()
    await olena.team.takeOrder(accountId, orderId, true)
    // Petro has not heard of it: he is shown who was first.
    await petro.team.takeOrder(accountId, orderId, true)
    expect(await takenAt(petro)).toEqual({ name: 'Olena', own: false })
    expect(await takenAt(olena)).toEqual({ name: 'Olena', own: true })
    await petro.team.takeOrder(accountId, orderId, true)
    await olena.team.pull(accountId)
    expect(await takenAt(olena)).toEqual({ name: 'Petro', own: false })
    await petro.team.takeOrder(accountId, orderId, false)
    await olena.team.pull(accountId)
    expect(await takenAt(olena)).toBeNull()
  },
)

test('what was read before another desk had the turn is sent no more', async () => {
  await olena.orderStatuses.set([await changeTo(1)])
  const changes = [await changeTo(1), await changeTo(2)]
  await desks.control.clearRequests()
  await desks.control.addFault({
    kind: 'delay',
    ms: 3_000,
    path: '/ria/basket/orders',
    method: 'GET',
    count: 1,
  })
  const setting = olena.orderStatuses.set(changes)
  await eventually(async () =>
    expect(await desks.control.requests()).toHaveProperty(['GET /ria/basket/orders']),
  )
  petroTakes('0 seconds')
  // It thinks for some seconds that it has the turn still.
  const later = performance.now() + 6_000
  vi.spyOn(performance, 'now').mockImplementation(() => later)
  expect((await setting).map(({ state, failure }) => [state, failure?.details])).toEqual([
    ['unsent', { reason: 'team-moved' }],
    ['unsent', { reason: 'team-moved' }],
  ])
  expect(await sent()).toBe(0)
})

wholeTest('a desk without the right to send sets no status', async () => {
  postgres.sql(`UPDATE forecourt.members SET rights = 'viewer' WHERE name = 'Petro'`)
  const change = await changeTo(1)
  await expect(petro.orderStatuses.set([change])).rejects.toMatchObject({
    code: 'team',
    details: { reason: 'rights' },
  })
  expect(await sent()).toBe(0)
})
