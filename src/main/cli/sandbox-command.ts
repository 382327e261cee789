import { once } from 'node:events'
import { join } from 'node:path'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { refuseOtherThanFiles } from '../storage/regular-files.ts'
import { storageFaultOf } from '../storage/storage-fault.ts'
import { defineCommand, choiceOption, numberOption, withoutUndefined } from './command-definition.ts'
import { exitCodes } from './output.ts'
import { stopSignals } from './stop-signals.ts'
import { profiles } from '../../sandbox/control/profiles.ts'
import { makeFolder } from '../system/make-folder.ts'

/**
 * `sandbox`: serves the embedded service alone until it is stopped. What it prints is what the other commands take from
 * the environment, whose own key is another service's. Its stock, key and user id are kept by port in the data folder.
 * The token opens its control address (faults, quirks, ledger).
 */
export const command = defineCommand({
  describe: (command) =>
    command
      .description(m.cli_sandbox_about())
      .addOption(numberOption('--port <N>', m.cli_sandbox_port(), 65_535))
      .addOption(numberOption('--adverts <N>', m.cli_sandbox_adverts(), 1_000_000))
      .addOption(numberOption('--own-share <PERCENT>', m.cli_sandbox_own_share(), 100))
      .addOption(numberOption('--seed <N>', m.cli_sandbox_seed(), 2_147_483_647))
      .addOption(numberOption('--latency <MS>', m.cli_sandbox_latency(), 60_000))
      .addOption(choiceOption('--profile <NAME>', m.cli_sandbox_profile(), profiles))
      .option('--new-elsewhere', m.cli_sandbox_new_elsewhere())
      .option('--quirks', m.cli_sandbox_quirks())
      .option('--live-world', m.cli_sandbox_live_world())
      .addOption(numberOption('--days-ago <N>', m.cli_sandbox_days_ago(), 365).implies({ liveWorld: true }))
      .addOption(
        numberOption('--speed <N>', m.cli_sandbox_speed(), 1_000_000, 1).implies({
          liveWorld: true,
          daysAgo: 7,
        }),
      )
      .option('--host <HOST>', m.cli_sandbox_host()),
  examples: ['sandbox --port 8787 --adverts 100000', 'sandbox --live-world --speed 3600'],

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
      ...(liveWorld === true ? { liveWorld: withoutUndefined({ daysAgo, speed }) } : {}),
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
