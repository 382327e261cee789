import { currencies } from '#shared/batch/currency.ts'
import type { CheckedRow } from '../check/checked-row.ts'
import { type FileTable, lostLines } from '../check/lost-lines.ts'
import type { RowPlan } from '../check/row-plan.ts'
import type { FileRows } from '../check/rows-of-file.ts'
import type { Compare } from '../compare/compare.ts'
import type { RowOfDraft } from '../draft/draft-row.ts'
import type { Row } from '../rows/row.ts'
import { applyDecisions } from './apply-decisions.ts'
import { compareCars } from './car-compare.ts'
import { CarReader } from './car-reader.ts'
import type { Car } from './decisions.ts'
import { frontCells, type RowOpening, type StockColumns } from './stock-columns.ts'
import type { FieldFacts, LinkFact, StockRequest } from './stock-facts.ts'
import type { StockPlan } from './stock-plan.ts'
import type { Finding } from '../../writes/finding.ts'
import type { StockNote } from '../../writes/stock-file.ts'
import { keyIn } from '../../writes/stock-key.ts'

const noFields: FieldFacts = {}

interface StockParts {
  readonly rowPlan: RowPlan
  readonly compare: Compare | null
}

/** File read as the whole stock of a source: the link of its key gives each row its action. */
export class StockDraft {
  /** The decisions, once all cars are read. */
  plan: StockPlan | null = null
  readonly #request: StockRequest
  readonly #columns: StockColumns
  readonly #isOfStock: (row: Row) => boolean
  readonly #links: ReadonlyMap<string, LinkFact>
  readonly #cars: Car[] = []
  readonly #notes: StockNote[] = []
  readonly #table: FileTable
  /** Problems of rows in which other lines of the file are lost. */
  readonly #lostIn = new Map<number, readonly Finding[]>()
  #filtered = 0
  #isCut = false
  #statedRows: number | null = null

