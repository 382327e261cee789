import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockEngine } from '../../../src/main/batch/sending/recovery.ts'

let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'forecourt-lock-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const source = fileURLToPath(new URL('../../../src/main/batch/sending/recovery.ts', import.meta.url))

test('a second engine hears who has the folder, until the first lets go', () => {
  const lock = lockEngine(dir, 'Forecourt', '2026-11-21T10:00:00.000Z')
  const details = { pid: process.pid, program: 'Forecourt', since: '2026-11-21T10:00:00.000Z' }
  expect(() => lockEngine(dir, 'forecourt import', 'now')).toThrow(
    expect.objectContaining({ code: 'engine-locked', details }),
  )
  lock.release()
  lockEngine(dir, 'forecourt import', 'now').release()
})

test('a killed engine holds nothing', async () => {
  const hold = `const { lockEngine } = await import(${JSON.stringify(source)})
    lockEngine(${JSON.stringify(dir)}, 'the dead one', 'then'); console.log('held'); setInterval(() => {}, 1000)`
  const engine = spawn(process.execPath, ['--input-type=module', '-e', hold], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(engine.stdout, 'data')
  expect(() => lockEngine(dir, 'Forecourt', 'now')).toThrow(
    expect.objectContaining({ details: { pid: engine.pid, program: 'the dead one', since: 'then' } }),
  )
  engine.kill('SIGKILL')
  await once(engine, 'exit')
  lockEngine(dir, 'Forecourt', 'now').release()
})
