import type { SyncState } from '#shared/inventory/inventory-calls.ts'
import { localTime } from '#shared/time/time-words.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Output } from './output.ts'

/** Shows the progress of a reading, and says when it waits for the quota, so that the wait isn't taken for a hang. */
export class ReadWatch {
  readonly #output: Output
  #lastWait: string | null = null

  constructor(output: Output) {
    this.#output = output
  }

  onEvent(name: string, payload: unknown): void {
    if (name === 'orders:waiting') this.#tell((payload as { until: string | null }).until)
    if (name !== 'inventory:sync') return
    const { running } = payload as SyncState
    if (running && running.total > 0) this.#output.progress(m.cli_progress_adverts(running))
    this.#tell(running?.waitsUntil ?? null)
  }

  #tell(until: string | null): void {
    if (until !== null && until !== this.#lastWait)
      this.#output.say(m.cli_waits_for_quota({ time: localTime(until) }))
    this.#lastWait = until
  }
}
