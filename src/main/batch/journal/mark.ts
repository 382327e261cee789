import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { AdvertWrite } from '../../writes/advert-write.ts'
import { fingerprintOf } from '../../writes/fingerprint.ts'
import { inTransaction } from '../../storage/transactions.ts'
import type { AttemptEnd, AttemptsTable } from './attempts-table.ts'
import type { SendableRow } from './journal-row.ts'
import { type Outcome, type RowTransition, transitionAfter } from './outcome.ts'
import type { RowsTable } from './rows-table.ts'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { StrictQuery } from '../../storage/row-query.ts'
import { type Mark, MarkFile } from './mark-file.ts'

/** A row that this process may send: its claim is on the disk. */
export interface Claim {
  readonly row: SendableRow
  /** The request, with the price that an edit keeps. */
  readonly sent: AdvertWrite
  readonly attempt: number
}

/** The parts of a journal that a claim changes. After a recovery it has others: they are asked for each time. */
interface Claimed {
  readonly tables: {
    readonly attempts: AttemptsTable
    readonly db: DatabaseSync
    readonly mark: JournalMark
    readonly rows: RowsTable
  }
  now(): string
}

/**
 * The claims of a journal. Before the first byte of a row is sent, its claim is committed with synchronous FULL. The
 * result is committed together with the attempt, in one transaction.
 */
export class Claims {
  readonly #journal: Claimed

  constructor(journal: Claimed) {
    this.#journal = journal
  }

  /**
   * Commits that this row is being sent, and then raises the mark outside the journal. Null if the row is no longer
   * planned, `altered` if its request is not the checked one.
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
      this.#journal.tables.mark.write(made.claims, row.batch)
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
    const { attempts, db, mark, rows } = this.#journal.tables
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
    const { attempts, db, rows } = this.#journal.tables
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

/** Hash of the request without the key: shows later whether two attempts sent the same. */
const requestHash = (write: AdvertWrite, userId: number): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, write.operation, write.payload]))
    .digest('hex')

function attemptEnd(outcome: Outcome): AttemptEnd {
  if (outcome.kind === 'done') return { outcome: 'done', status: 200, errorCode: null, answer: null }
  const { code, status, answer } = outcome.error
  return { outcome: outcome.kind, status, errorCode: code, answer }
}

/** Claims that the mark knows and the journal doesn't. */
export interface Missing {
  /** Their number; null without a mark. */
  readonly lost: number | null
  /** True if some of them may be of batches that the journal doesn't know either. */
  readonly ofAnyBatch: boolean
}

/**
 * `machine`: another computer's mark; `copy`: of another file; `unmarked`: no evidence, the mark is gone or damaged.
 */
type Elsewhere = 'machine' | 'copy' | 'unmarked'

/**
 * Result of comparing the journal with its mark. `behind`: claims were made that the journal doesn't know, because an
 * older copy was put back or its newest pages were lost. `elsewhere`: the data folder is a copy, and the original may
 * be sending too.
 */
export type MarkStatus =
  | { readonly kind: 'same' }
  | ({ readonly kind: 'behind' } & Missing)
  | ({ readonly kind: 'elsewhere'; readonly why: Elsewhere } & Missing)

const identitySchema = z.object({
  id: z.string(),
  claims: z.int(),
  fence: z.int(),
  /** The highest number of a batch. */
  batch: z.int(),
  /** Nothing was planned in it, and nothing recovered. */
  isNew: z.int().transform((value) => value === 1),
})
type Identity = z.infer<typeof identitySchema>
const countSchema = z.object({ n: z.int() })

/** Counts the claims inside the journal and outside of it, so that a journal that went back in time is noticed. */
export class JournalMark {
  readonly #db: DatabaseSync
  readonly #file: MarkFile
  readonly #raise: StrictQuery<typeof countSchema>
  #fence: number
  #mark: Mark | null = null

