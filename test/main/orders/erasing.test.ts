import { readdirSync, readFileSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { Keychain } from '../../../src/main/keychain/keychain.ts'
import { BuyerKeys } from '../../../src/main/orders/order-seal.ts'
import { emptyLog, OwnOrders } from '../../../src/main/orders/own-orders.ts'
import { OrdersApi } from '../../../src/main/orders/orders-api.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { apiClient } from '../http/api-client.ts'
import { redact } from '../http/local-service.ts'
import {
  childrenWithoutKeyring,
  startPrivateKeyring,
  type PrivateKeyring,
} from '../keychain/private-keyring.ts'
import { running } from '../../sandbox/running.ts'
import { ordersSchema } from '../../../src/main/orders/orders-schema.ts'
import { ordersOn, ownBeside } from './orders-on.ts'
import { spread, wholeTest } from '../../whole.ts'
import { folderOfTest } from '../../folders.ts'

type Trouble = 'keychain-locked' | 'keychain-unavailable'
let keyring: PrivateKeyring
let current: Keychain
/** The names under which this test asked for a key. */
const names = new Set<string>()

/** From here on nothing answers for the keyring, or it answers nobody, as behind a prompt; null: it is open. */
function meet(trouble: Trouble | null): void {
  if (trouble === 'keychain-locked') keyring.freeze()
  else keyring.thaw()
  const children = trouble === 'keychain-unavailable' ? childrenWithoutKeyring : keyring.children
  const opened = new Keychain({
    service: 'Forecourt test',
    spawn: () => children.spawn(),
    ...(trouble === 'keychain-locked' ? { timeoutMs: 1_000 } : {}),
  })
  onTestFinished(() => opened.close())
  current = opened
}
const keychain: Pick<Keychain, 'get' | 'set' | 'forget'> = {
  get: (name) => current.get((names.add(name), name)),
  set: (name, key) => current.set(name, key),
  forget: (name) => current.forget(name),
}

/** How many keys of this test are in the keyring. */
async function keptKeys(): Promise<number> {
  const found = await Promise.all([...names].map((name) => current.get(name)))
  return found.filter((answer) => answer.found === 'key').length
}

beforeAll(async () => {
  keyring = await startPrivateKeyring()
})
afterAll(() => keyring.stop())
beforeEach(() => {
  names.clear()
  meet(null)
})

async function folderOf() {
  const { sandbox } = await running({ adverts: 200 })
  const folder = folderOfTest()
  const path = join(folder, 'cache.db')
  const api = new OrdersApi(apiClient(sandbox), redact)
  const start = () => {
    const { db } = openDatabase({ path, schema: ordersSchema, synchronous: 'NORMAL', now: () => 0 })
    db.exec('PRAGMA busy_timeout = 10')
    const beside = ownBeside(db)
    const own = new OwnOrders(db, beside)
    const orders = ordersOn(db, {
      keys: new BuyerKeys(keychain, () => own.keyName()),
      source: () => Promise.resolve(api),
    })
    const end = (): void => {
      for (const each of [db, beside]) if (each.isOpen) each.close()
    }
    onTestFinished(end)
    return { orders, db, own, end }
  }
  /** Starts, reads the orders and notes something on the first. */
  const filled = async () => {
    const started = start()
    const { orders } = await started.orders.refresh()
    await started.orders.handle(orders[0]?.orderId ?? 0, { note: 'Дзвонити Олені' })
    return { ...started, count: orders.length }
  }
  return { folder, path, start, filled }
}

type Started = ReturnType<Awaited<ReturnType<typeof folderOf>>['start']>

/** Nothing of a buyer is left: not in a table, not in a log, and no key. */
async function expectErased(folder: string, { orders, db, own }: Started): Promise<void> {
  expect(db.prepare('SELECT count(*) AS n FROM order_buyers').get()).toEqual({ n: 0 })
  expect(own.db.prepare('SELECT count(*) AS n FROM order_marks WHERE note IS NOT NULL').get()).toEqual({
    n: 0,
  })
  expect((await orders.list()).orders.every(({ buyer }) => buyer === 'erased')).toBe(true)
  expect(own.db.prepare('SELECT what FROM owed_erasures').all()).toEqual([])
  const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(bytes.join('')).not.toContain('Дзвонити')
}

describe('all buyers’ data is deleted by the next start, if the first try', () => {
  test.each([
    [
      'the notes',
      'own',
      `CREATE TRIGGER refused BEFORE UPDATE ON order_marks BEGIN SELECT RAISE(ABORT, 'full'); END`,
    ],
    [
      'the buyers',
      'db',
      `CREATE TRIGGER refused BEFORE DELETE ON order_buyers BEGIN SELECT RAISE(ABORT, 'full'); END`,
    ],
    [
      'which they were',
      'own',
      `CREATE TRIGGER refused BEFORE INSERT ON erased_buyers BEGIN SELECT RAISE(ABORT, 'full'); END`,
    ],
  ] as const)('fails at %s; the key goes at once', async (_what, where, trigger) => {
    const { folder, start, filled } = await folderOf()
    const first = await filled()
    const database = where === 'own' ? first.own.db : first.db
    database.exec(trigger)
    expect(await keptKeys()).toBe(1)
    await expect(first.orders.eraseBuyers()).rejects.toThrow('full')
    expect(await keptKeys()).toBe(0)
    database.exec('DROP TRIGGER refused')
    first.end()
    const next = start()
    await next.orders.finishErasing()
    await expectErased(folder, next)
  })

  test.each(spread(['keychain-locked', 'keychain-unavailable'] as const, 1))(
    'meets a keychain: %s',
    async (trouble) => {
      const { folder, start, filled } = await folderOf()
      const first = await filled()
      meet(trouble)
      await expect(first.orders.eraseBuyers()).rejects.toMatchObject({ code: trouble })
      first.end()
      const locked = start()
      await locked.orders.finishErasing()
      locked.end()
      meet(null)
      expect(await keptKeys()).toBe(1)
      const next = start()
      await next.orders.finishErasing()
      expect(await keptKeys()).toBe(0)
      await expectErased(folder, next)
    },
  )

  wholeTest('begins in a session without the keychain, the key of an earlier one goes too', async () => {
    const { filled, start } = await folderOf()
    ;(await filled()).end()
    meet('keychain-locked')
    const without = start()
    await without.orders.refresh()
    await expect(without.orders.eraseBuyers()).rejects.toMatchObject({ code: 'keychain-locked' })
    meet(null)
    without.end()
    await start().orders.finishErasing()
    expect(await keptKeys()).toBe(0)
  })
})

test('where there never was a keychain, nothing is left to be done', async () => {
  meet('keychain-unavailable')
  const { filled, folder } = await folderOf()
  const first = await filled()
  expect(await first.orders.eraseBuyers()).toBe(first.count)
  await expectErased(folder, first)
})

test('a log that another connection reads is emptied later, and known to be left', async () => {
  const { path, folder, filled, start } = await folderOf()
  const first = await filled()
  const reader = new DatabaseSync(path, { readOnly: true })
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM orders').get()
  expect(await first.orders.eraseBuyers()).toBe(first.count)
  expect(emptyLog(first.db)).toBe(false)
  expect(first.own.owes('logs')).toBe(true)
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(20_000)
  reader.close()
  first.end()
  const next = start()
  await next.orders.finishErasing()
  await expectErased(folder, next)
  // All that is in it was written since.
  expect(statSync(`${path}-wal`).size).toBeLessThan(20_000)
})

test('what was read after an erasing that is done is kept at the next start', async () => {
  const { filled, start } = await folderOf()
  const first = await filled()
  await first.orders.eraseBuyers()
  expect(await keptKeys()).toBe(0)
  await first.orders.refresh()
  first.end()
  const next = start()
  await next.orders.finishErasing()
  expect(next.own.db.prepare('SELECT what FROM owed_erasures').all()).toEqual([])
  expect(await keptKeys()).toBe(1)
})
