import { fileURLToPath } from 'node:url'
import type { Managed } from '#shared/policy/policy.ts'
import { assemble, type Entries, type Forecourt } from '../assemble.ts'
import { startSandboxThread } from '../../sandbox/sandbox-in-thread.ts'
import { environmentProxy } from '../http/proxy.ts'
import type { Redactor } from '../log/redact.ts'
import { forkChild } from '../system/fork-child.ts'
import { BatchWatch, setAsideWords } from './batch-watch.ts'
import { refuseOtherThanFiles } from '../storage/regular-files.ts'
import type { Output } from './output.ts'
import { type Place, withoutUndefined } from './command-definition.ts'
import { goneWords } from '#shared/words/gone-words.ts'

export interface CommandEnvironment {
  /** The command, for another process that finds the batch engine locked. */
  readonly name: string
  readonly place: Place
  readonly entries: Entries
  readonly version: string
  readonly managed: Managed
  readonly env: NodeJS.ProcessEnv
  readonly systemLocale: string
  readonly output: Output
  readonly redactor: Redactor
  /** Seconds for which a batch waits while another desk of the team sends. */
  readonly turnWait?: number | undefined
}

/** The app's services as a command uses them, with their progress on `output`. @throws Fault `storage` */
export function openForecourt(environment: CommandEnvironment): Forecourt {
  const { name, place, entries, version, managed, env, systemLocale, output, redactor, turnWait } =
    environment
  refuseOtherThanFiles(place.dataDir)
  const watch = new BatchWatch(output, turnWait)
  const forecourt = assemble({
    dataDir: place.dataDir,
    entries,
    overrides: overridesOf(place),
    ...(place.teamSecret !== undefined && { teamSecret: place.teamSecret }),
    systemLocale: () => systemLocale,
    version,
    managed,
    program: `forecourt ${name}`,
    audience: 'command-line',
    redactor,
    spawnKeychain: (entry) => forkChild(fileURLToPath(entry)),
    startSandbox: startSandboxThread,
    proxyFor: environmentProxy(env),
    importBytesHere: 262_144,
    publish: (event, payload) => watch.onEvent(event, payload),
  })
  watch.batches = forecourt.batches
  for (const name of forecourt.gone) output.say(goneWords(name))
  for (const file of forecourt.setAside) output.say(setAsideWords(file))
  return forecourt
}

const overridesOf = ({ baseUrl, userId, key, readAuth }: Place) =>
  withoutUndefined({ baseUrl, userId, key, readAuth })
