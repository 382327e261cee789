import { afterEach, beforeEach, expect, test } from 'vitest'
import { Fault } from '../../../src/shared/bridge/failure.ts'
import type { Permits } from '../../../src/main/batch/sending/permits.ts'
import { car, openDealership, planned, type Dealership } from './dealership.ts'

let shop: Dealership
beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

const rows = [2, 3, 4].map((line) => planned(line, 'create', car({ price: 7_000 + line })))

/** Permits that grant everything, and what they were asked and told. */
function granting(told: string[]): Permits {
  return {
    seen: () => 0,
    begin: () => Promise.resolve(null),
    read: () => Promise.resolve(null),
    rest: () => undefined,
    leave: () => undefined,
    ask: ({ line }) => {
      told.push(`asked ${line}`)
      return Promise.resolve({ kind: 'granted', isLate: () => false })
    },
    unsent: ({ line }) => told.push(`unsent ${line}`),
    ended: ({ line }, { state }) => told.push(`${state} ${line}`),
  }
}

test('a desk that joins between the claim of a row and its first byte sends the row as one of the team', async () => {
  const told: string[] = []
  let isShared = false
  await shop.restart({
    sharing: () => ({
      permits: () => Promise.resolve(isShared ? granting(told) : null),
      isShared: () => isShared,
      report: () => told.push('told'),
    }),
    onPoint: (point) => {
      if (point === 'after-claim') isShared = true
    },
  })
  const batch = await shop.run(rows)
  expect(batch).toMatchObject({ state: 'finished', counts: { done: 3 } })
  expect(told).toEqual(['told', 'asked 2', 'done 2', 'asked 3', 'done 3', 'asked 4', 'done 4'])
  expect(await shop.control.ledger()).toHaveLength(3)
})

test('a batch goes on alone after the desk has left its team, and waits if whose rows they are can’t be known', async () => {
  const told: string[] = []
  let sharing: 'team' | 'alone' | 'unknown' = 'team'
  await shop.restart({
    sharing: () => ({
      permits: () =>
        sharing === 'unknown'
          ? Promise.reject(new Fault('team', { reason: 'file' }))
          : Promise.resolve(sharing === 'team' ? granting(told) : null),
      isShared: () => sharing !== 'alone',
      report: () => told.push('told'),
    }),
    onPoint: (point) => {
      if (point === 'after-result') sharing = sharing === 'team' ? 'alone' : 'unknown'
    },
  })
  const batch = await shop.run(rows)
  expect(batch).toMatchObject({ state: 'paused', pauseReason: 'team', counts: { done: 2, planned: 1 } })
  expect(told).toEqual(['asked 2', 'done 2', 'told'])
  await expect(shop.batches.control.send(batch.id)).rejects.toMatchObject({ details: { reason: 'file' } })
  expect(await shop.control.ledger()).toHaveLength(2)
})
