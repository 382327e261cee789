import { setImmediate as nextTurn } from 'node:timers/promises'
import { currencies } from '#shared/batch/currency.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import { keyIn } from '../../writes/stock-key.ts'
import type { CheckedChunk, FileChunk } from '../check/check-file.ts'
import { checkRecords } from '../check/check-file.ts'
import { withCut } from '../check/cut-cell.ts'
import { type FileTable, lostLines } from '../check/lost-lines.ts'
import type { CheckedRow } from '../check/checked-row.ts'
import type { Duplicates } from '../check/duplicates.ts'
import type { RowPlan } from '../check/row-plan.ts'
import type { Compare } from '../compare/compare.ts'
import { CsvRecord } from '../csv/csv-record.ts'
import type { StagedPlan } from '../staging/staged-plan.ts'
import type { Staging } from '../staging/staging.ts'
import { CarReader } from './car-reader.ts'
import { compareCars, type ComparedCar } from './car-compare.ts'
import type { Car } from './decisions.ts'
import type { StockColumns } from './stock-columns.ts'
import type { FieldFacts, LinkFact } from './stock-facts.ts'
import { type RowOpening, StockRecords } from './stock-records.ts'
import type { StockRequest } from './stock-request.ts'
import { stageDecisions } from './stage-decisions.ts'
import { FileEnd } from './file-end.ts'
import type { StockRows } from './stock-filter.ts'
import { StockStaging, type StockNote } from './stock-staging.ts'

/** Rows that are staged together. */
interface StagedPage {
  readonly bytes: Buffer
  readonly rows: readonly CheckedRow[]
  readonly lines: readonly number[]
}

const noFields: FieldFacts = {}

/** A file that is read as the whole stock of a source: each of its rows gets what it does by the link of its key. */
export class StockDraft {
  readonly #request: StockRequest
  readonly #columns: StockColumns
  readonly #records: StockRecords
  readonly #rows: StockRows
  readonly #links: ReadonlyMap<string, LinkFact>
  readonly #cars: Car[] = []
  readonly #notes: StockNote[] = []
  readonly #end: FileEnd
  readonly #table: FileTable
  #lastLine = 0
  #toldRows: number | null = null
  #isPage = false

