import { expect, test } from 'vitest'
import { day, hour, minute, month, type QuotaLimits } from '../../../src/main/quota/quota.ts'
import { QuotaLedger } from '../../../src/main/quota/quota-ledger.ts'
import { quotaSchema } from '../../../src/main/quota/quota-table.ts'
import { handClock } from '../system/hand-clock.ts'
import { databaseOfTest } from '../../databases.ts'

const back = [1, 2, 72, 24 * 40].map((hours) => -hours * hour)
const forward = [1, 2, 72].map((hours) => hours * hour)

/** A ledger in which an account has made as many calls as its limit allows. */
async function usedUp(limits: QuotaLimits, calls: number) {
  const clock = handClock()
  const db = databaseOfTest(quotaSchema)
  const open = () => new QuotaLedger({ db, clock, limits: () => limits }).forAccount('a')
  for (let n = 0; n < calls; n += 1) {
    await open().reserve('orders', { wait: false })
    clock.set(clock.now() + minute)
  }
  return { clock, open }
}

const limited = [
  ['hour', hour, { perHour: 5, perMonth: null }],
  ['month', month, { perHour: null, perMonth: 5 }],
] as const

test.each(limited.flatMap((limit) => back.map((ms) => [...limit, ms] as const)))(
  'the calls of the %s count on if the clock is set back, and the wait is no longer than the window',
  async (_, span, limits, ms) => {
    const { clock, open } = await usedUp(limits, 5)
    clock.set(clock.now() + ms)
    const budget = open()
    await expect(budget.reserve('orders', { wait: false })).rejects.toMatchObject({ code: 'quota' })
    const freeAt = budget.freeAt('orders') ?? 0
    expect(freeAt - clock.now()).toBeLessThanOrEqual(span + minute)
    expect(budget.plan(1)).toMatchObject({ fitsNow: false })
    // The end of the wait stays where it is, however often it is asked for.
    clock.set(clock.now() + 10 * minute)
    expect(open().freeAt('orders')).toBe(freeAt)
    clock.set(freeAt)
    await open().reserve('orders', { wait: false })
  },
)

test.each(back)(
  'a call that waits while the clock is set back (%i ms) is made within the window',
  async (ms) => {
    const { clock, open } = await usedUp({ perHour: 5, perMonth: null }, 5)
    clock.set(clock.now() + ms)
    const before = clock.slept.length
    await open().reserve('orders', { wait: true })
    expect(clock.slept.slice(before).reduce((sum, slept) => sum + slept, 0)).toBeLessThanOrEqual(
      hour + minute,
    )
  },
)

test.each(back)('what was used is shown in full after the clock is set back (%i ms)', async (ms) => {
  const { clock, open } = await usedUp({ perHour: 5, perMonth: null }, 5)
  clock.set(clock.now() + ms)
  expect(open().used()).toEqual({ hour: 5, day: 5, month: 5 })
  clock.set(clock.now() + hour + minute)
  expect(open().used()).toEqual({ hour: 0, day: 5, month: 5 })
  clock.set(clock.now() + day)
  expect(open().used()).toEqual({ hour: 0, day: 0, month: 5 })
})

test('a start with the clock years ahead forgets no call', async () => {
  const { clock, open } = await usedUp({ perHour: null, perMonth: 5 }, 5)
  const start = clock.now()
  clock.set(start + 400 * day)
  open()
  clock.set(start)
  expect(open().used().month).toBe(5)
})

test('a call with the clock years ahead forgets no other', async () => {
  const { clock, open } = await usedUp({ perHour: null, perMonth: 6 }, 5)
  const start = clock.now()
  clock.set(start + 400 * day)
  await open().reserve('orders', { wait: false })
  clock.set(start)
  expect(open().used().month).toBe(6)
})

test.each(forward)('a clock set forward (%i ms) and back again forgets no call', async (ms) => {
  const { clock, open } = await usedUp({ perHour: null, perMonth: 5 }, 3)
  const start = clock.now()
  clock.set(start + ms)
  await open().reserve('orders', { wait: false })
  clock.set(start)
  await open().reserve('orders', { wait: false })
  expect(open().used().month).toBe(5)
  await expect(open().reserve('orders', { wait: false })).rejects.toMatchObject({
    code: 'quota',
    details: { reason: 'month' },
  })
})
