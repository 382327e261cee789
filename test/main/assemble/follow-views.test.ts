import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { followViews } from '../../../src/main/demand/follow-views.ts'
import { running } from '../../sandbox/running.ts'
import { assembledIn } from '../assembled.ts'
import { eventually } from '../../eventually.ts'

const address = '/auto/new/stat'
const minute = 60_000

/** The whole of main on a sandbox that runs, with its stock read; time passes by `pass`, in ms. */
async function following() {
  const { sandbox, control } = await running({ adverts: 20 })
  const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-views-'))
  const forecourt = assembledIn(dataDir, {
    overrides: { baseUrl: sandbox.baseUrl, userId: sandbox.userId, key: sandbox.key },
  })
  await forecourt.inventorySync.sync()
  await control.clearRequests()
  const state = { passed: 0, sending: false }
  const waits: (() => void)[] = []
  const { settings, hub, log, inventorySync } = forecourt
  const batches = {
    control: {
      get busy() {
        return state.sending
      },
    },
  }
  const parts = {
    ...{ settings, hub, log, inventorySync, batches },
    demand: () => forecourt.demand(),
    budget: () => forecourt.budget(),
  }
  const reader = followViews(parts, {
    clock: {
      now: () => Date.now() + state.passed,
      async sleep(_ms, signal) {
        await new Promise<void>((resolve) => {
          waits.push(resolve)
          signal?.addEventListener('abort', () => resolve(), { once: true })
        })
      },
    },
    isPaused: () => false,
  })
  onTestFinished(async () => {
    reader.end()
    await forecourt.close()
    rmSync(dataDir, { recursive: true })
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

test('nothing is read until the dealer switches it on; then one advert after the other, each once', async () => {
  const { forecourt, pass, asked } = await following()
  await pass(minute)
  expect(await asked()).toBe(0)
  expect(await (await forecourt.demand()).background({ perHour: null, perMonth: null })).toMatchObject({
    missing: false,
    read: 0,
  })
  expect(await (await forecourt.demand()).any()).toBe(false)
  forecourt.settings.change({ viewsInBackground: true })
  const live = [...(await forecourt.inventory.lists.ids({ text: '', states: ['live'], sort: [] }))]
  for (let reads = 0; reads < live.length + 3; reads += 1) await pass(minute)
  expect(await asked()).toBe(live.length)
  expect((await (await forecourt.demand()).known(live, 30)).size).toBe(live.length)
  expect(await (await forecourt.demand()).any()).toBe(true)
  forecourt.settings.change({ viewsInBackground: false })
})

test('waits while a batch is sent', async () => {
  const { forecourt, state, pass, asked } = await following()
  state.sending = true
  forecourt.settings.change({ viewsInBackground: true })
  await pass(minute)
  await pass(minute)
  expect(await asked()).toBe(0)
  state.sending = false
  await pass(minute)
  await eventually(async () => expect(await asked()).toBe(1))
})

test('a service that tells nothing of views is asked about two adverts, and no more', async () => {
  const { control, forecourt, pass, asked } = await following()
  await control.setModes({ off: { [address]: 404 } })
  forecourt.settings.change({ viewsInBackground: true })
  for (let reads = 0; reads < 10; reads += 1) await pass(10 * minute)
  expect(await asked()).toBe(2)
  expect(await (await forecourt.demand()).background({ perHour: null, perMonth: null })).toMatchObject({
    missing: true,
  })
})
