import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { InventoryApi } from '../../../src/main/inventory/inventory-api.ts'
import { addressesSchema, AddressTable } from '../../../src/main/inventory/address-memory.ts'
import { apiClient } from '../http/api-client.ts'
import { handClock } from '../system/hand-clock.ts'
import { clientFor, startService } from '../http/local-service.ts'
import { running } from '../../sandbox/running.ts'
import { folderOfTest } from '../../folders.ts'

const week = 7 * 24 * 3_600_000

/** A data folder whose cache is opened again at each start. */
function cacheFolder() {
  const folder = folderOfTest()
  const clock = handClock()
  const options = {
    path: join(folder, 'cache.db'),
    schema: addressesSchema,
    synchronous: 'NORMAL' as const,
    now: () => clock.now(),
  }
  const start = (accountId: string, baseUrl: string) => {
    const { db } = openDatabase(options)
    onTestFinished(() => db.close())
    return new AddressTable(db, { accountId, baseUrl }, clock)
  }
  return { clock, start }
}

const withoutList = () =>
  startService((_request, response) =>
    response.writeHead(404).end('{"error":{"code":"NOT_FOUND","message":"no"}}'),
  )

test('a start does not ask again for what an earlier one found missing, until a week is over', async () => {
  const service = await withoutList()
  const { clock, start } = cacheFolder()
  const ask = () => new InventoryApi(clientFor(service.baseUrl), start('a', service.baseUrl)).ownAdverts()
  for (const [time, requests] of [
    // Each of the three ways to a list is asked once.
    [0, 3],
    [week - 1, 3],
    [1, 6],
    [1, 6],
  ] as const) {
    clock.set(clock.now() + time)
    await expect(ask()).resolves.toBeNull()
    expect(service.requests).toHaveLength(requests)
  }
})

test('another account, another address and a clock set back ask for themselves', () => {
  const { clock, start } = cacheFolder()
  start('a', 'https://one.test').note('own-list', 'missing')
  expect(start('a', 'https://one.test').answerOf('own-list')).toBe('missing')
  expect(start('b', 'https://one.test').answerOf('own-list')).toBeNull()
  expect(start('a', 'https://two.test').answerOf('own-list')).toBeNull()
  clock.set(clock.now() - 1)
  expect(start('a', 'https://one.test').answerOf('own-list')).toBeNull()
})

test('a service that gained the list is asked every time', async () => {
  const { sandbox } = await running({ adverts: 50 })
  const { start } = cacheFolder()
  const api = new InventoryApi(apiClient(sandbox), start('a', sandbox.baseUrl))
  const first = await api.ownAdverts()
  expect(first?.active.length).toBeGreaterThan(0)
  expect(start('a', sandbox.baseUrl).answerOf('own-list')).toBeNull()
})
