import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { Fault } from '../../../src/shared/bridge/failure.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { day, hour, minute, month, noLimits, type QuotaLimits } from '../../../src/main/quota/quota.ts'
import { QuotaLedger } from '../../../src/main/quota/quota-ledger.ts'
import { quotaSchema } from '../../../src/main/quota/quota-table.ts'
import { QuotaWaits } from '../../../src/main/quota/wait-for-call.ts'
import { failureWords } from '../../../src/shared/words/failure-words.ts'
import { ServiceError } from '../../../src/main/http/service-error.ts'
import { handClock } from '../system/hand-clock.ts'
import { clientFor, failureOf, startAnswering, startRaw, startService } from '../http/local-service.ts'
import { eventually } from '../../eventually.ts'
import { folderOfTest } from '../../folders.ts'

function ledgerIn(
  path: string,
  limits: QuotaLimits,
  clock = handClock(),
  waits?: QuotaWaits,
  onCounted?: (account: string) => void,
) {
  const { db } = openDatabase({
    path,
    schema: quotaSchema,
    synchronous: 'NORMAL',
    now: () => clock.now(),
  })
  onTestFinished(() => {
    if (db.isOpen) db.close()
  })
  return {
    ledger: new QuotaLedger({
      db,
      clock,
      limits: () => limits,
      ...(waits && { waits }),
      ...(onCounted && { onCounted }),
    }),
    clock,
    db,
  }
}

function folder(): string {
  const path = folderOfTest()
  return path
}

const ten = { perHour: 10, perMonth: null }
const now = { wait: false }

