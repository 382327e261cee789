import { z } from 'zod'
import type { TeamAccount } from '../batch/journal/team-entries.ts'
import { minute } from '../quota/quota.ts'
import { TeamBudget } from './team-budget.ts'
import { demanded, type Ask } from './team-desk.ts'
import type { TeamParts } from './team-log.ts'
import { bucketsOf, quotaSchema } from './team-quota.ts'

const pageOfMinutes = 2_000

/** The calls of each account that this desk makes as one of its team. */
export class TeamCalls {
  readonly #parts: Pick<TeamParts, 'ownCalls' | 'onLimits'>
  readonly #ask: Ask
  readonly #ready: (accountId: string) => Promise<TeamAccount>
  readonly #budgets = new Map<string, TeamBudget>()

  constructor(
    parts: Pick<TeamParts, 'ownCalls' | 'onLimits'>,
    ask: Ask,
    ready: (accountId: string) => Promise<TeamAccount>,
  ) {
    this.#parts = parts
    this.#ask = ask
    this.#ready = ready
  }

  budget(accountId: string): TeamBudget {
    const known = this.#budgets.get(accountId)
    if (known) return known
    const { ownCalls, onLimits } = this.#parts
    const ask = this.#ask
    const ready = this.#ready
    const made = new TeamBudget({
      ask,
      onLimits,
      own: ownCalls(accountId),
      alone: ownCalls(`${accountId} alone`),
      ready: () => ready(accountId),
      reportAlone: async () => this.bring(await ready(accountId), false, ask),
    })
    this.#budgets.set(accountId, made)
    return made
  }

  /** The account's budget if it was used already. */
  known(accountId: string): TeamBudget | null {
    return this.#budgets.get(accountId) ?? null
  }

  /**
   * Reports this desk's own count to the team.
   * @param all whether the team has counted no call of this desk yet. @throws Fault `team`
   */
  async bring({ accountId, url, user }: TeamAccount, all: boolean, ask: Ask): Promise<void> {
    const own = this.#parts.ownCalls(accountId)
    const history = own.history()
    // The last day is one page: what the server lacks of it is found by what it has near.
    for (let end = history.length % pageOfMinutes || pageOfMinutes, from = 0; from < history.length;) {
      const now = own.clock.now()
      const page = history.slice(from, end)
      from = end
      end += pageOfMinutes
      const minutes = page.map(({ at, orders, others }) => ({ ago: now - at, orders, others }))
      demanded(await ask('bring_calls', { url, user, all, minutes }, z.object({})))
    }
  }

  /**
   * Takes over the team's count, for this desk, which is about to be alone.
   * @returns what counts it here.
   * @throws Fault `team`; nothing is counted then
   */
  async home(accounts: readonly TeamAccount[]): Promise<() => void> {
    const found: (() => void)[] = []
    for (const { accountId, url, user } of accounts) {
      const own = this.#parts.ownCalls(accountId)
      const before = own.history()
      const { counted } = demanded(await this.#ask('quota', { url, user }, quotaSchema))
      // A minute of the server's begins within one of this clock and ends in the next.
      const minutes = bucketsOf(counted, own.clock.now() + minute - 1)
      found.push(() => own.replace(minutes, before))
    }
    return () => {
      for (const count of found) count()
    }
  }
}
