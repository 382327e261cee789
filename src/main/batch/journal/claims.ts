import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { AdvertWrite } from '../../writes/advert-write.ts'
import { fingerprintOf } from '../../writes/fingerprint.ts'
import { inTransaction } from '../../storage/transactions.ts'
import type { AttemptEnd, AttemptsTable } from './attempts-table.ts'
import type { SendableRow } from './journal-row.ts'
import type { JournalMark } from './mark.ts'
import { transitionAfter, type Outcome, type RowTransition } from './outcome.ts'
import type { RowsTable } from './rows-table.ts'

/** A row that this process may send: its claim is on the disk. */
export interface Claim {
  readonly row: SendableRow
  /** The request, with the price that an edit keeps. */
  readonly sent: AdvertWrite
  readonly attempt: number
}

/** The parts of a journal that a claim changes. After a recovery it has others: they are asked for each time. */
interface Claimed {
  readonly attempts: AttemptsTable
  readonly db: DatabaseSync
  readonly mark: JournalMark
  readonly rows: RowsTable
  now(): string
}

/**
 * The claims of a journal. Before the first byte of a row is sent, its claim is committed with synchronous FULL; the result is
 * committed together with the attempt, in one transaction.
 */
export class Claims {
  readonly #journal: Claimed

  constructor(journal: Claimed) {
    this.#journal = journal
  }

  /**
   * Commits that this row is being sent, and then raises the mark outside of the journal; null if the row is no longer
   * planned, `altered` if its request is not the one that was checked.
   * @param serviceNow the time by the service's clock, ms since 1970, if it is known
   * @param sent the write as it is sent: an edit that names no price is sent with the price that the advert has
   * @throws Fault `engine-taken`; what the database or the file system throws. Nothing may be sent then.
   */
  begin(
    row: SendableRow,
    userId: number,
    serviceNow: number | null = null,
    sent: AdvertWrite = row.write,
  ): Claim | 'altered' | null {
    const made = this.#committed({ row, sent }, userId, serviceNow)
    if (made === null || made === 'altered') return made
    try {
      this.#journal.mark.write(made.claims, row.batch)
    } catch (error) {
      this.end(made.claim, neverSent, false)
      throw error
    }
    return made.claim
  }

  /** The claim, committed; what is refused leaves nothing behind. */
  #committed(
    { row, sent }: Pick<Claim, 'row' | 'sent'>,
    userId: number,
    serviceNow: number | null,
  ): { claims: number; claim: Claim } | 'altered' | null {
    const serviceAt = serviceNow === null ? null : new Date(serviceNow).toISOString()
    const hash = requestHash(sent, userId)
    const { attempts, db, mark, rows } = this.#journal
    try {
      return inTransaction(db, () => {
        const claims = mark.raise()
        const at = this.#journal.now()
        const fingerprint = rows.claim(row.id, at)
        if (fingerprint === null) return null
        if (fingerprint !== fingerprintOf(row.write.operation, row.write.payload)) throw new AlteredRow()
        const attempt = attempts.begin(row.id, 'send', hash, at, serviceAt)
        return { claims, claim: { row, sent, attempt } }
      })
    } catch (error) {
      if (error instanceof AlteredRow) return 'altered'
      throw error
    }
  }

  /** Commits the result of an attempt. @returns the row's transition */
  end({ row, attempt }: Claim, outcome: Outcome, cancelled: boolean): RowTransition {
    const history = { operation: row.write.operation, doubt: row.doubt }
    const transition = transitionAfter(history, outcome, cancelled)
    const { attempts, db, rows } = this.#journal
    inTransaction(db, () => {
      const at = this.#journal.now()
      attempts.end(attempt, at, attemptEnd(outcome))
      rows.move(row.id, 'sending', transition, at, outcome.kind === 'done' ? outcome.createdId : null)
    })
    return transition
  }
}

/** The row's payload no longer has its fingerprint: rolls the claim back. */
class AlteredRow extends Error {}

/** The mark could not be raised, so nothing of the claim was sent. */
const neverSent: Outcome = {
  kind: 'unsent',
  error: { code: 'storage', detail: null, status: null, answer: null },
  halt: null,
}

/** A hash of the request without the key: tells later whether two attempts sent the same. */
const requestHash = (write: AdvertWrite, userId: number): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, write.operation, write.payload]))
    .digest('hex')

function attemptEnd(outcome: Outcome): AttemptEnd {
  if (outcome.kind === 'done') return { outcome: 'done', status: 200, errorCode: null, answer: null }
  const { code, status, answer } = outcome.error
  return { outcome: outcome.kind, status, errorCode: code, answer }
}