describe('the ledger', () => {
  test('counts by account and outlives the app', async () => {
    const path = join(folder(), 'cache.db')
    const first = ledgerIn(path, ten)
    await first.ledger.forAccount('a').reserve('read', now)
    await first.ledger.forAccount('a').reserve('orders', now)
    await first.ledger.forAccount('b').reserve('write', now)
    first.db.close()
    const second = ledgerIn(path, ten).ledger
    expect(second.forAccount('a').used()).toEqual({ hour: 2, day: 2, month: 2 })
    expect(second.forAccount('b').used()).toEqual({ hour: 1, day: 1, month: 1 })
    expect(second.forAccount('c').used()).toEqual({ hour: 0, day: 0, month: 0 })
  })

  test('time that passes meanwhile takes no call away', async () => {
    const clock = handClock()
    const budget = ledgerIn(':memory:', ten, {
      ...clock,
      now() {
        clock.set(clock.now() + 1)
        return clock.now()
      },
    }).ledger.forAccount('a')
    await budget.reserve('read', now)
    expect(budget.used().hour).toBe(1)
  })

  test('adds up the last hour, day and 30 days, a minute until its end has left them', async () => {
    const { ledger, clock } = ledgerIn(':memory:', noLimits)
    const budget = ledger.forAccount('a')
    const start = clock.now()
    const at = async (time: number, calls: number): Promise<void> => {
      clock.set(start + time)
      for (let call = 0; call < calls; call += 1) await budget.reserve('read', now)
    }
    await at(0, 1)
    await at(16 * day, 2)
    await at(30 * day, 4)
    await at(31 * day - 2 * hour, 8)
    await at(31 * day, 16)
    expect(budget.used()).toEqual({ hour: 16, day: 28, month: 30 })
    clock.set(start + 31 * day + hour + minute - 1)
    expect(budget.used().hour).toBe(16)
    clock.set(start + 31 * day + hour + minute)
    expect(budget.used().hour).toBe(0)
  })

  test('tells of each call that is counted or given back', async () => {
    const counted: string[] = []
    const { ledger } = ledgerIn(':memory:', ten, handClock(), undefined, (account) => counted.push(account))
    const giveBack = await ledger.forAccount('a').reserve('read', now)
    await ledger.forAccount('b').reserve('orders', now)
    expect(counted).toEqual(['a', 'b'])
    giveBack()
    expect(counted).toEqual(['a', 'b', 'a'])
  })

  test('a call is given back to the minute from which it was taken', async () => {
    const { ledger, clock, db } = ledgerIn(':memory:', ten)
    const budget = ledger.forAccount('a')
    await budget.reserve('read', now)
    const giveBack = await budget.reserve('orders', now)
    clock.set(clock.now() + 5 * minute)
    await budget.reserve('orders', now)
    giveBack()
    expect(budget.used().hour).toBe(2)
    clock.set(clock.now() + hour - 3 * minute)
    expect(budget.used().hour).toBe(1)
    db.close()
    giveBack()
  })

  test('says so where a call doesn’t fit and nobody wants to wait', async () => {
    const { ledger, clock } = ledgerIn(':memory:', ten)
    const budget = ledger.forAccount('a')
    for (let call = 0; call < 9; call += 1) await budget.reserve('read', now)
    const fault = await failureOf(Fault, budget.reserve('write', now))
    expect(fault.code).toBe('quota')
    expect(fault.details.wakesAt).toBe(new Date(budget.freeAt('write') ?? 0).toISOString())
    expect(budget.freeAt('write')).toBe(clock.now() + hour + minute)
    expect(budget.freeAt('orders')).toBeNull()
    expect(budget.used().hour).toBe(9)
  })

  test('names the month and until when, if that is the limit that blocks', async () => {
    const { ledger, clock } = ledgerIn(':memory:', { perHour: 100, perMonth: 10 })
    const budget = ledger.forAccount('a')
    expect(budget.blocked()).toBeNull()
    for (let call = 0; call < 9; call += 1) await budget.reserve('read', now)
    const until = clock.now() + month + minute
    expect(budget.blocked()).toEqual({ span: 'month', until })
    const { words, next } = failureWords(await failureOf(Fault, budget.reserve('write', now)))
    expect(`${words} ${next}`).toMatch(/quota for the month is used up until 21 Dec 2026/)
    const hourly = ledgerIn(':memory:', ten).ledger.forAccount('a')
    for (let call = 0; call < 9; call += 1) await hourly.reserve('read', now)
    expect(hourly.blocked()?.span).toBe('hour')
    expect(failureWords(await failureOf(Fault, hourly.reserve('write', now))).words).not.toContain('month')
  })

  test('waits until the window opens, and no longer', async () => {
    const { ledger, clock } = ledgerIn(':memory:', ten)
    const budget = ledger.forAccount('a')
    for (let call = 0; call < 9; call += 1) await budget.reserve('read', now)
    const began = clock.now()
    await budget.reserve('read', { wait: true })
    expect(clock.now() - began).toBe(hour + minute)
  })

  test('tells until when calls wait, kind by kind, and when they wait no more', async () => {
    const told: [string, string, number | null][] = []
    const waits: QuotaWaits = new QuotaWaits(({ account, kind }, until) => told.push([account, kind, until]))
    const { ledger, clock } = ledgerIn(':memory:', { perHour: 2, perMonth: null }, handClock(), waits)
    const wakes: (() => void)[] = []
    const began = clock.now()
    clock.sleep = () => new Promise((resolve) => wakes.push(resolve))
    const budget = ledger.forAccount('a')
    await budget.reserve('read', now)
    const waiting = [budget.reserve('read', { wait: true }), budget.reserve('read', { wait: true })]
    const opens = began + hour + minute
    await eventually(() => expect(wakes).toHaveLength(2))
    expect([waits.until('a', 'read'), waits.until('a', 'orders'), waits.until('b', 'read')]).toEqual([
      opens,
      null,
      null,
    ])
    clock.set(opens)
    for (const wake of wakes.splice(0)) wake()
    await Promise.race(waiting)
    await eventually(() => expect(waits.until('a', 'read')).toBe(opens + hour + minute))
    clock.set(opens + hour + minute)
    for (const wake of wakes.splice(0)) wake()
    await Promise.all(waiting)
    expect(told).toEqual([
      ['a', 'read', opens],
      ['a', 'read', opens + hour + minute],
      ['a', 'read', null],
    ])
  })

  test('a wait ends with its signal, and takes no call', async () => {
    const { ledger, clock } = ledgerIn(':memory:', { perHour: 1, perMonth: null })
    const controller = new AbortController()
    const budget = ledger.forAccount('a')
    await budget.reserve('read', now)
    clock.sleep = () => {
      controller.abort()
      return Promise.resolve()
    }
    const waiting = budget.reserve('read', { wait: true, signal: controller.signal })
    expect(await failureOf(Fault, waiting)).toMatchObject({ code: 'cancelled' })
    expect(budget.used().hour).toBe(1)
  })

  test('two processes don’t take the same last call', async () => {
    const path = join(folder(), 'cache.db')
    const clock = handClock()
    const one = ledgerIn(path, ten, clock).ledger.forAccount('a')
    const other = ledgerIn(path, ten, clock).ledger.forAccount('a')
    for (let call = 0; call < 8; call += 1) await one.reserve('read', now)
    await other.reserve('read', now)
    await expect(one.reserve('read', now)).rejects.toMatchObject({ code: 'quota' })
  })

  test('a limit that the dealer raises counts at once', async () => {
    const limits = { perHour: 1 as number | null, perMonth: null }
    const budget = ledgerIn(':memory:', limits).ledger.forAccount('a')
    await budget.reserve('read', now)
    await expect(budget.reserve('read', now)).rejects.toMatchObject({ code: 'quota' })
    limits.perHour = null
    await budget.reserve('read', now)
  })

  test('forgets what no window reaches', async () => {
    const path = join(folder(), 'cache.db')
    const clock = handClock()
    const first = ledgerIn(path, ten, clock)
    await first.ledger.forAccount('a').reserve('read', now)
    clock.set(clock.now() + month + 5 * minute)
    await first.ledger.forAccount('a').reserve('read', now)
    const { db } = ledgerIn(path, ten, clock)
    expect(db.prepare('SELECT count(*) AS n FROM quota_calls').get()).toEqual({ n: 1 })
  })
})

