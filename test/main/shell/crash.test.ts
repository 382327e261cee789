import { EventEmitter } from 'node:events'
import type { MessageBoxOptions, MessageBoxReturnValue } from 'electron'
import { expect, test } from 'vitest'
import { crashEnds, type Crashing } from '../../../src/main/shell/crash.ts'
import { eventually } from '../../eventually.ts'

function crashing(close: () => Promise<void> = () => Promise.resolve()) {
  const seen = {
    notes: [] as string[],
    boxes: [] as MessageBoxOptions[],
    exits: [] as (number | undefined)[],
    closed: 0,
  }
  const showMessageBox = (options: MessageBoxOptions): Promise<MessageBoxReturnValue> => {
    seen.boxes.push(options)
    return Promise.resolve({ response: 0, checkboxChecked: false })
  }
  const ports: Crashing = {
    app: { exit: (code) => void seen.exits.push(code) },
    dialog: { showMessageBox: showMessageBox as Crashing['dialog']['showMessageBox'] },
    record: (what, error) => void seen.notes.push(`${what}: ${String(error)}`),
    close: () => {
      seen.closed += 1
      return close()
    },
  }
  const events = new EventEmitter()
  const crash = crashEnds(ports, events as unknown as NodeJS.Process)
  return { seen, events, crash }
}

test('an uncaught error is recorded, told in words only, and ends the app when all is closed', async () => {
  let closed = (): void => undefined
  const { seen, events } = crashing(() => new Promise((resolve) => (closed = resolve)))
  events.emit('uncaughtException', new Error('api_key=secret'))
  events.emit('uncaughtException', new Error('another'))
  await eventually(() => expect(seen.boxes).toHaveLength(1))
  expect(JSON.stringify(seen.boxes)).toContain('Something went wrong inside the app.')
  expect(JSON.stringify(seen.boxes)).not.toContain('secret')
  expect(seen.exits).toEqual([])
  closed()
  await eventually(() => expect(seen.exits).toEqual([1]))
  expect(seen.closed).toBe(1)
  expect(seen.notes).toEqual(['crashed: Error: api_key=secret', 'crashed: Error: another'])
})

test('it ends also when closing fails', async () => {
  const { seen, crash } = crashing(() => Promise.reject(new Error('closed already')))
  crash(new Error('x'))
  await eventually(() => expect(seen.exits).toEqual([1]))
})

test('a rejection that is not handled is recorded, and the app goes on', () => {
  const { seen, events } = crashing()
  events.emit('unhandledRejection', new Error('unheard'))
  expect(seen).toEqual({
    notes: ['a failure was not handled: Error: unheard'],
    boxes: [],
    exits: [],
    closed: 0,
  })
})
