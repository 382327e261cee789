import type { Contents } from '#shared/batch/contents.ts'
import { rowChanges } from '#shared/batch/row-changes.ts'
import { fieldNamed } from '#shared/batch/field-lists.ts'
import type { RowState } from '#shared/batch/row.ts'
import type { PlannedRow } from '../../writes/planned-row.ts'
import { randomInt } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KnownAdvert } from './service-adverts.ts'
import type { BatchSource } from '../journal/batch-record.ts'
import type { Journal } from '../journal/journal.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { type SentBefore, unknownBefore } from '../../writes/sent-before.ts'
import { type BegunFile, noFile } from '../journal/stock-taking.ts'
import { inTransaction } from '../../storage/transactions.ts'
import { type Withdrawn, noReport, withdrawOlder } from './withdraw-older.ts'

/** A row that is planned, or that the journal has. */
type CountedRow = Pick<PlannedRow, 'operation' | 'autoId' | 'payload' | 'before'> & {
  readonly state: RowState | PlannedRow['state']
}

/** Counts what the planned rows of a batch do: while it is planned, and again if a person chose among them. */
export class ContentsCount {
  #creates = 0
  #edits = 0
  #deletes = 0
  #prices = 0
  #texts = 0
  #inStock = 0
  #outOfStock = 0
  #least = Infinity
  #most = -Infinity
  #knowsPrices = true
  #only: CountedRow | null = null

  add(row: CountedRow): void {
    if (row.state !== 'planned') return
    this.#only = this.#rows === 0 ? row : null
    if (row.operation === 'create') this.#creates++
    if (row.operation === 'delete') this.#deletes++
    if (row.operation === 'edit') this.#addEdit(row)
  }

  /** @param titleOf what the advert of the only row is called */
  contents(titleOf: (autoId: number | null) => string | null): Contents {
    return {
      creates: this.#creates,
      edits: this.#edits,
      deletes: this.#deletes,
      prices: this.#prices,
      percent: this.#prices > 0 && this.#knowsPrices ? { least: this.#least, most: this.#most } : null,
      texts: this.#texts,
      inStock: this.#inStock,
      outOfStock: this.#outOfStock,
      advert: this.#only === null ? null : titleOf(this.#only.autoId),
    }
  }

  get #rows(): number {
    return this.#creates + this.#edits + this.#deletes
  }

  #addEdit(row: CountedRow): void {
    this.#edits++
    const changes = rowChanges(row)
    if (changes.some(({ field }) => field === 'price')) this.#addPrice(row)
    if (changes.some(({ field }) => fieldNamed(field)?.kind === 'text')) this.#texts++
    const stock = changes.find(({ field }) => field === 'in_stock')
    if (stock?.to === 1) this.#inStock++
    if (stock?.to === 0) this.#outOfStock++
  }

  #addPrice({ payload, before }: CountedRow): void {
    this.#prices++
    const from = before.price
    const to = payload.price
    const isSameCurrency = payload.currency_id === undefined || payload.currency_id === before.currency_id
    if (typeof from !== 'number' || typeof to !== 'number' || from <= 0 || !isSameCurrency) {
      this.#knowsPrices = false
      return
    }
    const percent = Math.round((to / from - 1) * 10_000) / 100
    this.#least = Math.min(this.#least, percent)
    this.#most = Math.max(this.#most, percent)
  }
}

/**
 * Time for which one slice of rows may take until other work of the main thread runs, in ms; the commit comes on top.
 */
const sliceMs = 10

/** The most rows of one transaction, if they take less time than that. */
const sliceRows = 150

/** Letters and digits that can't be mistaken for one another when a batch id is read out. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

const newBatchId = (now: string): string =>
  `${now.slice(0, 10)}-${Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')}`

/** Handling of creates that equal one in the journal: nothing, or only those that were shown pass. */
export type SentCheck = 'none' | 'shown-only'

/** Gets the id of a batch whose rows are all written, and which is not visible yet. */
export type BeforeShown = (batchId: string) => Promise<void>

interface PlanOptions {
  readonly check?: SentCheck
  readonly withdrawn?: Withdrawn
  readonly beforeShown?: BeforeShown | undefined
}

/**
 * Freezes checked rows as a batch. It becomes visible when its last row is on the disk; a planning that fails leaves
 * nothing visible. A stock file is taken in the same transaction, and unsent rows of its older files are withdrawn.
 * @param options.withdrawn gets each batch of an older file of which rows are withdrawn
 * @param options.beforeShown what has to be kept before the batch can be sent: if it fails, there is no batch
 * @returns the batch's id
 * @throws Fault `confirmation-required` if a create was sent since the rows were checked, and so was not shown as sent;
 * `plan-outdated` if the facts that decided a stock file's rows have changed since
 */
