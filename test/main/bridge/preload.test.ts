import { expect, test, vi } from 'vitest'
import type { Bridge } from '../../../src/shared/bridge/channels.ts'

type Listener = (event: unknown, ...args: unknown[]) => void

/** What preload asks Electron for, in its order. */
const electron = vi.hoisted(() => {
  const asked: unknown[][] = []
  const exposed: Record<string, unknown> = {}
  const note =
    (name: string, answer?: unknown) =>
    (...args: unknown[]): unknown => {
      asked.push([name, ...args])
      return answer
    }
  return {
    asked,
    exposed,
    ipcRenderer: {
      invoke: note('invoke', Promise.resolve('answer')),
      send: note('send'),
      on: note('on'),
      off: note('off'),
    },
    contextBridge: {
      exposeInMainWorld: (name: string, api: unknown) => void (exposed[name] = api),
    },
  }
})
vi.mock('electron', () => ({ ...electron, default: electron }))
await import('../../../src/preload/index.ts')

test('the page gets three functions, each on its channel, and of an event the name and what it carries alone', async () => {
  expect(Object.keys(electron.exposed)).toEqual(['forecourt'])
  const bridge = electron.exposed.forecourt as Bridge
  expect(Object.keys(bridge).sort()).toEqual(['cancel', 'invoke', 'subscribe'])
  await expect(bridge.invoke('app:state', { a: 1 }, 7)).resolves.toBe('answer')
  bridge.cancel(7)
  const told: unknown[][] = []
  const end = bridge.subscribe((...args) => told.push(args))
  const [, , [, , relay] = []] = electron.asked
  ;(relay as Listener)({ sender: 'ipcRenderer' }, 'orders:changed', { orders: [] }, 'more')
  expect(told).toEqual([['orders:changed', { orders: [] }]])
  end()
  expect(electron.asked).toEqual([
    ['invoke', 'forecourt:call', 'app:state', { a: 1 }, 7],
    ['send', 'forecourt:cancel', 7],
    ['on', 'forecourt:event', relay],
    ['off', 'forecourt:event', relay],
  ])
})
