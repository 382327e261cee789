import { expect, test } from 'vitest'
import { openDealership, planned, source, car } from './dealership.ts'

test('of two batches whose waits are both over, as after the computer slept, neither gives way for ever', async () => {
  const shop = await openDealership()
  let asked = 0
  let told = 0
  const halt = { reason: 'offline' as const, retryAfterMs: 0, until: null }
  await shop.restart({
    sharing: () => ({
      permits: () =>
        Promise.resolve({
          seen: () => 0,
          begin: () => Promise.resolve((asked += 1) <= 6 ? halt : null),
          read: () => Promise.resolve(null),
          rest: () => undefined,
          leave: () => undefined,
          ask: () => Promise.resolve({ kind: 'granted', isLate: () => false }),
          unsent: () => undefined,
          ended: () => undefined,
        }),
      isShared: () => true,
      report: () => undefined,
    }),
    // A loop that tells its state for ever would leave no time for the test to end.
    onProgress: () => {
      if ((told += 1) > 1_000) throw new Error('told too often')
    },
  })
  try {
    const { planner, control, reader } = shop.batches
    const rows = [7_001, 7_002].map((price) => [planned(2, 'create', car({ price }))])
    const batches = await Promise.all(rows.map((each) => planner.plan(source(shop.userId), each)))
    await Promise.all(batches.map(({ id }) => control.send(id)))
    await control.idle()
    expect(batches.map(({ id }) => reader.get(id).state)).toEqual(['finished', 'finished'])
  } finally {
    await shop.close()
  }
})
