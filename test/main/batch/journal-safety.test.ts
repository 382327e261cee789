import { RowPicker } from '../../../src/main/batch/sending/rows-aside.ts'
import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { lockEngine } from '../../../src/main/batch/sending/recovery.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { car, openDealership, planned, source, type Dealership } from './dealership.ts'
import { eventually } from '../../eventually.ts'
import { beginClaim } from '../../../src/main/batch/journal/claims.ts'

let shop: Dealership
beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

const file = (name: string): string => join(shop.dataDir, name)
const creates = [2, 3].map((line) => planned(line, 'create', car({ price: 20_000 + line })))
const plan = async (): Promise<string> => (await shop.batches.planner.plan(source(shop.userId), creates)).id
const slow = '{"error":{"code":"OVER_RATE_LIMIT","message":"slow"}}'

test('a row whose request no longer has its fingerprint is not sent, and told', async () => {
  const id = await plan()
  const journal = shop.batches.recovery.ensureLock()
  journal.db.exec(`DROP TRIGGER rows_frozen;
    UPDATE rows SET payload = replace(payload, '20002', '90002') WHERE line = 2`)
  await shop.batches.control.send(id)
  await shop.batches.control.idle()
  const { rows } = shop.batches.reader.rows(id, null, 0, 5)
  expect(rows.map(({ state, errorCode }) => [state, errorCode])).toEqual([
    ['failed', 'payload-altered'],
    ['done', null],
  ])
  expect(rows[0]?.errorWords).toContain('no longer what was checked')
  expect((await shop.control.ledger()).map(({ params }) => params.price)).toEqual(['20003'])
})

test('an engine whose lock was removed claims nothing more once another has the folder', async () => {
  const id = await plan()
  const first = shop.batches
  const mine = first.recovery.ensureLock()
  rmSync(file('engine.lock'))
  const second = new Journal(file('journal.db'), systemClock)
  const lock = lockEngine(shop.dataDir, 'second', 'now')
  second.mark.begin()
  expect(() => first.recovery.ensureLock()).toThrow(expect.objectContaining({ code: 'engine-taken' }))
  const seq = second.tables.batches.get(id).seq
  const row = new RowPicker(second.tables.picks, seq).pick({ but: new Set(), creates: true, others: true })
  expect(() => row && beginClaim(mine, { row, sent: row.write }, null)).toThrow('engine-taken')
  await expect(first.control.send(id)).rejects.toMatchObject({ code: 'engine-taken' })
  expect(row && beginClaim(second, { row, sent: row.write }, null)).not.toBeNull()
  second.close()
  lock.release()
  expect(await shop.control.ledger()).toEqual([])
})

test('an engine writes to the file that is in the journal’s place, whichever it opened', async () => {
  const id = await plan()
  await shop.batches.close(0)
  const idle = new Journal(file('journal.db'), systemClock)
  const other = new Journal(file('journal.db'), systemClock)
  other.replaceBy(other.backups.newest())
  other.close()
  const { recovery, control } = await shop.restart({ journal: idle })
  expect(recovery.ensureLock().tables.sources.list('dealer')).toEqual([])
  await control.send(id)
  await control.idle()
  const now = new DatabaseSync(file('journal.db'), { readOnly: true })
  expect(now.prepare('SELECT claims FROM identity').get()).toEqual({ claims: 2 })
  now.close()
})

test('an engine that is sending when its lock is taken stops, and writes no more of the batch', async () => {
  const id = await plan()
  await shop.control.addFault({ kind: 'delay', path: '/auto/new/autos', ms: 400, count: 1 })
  await shop.batches.control.send(id)
  await eventually(() => expect(shop.batches.reader.get(id).counts.sending).toBe(1))
  rmSync(file('engine.lock'))
  const second = new Journal(file('journal.db'), systemClock)
  second.recover()
  second.mark.begin()
  await shop.batches.control.idle()
  expect(await shop.control.ledger()).toHaveLength(1)
  expect(second.tables.batches.get(id).batch.counts).toMatchObject({ inDoubt: 1, planned: 1 })
  second.close()
})

test('a journal that another program locks is waited for', async () => {
  const id = await plan()
  shop.batches.recovery.ensureLock().db.exec('PRAGMA busy_timeout = 50')
  await shop.batches.control.send(id)
  const other = new DatabaseSync(file('journal.db'))
  other.exec('PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE')
  await new Promise((resolve) => setTimeout(resolve, 400))
  other.exec('COMMIT')
  other.close()
  await shop.batches.control.idle()
  expect(shop.batches.reader.get(id)).toMatchObject({ state: 'finished', counts: { done: 2 } })
  expect(await shop.control.ledger()).toHaveLength(2)
})

test('what the service asked to wait holds over a pause, a restart and another batch', async () => {
  const id = await plan()
  const path = '/auto/new/autos'
  await shop.control.addFault({ kind: 'status', status: 429, path, retryAfter: 600, body: slow, count: 1 })
  await shop.batches.control.send(id)
  await eventually(() => expect(shop.batches.reader.get(id).state).toBe('waiting'))
  shop.batches.control.pause(id)
  await shop.batches.control.idle()
  const { control, reader, planner } = await shop.restart()
  const other = await planner.plan(source(shop.userId), [planned(2, 'create', car({ price: 5 }))])
  for (const batch of [id, other.id]) {
    await control.send(batch)
    await eventually(() => expect(reader.get(batch)).toMatchObject({ state: 'waiting' }))
    expect(Date.parse(reader.get(batch).wakesAt ?? '') - Date.now()).toBeGreaterThan(500_000)
    control.pause(batch)
    await control.idle()
  }
  expect(await shop.control.ledger()).toHaveLength(1)
})

test('a clock that is set back makes the wait no longer than the service asked for', () => {
  const { holds } = shop.batches.recovery.ensureLock().tables
  const day = 86_400_000
  holds.set('a', 10 * day, 10 * day + 60_000)
  expect(holds.until('a', 7 * day)).toBe(7 * day + 60_000)
  expect(holds.until('a', 10 * day + 20_000)).toBe(10 * day + 60_000)
  expect(holds.until('a', 10 * day + 2 * 3_600_000)).toBeNull()
  expect(holds.until('b', 0)).toBeNull()
})
