import { expect, test } from 'vitest'
import { hour } from '../../../src/main/quota/quota.ts'
import { QuotaLedger } from '../../../src/main/quota/quota-ledger.ts'
import { quotaSchema } from '../../../src/main/quota/quota-table.ts'
import { QuotaWaits, waitForCall } from '../../../src/main/quota/wait-for-call.ts'
import { eventually } from '../../eventually.ts'
import { handClock } from '../system/hand-clock.ts'
import { databaseOfTest } from '../../databases.ts'

test('a call that waits for one count is made by another as soon as that is the one that counts', async () => {
  const clock = handClock()
  const wakes: (() => void)[] = []
  clock.sleep = () => new Promise((resolve) => wakes.push(resolve))
  const db = databaseOfTest(quotaSchema)
  const limits = () => ({ perHour: 2, perMonth: null })
  const ledger = new QuotaLedger({ db, clock, limits })
  const alone = ledger.forAccount('alone')
  const shared = ledger.forAccount('shared')
  await alone.reserve('read', { wait: false })
  let current = alone
  const told: (number | null)[] = []
  const waits = new QuotaWaits((_, until) => told.push(until))
  const waiting = waitForCall(() => current, 'read', { wait: true }, { account: 'alone', clock, waits })
  await eventually(() => expect(wakes).toHaveLength(1))
  current = shared
  for (const wake of wakes) wake()
  await waiting
  expect([alone.used().hour, shared.used().hour]).toEqual([1, 1])
  expect(told.at(-1)).toBeNull()
  expect(told[0]).toBeGreaterThan(clock.now() + hour / 2)
  db.close()
})
