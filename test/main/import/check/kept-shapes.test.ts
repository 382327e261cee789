import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('checks-again.ts', import.meta.url))

test('the code that rows are checked with stays compiled when memory was cleared after a file', async () => {
  const args = ['--expose-gc', '--trace-deopt', script]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 100_000_000 })
  const dropped = stdout
    .split('\n')
    .filter((line) => line.includes('embedded weak objects cleared'))
    .flatMap((line) => /<SharedFunctionInfo ([^>]*)>/.exec(line)?.[1] ?? [])
  for (const name of ['checkRow', 'readCell', 'scanCell', '#digitsBetween', '#findEnd', 'CsvRecord'])
    expect(dropped).not.toContain(name)
})
