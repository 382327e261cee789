import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Batch } from '#shared/batch/row.ts'
import type { Journal } from '../../../src/main/batch/journal/journal.ts'
import { manyEdits, openDealership, planned, source, type Dealership } from './dealership.ts'

let shop: Dealership
let journal: Journal
beforeEach(async () => {
  shop = await openDealership()
  journal = await shop.holdJournal()
})
afterEach(() => shop.close())

/** A finished batch of two edits that the service refused. */
async function refused(): Promise<Batch> {
  const ids = await shop.ownIds(2)
  const body = '{"error":{"code":"BAD","message":"no"}}'
  await shop.control.addFault({ kind: 'status', status: 400, body, method: 'PUT', count: 2 })
  const rows = ids.map((auto_id, at) =>
    planned(at + 2, 'edit', { auto_id, currency_id: 1, price: 7_000 + at }),
  )
  const batch = await shop.run(rows)
  expect(batch).toMatchObject({ state: 'finished', counts: { failed: 2 } })
  return batch
}

/** A finished batch whose two edits found other values than those that were planned with. */
async function inConflict(): Promise<Batch> {
  const ids = await shop.ownIds(2)
  const before = { currency_id: 1, price: 1 }
  const batch = await shop.run(
    ids.map((auto_id, at) => planned(at + 2, 'edit', { auto_id, currency_id: 1, price: 7_000 + at }, before)),
  )
  expect(batch).toMatchObject({ state: 'finished', counts: { conflict: 2 } })
  return batch
}

/** From here on the state of a batch can't be saved, as on a disk that is full by then. */
const fillDisk = (): void =>
  journal.db.exec(`CREATE TEMP TRIGGER no_space BEFORE UPDATE ON main.batches
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`)

test('failed rows are planned again with the state of their batch, or not at all', async () => {
  const { id } = await refused()
  fillDisk()
  await expect(shop.batches.control.retryFailed(id)).rejects.toThrow('full')
  expect(shop.batches.reader.get(id)).toMatchObject({ state: 'finished', counts: { failed: 2, planned: 0 } })
})

test('a conflict is answered with the state of its batch, or not at all, alone and with all others', async () => {
  const { id } = await inConflict()
  fillDisk()
  const { answers, reader } = shop.batches
  await expect(answers.answer(id, 2, { kind: 'overwrite' })).rejects.toThrow('full')
  await expect(answers.answerAll(id, 'overwrite', 2)).rejects.toThrow('full')
  expect(reader.get(id)).toMatchObject({ state: 'finished', counts: { conflict: 2, planned: 0 } })
})

test('a finished batch with rows to send, as a process left it that ended in between, is ready after the next start', async () => {
  const { id, counts } = await refused()
  journal.db.exec(`UPDATE rows SET state = 'planned', outcome_source = NULL, error_code = NULL`)
  const { recovery, reader, control } = await shop.restart()
  recovery.recover()
  expect(reader.get(id)).toMatchObject({ state: 'ready', counts: { planned: counts.failed } })
  await control.send(id)
  await control.idle()
  expect(reader.get(id)).toMatchObject({ state: 'finished', counts: { done: 2 } })
})

test('the rows of such a batch are in doubt if the journal went back in time', async () => {
  const { id } = await refused()
  journal.db.exec(`UPDATE rows SET state = 'planned', outcome_source = NULL, error_code = NULL`)
  expect(journal.doubt({ lost: 1, ofAnyBatch: false })).toBe(2)
  expect(shop.batches.reader.get(id).counts).toMatchObject({ inDoubt: 2, planned: 0 })
})

/** A finished batch of many edits, all of which failed. */
async function manyFailed(): Promise<Batch> {
  const { id } = await shop.batches.planner.plan(source(shop.userId), manyEdits(1_200))
  journal.db.exec(`UPDATE rows SET state = 'failed', error_code = 'rejected'`)
  return shop.batches.control.recomputeState(id)
}

describe('many failed rows', () => {
  test('are planned again a piece at a time, so that other work of the main thread has its turns', async () => {
    const { id } = await manyFailed()
    const { control, reader } = shop.batches
    shop.reports.length = 0
    const retrying = control.retryFailed(id)
    expect(shop.reports.map(({ batch }) => batch.counts.planned)).toEqual([500])
    const seen = [reader.get(id).counts.planned]
    while (seen.at(-1) !== 1_200) {
      await nextTurn()
      seen.push(reader.get(id).counts.planned)
    }
    expect(new Set(seen)).toEqual(new Set([500, 1_000, 1_200]))
    expect(await retrying).toMatchObject({ state: 'ready', counts: { planned: 1_200, failed: 0 } })
    expect(shop.reports.map(({ batch }) => batch.counts.planned)).toEqual([500, 1_200])
  })

  test('are shown as far as they were planned if a piece fails', async () => {
    const { id } = await manyFailed()
    journal.db.exec(`CREATE TEMP TRIGGER no_space BEFORE UPDATE ON main.rows WHEN NEW.line > 600
      BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`)
    shop.reports.length = 0
    await expect(shop.batches.control.retryFailed(id)).rejects.toThrow('full')
    expect(shop.reports.at(-1)?.batch).toMatchObject({
      id,
      state: 'ready',
      counts: { planned: 500, failed: 700 },
    })
  })

  test('stay failed behind the piece after which their batch was cancelled', async () => {
    const { id } = await manyFailed()
    const { control, reader } = shop.batches
    const retrying = control.retryFailed(id)
    const cancelling = control.cancel(id)
    expect(await retrying).toMatchObject({ state: 'cancelled', counts: { skipped: 500, failed: 700 } })
    await cancelling
    expect(await control.retryFailed(id)).toMatchObject({ state: 'ready', counts: { planned: 700 } })
    expect(reader.get(id).counts.skipped).toBe(500)
  })

  test('are planned again by the next command if the app ended in between', async () => {
    const { id } = await manyFailed()
    const retrying = shop.batches.control.retryFailed(id)
    await Promise.all([
      expect(retrying).rejects.toMatchObject({ code: 'cancelled' }),
      Promise.resolve().then(() => journal.close()),
    ])
    const { control, recovery } = await shop.restart()
    recovery.recover()
    const { counts, state } = shop.batches.reader.get(id)
    expect([counts.planned + counts.failed, state]).toEqual([1_200, 'ready'])
    expect(counts.failed).toBeGreaterThan(0)
    expect(await control.retryFailed(id)).toMatchObject({ counts: { planned: 1_200 } })
  })
})
