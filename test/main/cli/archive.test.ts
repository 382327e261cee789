import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Batch } from '#shared/batch/row.ts'
import { newVehicles, openCounter, type Counter, type Printed, type Ran } from './counter.ts'

let counter: Counter
beforeEach(async () => {
  counter = await openCounter()
})
afterEach(() => counter.close())

const imported = (name: string, prices: readonly number[], ...options: string[]): Promise<Ran> =>
  counter.run('import', counter.file(name, newVehicles(prices)), '--json', ...options)
const idOf = ({ out }: Ran): string => (JSON.parse(out) as Printed).batch
const archiveAll = () => counter.run('batches', '--archive', '--older-than', '0', '--json')

it('archives old batches, lists them, and still refuses to send the same file again', async () => {
  const id = idOf(await imported('new.csv', [1, 2], '--commit'))
  const before = await counter.run('report', id, counter.path('before.csv'))
  expect(before.code).toBe(0)
  const { code, out } = await archiveAll()
  expect([code, JSON.parse(out)]).toEqual([0, { olderThanDays: 0, archived: [id], staying: [] }])
  const list = async (...options: string[]) =>
    JSON.parse((await counter.run('batches', '--json', ...options)).out) as { batches: Batch[] }
  expect((await list()).batches).toEqual([])
  expect((await list('--archived')).batches).toMatchObject([{ id, counts: { done: 2 } }])
  expect((await list('--archived')).batches[0]?.archivedAt).toMatch(/^20/)
  expect((await counter.run('batches', '--archived')).out).toContain('new.csv')

  const again = await imported('new.csv', [1, 2], '--commit', '--yes')
  expect(again.code).toBe(1)
  expect(again.out).toContain('sent-before')
  expect((await counter.control.ledger()).filter(({ method }) => method === 'POST')).toHaveLength(2)

  expect((await counter.run('report', id, counter.path('after.csv'))).code).toBe(0)
  expect(readFileSync(counter.path('after.csv'))).toEqual(readFileSync(counter.path('before.csv')))
  for (const file of readdirSync(join(counter.dataDir, 'archive')))
    expect(readFileSync(join(counter.dataDir, 'archive', file)).includes(counter.sandbox.key)).toBe(false)
})

it('says that an archived batch is not undone or sent, and how to go on', async () => {
  const id = idOf(await imported('new.csv', [1], '--commit'))
  await archiveAll()
  for (const command of [
    ['undo', id],
    ['resume', id],
    ['settle', id],
  ]) {
    const { code, err } = await counter.run(...command)
    expect([command[0], code]).toEqual([command[0], 2])
    expect(err).toContain('in the archive')
    expect(err).toContain('save its report')
  }
})

it('takes batches that ended 90 days ago unless it is told otherwise, and says which stay', async () => {
  await counter.control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 1 })
  const id = idOf(await imported('new.csv', [1], '--commit'))
  expect((await counter.run('batches', '--archive')).err).toContain('0 batches were archived')
  const { out, err } = await archiveAll()
  expect(JSON.parse(out)).toEqual({ olderThanDays: 0, archived: [], staying: [id] })
  expect(err).toContain(id)
})

it('takes its options in a useful way only', async () => {
  expect((await counter.run('batches', '--older-than', '3')).code).toBe(2)
  expect((await counter.run('batches', '--archive', '--archived')).code).toBe(2)
  expect((await counter.run('batches', '--archive', '--older-than', 'x')).code).toBe(2)
  expect((await counter.run('batches', '--archived')).err).toContain('no archived batches')
})
