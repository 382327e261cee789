import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Batch } from '#shared/batch/row.ts'
import { ended, newVehicles, openCounter, type Counter, type Printed, type Ran } from './counter.ts'
import { eventually } from '../../eventually.ts'
import { wholeTest } from '../../whole.ts'

let counter: Counter

beforeEach(async () => {
  counter = await openCounter()
})
afterEach(() => counter.close())

const printed = ({ out }: Ran): Printed => JSON.parse(out) as Printed
const created = async (): Promise<(string | undefined)[]> =>
  (await counter.control.ledger()).filter(({ method }) => method === 'POST').map(({ params }) => params.price)
const imported = (name: string, prices: readonly number[], ...options: string[]): Promise<Ran> =>
  counter.run('import', counter.file(name, newVehicles(prices)), '--json', ...options)

/** State of each row, and the codes of its problems. */
const states = (ran: Ran) =>
  printed(ran).rows.map(({ state, problems }) => [state, ...problems.map(({ code }) => code)])

it.each([
  ['the same file', 'new.csv'],
  ['another file', 'other.csv'],
])('sends nothing of creates that were sent before, of %s', async (_what, name) => {
  expect((await imported('new.csv', [1, 2], '--commit')).code).toBe(0)
  const again = await imported(name, [2, 3, 1], '--commit', '--yes')
  expect(again.code).toBe(1)
  expect(again.err).toContain('2 rows were sent before')
  expect(again.err).toContain('--new-only')
  expect(states(again)).toEqual([['invalid', 'sent-before'], ['planned'], ['invalid', 'sent-before']])
  expect(printed(again)).toMatchObject({ batch: '', counts: { planned: 1, invalid: 2, done: 0 } })
  expect(await created()).toEqual(['20001', '20002'])
  const dry = await imported(name, [2, 3, 1])
  expect([dry.code, states(dry)]).toEqual([1, states(again)])
})

it('sends just the others with --new-only, and all with --again', async () => {
  await imported('new.csv', [1, 2], '--commit')
  const others = await imported('more.csv', [2, 3, 1], '--commit', '--new-only')
  expect(others.code).toBe(0)
  expect(printed(others).counts).toMatchObject({ done: 1, skipped: 2, invalid: 0 })
  expect(await created()).toEqual(['20001', '20002', '20003'])
  const all = await imported('more.csv', [2, 3, 1], '--commit', '--again')
  expect([all.code, printed(all).counts.done]).toEqual([0, 3])
  expect(await created()).toEqual(['20001', '20002', '20003', '20002', '20003', '20001'])
  expect((await imported('more.csv', [1], '--new-only', '--again')).code).toBe(2)
  expect((await imported('more.csv', [2, 3, 1], '--new-only')).code).toBe(0)
})

wholeTest('knows creates that are in doubt', async () => {
  await counter.control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 1 })
  const first = await imported('new.csv', [1], '--commit')
  expect(printed(first).counts.inDoubt).toBe(1)
  expect(states(await imported('again.csv', [1], '--commit'))).toEqual([['invalid', 'sent-before']])
  expect(await created()).toEqual(['20001'])
})

it('names the batch to resume after a kill, instead of sending twice', async () => {
  await counter.control.addFault({
    kind: 'never-answer',
    method: 'POST',
    afterCommit: true,
    skip: 1,
    count: 1,
  })
  const path = counter.file('new.csv', newVehicles([1, 2, 3]))
  const sending = counter.begin('import', path, '--commit')
  await eventually(async () => expect(await created()).toHaveLength(2))
  sending.kill('SIGKILL')
  await ended(sending)
  const again = await imported('new.csv', [1, 2, 3], '--commit')
  expect(again.code).toBe(1)
  expect(again.err).toMatch(/Continue with “resume \S+”/)
  expect(states(again)).toEqual([1, 2, 3].map(() => ['invalid', 'sent-before']))
  expect((await imported('new.csv', [1, 2, 3], '--commit', '--new-only')).code).toBe(0)
  expect(await created()).toEqual(['20001', '20002'])
  const [, batch = ''] = /resume (\S+)”/.exec(again.err) ?? []
  await counter.run('resume', batch)
  expect(await created()).toEqual(['20001', '20002', '20003'])
})

it('holds back edits only while their file waits in a batch', async () => {
  const own = await fetch(
    `${counter.sandbox.baseUrl}/auto/new/autos?api_key=${counter.sandbox.key}&user_id=${counter.sandbox.userId}`,
  )
  const { active } = (await own.json()) as { active: number[] }
  const rows = active.slice(0, 2).map((id) => `${id},USD,${id}`)
  const path = counter.file('edits.csv', `auto_id,currency_id,price\n${rows.join('\n')}\n`)
  const send = () => counter.run('import', path, '--commit', '--yes', '--json')
  await counter.control.addFault({ kind: 'status', status: 429, method: 'PUT', count: 2 })
  await send()
  const { batches } = JSON.parse((await counter.run('batches', '--json')).out) as { batches: Batch[] }
  expect(batches[0]?.counts.planned).toBe(2)
  const again = await send()
  expect([again.code, states(again)]).toEqual([
    1,
    rows.map(() => ['invalid', 'advert-not-cached', 'sent-before']),
  ])
  expect(again.err).toContain(`resume ${batches[0]?.id}`)
  expect((await counter.run('resume')).code).toBe(0)
  expect((await send()).code).toBe(0)
})
