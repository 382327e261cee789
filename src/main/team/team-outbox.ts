import { z } from 'zod'
import type { OwnWriteOfTeam } from '../batch/journal/rows-for-team.ts'
import type { PermitState, TeamAccount, TeamPlace } from '../batch/journal/team-entries.ts'
import { demanded, type Ask, type OpenPermit } from './team-desk.ts'
import type { TeamParts } from './team-log.ts'

const headSchema = z.object({ head: z.int() })

/**
 * Milliseconds for which changes of adverts are reported again to a server that went back in time: an older backup is
 * of no use.
 */
const reportedAgainFor = 30 * 86_400_000

/** Begin of the changes of adverts that are reported again, ISO 8601. */
const changedSince = (): string => new Date(Date.now() - reportedAgainFor).toISOString()

/** The journal as the outbox of this desk: of every permit that the server has open, it says how it ended. */
export class TeamOutbox {
  readonly #parts: TeamParts

  constructor(parts: TeamParts) {
    this.#parts = parts
  }

  /** True if anything was ever planned for an account. */
  isUsed(accountId: string): boolean {
    return this.#parts.journal.tables.forTeam.has(accountId)
  }

  /**
   * Reports everything that this desk sent, or may have sent, to the team.
   * @param head the last entry of the log that this desk heard of. 0 if the team has not met it: then of other writes
   * than creates only those in doubt are reported. @throws Fault `team`
   */
  async bring({ accountId, url, user }: TeamAccount, head: number, ask: Ask): Promise<void> {
    demanded(await ask('bring', { url, user, head, rows: [] }, headSchema))
    for (const page of this.#parts.journal.tables.forTeam.toBring(
      accountId,
      head === 0 ? null : changedSince(),
    )) {
      const rows = page.map(({ doubt: _, state, ...row }) => ({
        ...row,
        state: state === 'done' ? 'done' : 'doubt',
      }))
      demanded(await ask('bring', { url, user, head, rows }, headSchema))
    }
  }

  /**
   * Reports to a server that went back in time what this desk heard of others, which may never come back. @throws Fault
   * `team`
   */
  async bringHeard(place: TeamPlace, ask: Ask): Promise<void> {
    const { url, user, head } = place
    for (const page of this.#parts.journal.tables.team.toBring(place, changedSince())) {
      const rows = page.map((row) => ({ ...row, attempt: 0, state: row.state === 'done' ? 'done' : 'doubt' }))
      demanded(await ask('bring', { url, user, head, rows }, headSchema))
    }
  }

  /** Says of each open permit what the journal knows of its row. */
  async report(
    open: readonly OpenPermit[],
    { behind, isReported: isReported }: { readonly behind: boolean; readonly isReported: boolean },
    ask: Ask,
  ): Promise<void> {
    // The sender may have a permit that it has not claimed yet, and only it may say that it was not used. Looked at
    // after the permits were listed: who got one of them had the engine by then.
    if (this.#parts.engine.isElsewhere()) return
    const places = this.#parts.journal.tables.team.places(this.#parts.file.team)
    for (const { url, user, key, attempt, state } of open) {
      const place = places.find((each) => each.url === url && each.user === user)
      const own = place ? this.#parts.journal.tables.forTeam.own(place.accountId, key) : null
      const now = endOf(own, attempt, behind || !this.#isCurrent())
      if (now === null || now === state) continue
      // Until its link is reported, the permit alone keeps others from creating the car.
      if (!isReported && own?.stockKey != null) continue
      demanded(
        await ask('report', { url, user, key, attempt, state: now, autoId: own?.autoId ?? null }, headSchema),
      )
    }
  }

  /** A folder that was put back or copied goes back until its rows were put in doubt, which its sender does first. */
  #isCurrent(): boolean {
    return this.#parts.journal.mark.check().kind === 'same'
  }
}

/**
 * End of a permit by the journal: null while its row is being sent. A row that was never claimed was not sent, unless
 * the journal itself went back in time. One that it doesn't know is of such a time, because no batch is ever deleted.
 */
function endOf(own: OwnWriteOfTeam | null, attempt: number, wentBack: boolean): PermitState | null {
  if (own === null) return 'doubt'
  if (own.attempt < attempt) return wentBack || own.doubt ? 'doubt' : 'unsent'
  switch (own.state) {
    case 'sending':
      return null
    case 'done':
      return 'done'
    case 'failed':
      return 'failed'
    default:
      return own.doubt ? 'doubt' : 'unsent'
  }
}
