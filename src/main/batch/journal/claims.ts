import { inTransaction } from '../../storage/transactions.ts'
import type { AdvertWrite } from '../../writes/advert-write.ts'
import { fingerprintOf } from '../../writes/fingerprint.ts'
import type { AttemptEnd } from './attempts-table.ts'
import type { Journal } from './journal.ts'
import type { SendableRow } from './journal-row.ts'
import { type Outcome, type RowTransition, transitionAfter } from './outcome.ts'

/** A row that this process may send: its claim is on the disk. */
export interface Claim {
  readonly row: SendableRow
  /** The request, with the price that an edit keeps. */
  readonly sent: AdvertWrite
  readonly attempt: number
}

/**
 * Commits with synchronous FULL that this row is being sent, before its first byte leaves, and then raises the mark outside
 * the journal. Null if the row is no longer planned, `altered` if its request is not the checked one.
 * @param sent the write as it is sent: an edit that names no price is sent with the price that the advert has
 * @param serviceNow the time by the service's clock, ms since 1970, if it is known
 * @throws Fault `engine-taken`; what the database or the file system throws. Nothing may be sent then.
 */
export function beginClaim(
  journal: Journal,
  { row, sent }: Omit<Claim, 'attempt'>,
  serviceNow: number | null,
): Claim | 'altered' | null {
  const made = committed(journal, { row, sent }, serviceNow)
  if (made === null || made === 'altered') return made
  try {
    journal.mark.write(made.claims, row.batch)
  } catch (error) {
    endClaim(journal, made.claim, neverSent, false)
    throw error
  }
  return made.claim
}

/** The claim, committed; what is refused leaves nothing behind. */
function committed(
  journal: Journal,
  { row, sent }: Omit<Claim, 'attempt'>,
  serviceNow: number | null,
): { claims: number; claim: Claim } | 'altered' | null {
  const serviceAt = serviceNow === null ? null : new Date(serviceNow).toISOString()
  const { attempts, db, mark, rows } = journal.tables
  try {
    return inTransaction(db, () => {
      const claims = mark.raise()
      const at = journal.now()
      const fingerprint = rows.claim(row.id, at)
      if (fingerprint === null) return null
      if (fingerprint !== fingerprintOf(row.write.operation, row.write.payload)) throw new AlteredRow()
      const attempt = attempts.begin(row.id, 'send', at, serviceAt)
      return { claims, claim: { row, sent, attempt } }
    })
  } catch (error) {
    if (error instanceof AlteredRow) return 'altered'
    throw error
  }
}

/** Commits the result together with its attempt, in one transaction. @returns the row's transition */
export function endClaim(
  journal: Journal,
  { row, attempt }: Claim,
  outcome: Outcome,
  cancelled: boolean,
): RowTransition {
  const history = { operation: row.write.operation, doubt: row.doubt }
  const transition = transitionAfter(history, outcome, cancelled)
  const { attempts, db, rows } = journal.tables
  inTransaction(db, () => {
    const at = journal.now()
    attempts.end(attempt, at, attemptEnd(outcome))
    rows.move(row.id, 'sending', transition, at, outcome.kind === 'done' ? outcome.createdId : null)
  })
  return transition
}

/** The row's payload no longer has its fingerprint: rolls the claim back. */
class AlteredRow extends Error {}

/** The mark could not be raised, so nothing of the claim was sent. */
const neverSent: Outcome = {
  kind: 'unsent',
  error: { code: 'storage', detail: null, status: null, answer: null },
  halt: null,
}

function attemptEnd(outcome: Outcome): AttemptEnd {
  if (outcome.kind === 'done') return { outcome: 'done', status: 200, errorCode: null, answer: null }
  const { code, status, answer } = outcome.error
  return { outcome: outcome.kind, status, errorCode: code, answer }
}
