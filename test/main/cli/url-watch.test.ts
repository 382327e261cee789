import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import { outputTo } from '../../../src/main/cli/output.ts'
import { UrlWatch } from '../../../src/main/cli/watch/watch-url.ts'
import { feedAddress } from '../../../src/main/feeds/feed-address.ts'
import { FeedMemory } from '../../../src/main/feeds/feed-state.ts'
import { folderOfTest } from '../../folders.ts'

const address = feedAddress('https://dealer.ua/stock.xml?token=t0ken')
const minute = 60_000
let folder: string

beforeEach(() => {
  folder = folderOfTest()
  vi.useFakeTimers({ now: Date.parse('2026-11-21T02:00:00Z'), toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

/** A watch that begins with what an earlier one noted. @param fetch what the address does */
function watchOn(fetch: () => Promise<null>) {
  let said = ''
  const watch = new UrlWatch({
    address,
    client: { fetch },
    memory: new FeedMemory(folder, address, ['account', 'true']),
    files: { take: () => Promise.reject(new Error('nothing was fetched')) },
    journal: { newestOf: () => null, newestNamed: () => null },
    accountId: 'account',
    commit: true,
    plansAgain: false,
    every: 60 * minute,
    asJson: true,
    output: outputTo({ out: (text) => (said += text), err: (text) => (said += text), live: false }),
  })
  return { watch, said: () => said }
}

const unchanged = () => Promise.resolve(null)
const failing = (details: Fault['details']) => () => Promise.reject(new Fault('fetch', details))

it('waits for the rest of its pause if the program is started again', async () => {
  const first = watchOn(unchanged)
  expect(first.watch.startMs).toBe(0)
  expect(await first.watch.take()).toBe(0)
  expect(first.watch.pauseMs).toBe(60 * minute)
  vi.setSystemTime(Date.now() + 20 * minute)
  const second = watchOn(unchanged)
  expect(second.watch.startMs).toBe(40 * minute)
  // Silence would look like a program that hangs.
  second.watch.sayStart()
  expect(second.said()).toMatch(/Next try: .*2026/)
  vi.setSystemTime(Date.now() + 60 * minute)
  expect(watchOn(unchanged).watch.startMs).toBe(0)
  // A clock that was put back by years.
  vi.setSystemTime(0)
  expect(watchOn(unchanged).watch.startMs).toBe(60 * minute)
})

it('tries again sooner after a failure, with growing pauses, and at once if it is started again', async () => {
  const { watch, said } = watchOn(failing({ reason: 'timeout', address: address.shown }))
  const pauses: number[] = []
  for (let count = 0; count < 5; count++) {
    expect(await watch.take()).toBe(1)
    pauses.push(watch.pauseMs / minute)
    vi.setSystemTime(Date.now() + watch.pauseMs)
  }
  expect(pauses).toEqual([5, 10, 20, 40, 60])
  expect(said()).toContain('did not send its table in time')
  expect(said()).toContain('"next":"2026-11-21T02:05:00.000Z"')
  expect(said()).not.toContain('t0ken')
  expect(watchOn(unchanged).watch.startMs).toBe(0)
})

it('is never earlier than the address asks for, also when the program is started again', async () => {
  const { watch } = watchOn(
    failing({ reason: 'status', status: 503, address: address.shown, seconds: 7_200 }),
  )
  await watch.take()
  expect(watch.pauseMs).toBe(120 * minute)
  const again = watchOn(unchanged).watch
  expect(again.startMs).toBe(120 * minute)
  vi.setSystemTime(Date.now() + 120 * minute)
  expect(again.startMs).toBe(0)
})
