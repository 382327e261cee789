import { z } from 'zod'
import type { TeamAccount } from '../batch/journal/team-entries.ts'
import { isRefused } from './connection.ts'
import { demanded, type Ask } from './team-desk.ts'

/** A purpose of a turn: to send rows, or to set statuses of orders. */
export type TurnKind = 'send' | 'orders'

/** Milliseconds for which a turn that was asked for is taken as given; the server's lasts three times as long. */
const sureFor = 5_000

const fenceSchema = z.object({ fence: z.int() })

/** One desk's turn of a kind for an account. It is for order alone: what may be sent is the permit's to say. */
export class TeamTurn {
  readonly #kind: TurnKind
  readonly #ask: Ask
  readonly #account: () => Promise<TeamAccount>
  /** The turn that this desk has or had last; `since` is when it was sure of that, -Infinity if it is to ask again. */
  #held: { readonly fence: number; readonly since: number } | null = null
  #waits = false
  #asking: Promise<string | null> | null = null

  constructor(kind: TurnKind, ask: Ask, account: () => Promise<TeamAccount>) {
    this.#kind = kind
    this.#ask = ask
    this.#account = account
  }

  /** The number of the turn that this desk has, or had last; 0 before the first. Rows in flight go on by it while it is asked for again. */
  get fence(): number {
    return this.#held?.fence ?? 0
  }

  /**
   * Takes the turn, or keeps it.
   * @returns null if this desk has it, else which desk has it or goes first, '' if that isn't known. @throws Fault `team`
   */
  take(): Promise<string | null> {
    const held = this.#held
    if (held && Math.abs(performance.now() - held.since) < sureFor) return Promise.resolve(null)
    this.#asking ??= this.#take().finally(() => (this.#asking = null))
    return this.#asking
  }

  /** The server says that another desk has it: the next row asks again. */
  lost(): void {
    if (this.#held) this.#held = { ...this.#held, since: -Infinity }
  }

  /** Lets another desk have it; this one goes on waiting if it does. @throws Fault `team` */
  async end(): Promise<void> {
    if (this.#held !== null) await this.#end(false)
  }

  /** The same, and waits no longer. @throws Fault `team` */
  async leave(): Promise<void> {
    if (this.#held !== null || this.#waits) await this.#end(true)
  }

  async #end(leaves: boolean): Promise<void> {
    const { fence } = this
    this.#held = null
    if (leaves) this.#waits = false
    const { url, user } = await this.#account()
    demanded(await this.#ask('turn_end', { url, user, kind: this.#kind, fence, leaves }, z.object({})))
  }

  async #take(): Promise<string | null> {
    const since = performance.now()
    const { url, user } = await this.#account()
    const answer = await this.#ask('turn', { url, user, kind: this.#kind }, fenceSchema)
    this.#waits = isRefused(answer) && answer.refused === 'turn'
    if (isRefused(answer) && answer.refused === 'turn') {
      this.lost()
      return answer.who ?? ''
    }
    this.#held = { fence: demanded(answer).fence, since }
    return null
  }
}
