import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Batch } from '#shared/batch/row.ts'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { ended, newVehicles, batchesOf, openCounter, type Counter, type Printed } from './counter.ts'
import { eventually } from '../../eventually.ts'
import { spread, wholeTest } from '../../whole.ts'

let counter: Counter

beforeEach(async () => {
  counter = await openCounter()
})
afterEach(() => counter.close())

const committed = async (): Promise<number> =>
  (await counter.control.ledger()).filter((entry) => entry.committed).length
const printed = ({ out }: { out: string }): Printed => JSON.parse(out) as Printed

/** An import whose first row is executed, never answered and then killed; answers the batch's id. */
async function killed(prices: readonly number[]): Promise<string> {
  await counter.control.addFault({ kind: 'never-answer', afterCommit: true, method: 'POST', count: 1 })
  const sending = counter.begin('import', counter.file('new.csv', newVehicles(prices)), '--commit')
  await eventually(async () => expect(await committed()).toBe(1))
  sending.kill('SIGKILL')
  await ended(sending)
  const journal = new DatabaseSync(join(counter.dataDir, 'journal.db'), { readOnly: true })
  const { id } = journal.prepare('SELECT id FROM batches').get() as { id: string }
  journal.close()
  return id
}

it('looks for what is in doubt before it sends again: what is found is not sent a second time', async () => {
  const batch = await killed([20_000])
  const first = await counter.run('settle', batch, '--send-again', '--json')
  expect(printed(first)).toMatchObject({ counts: { done: 1, inDoubt: 0 } })
  expect(first.err).toContain('nothing is sent again')
  await counter.run('settle', batch, '--send-again')
  expect(await committed()).toBe(1)
})

it('says of a row that was answered by a redirect what came, and sends it once', async () => {
  await counter.control.addFault({ kind: 'status', status: 307, body: '', method: 'POST', count: 1 })
  const ran = await counter.run(
    'import',
    counter.file('new.csv', newVehicles([20_000])),
    '--commit',
    '--json',
  )
  expect(printed(ran)).toMatchObject({ counts: { inDoubt: 1 }, rows: [{ state: 'in-doubt' }] })
  expect(printed(ran).rows[0]?.problems).toMatchObject([
    { code: 'moved', message: expect.stringContaining('there was a redirect') as string },
  ])
  expect((await counter.control.ledger()).filter(({ method }) => method === 'POST')).toHaveLength(1)
})

it('sends nothing again that it probably found: a person says first whose it is', async () => {
  await counter.control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 1 })
  const path = counter.file(
    'plain.csv',
    `marka_id,model_id,base_id,equip_id,currency_id,price\n${fourCells()},USD,20000\n`,
  )
  const { batch } = printed(await counter.run('import', path, '--commit', '--json'))
  const made = (await counter.control.ledger())[0]?.autoId ?? 0
  const looked = await counter.run('settle', batch)
  expect([looked.code, looked.out]).toEqual([1, expect.stringContaining(`Probably ${made}: is it yours?`)])
  const again = await counter.run('settle', batch, '--send-again', '--json')
  expect(printed(again)).toMatchObject({ counts: { done: 0, inDoubt: 1 } })
  expect(again.err).toContain(`settle ${batch} --bind LINE=ID`)
  expect(await committed()).toBe(1)
  const other = await counter.run('settle', batch, '--not-mine', '2', '--json')
  expect([other.code, printed(other)]).toMatchObject([0, { counts: { done: 1, inDoubt: 0 } }])
  expect(await committed()).toBe(2)
})

it('leaves a row out that never arrived, by its line or with all others, and lets its car be imported again', async () => {
  const file = counter.file('new.csv', newVehicles([20_000, 21_000]))
  await counter.control.addFault({ kind: 'drop-before', method: 'POST', count: 2 })
  const { batch } = printed(await counter.run('import', file, '--commit', '--json'))
  expect((await counter.run('settle', batch, '--never-made', 'two')).err).toContain('all=N')
  for (const other of [
    ['--send-again'],
    ['--not-mine', '2'],
    ['--bind', '2=1'],
    ['--keep', '2'],
    ['--overwrite', '2'],
  ])
    expect((await counter.run('settle', batch, '--never-made', '2', ...other)).code, other[0]).toBe(2)
  const one = await counter.run('settle', batch, '--never-made', '2', '--json')
  expect([one.code, printed(one)]).toMatchObject([1, { counts: { skipped: 1, inDoubt: 1 } }])
  expect((await counter.run('settle', batch, '--never-made', 'all=2')).code).toBe(2)
  const all = await counter.run('settle', batch, '--never-made', 'all=1', '--json')
  expect(printed(all).counts).toMatchObject({ skipped: 2, inDoubt: 0 })
  const again = await counter.run('import', file, '--commit', '--json')
  expect([again.code, printed(again)]).toMatchObject([0, { counts: { done: 2 } }])
  expect(await committed()).toBe(2)
})

