import type { AnswerOf, RequestOf, Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import { perWindow } from '../ui/per-window.svelte.ts'

type Answered = AnswerOf<Calls['settings:get']>
export type SettingsChange = RequestOf<Calls['settings:change']>

/** The dealer's preferences, with the language that they come to and the app's version. */
export class SettingsState {
  /** Null until they were read. */
  current = $state.raw<Answered | null>(null)
  failure = $state.raw<Failure | null>(null)
  readonly #client: Client<Calls>

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  async load(): Promise<void> {
    const reply = await this.#client('settings:get', null)
    this.failure = reply.ok ? null : reply.failure
    if (reply.ok) this.current = reply.value
  }

  /** Answers whether the change was saved. */
  async change(change: SettingsChange): Promise<boolean> {
    const reply = await this.#client('settings:change', change)
    this.failure = reply.ok ? null : reply.failure
    if (reply.ok) this.current = reply.value
    return reply.ok
  }
}

export const settingsOf = perWindow((app) => new SettingsState(app.client))