  /**
   * @param isOfStock which rows of the file are of the stock
   * @param ownRows the rows of the file without what is put in front of them
   */
  constructor(
    request: StockRequest,
    columns: StockColumns,
    isOfStock: (row: Row) => boolean,
    ownRows: RowPlan,
  ) {
    this.#request = request
    this.#columns = columns
    this.#isOfStock = isOfStock
    this.#links = new Map(request.facts.links.map((link) => [link.key, link]))
    const own = columns.added.length
    this.#table = {
      ...ownRows,
      mapping: columns.mapping.slice(own),
      isKnownCar: (cells) => this.#links.has(keyIn(cells[columns.keyIndex - own] ?? '') ?? ''),
    }
  }

  /** True if a record names a car that is known, or a number that looks like one's. */
  readonly isCar = (record: Row): boolean => {
    const key = record.meantText(this.#columns.keyIndex - this.#columns.added.length).trim()
    return this.#links.has(keyIn(key) ?? '') || (/\d/.test(key) && !/\s/.test(key))
  }

  /** The rows of the file that are of the stock, with what they do in front. */
  opened({ rows, statedCount, cut, ...file }: FileRows): FileRows {
    const { added, header, keyIndex } = this.#columns
    const { stated = 0, rows: read = 0 } = statedCount ?? {}
    this.#statedRows = stated !== null && stated > read ? stated : null
    const isPage = stated === null
    this.#isCut = isPage || breaksOff(rows, this.#table.fixedCells ? 0 : header.length - added.length)
    for (const row of rows) {
      const found = lostLines(row, this.#table)
      if (found.length > 0) this.#lostIn.set(row.line, found)
    }
    // Of a row that holds others the cells say nothing sure.
    const kept = rows.filter((row) => this.#isOfStock(row) || this.#lostIn.has(row.line))
    this.#filtered = rows.length - kept.length
    return {
      ...file,
      statedCount,
      rows: kept.map((row) =>
        row.behind(frontCells(this.#columns, this.#openingOf(row.meantText(keyIndex - added.length)))),
      ),
      cut: kept.at(-1) === rows.at(-1) ? cut : null,
    }
  }

  /** The problems of a row in which other lines of the file are lost, as they were found by the file's own columns. */
  readonly lostIn = ({ line }: Row): readonly Finding[] => this.#lostIn.get(line) ?? []

  #openingOf(cell: string): RowOpening {
    const link = this.#links.get(keyIn(cell) ?? '')
    if (link?.state !== 'live') return { operation: 'create', autoId: null, inStock: '1', currency: '' }
    return {
      operation: 'edit',
      autoId: link.autoId,
      inStock: link.out === 'file' || this.#isUnsaid(link) ? '1' : '',
      currency: link.currency === null || this.#columns.hasPrices ? '' : currencies[link.currency],
    }
  }

  /** Before the file says so, it is unknown whether an advert that a person linked is in stock. */
  #isUnsaid({ key, byHand, out }: LinkFact): boolean {
    return byHand && out === null && this.#request.facts.fields.get(key)?.in_stock === undefined
  }

  /** Reads every row as that of a new car, by which vehicles are asked for. */
  readerOf(plan: RowPlan): CarReader {
    return new CarReader(plan, this.#columns, (key) => (this.#links.get(key)?.out ?? null) !== null)
  }

  /**
   * Compares cars with their adverts.
   * @returns the rows as the file has them, and those that are kept: without what they must not send
   */
  compared(
    rows: readonly CheckedRow[],
    { cars, rowPlan, compare }: StockParts & { readonly cars: CarReader },
  ): { readonly compared: readonly CheckedRow[]; readonly kept: readonly CheckedRow[] } {
    const all = compareCars(rows, {
      plan: rowPlan,
      compare,
      byHand: this.#request.facts.byHand,
      known: (row) => this.#knownOf(row),
    })
    for (const { row, notes, held } of all) {
      const car = cars.car(row, held)
      this.#cars.push(car)
      for (const note of notes) this.#notes.push({ key: car.key?.key ?? '', ...note })
    }
    return {
      compared: all.map(({ row }) => this.#withoutRenewed(row)),
      kept: all.map(({ sent }) => sent),
    }
  }

  /** A number that is created again is another car by the person's own word. */
  #withoutRenewed(row: CheckedRow): CheckedRow {
    const key = keyIn(row.record.meantText(this.#columns.keyIndex)) ?? ''
    return this.#request.facts.renewed.includes(key) ? { ...row, problems: [] } : row
  }

  #knownOf({ record }: CheckedRow) {
    const key = keyIn(record.meantText(this.#columns.keyIndex)) ?? ''
    const link = this.#links.get(key)
    return {
      fields: this.#request.facts.fields.get(key) ?? noFields,
      out: link?.out ?? null,
      isUnsaid: link !== undefined && this.#isUnsaid(link),
      isStale: link?.isStale ?? false,
    }
  }

  /** The request with what the end of the file says. */
  #endedRequest(): StockRequest {
    const { facts } = this.#request
    const file = { ...facts.file, isCut: facts.file.isCut || this.#isCut, statedRows: this.#statedRows }
    return { ...this.#request, facts: { ...facts, file } }
  }

  /** Decides about all cars, holds the rows that wait or are asked about, and adds those of cars that the file lacks. */
  finish(rows: RowOfDraft[], parts: StockParts): void {
    this.plan = applyDecisions(rows, {
      ...parts,
      request: this.#endedRequest(),
      columns: this.#columns,
      cars: this.#cars,
      links: this.#links,
      notes: this.#notes,
      filtered: this.#filtered,
    })
  }
}

/**
 * Detects a file that breaks off in its last row: this one alone lacks cells at its end.
 * @param columns cells of the header; 0 if rows of the file may be shorter, as in a sheet
 */
const breaksOff = (rows: readonly Row[], columns: number): boolean =>
  (rows.at(-1)?.length ?? columns) < columns && rows.slice(0, -1).every(({ length }) => length >= columns)
