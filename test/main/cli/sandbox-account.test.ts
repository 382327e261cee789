import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCommand } from '../../../src/main/cli/run.ts'
import { testEntries } from '../../scripts.ts'
import { outputTo } from '../../../src/main/cli/output.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-sandbox-account-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

/** The command on the sandbox account of the folder; what it prints. */
async function run(...argv: string[]): Promise<string> {
  let printed = ''
  await runCommand(argv, {
    entries: testEntries,
    version: '0.0.0',
    env: { FORECOURT_DATA_DIR: folder, LC_ALL: 'en_US.UTF-8' },
    output: outputTo({ out: (text) => (printed += text), err: (text) => (printed += text), live: false }),
  })
  return printed
}

/** Changes at each start of the sandbox, which notes its port again. */
const startOf = (): number => statSync(join(folder, 'sandbox/port')).ino

test('a command that makes no call starts the sandbox once at most, and sees the same stock', async () => {
  const file = join(folder, 'prices.csv')
  writeFileSync(file, 'auto_id,price,currency,action\n39000001,12000,USD,edit\n')
  const first = await run('import', file)
  expect(first).toContain('Would create 0, edit 1')
  const started = startOf()
  for (const words of [['import', file], ['batches'], ['quota'], ['staged']]) {
    expect(await run(...words)).not.toContain('Usage:')
    expect(startOf(), words.join(' ')).toBe(started)
  }
  expect(await run('import', file)).toBe(first)
  await run('import', file, '--commit', '--yes')
  expect(startOf()).not.toBe(started)
  expect(await run('batches')).toContain('prices.csv')
})