  constructor(db: DatabaseSync, path: string) {
    this.#db = db
    this.#file = new MarkFile(path)
    this.#raise = new StrictQuery(
      db,
      countSchema,
      'UPDATE identity SET claims = claims + 1 WHERE fence = ? RETURNING claims AS n',
    )
    this.#fence = this.#identity().fence
  }

  /** Begins a mark for a new journal. Of several processes at a first start one makes it. */
  ensure(): void {
    const lacksOne = (): boolean => this.#identity().isNew && this.#file.read() === null
    if (!lacksOne()) return
    inTransaction(this.#db, () => {
      if (lacksOne()) this.#reset()
    })
  }

  /** Claims that the journal knows. */
  get claims(): number {
    return this.#identity().claims
  }

  /**
   * Claims that a backup in the journal's place doesn't know, whatever file the mark is in. A claim whose mark was not
   * written is one at most: a mark that knows fewer went back itself, and proves nothing.
   */
  missing(): Missing {
    const identity = this.#identity()
    const mark = this.#file.readMost()
    const wentBack = mark?.journal === identity.id && mark.claims + 1 < identity.claims
    return missingFrom(identity, wentBack ? null : mark)
  }

  /** Compares the journal with its mark. */
  check(): MarkStatus {
    const identity = this.#identity()
    const mark = this.#file.read()
    const missing = missingFrom(identity, mark)
    const place = mark === null ? 'unmarked' : this.#file.placeOf(mark)
    if (place !== 'own' && !identity.isNew) return { kind: 'elsewhere', why: place, ...missing }
    return missing.lost === 0 || mark === null ? { kind: 'same' } : { kind: 'behind', ...missing }
  }

  /**
   * This process has the engine: engines before it can claim no more, and from here on the mark is of this journal,
   * computer and folder.
   */
  begin(): void {
    this.#db.exec('UPDATE identity SET fence = fence + 1')
    this.#fence = this.#identity().fence
    this.#mark = this.#reset()
  }

  end(): void {
    this.#file.close()
    this.#mark = null
  }

  /**
   * Counts a claim inside the caller's transaction.
   * @returns the claims so far
   * @throws Fault `engine-taken` if another process has taken the engine meanwhile
   */
  raise(): number {
    const raised = this.#raise.first(this.#fence)
    if (!raised) throw new Fault('engine-taken')
    return raised.n
  }

  /** Writes the mark, after the claim was committed and before its first byte is sent. @param batch its number in the journal */
  write(claims: number, batch: number): void {
    this.#mark ??= this.#file.read()
    if (this.#mark === null) throw new Fault('engine-taken')
    this.#mark = { ...this.#mark, claims, batch: Math.max(this.#mark.batch, batch) }
    this.#file.write(this.#mark)
  }

  /** @throws Fault `engine-taken` if another process has taken the engine meanwhile */
  assertHeld(): void {
    if (this.#identity().fence !== this.#fence) throw new Fault('engine-taken')
  }

  #reset(): Mark {
    const { id, claims, batch } = this.#identity()
    return this.#file.reset({ journal: id, claims, batch })
  }

  #identity(): Identity {
    return new StrictQuery(
      this.#db,
      identitySchema,
      `SELECT id, claims, fence,
             (SELECT coalesce(max(seq), 0) FROM batches WHERE state <> 'planning') AS batch,
             NOT EXISTS (SELECT 1 FROM batches) AND NOT EXISTS (SELECT 1 FROM unknown_sends) AS isNew
           FROM identity`,
    ).one()
  }
}

/** A mark of another journal counts whole: that journal was replaced by this one. */
function missingFrom({ id, claims, batch }: Identity, mark: Mark | null): Missing {
  if (mark === null) return { lost: null, ofAnyBatch: true }
  const isOwn = mark.journal === id
  const lost = Math.max(0, isOwn ? mark.claims - claims : mark.claims)
  return { lost, ofAnyBatch: lost > 0 && (!isOwn || mark.batch > batch) }
}
