import { readFileSync } from 'node:fs'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Order, SandboxControl } from '../../sandbox/sandbox-control.ts'
import { ended, openCounter, type Ran } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter(400))
let control: SandboxControl

beforeEach(() => {
  control = counter.control
})

const run = (...argv: string[]): Promise<Ran> => counter.run(...argv)

it("prints the contract's fields and each status's name", async () => {
  const { code, out } = await run('orders', '--json')
  expect(code).toBe(0)
  const printed = JSON.parse(out) as { total: number; orders: Record<string, unknown>[] }
  const { total, orders } = printed
  expect(orders).toHaveLength(total)
  expect(printed).toMatchObject({ received: total, complete: true })
  expect(Object.keys(orders[0] ?? {})).toEqual(
    expect.arrayContaining([
      'order_id',
      'status',
      'total_order_sum',
      'created_at',
      'recipient',
      'delivery',
      'items',
      'statusName',
    ]),
  )
})

it('ends with 1 and says what it could not read of the list, here and in the log', async () => {
  const orders = [{ order_id: 1 }, { order_id: 'x2', recipient: { phone: '0671234567' } }, {}]
  await control.addFault({
    kind: 'status',
    status: 200,
    body: JSON.stringify({ status: true, total: 3, orders }),
    path: '/ria/basket/orders/',
  })
  const { code, out, err } = await run('orders', '--json')
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject({ total: 3, received: 1, complete: false, unread: { count: 2 } })
  expect(err).toMatch(/2 orders could not be read.*1\.order_id.*"x2"/)
  const log = readFileSync(counter.path('data/logs/forecourt.log'), 'utf8')
  expect(log).toContain('"path":"2.order_id"')
})

it('ends with 1 and says so if fewer orders came than the service counts', async () => {
  const whole = JSON.parse((await run('orders', '--json')).out) as { total: number }
  await control.addFault({ kind: 'short-list', keep: 3, path: '/ria/basket/orders/' })
  const { code, out, err } = await run('orders', '--json')
  expect(code).toBe(1)
  const { orders, ...told } = JSON.parse(out) as { orders: unknown[] }
  expect(told).toEqual({ total: whole.total, received: 3, complete: false, unread: null })
  expect(orders).toHaveLength(3)
  expect(err).toContain(`3 of ${whole.total} orders`)
  expect((await run('orders')).code).toBe(1)
})

it('prints those since a day and those with a status, by its number or its name; "all" is no filter', async () => {
  const listed = async (...argv: string[]) =>
    (JSON.parse((await run('orders', '--json', ...argv)).out) as { orders: Order[] }).orders
  const all = await listed()
  const since = all[5]?.created_at.slice(0, 10) ?? ''
  const days = all.map(({ created_at }) => created_at.slice(0, 10))
  expect(await listed('--since', since)).toHaveLength(days.filter((day) => day >= since).length)
  const written = since.split('-').toReversed().join('.')
  expect(await listed('--since', written)).toEqual(await listed('--since', since))
  const done = all.filter(({ status }) => status === 1)
  expect(await listed('--status', '1')).toEqual(done)
  expect(await listed('--status', 'выполненные')).toEqual(done)
  expect(await listed('--status', '4')).toHaveLength(all.length)
  // By which words a status is shown, and by which it is chosen.
  expect((await run('orders', '--status', '1')).out).toContain('Completed (Выполненные)')
  const none = await run('orders', '--status', 'нема')
  expect([none.code, none.err]).toMatchObject([2, expect.stringContaining('1 Completed (Выполненные)')])
  expect((await run('orders', '--since', '2026-02-30')).code).toBe(2)
  expect((await run('orders', '--watch', '--status', '1')).code).toBe(2)
})

it('--watch prints a line of JSON for each change since the last watch, and ends with 0 when it is asked to', async () => {
  await run('orders')
  const watch = async (until: RegExp, signal: NodeJS.Signals) => {
    const watching = counter.begin('orders', '--watch')
    let out = ''
    watching.stdout?.on('data', (piece: Buffer) => (out += piece.toString()))
    await vi.waitFor(() => expect(out).toMatch(until), { timeout: 60_000, interval: 100 })
    watching.kill(signal)
    expect(await ended(watching)).toBe(0)
    return out
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  }
  // The first watch of the account begins with what it finds itself.
  const first = await control.putOrder({})
  expect(await watch(/came/, 'SIGTERM')).toMatchObject([{ orderId: first.order_id, kind: 'came', status: 0 }])
  const second = await control.putOrder({ order_id: first.order_id, status: 1 })
  await run('orders')
  const [line, ...more] = await watch(/status/, 'SIGINT')
  expect(line).toMatchObject({ orderId: second.order_id, kind: 'status', before: 0, after: 1 })
  expect(line?.change).toBeGreaterThan(0)
  expect(more).toEqual([])
})

it('--watch ends when nothing reads what it prints', async () => {
  await run('orders')
  await control.putOrder({})
  const watching = counter.begin('orders', '--watch')
  watching.stdout?.destroy()
  expect(await ended(watching)).toBe(0)
})
