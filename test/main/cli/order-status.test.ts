import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { ended, openCounter, type Ran } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter(60))

const run = (...argv: string[]): Promise<Ran> => counter.run('order-status', ...argv)
const sent = async () => (await counter.control.requests())['PUT /ria/basket/orders'] ?? 0
/** Each command opens the app anew. */
const slow = { timeout: 120_000 }

const fault = { method: 'PUT', path: '/ria/basket/orders' } as const

it('shows old → new and sends nothing; with --commit sends it once, and reads it again', slow, async () => {
  const { order_id: id } = await counter.control.putOrder({ status: 0 })
  const shown = await run(String(id), 'выполненные')
  expect([shown.code, shown.out]).toEqual([
    0,
    `${id}\tNew or not completed (Новые и Невыполненные) → Completed (Выполненные)\n`,
  ])
  expect(await sent()).toBe(0)
  const set = await run(String(id), '1', '--commit', '--json')
  expect(set.code).toBe(0)
  expect(JSON.parse(set.out)).toMatchObject({ orderId: id, before: 0, after: 1, state: 'done', shown: 1 })
  expect((await run(String(id), '1', '--commit')).err).toContain('already')
  expect(await sent()).toBe(1)
  // What a colleague set since this desk read it is no longer what its person saw, until it is said.
  await counter.control.putOrder({ order_id: id, status: 2 })
  const moved = await run(String(id), '0', '--commit')
  expect([moved.code, moved.out, moved.err]).toEqual([
    1,
    expect.stringContaining('Completed (Выполненные) → New or not'),
    expect.stringContaining('changed meanwhile; it is now'),
  ])
  expect(await sent()).toBe(1)
  expect((await run('7', '1', '--commit')).code).toBe(2)
  const all = await run(String(id), '4', '--commit')
  expect([all.code, all.err]).toEqual([2, expect.stringContaining('6 Deleted (Удаленные)')])
  expect(all.err).not.toContain('Все')
  expect(await sent()).toBe(1)
})

it('a service that takes no status is said in words, and not asked again', slow, async () => {
  const { order_id: id } = await counter.control.putOrder({ status: 0 })
  await counter.control.setModes({ off: { 'PUT /ria/basket/orders': 404 } })
  const first = await run(String(id), '2', '--commit')
  const second = await run(String(id), '2', '--commit')
  for (const { code, err } of [first, second])
    expect([code, err]).toEqual([2, expect.stringContaining('doesn’t take order statuses')])
  expect(await sent()).toBe(1)
  // Nor does it say that --commit would set it, or read the orders for that.
  await counter.control.clearRequests()
  const planned = await run(String(id), '2')
  expect([planned.code, planned.out, planned.err]).toEqual([
    2,
    '',
    expect.stringContaining('doesn’t take order statuses'),
  ])
  expect(await counter.control.requests()).toEqual({})
})

it('killed before the answer: not sent again, and settled by what the order shows', slow, async () => {
  const { order_id: id } = await counter.control.putOrder({ status: 0 })
  await counter.control.addFault({ ...fault, kind: 'never-answer' })
  const command = counter.begin('order-status', String(id), '2', '--commit')
  const end = ended(command)
  await vi.waitFor(async () => expect(await sent()).toBe(1), { timeout: 60_000 })
  command.kill('SIGKILL')
  await end
  await counter.control.clearFaults()
  const again = await run(String(id), '1', '--commit')
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('not confirmed yet')])
  expect(await sent()).toBe(1)
  await counter.control.putOrder({ order_id: id, status: 2 })
  const settled = await run(String(id), '2', '--commit')
  expect(settled.err).toContain('already')
  // What that reading settled is told, too.
  expect(settled.err).toContain(`Order ${id}, sent earlier: The status is set.`)
  expect(await sent()).toBe(1)
  expect((await run(String(id), '1', '--commit')).code).toBe(0)
  expect(await sent()).toBe(2)
})

it('nothing of the buyer comes into the log or the journal, whatever the service answers', async () => {
  const { order_id: id } = await counter.control.putOrder({ status: 0 })
  const body = JSON.stringify({ error: { code: 'BAD', message: 'order of Марічка Унікальна, 0671112233' } })
  await counter.control.addFault({ ...fault, kind: 'status', status: 422, body })
  expect((await run(String(id), '2', '--commit')).code).toBe(1)
  for (const file of ['journal.db', 'journal.db-wal', 'logs/forecourt.log'])
    expect(contentOf(file)).not.toMatch(/Марічка|0671112233/)
})

function contentOf(file: string): string {
  try {
    return readFileSync(counter.path(`data/${file}`), 'utf8')
  } catch {
    return ''
  }
}