  /**
   * @param rows which rows of the file are of the stock
   * @param ownRows the rows of the file without what is put in front of them
   */
  constructor(
    request: StockRequest,
    columns: StockColumns,
    rows: StockRows,
    { shape, fixedCells = false }: StagedPlan,
    ownRows: RowPlan,
  ) {
    this.#request = request
    this.#columns = columns
    this.#rows = rows
    this.#end = new FileEnd(fixedCells ? 0 : columns.header.length - columns.added.length)
    this.#records = new StockRecords(columns, shape.delimiter)
    this.#links = new Map(request.facts.links.map((link) => [link.key, link]))
    const own = columns.added.length
    this.#table = {
      ...ownRows,
      mapping: columns.mapping.slice(own),
      isKnownCar: (cells) => this.#links.has(keyIn(cells[columns.keyIndex - own] ?? '') ?? ''),
    }
  }

  /** True if a record names a car that is known, or a number that looks like one's. */
  readonly isCar = (record: CsvRecord): boolean => {
    const key = record.meantText(this.#columns.keyIndex - this.#columns.added.length).trim()
    return this.#links.has(keyIn(key) ?? '') || (/\d/.test(key) && !/\s/.test(key))
  }

  /** The rows of a chunk of the file that are of the stock, with what they do in front. */
  opened(whole: FileChunk, plan: RowPlan, duplicates: Duplicates): CheckedChunk {
    this.#end.pass(whole.records)
    const { toldCount } = whole
    const { told = 0, rows = 0 } = toldCount ?? {}
    this.#toldRows = told !== null && told > rows ? told : null
    this.#isPage = told === null
    const lostIn = new Map(
      whole.records.flatMap((record, at) => {
        const found = lostLines(record, this.#table)
        return found.length > 0 ? [[whole.lines[at] ?? 0, found] as const] : []
      }),
    )
    const chunk = this.#rows.of(whole, (line) => lostIn.has(line))
    const { keyIndex, added } = this.#columns
    const { records, bytes } = this.#records.opened(chunk.records, (record) =>
      this.#openingOf(record.meantText(keyIndex - added.length)),
    )
    const { lines } = chunk
    const isCut = chunk.cut !== null && lines.at(-1) === whole.lines.at(-1)
    const check = (): readonly CheckedRow[] =>
      checkRecords(records, lines, plan, duplicates).map((row, at) => {
        const problems = lostIn.get(lines[at] ?? 0)
        if (problems) return { ...row, problems }
        // A known car is compared with its advert: a price that lost a digit is a jump.
        const [last] =
          isCut && at === lines.length - 1 && row.operation === 'create' ? withCut([row], chunk.cut) : []
        return last ?? row
      })
    return { ...chunk, records, bytes, check }
  }

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

  /** Nobody knows whether an advert that a person linked is in stock, before the file says it. */
  #isUnsaid({ key, byHand, out }: LinkFact): boolean {
    return byHand && out === null && this.#request.facts.fields.get(key)?.in_stock === undefined
  }

  /** Reads every row as that of a new car, by which vehicles are asked for. */
  readerOf(plan: RowPlan): CarReader {
    return new CarReader(plan, this.#columns, (key) => (this.#links.get(key)?.out ?? null) !== null)
  }

  /** Compares the cars of a chunk with their adverts. @returns them, and the rows to be staged, without what a person set otherwise */
  async compared(
    chunk: CheckedChunk,
    parts: { plan: RowPlan; duplicates: Duplicates; compare: Compare | null; cars: CarReader },
  ): Promise<{ readonly compared: readonly CheckedRow[]; readonly pages: readonly StagedPage[] }> {
    const { plan, cars } = parts
    const all = await compareCars(chunk.check(), {
      plan,
      compare: parts.compare,
      byHand: this.#request.facts.byHand,
      known: (row) => this.#knownOf(row),
    })
    for (const [at, { row, notes, held }] of all.entries()) {
      const line = chunk.lines[at] ?? 0
      this.#lastLine = Math.max(this.#lastLine, line)
      const car = cars.car(row, line, held)
      this.#cars.push(car)
      for (const note of notes) this.#notes.push({ key: car.key?.key ?? '', ...note })
    }
    return {
      compared: all.map(({ row }) => this.#withoutRenewed(row)),
      pages: await this.#pages(chunk, all, parts),
    }
  }

  /** A number that is created anew is another car by the person's own word. */
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

  async #pages(
    { bytes, lines }: CheckedChunk,
    all: readonly ComparedCar[],
    parts: { plan: RowPlan; duplicates: Duplicates; compare: Compare | null },
  ): Promise<StagedPage[]> {
    const whole = all.flatMap(({ row, kept }, at) =>
      kept.length === 0 ? [{ row, line: lines[at] ?? 0 }] : [],
    )
    const partly = all.flatMap((each, at) =>
      each.kept.length > 0 ? [{ ...each, line: lines[at] ?? 0 }] : [],
    )
    const page = { bytes, rows: whole.map(({ row }) => row), lines: whole.map(({ line }) => line) }
    return partly.length === 0 ? [page] : [page, await this.#emptied(partly, parts)]
  }

  /** The rows without the cells that they must not send, checked and compared again. */
  async #emptied(
    cars: readonly (ComparedCar & { readonly line: number })[],
    { plan, duplicates, compare }: { plan: RowPlan; duplicates: Duplicates; compare: Compare | null },
  ): Promise<StagedPage> {
    const emptied = cars.flatMap(({ row: { record }, kept }) =>
      record instanceof CsvRecord ? [{ record, columns: this.#columnsOf(kept) }] : [],
    )
    const { records, bytes } = this.#records.emptied(emptied)
    const lines = cars.map(({ line }) => line)
    const again = await compareCars(checkRecords(records, lines, plan, duplicates), {
      plan,
      compare,
      byHand: this.#request.facts.byHand,
      known: (row) => this.#knownOf(row),
    })
    const rows = again.map(({ row }, at) => {
      const told = cars[at]?.row.problems.filter(({ code }) => toldCodes.has(code)) ?? []
      return { ...row, problems: [...row.problems, ...told] }
    })
    return { bytes, rows, lines }
  }

  #columnsOf(fields: readonly FieldName[]): number[] {
    return this.#columns.mapping.flatMap((column, index) =>
      fields.some((field) => field === column) ? [index] : [],
    )
  }

  /** The request with what the end of the file says. */
  #endedRequest(): StockRequest {
    const { facts } = this.#request
    const isCut = facts.file.isCut || this.#end.isCut || this.#isPage
    const file = { ...facts.file, isCut, toldRows: this.#toldRows }
    return { ...this.#request, facts: { ...facts, file } }
  }

  /** Decides about all cars, holds the rows that wait or are asked about, and adds those of cars that the file lacks. */
  async finish(
    staging: Staging,
    { cars, ...parts }: { plan: RowPlan; duplicates: Duplicates; compare: Compare | null; cars: CarReader },
  ): Promise<void> {
    await nextTurn()
    const stock = new StockStaging(staging.db)
    stock.note(this.#notes)
    await stageDecisions({
      ...parts,
      staging,
      stock,
      request: this.#endedRequest(),
      records: this.#records,
      cars: this.#cars,
      links: this.#links,
      filtered: this.#rows.filtered,
      lastLine: this.#lastLine,
    })
  }
}

const toldCodes: ReadonlySet<string> = new Set(['kept-by-hand', 'kept-pinned', 'stays-out-of-stock'])
