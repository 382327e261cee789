import type { AnswerOf, RequestOf, Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { RequestState, type BridgeCall } from '../ui/request.svelte.ts'
import type { Toasts } from '../ui/toasts.svelte.ts'

type CurrentSettings = AnswerOf<Calls['settings:get']>
export type SettingsChange = RequestOf<Calls['settings:change']>

/** The dealer's preferences, with the language that follows from them and the app's version. */
export class SettingsState {
  /** Null until the settings are read. */
  current = $state.raw<CurrentSettings | null>(null)
  readonly #request = new RequestState()
  readonly #client: Client<Calls>
  readonly #toasts: Pick<Toasts, 'show'>

  constructor(client: Client<Calls>, toasts: Pick<Toasts, 'show'>) {
    this.#client = client
    this.#toasts = toasts
  }

  get failure(): Failure | null {
    return this.#request.failure
  }

  load(): Promise<boolean> {
    return this.#take(() => this.#client('settings:get', null))
  }

  /** Returns whether the change was saved. If it could not be, that is said, wherever it was asked for. */
  async change(change: SettingsChange): Promise<boolean> {
    const saved = await this.#take(() => this.#client('settings:change', change))
    const { failure } = this
    if (!saved && failure) this.#toasts.show(`${failure.words} ${failure.next}`, { tone: 'conflict' })
    return saved
  }

  async #take(call: BridgeCall<CurrentSettings>): Promise<boolean> {
    const settings = await this.#request.run(call)
    if (settings) this.current = settings
    return settings !== undefined
  }
}

export const settingsOf = perWindow((app) => new SettingsState(app.client, app.toasts))