export async function planBatch(
  journal: Journal,
  source: BatchSource,
  rows: Iterable<PlannedRow>,
  cached: Cached,
  { check = 'none', withdrawn = noReport, beforeShown }: PlanOptions = {},
): Promise<string> {
  const createdAt = journal.now()
  const id = newBatchId(createdAt)
  const { seq, file } = begin(journal, id, source, createdAt)
  try {
    if (file) await withdrawOlder(journal, file, withdrawn)
    const inserted = await insertRows(journal, { seq, file, source, check }, rows, cached)
    await beforeShown?.(id)
    publish(journal, { seq, file, source }, inserted)
  } catch (error) {
    // Until it is gone, its creates hold their keys.
    if (file && journal.db.isOpen) inTransaction(journal.db, () => journal.tables.batches.dropUnplanned())
    throw error
  }
  return id
}

type Cached = (autoId: number) => KnownAdvert | null

/** Titles of adverts, for the name of a batch of one row. */
export const titlesOf =
  (cached: Cached) =>
  (autoId: number | null): string | null => {
    const title = autoId === null ? undefined : cached(autoId)?.title
    return title === undefined || title === '' ? null : title
  }

/** A batch that is being planned; `file` is the stock file that it is made of. */
interface Begun {
  readonly seq: number
  readonly file: BegunFile | null
  readonly source: BatchSource
}

/** Facts of the rows once all of them are in the journal. */
interface Inserted {
  /** Number of rows sent before. */
  readonly sentBefore: number
  readonly contents: Contents
}

function begin(journal: Journal, id: string, source: BatchSource, at: string): Omit<Begun, 'source'> {
  const { stock } = source
  if (stock === undefined) return { seq: journal.tables.batches.begin(id, source, at), file: null }
  return inTransaction(journal.db, () => {
    const seq = journal.tables.batches.begin(id, source, at)
    return { seq, file: journal.tables.stock.begin({ ...source, stock }, seq) }
  })
}

async function insertRows(
  journal: Journal,
  { seq, file, source, check }: Begun & { readonly check: SentCheck },
  rows: Iterable<PlannedRow>,
  cached: Cached,
): Promise<Inserted> {
  let sentBefore = 0
  const count = new ContentsCount()
  for (const slice of slicesOf(rows)) {
    journal.writeUnsynced(() => {
      for (const row of slice) {
        count.add(row)
        const inserted = journal.tables.rows.insert(seq, row)
        if (row.stock)
          journal.tables.stock.addKey(file ?? { ...noFile, accountId: source.accountId }, inserted, row.stock)
      }
    })
    // In a stock file, "sent before" is asked by the key: equal content is a twin, or a car that came back.
    const again = sentBeforeOf(
      journal,
      source.accountId,
      seq,
      slice.filter(({ stock }) => file === null || stock === undefined),
    )
    if (check === 'shown-only') refuseUnshown(again)
    sentBefore += again.length
    await nextTurn()
  }
  return { sentBefore, contents: count.contents(titlesOf(cached)) }
}

function publish(journal: Journal, { seq, file, source }: Begun, { sentBefore, contents }: Inserted): void {
  const { stock } = source
  inTransaction(journal.db, () => {
    journal.tables.batches.publish(seq, sentBefore, contents)
    if (file && stock) journal.tables.stock.take(file, stock, journal.now())
  })
}

interface SentRow {
  readonly row: PlannedRow
  readonly sent: SentBefore
}

/** The rows of a slice that the journal holds already, with the batch that holds them. */
function sentBeforeOf(
  journal: Journal,
  accountId: string,
  seq: number,
  slice: readonly PlannedRow[],
): SentRow[] {
  const sendable = slice.filter((row) => row.state === 'planned')
  const prints = sendable.map(({ fingerprint }) => fingerprint)
  const before = journal.tables.writes.sentBefore(accountId, prints, seq)
  const unknown = unknownBefore(journal.tables.unknownSends.last())
  return sendable.flatMap((row) => {
    const sent = before.get(row.fingerprint) ?? (row.operation === 'create' ? unknown : null)
    return sent ? [{ row, sent }] : []
  })
}

function refuseUnshown(again: readonly SentRow[]): void {
  const unshown = again.find(
    ({ row }) => row.operation === 'create' && !row.problems.some(({ code }) => code === 'sent-before'),
  )
  if (!unshown) return
  const { row, sent } = unshown
  throw new Fault('confirmation-required', {
    confirmation: 'sent-before',
    ...(sent.unknown === undefined && { reason: 'sent-before', batch: sent.batch }),
    line: row.line,
  })
}

/** Both reading a row (a draft checks it again) and writing it take time, so the clock decides the size of a slice. */
function* slicesOf(rows: Iterable<PlannedRow>): Generator<PlannedRow[]> {
  let slice: PlannedRow[] = []
  let begun = performance.now()
  for (const row of rows) {
    slice.push(row)
    if (slice.length < sliceRows && performance.now() - begun < sliceMs) continue
    yield slice
    slice = []
    begun = performance.now()
  }
  if (slice.length > 0) yield slice
}
