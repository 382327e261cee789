import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { OwnTeam } from '#shared/team/team-calls.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** The team of this desk, as the window shows it. */
export class TeamState {
  /** Undefined until it is known; null if the desk is in none. */
  own = $state.raw<OwnTeam | null | undefined>(undefined)
  readonly looking = new RequestState()
  readonly changing = new RequestState()
  readonly #client: Client<Calls>

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  async look(): Promise<void> {
    // What is about to change is asked for after it.
    if (this.changing.busy || this.looking.busy) return
    this.#take(await this.looking.run((signal) => this.#client('team:show', null, { signal })))
  }

  /** @returns whether the desk is in the team now */
  async join(code: string): Promise<boolean> {
    return this.#take(await this.changing.run((signal) => this.#client('team:join', { code }, { signal })))
  }

  async leave(force: boolean): Promise<boolean> {
    const shown = await this.changing.run((signal) => this.#client('team:leave', { force }, { signal }))
    // What could not be read of the team is gone with it.
    if (shown) this.looking.clear()
    return this.#take(shown)
  }

  #take(shown: { readonly own: OwnTeam | null } | undefined): boolean {
    if (shown) this.own = shown.own
    return shown !== undefined
  }
}
