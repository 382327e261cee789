import { EventEmitter } from 'node:events'
import type { App, BrowserWindow, MessageBoxReturnValue, PowerMonitor } from 'electron'
import { expect, it, onTestFinished, vi } from 'vitest'
import { askBeforeClosing, Quit } from '../../../src/main/shell/quit.ts'
import { Preventable } from '../../host/preventable.ts'

/** An app that is told to quit, and the answers that its person gives. */
function desktop(
  answers: number[],
  busy: () => boolean,
  closing: () => Promise<void> = () => Promise.resolve(),
  question?: () => Promise<MessageBoxReturnValue>,
) {
  const events = new EventEmitter()
  const said: string[] = []
  const window = {} as BrowserWindow
  const app = {
    on: events.on.bind(events),
    exit: () => void said.push('exit'),
    releaseSingleInstanceLock: () => void said.push('unlocked'),
    quit: () => {
      const event = new Preventable()
      events.emit('before-quit', event)
      if (!event.defaultPrevented) said.push('quit without asking')
    },
  } as unknown as App
  const showMessageBox = (asking: unknown): Promise<MessageBoxReturnValue> => {
    if (question) return question()
    said.push(asking === window ? 'asked' : 'asked beside the window')
    return Promise.resolve({ response: answers.shift() ?? 1, checkboxChecked: false })
  }
  const close = (): Promise<void> => {
    said.push('closed')
    return closing()
  }
  const quit = new Quit({ app, dialog: { showMessageBox }, window: () => window, busy, close })
  const system = new EventEmitter()
  quit.follow({
    powerMonitor: system as unknown as PowerMonitor,
    process: system as unknown as NodeJS.Process,
  })
  return { app, said, quit, system }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('asks before it quits while something is sent, and goes on when told so', async () => {
  const { app, said } = desktop([1, 0], () => true)
  app.quit()
  await settled()
  expect(said).toEqual(['asked'])
  app.quit()
  await settled()
  expect(said).toEqual(['asked', 'asked', 'closed', 'exit'])
})

it.each([
  [
    'throws',
    () => {
      throw new Error('disk full')
    },
  ],
  ['fails', () => Promise.reject(new Error('locked'))],
])('ends also when closing %s, by a person, a signal or an update', async (_how, close) => {
  const byPerson = desktop([], () => false, close)
  byPerson.app.quit()
  const bySignal = desktop([], () => false, close)
  bySignal.quit.now()
  const byUpdate = desktop([], () => false, close)
  byUpdate.quit.restart(() => Promise.reject(new Error('not installed')))
  await settled()
  for (const { said } of [byPerson, bySignal, byUpdate]) expect(said.at(-1)).toBe('exit')
})

it('ends also when the question can’t be shown', async () => {
  const { app, said } = desktop(
    [],
    () => true,
    undefined,
    () => Promise.reject(new Error('no window')),
  )
  app.quit()
  await settled()
  expect(said).toEqual(['closed', 'exit'])
})

it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'shutdown'])('asks nobody when it is ended by %s', async (what) => {
  const { said, system } = desktop([1], () => true)
  const event = new Preventable()
  system.emit(what, event)
  await settled()
  expect(said).toEqual(['closed', 'exit'])
  expect(event.defaultPrevented).toBe(what === 'shutdown')
})

it('ends also if it was asking when the session ended, and only once', async () => {
  const { app, said, quit } = desktop([0], () => true)
  app.quit()
  quit.now()
  quit.now()
  app.quit()
  await settled()
  expect(said).toEqual(['asked', 'closed', 'exit'])
})

it('waits for answers four seconds at most when the session ends, fourteen when a person stops, and no longer at a second signal', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const never = new Promise<void>(() => undefined)
  const ended = desktop(
    [],
    () => true,
    () => never,
  )
  ended.quit.now()
  await vi.advanceTimersByTimeAsync(3999)
  expect(ended.said).toEqual(['closed'])
  await vi.advanceTimersByTimeAsync(1)
  expect(ended.said).toEqual(['closed', 'exit'])
  const stopped = desktop(
    [0],
    () => true,
    () => never,
  )
  stopped.app.quit()
  await vi.advanceTimersByTimeAsync(13_999)
  expect(stopped.said).toEqual(['asked', 'closed'])
  await vi.advanceTimersByTimeAsync(1)
  expect(stopped.said).toEqual(['asked', 'closed', 'exit'])
  const interrupted = desktop(
    [],
    () => true,
    () => never,
  )
  interrupted.system.emit('SIGINT')
  interrupted.system.emit('SIGINT')
  await settled()
  expect(interrupted.said).toEqual(['closed', 'exit'])
})

it('ends with the session while a message of an update that was not installed is open', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { said, quit, system } = desktop([], () => false)
  quit.restart(() => new Promise(() => undefined))
  await settled()
  system.emit('shutdown', new Preventable())
  await vi.advanceTimersByTimeAsync(4000)
  expect(said).toEqual(['closed', 'unlocked', 'exit'])
})

it.each([
  ['linux', true, true, ['asked']],
  ['linux', false, false, []],
  ['darwin', true, false, []],
] as const)('a window closed on %s, sending: %s, stays: %s', async (platform, busy, stays, expected) => {
  const { app, said } = desktop([1], () => busy)
  const window = new EventEmitter()
  askBeforeClosing(window as unknown as BrowserWindow, { app, busy: () => busy, platform })
  const event = new Preventable()
  window.emit('close', event)
  await settled()
  expect(event.defaultPrevented).toBe(stays)
  expect(said).toEqual(expected)
})

it('is replaced by another start only when all is closed and its place is free', async () => {
  let closed: () => void = () => undefined
  const { said, quit, app } = desktop(
    [1],
    () => false,
    () => new Promise((resolve) => (closed = resolve)),
  )
  quit.restart(() => Promise.resolve(void said.push('installed')))
  app.quit()
  await settled()
  expect(said).toEqual(['closed'])
  closed()
  await settled()
  expect(said).toEqual(['closed', 'unlocked', 'installed', 'exit'])
  quit.restart(() => Promise.resolve(void said.push('installed twice')))
  await settled()
  expect(said).toHaveLength(4)
})
