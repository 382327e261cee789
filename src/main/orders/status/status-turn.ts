import { Fault } from '#shared/bridge/failure.ts'
import type { TeamTurn } from '../../team/team-turns.ts'

/** A desk's turn to set statuses, if a team shares the account. Each desk that has it has another number, `fence`. */
export type TurnOfDesk = Pick<TeamTurn, 'fence' | 'take' | 'leave'>

/**
 * The turn of one run of statuses. While this desk has it, no other desk of the team sets any: what the run read of the
 * orders stays true of the team's acts. Without a team nothing is asked.
 */
export class StatusTurn {
  readonly #turn: TurnOfDesk | null
  readonly #fence: number

  private constructor(turn: TurnOfDesk | null) {
    this.#turn = turn
    this.#fence = turn?.fence ?? 0
  }

  /** @throws Fault `order-status` if another desk has the turn, `team` if that can't be known */
  static async begin(turn: TurnOfDesk | null): Promise<StatusTurn> {
    const who = (await turn?.take()) ?? null
    const begun = new StatusTurn(turn)
    if (who === null) return begun
    await begun.end()
    throw turnOf(who)
  }

  /** Why nothing more may be sent in this run; null if it may. */
  async refusal(): Promise<unknown> {
    try {
      const who = (await this.#turn?.take()) ?? null
      if (who !== null) return turnOf(who)
      // Another desk had it since the orders were read.
      const isOther = this.#turn !== null && this.#turn.fence !== this.#fence
      return isOther ? new Fault('order-status', { reason: 'team-moved' }) : null
    } catch (error) {
      return error
    }
  }

  /** Ends the turn. A server without an answer for some seconds is left alone. */
  async end(): Promise<void> {
    await this.#turn?.leave().catch(() => undefined)
  }
}

const turnOf = (who: string): Fault => new Fault('order-status', { reason: 'team-turn', value: who })
