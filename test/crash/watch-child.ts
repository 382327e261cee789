import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { subscribe } from 'node:diagnostics_channel'
import { dieAt } from './die-at.ts'
import type { WatchKill } from './watch-world.ts'

/**
 * `watch` as a process that ends itself by SIGKILL before or after the nth change of a file that the watch makes, or of
 * a request that writes. Everything but the moment of death is the command's own code.
 */
const { kill, folders, argv } = JSON.parse(process.env.CRASH_WATCH ?? '') as {
  readonly kill: WatchKill | null
  readonly folders: readonly string[]
  readonly argv: readonly string[]
}
const pass = dieAt(kill && { point: kill.at, nth: kill.nth })

for (const name of ['renameSync', 'mkdirSync', 'openSync', 'rmdirSync', 'rmSync'] as const) {
  const real = fs[name] as (...given: unknown[]) => unknown
  const changed = (...given: unknown[]): unknown => {
    const concerned = folders.some((folder) => String(given[0]).startsWith(folder))
    if (concerned) pass('before-file')
    const done = real(...given)
    if (concerned) pass('after-file')
    return done
  }
  Object.assign(fs, { [name]: changed })
}
syncBuiltinESMExports()

for (const [channel, at] of [
  ['undici:client:sendHeaders', 'before-write'],
  ['undici:request:headers', 'after-write'],
] as const)
  subscribe(channel, (message) => {
    if ((message as { request: { method: string } }).request.method === 'POST') pass(at)
  })

const { runCommand } = await import('../../src/main/cli/run.ts')
const { testEntries } = await import('../scripts.ts')
process.exitCode = await runCommand(argv, { entries: testEntries, version: '0.0.0' })
