import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Journal } from '../../../src/main/batch/journal/journal.ts'
import { manyEdits, openDealership, source, type Dealership } from './dealership.ts'

let shop: Dealership
let journal: Journal
beforeEach(async () => {
  shop = await openDealership()
  journal = await shop.holdJournal()
})
afterEach(() => shop.close())

/** A batch of so many edits that a cancel takes it apart in three pieces. */
async function planMany(): Promise<string> {
  const { id } = await shop.batches.planner.plan(source(shop.userId), manyEdits(1_200))
  return id
}

const idOfLine = (line: number): number =>
  Number(journal.db.prepare('SELECT id FROM rows WHERE line = ?').get(line)?.id)

test('many rows are left out a piece at a time, so that other work of the main thread has its turns', async () => {
  const id = await planMany()
  const { control, reader } = shop.batches
  shop.reports.length = 0
  const cancelling = control.cancel(id)
  const seen = [reader.get(id)]
  while (seen.at(-1)?.counts.planned !== 0) {
    await nextTurn()
    seen.push(reader.get(id))
  }
  expect(new Set(seen.map(({ state }) => state))).toEqual(new Set(['cancelled']))
  expect(new Set(seen.map(({ counts }) => counts.skipped))).toEqual(new Set([500, 1_000, 1_200]))
  expect(await cancelling).toMatchObject({ state: 'cancelled', counts: { skipped: 1_200, planned: 0 } })
  // Each announcement makes others read the whole batch.
  expect(shop.reports.map(({ batch }) => batch.counts.skipped)).toEqual([500, 1_200])
})

test('no row is sent that waits to be left out', async () => {
  const id = await planMany()
  const cancelling = shop.batches.control.cancel(id)
  expect(shop.batches.reader.get(id).counts.planned).toBe(700)
  expect(journal.tables.rows.claim(idOfLine(1_200), journal.now())).toBeNull()
  await expect(shop.batches.control.send(id)).rejects.toMatchObject({ code: 'usage' })
  await cancelling
  expect((await shop.control.requests())['PUT /auto/cars']).toBeUndefined()
})

test.each<[act: string, state: string, run: (batch: string) => Promise<unknown>]>([
  ['a retry', 'failed', (id) => shop.batches.control.retryFailed(id)],
  ['an answer', 'conflict', (id) => shop.batches.answers.answer(id, 1_201, { kind: 'overwrite' })],
  ['an answer for all', 'conflict', (id) => shop.batches.answers.answerAll(id, 'overwrite', 1)],
])(
  'a row that is planned again by %s waits until all that was cancelled is left out',
  async (_, state, run) => {
    const id = await planMany()
    journal.db.exec(
      `UPDATE rows SET state = '${state}', error_code = 'rejected', attempts = 1 WHERE line = 1201`,
    )
    const { control, reader } = shop.batches
    const cancelling = control.cancel(id)
    const acting = run(id)
    expect(reader.get(id).counts.skipped).toBeLessThan(1_199)
    expect(control.recomputeState(id).state).toBe('cancelled')
    await acting
    expect(reader.get(id).counts.skipped).toBe(1_199)
    expect(reader.get(id)).toMatchObject({ state: 'ready', counts: { planned: 1 } })
    await cancelling
  },
)

test('if the app ended in between, the rest is left out at the next start', async () => {
  const id = await planMany()
  const cancelling = shop.batches.control.cancel(id)
  await Promise.all([
    expect(cancelling).rejects.toMatchObject({ code: 'cancelled' }),
    Promise.resolve().then(() => journal.close()),
  ])
  const { recovery, reader } = await shop.restart()
  expect(reader.get(id)).toMatchObject({ state: 'cancelled', counts: { planned: 700 } })
  recovery.recoverDead()
  expect(reader.get(id)).toMatchObject({ state: 'cancelled', counts: { skipped: 1_200, planned: 0 } })
})

test('if a piece could not be written, that is said, and the next command does it before its own work', async () => {
  const id = await planMany()
  journal.db.exec(`CREATE TEMP TRIGGER no_space BEFORE UPDATE ON main.rows WHEN NEW.line > 600
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`)
  const { control } = shop.batches
  await expect(control.cancel(id)).rejects.toThrow('full')
  expect(shop.reports.at(-1)?.batch).toMatchObject({ state: 'cancelled', counts: { planned: 700 } })
  expect(control.recomputeState(id).state).toBe('cancelled')
  await expect(control.retryFailed(id)).rejects.toThrow('full')
  journal.db.exec('DROP TRIGGER no_space')
  expect(await control.cancel(id)).toMatchObject({ counts: { planned: 0, skipped: 1_200 } })
})

test('rows that may have been sent before stay in doubt', async () => {
  const id = await planMany()
  journal.db.exec('UPDATE rows SET doubt = 1, attempts = 1 WHERE line > 1191')
  expect((await shop.batches.control.cancel(id)).counts).toMatchObject({ skipped: 1_190, inDoubt: 10 })
})
