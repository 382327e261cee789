import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { m } from '#shared/i18n/generated/messages.js'
import { startSandbox } from '../../sandbox/sandbox.ts'
import type { CommandNamed } from './arguments.ts'
import { defaultDataDir } from './data-dir.ts'
import { exitCodes, type ExitCode, type Output } from './output.ts'

/**
 * `sandbox`: serves the embedded service alone until it is stopped. What it prints is what the other commands take from
 * the environment. Its stock is kept by port in the data folder; key and user id may be given by the environment too.
 * The token opens its control address (faults, quirks, ledger).
 */
export async function serveSandbox(
  { place, port, adverts, quirks }: CommandNamed<'sandbox'>,
  output: Output,
): Promise<ExitCode> {
  const folder = join(place.dataDir ?? defaultDataDir(process.env), 'sandbox')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const sandbox = await startSandbox({
    databasePath: join(folder, `port-${port}.db`),
    port,
    quirks,
    ...(adverts === undefined ? {} : { adverts }),
    ...(place.key === undefined ? {} : { key: place.key }),
    ...(place.userId === undefined ? {} : { userId: place.userId }),
  })
  output.print(
    `FORECOURT_BASE_URL=${sandbox.baseUrl}\nFORECOURT_USER_ID=${sandbox.userId}\nFORECOURT_API_KEY=${sandbox.key}\n` +
      `FORECOURT_SANDBOX_TOKEN=${sandbox.controlToken}\n`,
  )
  output.say(m.cli_sandbox_ready())
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await sandbox.close()
  return exitCodes.done
}
