import { Readable } from 'node:stream'
import { vi } from 'vitest'
import { outputTo } from '../../../src/main/cli/output.ts'
import { runCommand } from '../../../src/main/cli/run.ts'
import { testEntries } from '../../scripts.ts'
import type { Ran } from './counter.ts'

/** What of a session says where its keychain is; the keychain's child has it from this process. */
const ofSession = ['DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'DISPLAY'] as const

/** Runs a command in this process, with an environment, a session and standard input of its own; nobody manages its computer. */
export async function runHere(
  env: NodeJS.ProcessEnv,
  input: string | Buffer,
  ...argv: readonly string[]
): Promise<Ran> {
  for (const name of ofSession) vi.stubEnv(name, env[name])
  const given = Readable.from([Buffer.from(input)]) as Readable & { fd: 0 }
  const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(given as unknown as typeof process.stdin)
  let out = ''
  let err = ''
  try {
    const code = await runCommand(argv, {
      entries: testEntries,
      version: '0.0.0',
      env,
      policy: { kind: 'json', path: '/none/no-policy.json', owner: 0 },
      output: outputTo({ out: (text) => (out += text), err: (text) => (err += text), live: false }),
    })
    return { code, out, err }
  } finally {
    stdin.mockRestore()
    vi.unstubAllEnvs()
  }
}
