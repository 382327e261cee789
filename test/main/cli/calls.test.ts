import { expect, test } from 'vitest'
import { openCounter, type Ran } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter(60))

interface Calls {
  readonly calls: readonly Readonly<Record<string, string | number | null>>[]
  readonly unread: unknown
}
const callsOf = ({ out, err }: Ran): Calls => {
  if (out.startsWith('{"error":')) throw new Error(err)
  return JSON.parse(out) as Calls
}
const path = '/auto/new/calls_stat'
const asked = async (): Promise<number> => (await counter.control.requests())[`GET ${path}`] ?? 0
const dayBack = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

test('calls are listed, the newest first, with the service’s fields and their status in lower case', async () => {
  const since = dayBack(60)
  const ran = await counter.run('calls', '--since', since, '--json')
  expect(ran.code).toBe(0)
  const { calls, unread } = callsOf(ran)
  expect(unread).toBeNull()
  expect(calls.length).toBeGreaterThan(100)
  const dates = calls.map(({ date }) => String(date))
  expect(dates).toEqual(dates.toSorted().reverse())
  expect(dates.filter((date) => date < since)).toEqual([])
  expect([...new Set(calls.map(({ status }) => status))].sort()).toEqual([
    'answer',
    'busy',
    'cancel',
    'congestion',
    'failed',
    'noanswer',
  ])
  expect(calls[0]).toHaveProperty('caller_phone')
  expect(await asked()).toBe(1)
  const text = await counter.run('calls')
  expect(text.out.split('\n')[0]).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\t\w+\t067\d+\ttalk \d+ s, ring \d+ s(?:\t|$)/,
  )
})

test('a service without calls is said, ends with 2, and is not asked again for a day', async () => {
  await counter.control.setModes({ off: { [path]: 403 } })
  const first = await counter.run('calls')
  expect(first).toMatchObject({ code: 2, out: '' })
  expect(first.err).toContain('does not give calls')
  await counter.run('calls', '--json')
  expect(await asked()).toBe(1)
  expect((await counter.run('stats', '--saved')).code).toBe(0)
})

test('what is no day is refused before anything is asked', async () => {
  for (const since of ['2026-02-30', dayBack(-2)])
    for (const command of ['calls', 'orders'])
      expect(await counter.run(command, '--since', since)).toMatchObject({
        code: 2,
        err: expect.stringContaining(since) as string,
      })
  expect(await asked()).toBe(0)
})
