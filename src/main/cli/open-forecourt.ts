import { fileURLToPath } from 'node:url'
import type { Managed } from '#shared/policy/policy.ts'
import { assemble, type Entries, type Forecourt } from '../assemble.ts'
import { startSandboxThread } from '../../sandbox/sandbox-in-thread.ts'
import { environmentProxy } from '../http/proxy.ts'
import type { Redactor } from '../log/redact.ts'
import { forkChild } from '../system/fork-child.ts'
import { refuseOtherThanFiles } from '../storage/regular-files.ts'
import type { Output } from './output.ts'
import { type Place, withoutUndefined } from './command-definition.ts'
import { goneWords } from '#shared/words/gone-words.ts'
import type { Batch } from '#shared/batch/row.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { ClockApart } from '#shared/settings/app-calls.ts'
import { clockApartWords } from '#shared/words/clock-words.ts'
import type { Batches } from '../batch/open-batches.ts'
import type { SyncState } from '#shared/inventory/inventory-calls.ts'
import { localTime } from '#shared/time/time-words.ts'
import { basename } from 'node:path'

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
    importBytesHere: 1_048_576,
    publish: (event, payload) => watch.onEvent(event, payload),
  })
  watch.batches = forecourt.batches
  for (const name of forecourt.context.gone) output.say(goneWords(name))
  for (const file of forecourt.context.setAside) output.say(setAsideWords(file))
  return forecourt
}

const overridesOf = ({ baseUrl, userId, key, readAuth }: Place) =>
  withoutUndefined({ baseUrl, userId, key, readAuth })

/** The longest wait, in ms, for which a command stays; after a longer one a scheduler runs `resume`. */
const longestWait = 60_000

/**
 * Shows the progress of a batch or a reading, and the reason for a failed backup. Leaves a batch that would wait for
 * the network, the service or its quota.
 */
export class BatchWatch {
  batches: Batches | null = null
  readonly #output: Output
  readonly #reads: ReadWatch
  readonly #turnWaitMs: number
  /** Timers that end the wait of a batch for the turn of its team, by its id. */
  readonly #waits = new Map<string, NodeJS.Timeout>()

  constructor(output: Output, turnWait = longestWait / 1_000) {
    this.#output = output
    this.#turnWaitMs = turnWait * 1_000
    this.#reads = new ReadWatch(output)
  }

  onEvent(name: string, payload: unknown): void {
    this.#reads.onEvent(name, payload)
    if (name === 'app:set-aside') this.#output.say(setAsideWords((payload as { path: string }).path))
    if (name === 'app:clock-apart' && payload) this.#output.say(clockApartWords(payload as ClockApart))
    if (name === 'app:backup') this.#sayBackup(payload as Failure | null)
    if (name !== 'batch:progress') return
    const { batch } = payload as { batch: Batch }
    const { planned, sending } = batch.counts
    // The reads after its writes are counted when it has ended.
    if (batch.state !== 'finished')
      this.#output.progress(
        m.cli_progress_rows({ done: batch.total - planned - sending, total: batch.total }),
      )
    if (batch.state === 'waiting' && batch.pauseReason === 'team-turn') this.#waitForTurn(batch)
    else {
      clearTimeout(this.#waits.get(batch.id))
      this.#waits.delete(batch.id)
      if (batch.state === 'waiting' && !wakesSoon(batch)) this.batches?.control.leave(batch.id)
    }
  }

  /** Leaves a batch that waits while another desk sends if none of its rows got through for long; who that is, is said. */
  #waitForTurn({ id, turnOf }: Batch): void {
    const leave = (): void => this.batches?.control.leave(id)
    if (this.#turnWaitMs === 0) leave()
    else if (!this.#waits.has(id)) {
      this.#output.say(turnOf ? m.team_reason_turn_of({ name: turnOf }) : m.team_reason_turn())
      this.#waits.set(id, setTimeout(leave, this.#turnWaitMs).unref())
    }
  }

  /** At once: a command that watches a folder may not end for months. */
  #sayBackup(failure: Failure | null): void {
    if (failure) this.#output.say(`${m.app_backup_failed_title()}. ${failure.words} ${failure.next}`)
  }
}

const wakesSoon = ({ pauseReason, wakesAt }: Batch): boolean =>
  pauseReason !== 'offline' &&
  pauseReason !== 'team-offline' &&
  pauseReason !== 'service' &&
  (wakesAt === null || Date.parse(wakesAt) - Date.now() <= longestWait)

/** Shows the progress of a reading, and says when it waits for the quota, so that the wait isn't taken for a hang. */
export class ReadWatch {
  readonly #output: Output
  #lastWait: string | null = null

  constructor(output: Output) {
    this.#output = output
  }

  onEvent(name: string, payload: unknown): void {
    if (name === 'orders:waiting') this.#report((payload as { until: string | null }).until)
    if (name !== 'inventory:sync') return
    const { running } = payload as SyncState
    if (running && running.total > 0) this.#output.progress(m.cli_progress_adverts(running))
    this.#report(running?.waitsUntil ?? null)
  }

  #report(until: string | null): void {
    if (until !== null && until !== this.#lastWait)
      this.#output.say(m.cli_waits_for_quota({ time: localTime(until) }))
    this.#lastWait = until
  }
}

/** Words about a damaged file that was set aside. */
function setAsideWords(file: string): string {
  const name = basename(file)
  if (name.startsWith('settings.json')) return m.cli_set_aside_settings({ file })
  return name.startsWith('journal.db') ? m.cli_set_aside({ file }) : m.cli_set_aside_data({ file })
}