describe('the client under a quota', () => {
  test('every try is counted; a used-up quota sends nothing', async () => {
    const service = await startAnswering({})
    const budget = ledgerIn(':memory:', { perHour: 2, perMonth: null }).ledger.forAccount('a')
    const client = clientFor(service.baseUrl, { budget })
    await client.read('/states', [], z.unknown())
    const write = client.write('POST', '/auto/new/autos', [], z.unknown())
    expect(await failureOf(Fault, write)).toMatchObject({ code: 'quota', name: 'Fault' })
    const reading = client.read('/states', [], z.unknown(), { priority: 'interactive' })
    expect(await failureOf(Fault, reading)).toMatchObject({ code: 'quota' })
    await client.read('/ria/basket/orders/', [], z.unknown(), { kind: 'orders' })
    expect(service.requests).toHaveLength(2)
  })

  test('what is proven not to have left is not counted', async () => {
    const service = await startRaw((socket) => socket.destroy())
    const budget = ledgerIn(':memory:', ten).ledger.forAccount('a')
    const client = clientFor(service.baseUrl, { budget })
    const elsewhere = clientFor('http://service.invalid', { budget })
    const gone = AbortSignal.abort()
    await failureOf(Fault, client.write('POST', '/a', [], z.unknown(), { signal: gone }))
    await failureOf(Fault, client.read('/a', [], z.unknown(), { signal: gone }))
    await failureOf(ServiceError, elsewhere.write('PUT', '/a', [], z.unknown()))
    await failureOf(ServiceError, elsewhere.read('/a', [], z.unknown()))
    expect(budget.used().hour).toBe(0)
    expect(service.connections).toHaveLength(0)
    await failureOf(ServiceError, client.write('POST', '/a', [], z.unknown()))
    expect(budget.used().hour).toBe(1)
    expect(service.connections).toHaveLength(1)
  })

  test('a write that is cancelled while it waits for its turn is not counted', async () => {
    let answer = (): unknown => undefined
    const service = await startService((_request, response) => (answer = () => response.end('{}')))
    const budget = ledgerIn(':memory:', ten).ledger.forAccount('a')
    const client = clientFor(service.baseUrl, { budget, concurrency: 1 })
    const first = client.write('PUT', '/a', [], z.unknown())
    const controller = new AbortController()
    const second = client.write('PUT', '/a', [], z.unknown(), { signal: controller.signal })
    await eventually(() => expect(service.requests).toHaveLength(1))
    controller.abort()
    await failureOf(Fault, second)
    answer()
    await first
    expect(budget.used().hour).toBe(1)
    expect(service.requests).toHaveLength(1)
  })

  test('no call is made that a ledger can’t count', async () => {
    const service = await startAnswering({})
    const { ledger, db } = ledgerIn(':memory:', ten)
    db.close()
    const client = clientFor(service.baseUrl, { budget: ledger.forAccount('a') })
    const failure = await failureOf(Fault, client.read('/states', [], z.unknown()))
    expect([failure.code, failure.details.reason]).toEqual(['storage', 'not-counted'])
    expect(service.requests).toHaveLength(0)
  })

  test('a call that did not leave fails for its own reason, though it can’t be taken out of the count', async () => {
    const { ledger, db } = ledgerIn(':memory:', ten)
    db.exec(`CREATE TRIGGER kept BEFORE UPDATE ON quota_calls BEGIN SELECT RAISE(ABORT, 'no room'); END`)
    const client = clientFor('http://127.0.0.1:9', { budget: ledger.forAccount('a') })
    const failure = await failureOf(ServiceError, client.write('DELETE', '/auto/new/autos', [], z.unknown()))
    expect([failure.code, failure.sent]).toEqual(['network', 'no'])
  })
})
