import { rowStates } from '#shared/batch/row.ts'
import type { Count } from './mark-comparison.ts'
import { openPages } from './page-image.ts'
import { allRecords, type Cell, type PageRecord } from './page-records.ts'

/** What an index says of a row, which is known even if the row itself is lost. */
export interface RowEntry {
  readonly batch: number
  readonly line: number
  readonly state: string
}

/** What the intact pages of a journal hold, whatever refers to them. */
export interface PageFindings {
  /** Records of tables by their row's number; the cell of the number itself is null. */
  readonly batches: ReadonlyMap<number, readonly Cell[]>
  readonly rows: ReadonlyMap<number, readonly Cell[]>
  readonly attempts: ReadonlyMap<number, readonly Cell[]>
  readonly keptRows: ReadonlyMap<number, readonly Cell[]>
  readonly holds: readonly (readonly Cell[])[]
  /** Rows that a batch had, by its number. */
  readonly counts: ReadonlyMap<number, number>
  readonly rowEntries: ReadonlyMap<number, RowEntry>
  readonly fingerprints: ReadonlyMap<number, string>
  readonly batchIds: ReadonlyMap<number, string>
  /**
   * The row of each attempt. If both have the same number, the entry may be that of another index, which says nothing of
   * an attempt.
   */
  readonly attemptRows: ReadonlyMap<number, number>
  readonly identity: Count | null
}

/** How many columns a record of a table had, from the first version to this one. No two tables have the same. */
export const recordWidths = {
  batches: [20, 27],
  rows: [19, 19],
  attempts: [10, 11],
  kept_rows: [12, 12],
  holds: [3, 3],
  identity: [5, 5],
} as const
const idPattern = /^\d{4}-\d\d-\d\d-[2-9a-z]{5}$/
const idOfJournal = /^[0-9a-f]{16}$/
const fingerprintLength = 22

/**
 * Reads every page of a journal by itself: the root, the schema and the pages between them may be damaged.
 * @param known whether a row is known already and need not be kept
 */
export function readPages(
  path: string,
  known: (table: 'rows' | 'attempts', id: number) => boolean,
): PageFindings {
  const image = openPages(path)
  try {
    const found = new Finder(known)
    for (const record of allRecords(image)) found.add(record)
    return found
  } finally {
    image.close()
  }
}

class Finder implements PageFindings {
  readonly batches = new Map<number, readonly Cell[]>()
  readonly rows = new Map<number, readonly Cell[]>()
  readonly attempts = new Map<number, readonly Cell[]>()
  readonly keptRows = new Map<number, readonly Cell[]>()
  readonly holds: (readonly Cell[])[] = []
  readonly rowEntries = new Map<number, RowEntry>()
  readonly fingerprints = new Map<number, string>()
  readonly batchIds = new Map<number, string>()
  readonly attemptRows = new Map<number, number>()
  identity: Count | null = null
  readonly #counts = new Map<number, Map<string, number>>()
  readonly #known: (table: 'rows' | 'attempts', id: number) => boolean

  constructor(known: (table: 'rows' | 'attempts', id: number) => boolean) {
    this.#known = known
  }

  get counts(): ReadonlyMap<number, number> {
    const sum = (states: ReadonlyMap<string, number>): number =>
      [...states.values()].reduce((a, b) => a + b, 0)
    return new Map([...this.#counts].map(([batch, states]) => [batch, sum(states)]))
  }

  add({ rowid, cells }: PageRecord): void {
    if (rowid === null) this.#addEntry(cells)
    else this.#addRow(rowid, cells)
  }

  #addRow(id: number, cells: readonly Cell[]): void {
    const [first] = cells
    if (hasWidth(cells, 'holds') && typeof first === 'string') this.holds.push(cells)
    if (first !== null || id < 1) return
    if (hasWidth(cells, 'rows') && !this.#known('rows', id)) keepNewest(this.rows, id, cells, rowAge)
    if (hasWidth(cells, 'attempts') && !this.#known('attempts', id))
      keepNewest(this.attempts, id, cells, attemptAge)
    if (hasWidth(cells, 'kept_rows')) this.keptRows.set(id, cells)
    if (hasWidth(cells, 'identity') && id === 1) this.identity = asCount(cells[1], cells[2])
    if (hasWidth(cells, 'batches')) keepNewest(this.batches, id, cells, batchAge)
  }

  #addEntry(cells: readonly Cell[]): void {
    const [a, b, c, d] = cells
    const isInt = Number.isInteger
    if (cells.length === 4 && isInt(a) && isState(b) && isInt(c) && isInt(d))
      this.rowEntries.set(Number(d), { batch: Number(a), line: Number(c), state: b })
    if (cells.length === 3 && isInt(a) && isState(b) && isInt(c)) this.#count(Number(a), b, Number(c))
    if (cells.length !== 2 || !isInt(b)) return
    if (isInt(a) && (a !== b || !this.attemptRows.has(Number(b)))) this.attemptRows.set(Number(b), Number(a))
    if (typeof a !== 'string') return
    if (a.length === fingerprintLength) this.fingerprints.set(Number(b), a)
    else if (idPattern.test(a)) this.batchIds.set(Number(b), a)
  }

  #count(batch: number, state: string, n: number): void {
    const states = this.#counts.get(batch) ?? new Map<string, number>()
    this.#counts.set(batch, states.set(state, n))
  }
}

/** An identity as it is stored; null if it is damaged. */
export const asCount = (journal: unknown, claims: unknown): Count | null =>
  typeof journal === 'string' &&
  idOfJournal.test(journal) &&
  Number.isSafeInteger(claims) &&
  Number(claims) >= 0
    ? { journal, claims: Number(claims) }
    : null

const hasWidth = ({ length }: readonly Cell[], table: keyof typeof recordWidths): boolean =>
  length >= recordWidths[table][0] && length <= recordWidths[table][1]

const isState = (cell: Cell | undefined): cell is string =>
  cell === 'unknown' || rowStates.some((state) => state === cell)

/** Pages that were freed may hold an older version of a row: the one that went further is kept. */
function keepNewest(
  into: Map<number, readonly Cell[]>,
  id: number,
  cells: readonly Cell[],
  age: (cells: readonly Cell[]) => string,
): void {
  const other = into.get(id)
  if (other === undefined || age(cells) > age(other)) into.set(id, cells)
}

const text = (cell: Cell | undefined): string => (typeof cell === 'string' ? cell : '')

/** The time of change, and a state that is no longer `planned` at the same time. */
const rowAge = (cells: readonly Cell[]): string => `${text(cells[18])} ${cells[4] === 'planned' ? 0 : 1}`
const attemptAge = (cells: readonly Cell[]): string => text(cells[5])
const batchAge = (cells: readonly Cell[]): string => `${text(cells[18])} ${text(cells[19])} ${cells.length}`
