import type { AnswerOf, RequestOf, Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { RequestState, type BridgeCall } from '../ui/request.svelte.ts'

type CurrentSettings = AnswerOf<Calls['settings:get']>
export type SettingsChange = RequestOf<Calls['settings:change']>

/** The dealer's preferences, with the language that follows from them and the app's version. */
export class SettingsState {
  /** Null until the settings are read. */
  current = $state.raw<CurrentSettings | null>(null)
  readonly #request = new RequestState()
  readonly #client: Client<Calls>

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  get failure(): Failure | null {
    return this.#request.failure
  }

  load(): Promise<boolean> {
    return this.#take(() => this.#client('settings:get', null))
  }

  /** Returns whether the change was saved. */
  change(change: SettingsChange): Promise<boolean> {
    return this.#take(() => this.#client('settings:change', change))
  }

  async #take(call: BridgeCall<CurrentSettings>): Promise<boolean> {
    const settings = await this.#request.run(call)
    if (settings) this.current = settings
    return settings !== undefined
  }
}

export const settingsOf = perWindow((app) => new SettingsState(app.client))
