import { expect, onTestFinished, test } from 'vitest'
import { followCalls } from '../../../src/main/demand/calls/follow-calls.ts'
import { running } from '../../sandbox/running.ts'
import { assembledIn } from '../assembled.ts'
import { eventually } from '../../eventually.ts'
import { folderOfTest } from '../../folders.ts'

const address = '/auto/new/calls_stat'
const minute = 60_000
const hour = 60 * minute

/** The whole of main on a sandbox that runs; time passes by `pass`, in ms. */
async function following() {
  const { sandbox, control } = await running({ adverts: 20 })
  const dataDir = folderOfTest()
  const forecourt = assembledIn(dataDir, {
    overrides: { baseUrl: sandbox.baseUrl, userId: sandbox.userId, key: sandbox.key },
  })
  const state = { passed: 0, paused: false }
  const waits: (() => void)[] = []
  const loop = followCalls(forecourt.context, forecourt.buyerCalls, {
    clock: {
      now: () => Date.now() + state.passed,
      async sleep(_ms, signal) {
        await new Promise<void>((resolve) => {
          waits.push(resolve)
          signal?.addEventListener('abort', () => resolve(), { once: true })
        })
      },
    },
    isPaused: () => state.paused,
  })
  onTestFinished(async () => {
    loop.end()
    await forecourt.close()
  })
  const pass = async (ms: number): Promise<void> => {
    await eventually(() => expect(waits.length).toBeGreaterThan(0))
    state.passed += ms
    for (const resume of waits.splice(0)) resume()
    await eventually(() => expect(waits.length).toBeGreaterThan(0))
  }
  const asked = async (): Promise<number> => (await control.requests())[`GET ${address}`] ?? 0
  return { control, forecourt, state, pass, asked }
}

test('calls are read once an hour, after the dealer read them first, and not while that is paused', async () => {
  const { forecourt, state, pass, asked } = await following()
  await pass(2 * hour)
  expect(await asked()).toBe(0)
  await forecourt.buyerCalls.refresh()
  await pass(50 * minute - state.passed)
  expect(await asked()).toBe(1)
  state.paused = true
  await pass(hour)
  expect(await asked()).toBe(1)
  state.paused = false
  await pass(minute)
  expect(await asked()).toBe(2)
})

test('a reading in the background takes a tenth of the quota at most', async () => {
  const { forecourt, state, pass, asked } = await following()
  forecourt.context.settings.change({ quota: { perHour: null, perMonth: 720 } })
  await forecourt.buyerCalls.refresh()
  // A tenth of 720 calls a month is one in ten hours.
  for (let hours = 1; hours < 9; hours += 1) await pass(hour)
  expect(state.passed).toBe(8 * hour)
  expect(await asked()).toBe(1)
  await pass(3 * hour)
  expect(await asked()).toBe(2)
})

test('a service that told nothing of calls is asked by nobody any more', async () => {
  const { control, forecourt, pass, asked } = await following()
  await forecourt.buyerCalls.refresh()
  await control.setModes({ off: { [address]: 404 } })
  expect(await forecourt.buyerCalls.refresh()).toMatchObject({ missing: true, failure: null })
  expect(await asked()).toBe(2)
  await expect(forecourt.buyerCalls.read('interactive')).rejects.toMatchObject({ code: 'demand-missing' })
  for (let hours = 0; hours < 3; hours += 1) await pass(hour)
  expect(await asked()).toBe(2)
})
