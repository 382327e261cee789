import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { inTransaction } from '../../storage/transactions.ts'
import { machineId } from './machine-id.ts'
import { lostSince, type Count, type Lost, type RememberedMark } from './mark-comparison.ts'
import { MarkFile, type Mark } from './mark-file.ts'
import { readStored } from '../../storage/stored-record.ts'

/** `machine`: another computer's mark; `copy`: of another file; `unmarked`: nothing tells, its mark is gone or damaged. */
type Elsewhere = 'machine' | 'copy' | 'unmarked'

/**
 * How the journal compares with the mark outside of it. `behind`: claims were made that the journal doesn't know, because an
 * older copy was restored or its newest pages were lost. `elsewhere`: the data folder is a copy, and the original may be
 * sending too.
 */
export type MarkStatus =
  | { readonly kind: 'same' }
  | ({ readonly kind: 'behind' } & Lost)
  | ({ readonly kind: 'elsewhere'; readonly why: Elsewhere } & Lost)

const identitySchema = z.object({
  id: z.string(),
  claims: z.int(),
  fence: z.int(),
  marked: z.int(),
})
const countSchema = z.object({ n: z.int() })
const batchSchema = z.object({ id: z.string() })

/** As many as a slot of the mark has room for. */
const listedBatches = 7

/** Counts the claims inside the journal and outside of it, so that a journal that went back in time is noticed. */
export class HighWater {
  readonly #db: DatabaseSync
  readonly #file: MarkFile
  readonly #remembered: RememberedMark
  readonly #raise: StatementSync
  #fence: number
  #mark: Mark | null = null
  readonly #batchIds = new Map<number, string>()

  constructor(db: DatabaseSync, path: string, remembered: RememberedMark) {
    this.#db = db
    this.#file = new MarkFile(path)
    this.#remembered = remembered
    this.#raise = db.prepare('UPDATE identity SET claims = claims + 1 WHERE fence = ? RETURNING claims AS n')
    this.#fence = this.#identity().fence
  }

  /** Begins a mark for a journal that never had one. Of several processes at a first start one makes it. */
  ensureMark(): void {
    if (this.#isUnmarked()) inTransaction(this.#db, () => this.#makeFirstMark())
  }

  #isUnmarked(): boolean {
    return this.#identity().marked === 0 && this.#file.read() === null
  }

  #makeFirstMark(): void {
    const { id, claims } = this.#identity()
    if (this.#isUnmarked()) this.#file.reset({ journal: id, claims })
  }

  /** The journal's own id. */
  get id(): string {
    return this.#identity().id
  }

  /** Makes a new journal, which has claimed nothing, the one that the mark belongs to. */
  takeOver({ journal, claims }: Count, hasMark: boolean): void {
    this.#db
      .prepare('UPDATE identity SET id = ?, claims = ?, marked = ?')
      .run(journal, claims, hasMark ? 1 : 0)
  }

  /** How the journal compares with its mark now. */
  checkMark(): MarkStatus {
    const { id, claims, marked } = this.#identity()
    const mark = this.#file.read()
    const place = this.#file.place()
    const why = whyElsewhere(mark, place.file)
    const missing = lostSince({ journal: id, claims }, mark, this.#remembered.load())
    if (why !== null && marked === 1 && this.#has('SELECT 1 FROM batches LIMIT 1'))
      return { kind: 'elsewhere', ...missing, why }
    return missing.lost > 0 ? { kind: 'behind', ...missing } : { kind: 'same' }
  }

  /** Makes the journal's count the true one again, inside the caller's transaction. */
  catchUp(lost: number): void {
    this.#db.prepare('UPDATE identity SET claims = claims + ?').run(lost)
  }

  /**
   * This process has the engine: engines before it can claim no more, and the mark is of this journal, computer and
   * folder from here on.
   */
  begin(): void {
    this.#db.exec('UPDATE identity SET fence = fence + 1, marked = 1')
    const { id, claims, fence } = this.#identity()
    this.#fence = fence
    this.#mark = this.#renew({ journal: id, claims })
    this.#remembered.save({ journal: id, claims })
  }

  /** Ends the engine's work: the settings' copy is brought up to date. */
  end(): void {
    this.#file.close()
    if (this.#mark) this.#remembered.save({ journal: this.#mark.journal, claims: this.#mark.claims })
    this.#mark = null
  }

  /**
   * Counts a claim inside the caller's transaction.
   * @returns the claims so far
   * @throws Fault `engine-taken` if another process has taken the engine meanwhile
   */
  raise(): number {
    const raised = this.#raise.get(this.#fence)
    if (!raised) throw new Fault('engine-taken')
    return readStored(countSchema, raised, 'journal.db, identity').n
  }

  /** Writes the mark, after the claim was committed and before its first byte is sent. */
  write(claims: number, batch: number): void {
    this.#mark ??= this.#file.read()
    if (this.#mark === null) throw new Fault('engine-taken')
    this.#mark = { ...this.#mark, claims, ...this.#listed(this.#mark, claims, batch) }
    this.#file.write(this.#mark)
  }

  /** The mark's list with this claim: few batches are sent at a time, so the newest ones are enough. */
  #listed({ recent, unlisted }: Mark, claims: number, batch: number): Pick<Mark, 'recent' | 'unlisted'> {
    const id = this.#batchId(batch)
    const listed: [string, number][] = [...recent.filter(([other]) => other !== id), [id, claims]]
    const dropped = listed.length > listedBatches ? listed.shift() : undefined
    return { recent: listed, unlisted: dropped?.[1] ?? unlisted }
  }

  #batchId(seq: number): string {
    const known = this.#batchIds.get(seq)
    if (known !== undefined) return known
    const { id } = readStored(
      batchSchema,
      this.#db.prepare('SELECT id FROM batches WHERE seq = ?').get(seq),
      'journal.db, batches',
    )
    this.#batchIds.set(seq, id)
    return id
  }

  /** @throws Fault `engine-taken` if another process has taken the engine meanwhile */
  assertHeld(): void {
    if (this.#identity().fence !== this.#fence) throw new Fault('engine-taken')
  }

  /** A mark of this journal and place is written in place; any other is replaced. */
  #renew(next: Pick<Mark, 'journal' | 'claims'>): Mark {
    const mark = this.#file.read()
    const { machine, file } = this.#file.place()
    if (mark?.journal !== next.journal || mark.machine !== machine || mark.file !== file)
      return this.#file.reset(next)
    const renewed = { ...mark, ...next }
    this.#file.write(renewed)
    return renewed
  }

  #identity(): z.infer<typeof identitySchema> {
    return readStored(
      identitySchema,
      this.#db.prepare('SELECT id, claims, fence, marked FROM identity').get(),
      'journal.db, identity',
    )
  }

  #has(what: string): boolean {
    return this.#db.prepare(what).get() !== undefined
  }
}

function whyElsewhere(mark: Mark | null, file: string): Elsewhere | null {
  if (mark === null) return 'unmarked'
  if (mark.machine !== machineId()) return 'machine'
  return mark.file === file ? null : 'copy'
}
