import { EventEmitter } from 'node:events'
import type { App, BrowserWindow, MessageBoxReturnValue } from 'electron'
import { expect, it } from 'vitest'
import { askBeforeClosing, quitCleanly } from '../../../src/main/shell/quit.ts'
import { Preventable } from '../../host/preventable.ts'

/** An app that is told to quit, and the answers that its person gives. */
function desktop(answers: number[], busy: () => boolean) {
  const events = new EventEmitter()
  const said: string[] = []
  const app = {
    on: events.on.bind(events),
    exit: () => void said.push('exit'),
    quit: () => {
      const event = new Preventable()
      events.emit('before-quit', event)
      if (!event.defaultPrevented) said.push('quit without asking')
    },
  } as unknown as App
  const showMessageBox = (): Promise<MessageBoxReturnValue> => {
    said.push('asked')
    return Promise.resolve({ response: answers.shift() ?? 1, checkboxChecked: false })
  }
  const close = (): Promise<void> => {
    said.push('closed')
    return Promise.resolve()
  }
  quitCleanly({ app, dialog: { showMessageBox }, busy, close })
  return { app, said }
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

it('closes everything and quits when nothing is sent', async () => {
  const { app, said } = desktop([], () => false)
  app.quit()
  await settled()
  expect(said).toEqual(['closed', 'exit'])
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
