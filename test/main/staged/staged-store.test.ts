import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { StagedEdit } from '../../../src/main/staged/staged-edit.ts'
import { editsSchema } from '../../../src/main/staged/edits-schema.ts'
import type { AdvertOutcome } from '../../../src/main/staged/staged-adverts.ts'
import { StagedSettling } from '../../../src/main/staged/staged-settling.ts'
import { StagedStore } from '../../../src/main/staged/staged-store.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { ExclusiveDatabase } from '../../../src/main/storage/transactions.ts'
import { openApp } from './assembled.ts'
import { folderOfTest } from '../../folders.ts'

function open() {
  const folder = folderOfTest()
  const path = join(folder, 'edits.db')
  const { db } = openDatabase({ path, schema: editsSchema, synchronous: 'FULL', now: () => 0 })
  const store = new StagedStore(new ExclusiveDatabase(db))
  const other = new DatabaseSync(path)
  onTestFinished(async () => {
    other.close()
    await store.close()
  })
  return { store, other: new StagedStore(new ExclusiveDatabase(other)), path }
}

const edit = (advert: number, value: string | number): StagedEdit => ({
  advert,
  field: 'version',
  value,
  currency: null,
  seen: 'old',
  seenCurrency: null,
  stagedAt: '2026-11-21T10:00:00.000Z',
  batch: null,
  held: null,
})

test('a step that is under way is seen by no other process, and one that fails leaves nothing', async () => {
  const { store, other } = open()
  await store.step('a', async (write) => {
    write({ advert: 1, field: 'version' }, null, edit(1, 'new'))
    await Promise.resolve()
    expect(other.table.of('a', [1])).toEqual([])
  })
  expect(other.table.of('a', [1])).toEqual([edit(1, 'new')])
  const failing = store.step('a', async (write) => {
    write({ advert: 2, field: 'version' }, null, edit(2, 'new'))
    await Promise.resolve()
    throw new Error('the disk is full')
  })
  await expect(failing).rejects.toThrow('the disk is full')
  expect([...store.table.pages('a')].flat()).toEqual([edit(1, 'new')])
  expect(store.summary('a')).toMatchObject({ edits: 1, revision: 1 })
})

test('a change after a large one is begun when its log was looked at, and none says that it failed', async () => {
  const { store } = open()
  const put = (value: string) =>
    store.step('a', (write) => {
      for (let advert = 1; advert <= 60; advert += 1)
        write({ advert, field: 'version' }, null, edit(advert, value))
    })
  await Promise.all([
    put('x'.repeat(100_000)),
    put('one'),
    store.move('a', 'undo'),
    store.move('a', 'redo'),
    put('two'),
  ])
  expect(store.summary('a')).toMatchObject({ edits: 60, revision: 5 })
})

test('what a batch holds is brought back by no step', async () => {
  const { store } = open()
  await store.step('a', (write) => write({ advert: 1, field: 'version' }, null, edit(1, 'new')))
  expect(await store.hold('a', 'batch-1', [{ advert: 1, field: 'version' }], 0)).toBe(false)
  expect(store.summary('a')).toMatchObject({ edits: 1, sending: 0, canUndo: true })
  const { revision } = store.summary('a')
  expect(await store.hold('a', 'batch-1', [{ advert: 1, field: 'version' }], revision)).toBe(true)
  expect(store.summary('a')).toMatchObject({ edits: 0, sending: 1, canUndo: false })
  await store.move('a', 'undo')
  expect(store.table.batches('a')).toEqual(['batch-1'])
})

test('an edit that is made again while the ones before it are settled stays', async () => {
  const { context } = (await openApp()).forecourt
  const store = new StagedStore(context.edits)
  const outcomes = function* (): Generator<AdvertOutcome> {
    yield { advert: 1, outcome: 'done' }
    yield { advert: 2, outcome: 'done' }
  }
  const edits = new StagedSettling(context, store, { outcomes }, () => undefined)
  const cellOf = (advert: number) => ({ advert, field: 'version' as const })
  const put = (value: string, held: Promise<undefined> | null) =>
    store.step('a', async (write) => {
      if (held) await held
      for (const advert of [1, 2]) write(cellOf(advert), null, edit(advert, value))
    })
  await put('sent', null)
  await store.hold('a', 'batch-1', [cellOf(1)], store.summary('a').revision)
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const anew = put('newer', promise)
  const settling = [edits.settleBatches('a'), edits.noteWritten('a', 2, { auto_id: 2, version: 'sent' })]
  await setImmediate()
  resolve(undefined)
  await Promise.all([anew, ...settling])
  expect(store.table.of('a', [1, 2]).map(({ value, seen }) => [value, seen])).toEqual([
    ['newer', 'old'],
    ['newer', 'old'],
  ])
})

/** Turns of the event loop while `work` ran: in each, main can answer another call. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const count = async (): Promise<void> => {
    for (; !isOver; turns++) await setImmediate()
  }
  const counting = count()
  await work()
  isOver = true
  await counting
  return turns
}

test('all that no batch holds is dropped in many turns, in no other account, and comes back as it was', async () => {
  const { store } = open()
  const price = (advert: number): StagedEdit => ({
    ...edit(advert, 10_000.5),
    field: 'price',
    currency: 2,
    seen: null,
    seenCurrency: 1,
  })
  const adverts = Array.from({ length: 5_000 }, (_, at) => at + 1)
  const edits = adverts.flatMap((advert) => [edit(advert, `"x", №${advert}`), price(advert)])
  for (const account of ['a', 'b'])
    await store.step(account, (write) => {
      for (const each of edits) write(each, null, each)
    })
  await store.hold('a', 'batch-1', [{ advert: 7, field: 'price' }], store.summary('a').revision)
  const before = [...store.table.pages('a')].flat()
  expect(await turnsOf(() => store.dropUnsent('a'))).toBeGreaterThan(5)
  expect([...store.table.pages('a')].flat()).toEqual([{ ...price(7), batch: 'batch-1' }])
  expect([...store.table.pages('b')].flat()).toHaveLength(edits.length)
  await store.move('a', 'undo')
  expect([...store.table.pages('a')].flat()).toEqual(before)
  await store.move('a', 'redo')
  expect(store.summary('a')).toMatchObject({ edits: 0, sending: 1, canUndo: true, canRedo: false })
})

test('to drop a few tells their adverts, many as many, and none is no step', async () => {
  const { store } = open()
  expect(await store.dropUnsent('a')).toEqual([])
  expect(store.summary('a').canUndo).toBe(false)
  const put = (count: number) =>
    store.step('a', (write) => {
      for (let advert = 1; advert <= count; advert++)
        write({ advert, field: 'version' }, null, edit(advert, 'new'))
    })
  await put(3)
  expect(await store.dropUnsent('a')).toEqual([1, 2, 3])
  await put(501)
  expect(await store.dropUnsent('a')).toBeNull()
})

test('the log of changes is written back after a large one, and begins again', async () => {
  const { store, path } = open()
  const cells = Array.from({ length: 2_000 }, (_, at) => ({ advert: at + 1, field: 'version' as const }))
  const sizes: number[] = []
  for (const text of ['a', 'b', 'c', 'd']) {
    await store.step('a', (write) => {
      for (const cell of cells) write(cell, null, edit(cell.advert, text.repeat(4_000)))
    })
    sizes.push(statSync(`${path}-wal`).size)
  }
  expect(sizes[3]).toBeLessThan(1.5 * (sizes[0] ?? 0))
})