wholeTest('sends the row again that a crash left in doubt, and says that it was in doubt', async () => {
  await counter.control.addFault({ kind: 'never-answer', method: 'POST', count: 1 })
  const sending = counter.begin('import', counter.file('new.csv', newVehicles([1, 2, 3])), '--commit')
  await eventually(async () => expect(await counter.control.ledger()).toHaveLength(1))
  sending.kill('SIGKILL')
  await ended(sending)
  const { batches } = JSON.parse((await counter.run('batches', '--json')).out) as {
    batches: { id: string }[]
  }
  const again = await counter.run('settle', batches[0]?.id ?? '', '--send-again', '--json')
  expect(again.err).toContain('1 row stays unconfirmed')
  expect(printed(again)).toMatchObject({ counts: { done: 3, inDoubt: 0, planned: 0 } })
  const prices = (await counter.control.ledger()).map(({ params }) => params.price)
  expect(prices).toEqual(['20001', '20001', '20002', '20003'])
})

wholeTest('sends nothing again where the service could not be asked', async () => {
  const batch = await killed([20_000])
  await counter.control.addFault({ kind: 'status', status: 500, method: 'GET' })
  expect((await counter.run('settle', batch, '--send-again')).code).toBe(2)
  expect(await counter.control.ledger()).toHaveLength(1)
})

it.each(spread(['report', 'batches', 'settle', 'undo'], 1))(
  '%s says what a crash left in doubt',
  async (command) => {
    const batch = await killed([20_000])
    const words =
      command === 'batches' ? [] : command === 'report' ? [batch, counter.path('out.csv')] : [batch]
    expect((await counter.run(command, ...words)).err).toContain('1 row is not confirmed')
    const { batches } = JSON.parse((await counter.run('batches', '--json')).out) as { batches: Batch[] }
    expect(batches[0]?.state).not.toBe('running')
    if (command === 'report')
      expect(readFileSync(counter.path('out.csv'), 'utf8')).toMatch(/^2,create,in-doubt/m)
  },
)

it('leaves a batch alone that another process is sending', async () => {
  await counter.control.addFault({ kind: 'never-answer', method: 'POST', count: 1 })
  const sending = counter.begin('import', counter.file('new.csv', newVehicles([1, 2])), '--commit')
  await eventually(async () => expect(await counter.control.ledger()).toHaveLength(1))
  const { out, err } = await counter.run('batches', '--json')
  expect(err).toBe('')
  expect(JSON.parse(out)).toMatchObject({ batches: [{ state: 'running', counts: { inDoubt: 1 } }] })
  sending.kill('SIGKILL')
  await ended(sending)
})

wholeTest('does not go on with a batch that was cancelled', async () => {
  const body = '{"error":{"code":"API_KEY_DISABLED","message":""}}'
  await counter.control.addFault({ kind: 'status', status: 403, body, method: 'POST', count: 1 })
  const { batch } = printed(
    await counter.run('import', counter.file('new.csv', newVehicles([1])), '--commit', '--json'),
  )
  const batches = batchesOf(counter)
  await batches.control.cancel(batch)
  await batches.close(0)
  const { code, err } = await counter.run('resume', batch)
  expect(code).toBe(2)
  expect(err).toContain('was cancelled')
  expect(JSON.parse((await counter.run('batches', '--json')).out)).toMatchObject({
    batches: [{ state: 'cancelled' }],
  })
})

it.each(spread([false, true], 1))(
  'names the lines that stay in doubt, and what was tried (own list: %s)',
  async (ownList) => {
    if (!ownList)
      await counter.control.addFault({ kind: 'status', status: 404, method: 'GET', path: '/auto/new/autos' })
    await counter.control.addFault({ kind: 'drop-before', method: 'POST', count: 1 })
    const sent = await counter.run(
      'import',
      counter.file('new.csv', newVehicles([1, 2])),
      '--commit',
      '--json',
    )
    const { out } = await counter.run('settle', printed(sent).batch)
    expect(out).toMatch(/^2 {2}create {2}.*not found.*Look for it on the service/m)
    expect(out).not.toMatch(/^3 /m)
    expect(out).toMatch(ownList ? /list of \d+ own adverts, read \d+/ : /searched by .*: [1-9]\d* pages/)
  },
)

it.each(spread(['SIGHUP', 'SIGTERM'] as const, 1))(
  '%s lets the row on the wire come home and pauses the batch',
  async (signal) => {
    await counter.control.addFault({ kind: 'delay', ms: 500, method: 'POST', skip: 1 })
    const file = counter.file('new.csv', newVehicles([1, 2, 3, 4, 5, 6, 7, 8]))
    const sending = counter.begin('import', file, '--commit')
    await eventually(async () => expect((await committed()) > 0).toBe(true))
    sending.kill(signal)
    expect(await ended(sending)).toBe(1)
    const { batches } = JSON.parse((await counter.run('batches', '--json')).out) as { batches: Batch[] }
    expect(batches).toMatchObject([{ state: 'paused', pauseReason: 'person', counts: { inDoubt: 0 } }])
    expect(batches[0]?.counts.done).toBe(await committed())
  },
)
