import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { AppEvents } from '../../../src/main/context/app-events.ts'
import { followQuota } from '../../../src/main/assemble/follow-quota.ts'
import type { Forecourt } from '../../../src/main/assemble.ts'
import { Hub } from '../../../src/main/system/hub.ts'

/** Calls of one account that are counted by hand, and a rest that ends when it is told to. */
function counting() {
  const hub = new Hub<AppEvents>((_event, error) => {
    throw error
  })
  const state = { hour: 0, wake: (): void => undefined, fails: false }
  const told: number[] = []
  const logged: string[] = []
  const log = { warn: (message: string) => void logged.push(message) }
  const settings = {
    get: () => {
      if (state.fails) throw new Error('the settings are gone')
      return { quota: { perHour: 30, perMonth: null } }
    },
  }
  const budget = () =>
    Promise.resolve({
      used: () => ({ hour: state.hour, day: 9, month: 9 }),
      blocked: () => null,
      whose: 'own',
    })
  const parts = { hub, log, settings, budget, accounts: { currentId: () => 'mine' } } as unknown as Forecourt
  followQuota(parts, {
    publish: (_name, payload) => void told.push((payload as { hour: number }).hour),
    clock: { now: () => 0, sleep: () => new Promise<void>((resolve) => (state.wake = resolve)) },
  })
  return {
    ...{ hub, told, logged, state },
    call: (accountId = 'mine'): void => {
      state.hour += 1
      hub.emit('call-counted', { accountId })
    },
    rest: async (): Promise<void> => {
      state.wake()
      await setImmediate()
    },
  }
}

test('the window is told of the first call at once, and of those that follow together, the last included', async () => {
  const { told, call, rest } = counting()
  call()
  await setImmediate()
  expect(told).toEqual([1])
  call()
  call()
  call()
  await setImmediate()
  expect(told).toEqual([1])
  await rest()
  expect(told).toEqual([1, 4])
  await rest()
  expect(told).toEqual([1, 4])
  call()
  await setImmediate()
  expect(told).toEqual([1, 4, 5])
})

test('calls of another account tell the window nothing, another active account does', async () => {
  const { hub, told, call } = counting()
  call('other')
  await setImmediate()
  expect(told).toEqual([])
  hub.emit('account-changed', { accountId: 'mine' })
  await setImmediate()
  expect(told).toEqual([1])
})

test('after a count that could not be told, which is logged, the next one is', async () => {
  const { logged, state, told, call } = counting()
  state.fails = true
  call()
  await setImmediate()
  expect([told, logged]).toEqual([[], ['the window was not told of its calls']])
  state.fails = false
  call()
  await setImmediate()
  expect(told).toEqual([2])
})
