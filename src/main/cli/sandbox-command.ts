import { Option } from '@commander-js/extra-typings'
import { once } from 'node:events'
import { join } from 'node:path'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { refuseOtherThanFiles } from '../storage/regular-files.ts'
import { storageFaultOf } from '../storage/storage-fault.ts'
import { defineCommand } from './command-definition.ts'
import { oneOf, wholeNumber } from './options.ts'
import { exitCodes } from './output.ts'
import { stopSignals } from './stop-signals.ts'
import { examples } from './help-examples.ts'
import { profiles } from '../../sandbox/control/profiles.ts'
import { makeFolder } from '../system/make-folder.ts'

/**
 * `sandbox`: serves the embedded service alone until it is stopped. What it prints is what the other commands take from
 * the environment, whose own key is another service's. Its stock, key and user id are kept by port in the data folder.
 * The token opens its control address (faults, quirks, ledger).
 */
export const sandboxCommand = defineCommand({
  describe: (command) =>
    command
      .description(m.cli_sandbox_about())
      .option('--port <N>', m.cli_sandbox_port(), wholeNumber('--port', 65_535))
      .option('--adverts <N>', m.cli_sandbox_adverts(), wholeNumber('--adverts', 1_000_000))
      .option('--own-share <PERCENT>', m.cli_sandbox_own_share(), wholeNumber('--own-share', 100))
      .option('--seed <N>', m.cli_sandbox_seed(), wholeNumber('--seed', 2_147_483_647))
      .option('--latency <MS>', m.cli_sandbox_latency(), wholeNumber('--latency', 60_000))
      .addOption(
        new Option('--profile <NAME>', m.cli_sandbox_profile())
          .choices(profiles)
          .argParser(oneOf('--profile', profiles)),
      )
      .option('--new-elsewhere', m.cli_sandbox_new_elsewhere())
      .option('--quirks', m.cli_sandbox_quirks())
      .option('--live-world', m.cli_sandbox_live_world())
      .addOption(
        new Option('--days-ago <N>', m.cli_sandbox_days_ago())
          .argParser(wholeNumber('--days-ago', 365))
          .implies({ liveWorld: true }),
      )
      .addOption(
        new Option('--speed <N>', m.cli_sandbox_speed())
          .argParser(wholeNumber('--speed', 1_000_000, 1))
          .implies({ liveWorld: true, daysAgo: 7 }),
      )
      .option('--host <HOST>', m.cli_sandbox_host())
      .addHelpText(
        'after',
        examples(
          ['sandbox --port 8787 --adverts 100000', m.cli_sandbox_example()],
          ['sandbox --live-world --speed 3600', m.cli_sandbox_world_example()],
        ),
      ),

  async run({ place: { dataDir }, output }, options) {
    const { liveWorld, daysAgo, speed, ...plain } = options
    const { port = 0, host } = plain
    const folder = join(dataDir, 'sandbox')
    refuseOtherThanFiles(dataDir)
    makeFolder(folder)
    const { startSandbox } = await import('../../sandbox/sandbox.ts')
    const databasePath = join(folder, `port-${port}.db`)
    const sandbox = await startSandbox({
      ...plain,
      databasePath,
      cors: true,
      ...(liveWorld === true ? { liveWorld: present({ daysAgo, speed }) } : {}),
    }).catch((error: unknown) => {
      throw portFaultOf(error, port, host) ?? storageFaultOf(error, databasePath) ?? error
    })
    output.printText(
      `FORECOURT_BASE_URL=${sandbox.baseUrl}\nFORECOURT_USER_ID=${sandbox.userId}\nFORECOURT_API_KEY=${sandbox.key}\n` +
        `FORECOURT_SANDBOX_TOKEN=${sandbox.controlToken}\n`,
    )
    if (host !== undefined && !isLoopback(host)) output.say(m.cli_sandbox_reachable({ host }))
    output.say(m.cli_sandbox_page({ address: sandbox.baseUrl }))
    output.say(m.cli_sandbox_ready())
    await Promise.race(stopSignals.map((signal) => once(process, signal)))
    await sandbox.close()
    return exitCodes.done
  },
})

/** Without what is undefined, which the sandbox would take for a value. */
const present = <Values extends object>(values: Values): Present<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<Values>
type Present<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

const isLoopback = (host: string): boolean => /^(127\.[\d.]+|::1|localhost)$/.test(host)

/** Why the address can't be listened to, as a Fault `usage`; null for another error. */
function portFaultOf(error: unknown, port: number, host?: string): Fault | null {
  if (!(error instanceof Error && 'syscall' in error)) return null
  const code = 'code' in error ? error.code : null
  if (error.syscall === 'getaddrinfo' || code === 'EADDRNOTAVAIL')
    return new Fault('usage', { reason: 'host-unknown', value: host ?? '' }, { cause: error })
  if (error.syscall !== 'listen') return null
  const details = { reason: code === 'EADDRINUSE' ? 'port-in-use' : 'port-refused', value: port }
  return new Fault('usage', details, { cause: error })
}
