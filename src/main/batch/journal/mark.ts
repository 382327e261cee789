import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { StrictQuery } from '../../storage/row-query.ts'
import { inTransaction } from '../../storage/transactions.ts'
import { type Mark, MarkFile } from './mark-file.ts'

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

const raiseQuery = new StrictQuery(
  countSchema,
  'UPDATE identity SET claims = claims + 1 WHERE fence = ? RETURNING claims AS n',
)

/** Counts the claims inside the journal and outside of it, so that a journal that went back in time is noticed. */
export class JournalMark {
  readonly #db: DatabaseSync
  readonly #file: MarkFile
  #fence: number
  #mark: Mark | null = null

  constructor(db: DatabaseSync, path: string) {
    this.#db = db
    this.#file = new MarkFile(path)
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
    const raised = raiseQuery.first(this.#db, this.#fence)
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
      identitySchema,
      `SELECT id, claims, fence,
             (SELECT coalesce(max(seq), 0) FROM batches WHERE state <> 'planning') AS batch,
             NOT EXISTS (SELECT 1 FROM batches) AND NOT EXISTS (SELECT 1 FROM unknown_sends) AS isNew
           FROM identity`,
    ).one(this.#db)
  }
}

/** A mark of another journal counts whole: that journal was replaced by this one. */
function missingFrom({ id, claims, batch }: Identity, mark: Mark | null): Missing {
  if (mark === null) return { lost: null, ofAnyBatch: true }
  const isOwn = mark.journal === id
  const lost = Math.max(0, isOwn ? mark.claims - claims : mark.claims)
  return { lost, ofAnyBatch: lost > 0 && (!isOwn || mark.batch > batch) }
}
