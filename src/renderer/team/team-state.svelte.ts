import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { OwnTeam, TeamRights } from '#shared/team/team-calls.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** The team of this desk, as the window shows it. */
export class TeamState {
  /** Undefined until it is known; null if the desk is in none. */
  own = $state.raw<OwnTeam | null | undefined>(undefined)
  /** The code that was made last, for whom. */
  invitation = $state.raw<{ readonly name: string; readonly code: string } | null>(null)
  readonly looking = new RequestState()
  readonly changing = new RequestState()
  /** A look at the service for rows of a desk that is away. */
  readonly searching = new RequestState()
  readonly #client: Client<Calls>

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  async look(): Promise<void> {
    // What is about to change is asked for after it.
    if (this.changing.busy || this.looking.busy || this.searching.busy) return
    this.#take(await this.looking.run((signal) => this.#client('team:show', null, { signal })))
  }

  /** @returns whether the desk is in the team now */
  async begin(asked: {
    server: string
    password: string
    ca: string | null
    name: string
  }): Promise<boolean> {
    return this.#take(await this.changing.run((signal) => this.#client('team:begin', asked, { signal })))
  }

  async join(code: string): Promise<boolean> {
    return this.#take(await this.changing.run((signal) => this.#client('team:join', { code }, { signal })))
  }

  async leave(force: boolean): Promise<boolean> {
    const shown = await this.changing.run((signal) => this.#client('team:leave', { force }, { signal }))
    // What could not be read of the team is gone with it.
    if (shown) this.looking.clear()
    return this.#take(shown)
  }

  async remove(name: string): Promise<boolean> {
    return this.#take(await this.changing.run((signal) => this.#client('team:remove', { name }, { signal })))
  }

  async restored(): Promise<boolean> {
    return this.#take(await this.changing.run((signal) => this.#client('team:restored', null, { signal })))
  }

  /** Looks for the rows in doubt of a desk that is away. */
  async search(member: number): Promise<void> {
    this.#take(await this.searching.run((signal) => this.#client('team:look', { member }, { signal })))
  }

  /** What a person knows of a create in doubt: its advert, or null if it made none. @returns whether the team takes it */
  async answer(no: number, autoId: number | null): Promise<boolean> {
    // That there is none is said in a dialog, which shows a failure itself.
    const asked = autoId === null ? this.changing : this.searching
    return this.#take(await asked.run((signal) => this.#client('team:answer', { no, autoId }, { signal })))
  }

  /** @param server where the new desk reaches the team's server, `HOST:PORT` */
  async invite(name: string, rights: TeamRights, server: string): Promise<boolean> {
    const made = await this.changing.run((signal) =>
      this.#client('team:invite', { name, rights, server }, { signal }),
    )
    if (!made) return false
    this.invitation = { name, code: made.code }
    await this.look()
    return true
  }

  stop(): void {
    this.looking.stop()
    this.searching.stop()
  }

  #take(shown: { readonly own: OwnTeam | null } | undefined): boolean {
    if (shown) this.own = shown.own
    return shown !== undefined
  }
}
