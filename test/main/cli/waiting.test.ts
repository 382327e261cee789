import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Batch } from '#shared/batch/row.ts'
import { newVehicles, batchesOf, openCounter, type Counter, type Printed } from './counter.ts'

let counter: Counter

beforeEach(async () => {
  counter = await openCounter()
})
afterEach(() => counter.close())

const tooMany = { kind: 'status', status: 429, method: 'POST', retryAfter: 3_600 } as const

const importing = () =>
  counter.run('import', counter.file('new.csv', newVehicles([1, 2, 3])), '--commit', '--json')

async function onlyBatch(): Promise<Batch> {
  const { batches } = JSON.parse((await counter.run('batches', '--json')).out) as { batches: Batch[] }
  const [batch, ...more] = batches
  if (!batch || more.length > 0) throw new Error(`${batches.length} batches instead of one`)
  return batch
}

/** What the window finds when it is opened after the command. */
async function foundByTheWindow(): Promise<readonly string[]> {
  const batches = batchesOf(counter)
  const { waiting } = batches.recovery.recover()
  await batches.close(0)
  return waiting
}

it('does not sit a long Retry-After out: it says why and until when, and the window would wake the batch', async () => {
  await counter.control.addFault({ ...tooMany, count: 1 })
  const { code, out, err } = await importing()
  expect(code).toBe(1)
  expect((JSON.parse(out) as Printed).counts).toMatchObject({ planned: 3, done: 0 })
  const batch = await onlyBatch()
  expect(batch).toMatchObject({ state: 'waiting', pauseReason: 'rate-limit' })
  expect(Date.parse(batch.wakesAt ?? '')).toBeGreaterThan(Date.now() + 3_000_000)
  expect(err).toContain('The service asked to slow down.')
  expect(err).toContain(`resume ${batch.id}`)
  expect(await foundByTheWindow()).toEqual([batch.id])
})

it('waits a day at most, whatever the service asks for, and goes on when it is told to', async () => {
  await counter.control.addFault({ ...tooMany, retryAfter: 99_999_999_999_999, count: 1 })
  expect((await importing()).code).toBe(1)
  const { wakesAt } = await onlyBatch()
  expect(Date.parse(wakesAt ?? '')).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000)
  expect((await counter.run('resume')).code).toBe(0)
  expect(await onlyBatch()).toMatchObject({ state: 'finished', counts: { done: 3 } })
})

it('leaves a batch whose quota is used up, and resume goes on when there is room again', async () => {
  counter.limit(2)
  const { err } = await importing()
  expect(err).toContain('Your quota is used up.')
  expect(await onlyBatch()).toMatchObject({ state: 'waiting', pauseReason: 'quota', counts: { done: 1 } })
  expect((await counter.run('resume')).code).toBe(1)
  expect(await onlyBatch()).toMatchObject({ state: 'waiting', pauseReason: 'quota', counts: { done: 1 } })
  counter.limit(null)
  expect((await counter.run('resume')).code).toBe(0)
  expect(await onlyBatch()).toMatchObject({ state: 'finished', counts: { done: 3 } })
})

it('leaves a batch without a connection, with its reason', async () => {
  await counter.sandbox.close()
  const { err } = await importing()
  expect(err).toContain('There is no connection to the service')
  expect(await onlyBatch()).toMatchObject({
    state: 'waiting',
    pauseReason: 'offline',
    counts: { planned: 3 },
  })
})

it('says the reason of a pause in words', async () => {
  await counter.control.addFault({
    kind: 'status',
    status: 403,
    body: '{"error":{"code":"API_KEY_DISABLED","message":""}}',
    method: 'POST',
  })
  const { err } = await importing()
  expect(err).toContain('The service refused the key. Check the account’s key.')
  expect(err).not.toContain('(auth)')
})
