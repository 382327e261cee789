import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import type { Journal } from '../batch/journal/journal.ts'
import type { SendableRow } from '../batch/journal/journal-row.ts'
import { teamHalt, type Halt, type RowTransition } from '../batch/journal/outcome.ts'
import type { PermitState, TeamAccount } from '../batch/journal/team-entries.ts'
import type { PermitAnswer, Permits } from '../batch/sending/permits.ts'
import { storageFaultOf } from '../storage/storage-fault.ts'
import { isRefused, type Refused } from './connection.ts'
import type { Ask } from './team-desk.ts'
import type { TeamTurn } from './team-turns.ts'
import type { AdvertWrite } from '../writes/advert-write.ts'
import { fingerprintOf, otherCreateOf } from '../writes/fingerprint.ts'

/** Milliseconds after which a permit that was asked for is not used any more. */
const deadlineMs = 10_000

const grantedSchema = z.object({ no: z.int(), head: z.int() })

interface Row {
  readonly key: string
  readonly attempt: number
}

interface PermitParts {
  readonly accountId: string
  readonly batchId: string
  readonly journal: Journal
  readonly turn: TeamTurn
  readonly later: (said: Promise<unknown>) => void
  readonly seen: () => number
  /** This desk's number in the team. */
  readonly self: () => number
  readonly ready: () => Promise<TeamAccount>
  readonly pull: () => Promise<void>
  /** Reports new links and stock files to the team. @throws Fault `team` */
  readonly reportStock: () => Promise<void>
  readonly ask: Ask
  readonly report: (row: Row, state: PermitState, autoId: number | null) => void
}

const turnOf = (who: string): Halt => ({ reason: 'team-turn', retryAfterMs: null, until: null, who })

/** The permits of one batch, asked for at the team's server. */
export class TeamPermits implements Permits {
  readonly #parts: PermitParts

  constructor(parts: PermitParts) {
    this.#parts = parts
  }

  seen(): number {
    return this.#parts.seen()
  }

  async begin(): Promise<Halt | null> {
    try {
      const who = await this.#parts.turn.take()
      return who === null ? null : turnOf(who)
    } catch (error) {
      return teamHalt(error)
    }
  }

  async read(): Promise<Halt | null> {
    try {
      await this.#parts.pull()
      return null
    } catch (error) {
      return teamHalt(error)
    }
  }

  rest(): void {
    this.#parts.later(this.#parts.turn.end())
  }

  leave(): void {
    this.#parts.later(this.#parts.turn.leave())
  }

  async ask(row: SendableRow, write: AdvertWrite, after: number): Promise<PermitAnswer> {
    try {
      const { url, user } = await this.#parts.ready()
      const content = this.#contentOf(row, write)
      if (content.stockKey !== null) await this.#parts.reportStock()
      const isLate = deadline()
      const { accountId, journal, turn } = this.#parts
      // Counted in the journal before it is asked for: a folder that was put back has a lower count than the server. So has one that lost
      // it with the power, before the claim synced it: what it asked for then is in doubt.
      journal.writeUnsynced(() => journal.tables.team.raiseAsked())
      const { asked } = journal.tables.team
      const question = {
        url,
        user,
        asked,
        after,
        fence: turn.fence,
        ...this.#rowOf(row),
        ...content,
        file: journal.tables.team.stock.fileOfRow(row.id),
      }
      const answer = await this.#parts.ask('permit', question, grantedSchema)
      if (isRefused(answer)) return await this.#refused(answer)
      // The claim that follows syncs it.
      journal.writeUnsynced(() => {
        journal.tables.team.noteHead(accountId, answer.head)
        journal.tables.team.noteAnswered(asked)
      })
      return { kind: 'granted', isLate }
    } catch (error) {
      // The count is in the journal before a permit is asked for: without it nothing may be sent.
      if (storageFaultOf(error)) throw error
      return { kind: 'halt', halt: teamHalt(error) }
    }
  }

  unsent(row: SendableRow): void {
    this.#parts.report(this.#rowOf(row), row.doubt ? 'doubt' : 'unsent', null)
  }

  ended(row: SendableRow, { state, doubt }: RowTransition, createdId: number | null): void {
    const end = state === 'done' ? 'done' : doubt ? 'doubt' : state === 'failed' ? 'failed' : 'unsent'
    this.#parts.report(this.#rowOf(row), end, createdId ?? row.autoId)
  }

  /** The same for each question about the same attempt, in whatever process: a lost answer is given again. */
  #rowOf({ line, attempts }: SendableRow): Row {
    return { key: `${this.#parts.batchId}/${line}`, attempt: attempts + 1 }
  }

  #contentOf(row: SendableRow, write: AdvertWrite) {
    const { accountId, journal } = this.#parts
    const { operation, payload } = row.write
    const fingerprint = fingerprintOf(operation, payload)
    const alike = [fingerprint, otherCreateOf(payload)].filter((print) => print !== null)
    return {
      operation,
      fingerprint,
      copy: operation === 'create' ? journal.tables.writes.copyOf(accountId, row.id, fingerprint) : 1,
      forgotten: journal.tables.writes.equalHeardSince(accountId, row.id, fingerprint, this.#parts.self()),
      ...(operation === 'create' && {
        alike,
        answered: journal.tables.writes.equalAnswered(accountId, row.id, alike),
      }),
      stockKey: journal.tables.links.keyOfRow(row.id),
      autoId: row.autoId,
      payload: write.payload,
      before: row.before,
    }
  }

  async #refused({ refused, who, at, open }: Refused): Promise<PermitAnswer> {
    if (refused === 'moved') {
      await this.#parts.pull()
      return { kind: 'moved' }
    }
    if (refused === 'turn') {
      this.#parts.turn.lost()
      return { kind: 'halt', halt: turnOf(who ?? '') }
    }
    if (refused !== 'sent-elsewhere') {
      const reason = refused === 'rights' ? 'send-rights' : refused
      return { kind: 'halt', halt: teamHalt(new Fault('team', { reason, value: who ?? '' })) }
    }
    // From now on it is known here as well: a file with the same row is asked about.
    await this.#parts.pull()
    const detail = `${who ?? ''}, ${new Date(at ?? 0).toISOString()}`
    return { kind: 'refused', detail, isOpen: open !== false }
  }
}

/** By both clocks: the one stands still while the computer sleeps, the other may be set. */
function deadline(): () => boolean {
  const wall = Date.now()
  const steady = performance.now()
  return () => Math.abs(Date.now() - wall) > deadlineMs || performance.now() - steady > deadlineMs
}
