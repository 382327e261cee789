import { expect, test } from 'vitest'
import { readAgain, type ReadingParts } from '../../src/main/read-again.ts'

/** What is read of an account with these facts. */
async function read(
  currentId: string,
  readBefore: boolean,
  perHour: number | null = null,
): Promise<string[]> {
  const calls: string[] = []
  const at = readBefore ? '2026-11-01T00:00:00Z' : null
  const note = (what: string) => () => Promise.resolve(calls.push(what))
  await readAgain({
    accounts: { currentId: () => currentId },
    settings: { get: () => ({ quota: { perHour, perMonth: null } }) },
    inventorySync: { state: () => Promise.resolve({ syncedAt: at }), sync: note('stock') },
    orders: { list: () => Promise.resolve({ readAt: at }), refresh: note('orders') },
    log: { info: () => undefined },
  } as unknown as ReadingParts)
  return calls
}

test('connecting an account reads nothing unasked; what was read before is brought up to date', async () => {
  expect(await read('dealer', false)).toEqual([])
  expect(await read('dealer', true)).toEqual(['stock', 'orders'])
  expect(await read('dealer', true, 30)).toEqual([])
})

test('the sandbox costs nothing and is read at once', async () => {
  expect(await read('sandbox', false)).toEqual(['stock', 'orders'])
})
