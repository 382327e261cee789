import type { FileShape, ToldCount } from '#shared/import/draft.ts'
import type { LineEnd, ToldRecords } from '#shared/import/file-facts.ts'
import type { CsvRecord } from '../csv/csv-record.ts'
import { readRecords } from '../csv/csv-records.ts'
import type { SourceFile } from '../csv/source-file.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { Finding } from '../../writes/finding.ts'
import type { RecordView } from '../records/record-view.ts'
import type { CheckedRow } from './checked-row.ts'
import type { Duplicates } from './duplicates.ts'
import type { OutsideRecord, TableBounds } from './outside-table.ts'
import { checkRecord } from './record-check.ts'
import { CutCell, withCut } from './cut-cell.ts'
import { GroupMakes } from './group-makes.ts'
import { movesColumns } from './moved-columns.ts'
import { ProgramErrors } from './program-errors.ts'
import { type IsCar, isRowAfterAll } from './row-likeness.ts'
import type { RowPlan } from './row-plan.ts'
import { SoldRows } from './sold-rows.ts'
import { ToldCounts } from './told-count.ts'

/** Rows of a draft that are checked, compared and staged together. */
export interface CheckedChunk {
  readonly records: readonly RecordView[]
  /** Where they begin in their file. */
  readonly lines: readonly number[]
  /** Checks the records; what their names mean is found before. */
  readonly check: () => readonly CheckedRow[]
  /** The bytes that hold the records. */
  readonly bytes: Buffer
  /** Bytes read so far. */
  readonly position: number
  /** What ended the records of the file so far. */
  readonly lineEnd: LineEnd
  /** Blank records that were left out of this chunk. */
  readonly blank: number
  /** Whether the file ends with the sign of DOS programs. */
  readonly endMark: boolean
  /** Records below the header that are no rows. */
  readonly outside: readonly OutsideRecord[]
  /** The number of rows that the file says, if it has another one so far. */
  readonly toldCount?: ToldCount | null
}

/** The same of a file's own text. */
export interface FileChunk extends CheckedChunk {
  readonly records: readonly CsvRecord[]
  /** The problem of the last row, if the file ends inside it. */
  readonly cut: Finding | null
}

export interface CheckOptions {
  readonly shape: FileShape
  readonly plan: RowPlan
  readonly duplicates: Duplicates
  readonly bounds: TableBounds
  /** The number of records that the document states. */
  readonly told?: ToldRecords | undefined
  /** Tells the cars of a stock file by their numbers. */
  readonly isCar?: IsCar
}

/**
 * Reads and checks every record under the header, in chunks that are not kept.
 * @throws Fault `header-moved` if another header with other columns is among them, `file-broken-off` if they end with an error
 * of the program that wrote them, and what readRecords throws
 */
export function* checkFile(
  source: SourceFile,
  { shape, plan, duplicates, bounds, told: beside, isCar }: CheckOptions,
): Generator<FileChunk> {
  let passed = false
  const groups = new GroupMakes(plan)
  const sold = new SoldRows(plan)
  const end = new ProgramErrors(plan)
  const last = new CutCell(plan)
  const told = new ToldCounts(beside)
  for (const { records, ...chunk } of readRecords(source, shape)) {
    const table: readonly CsvRecord[] = passed
      ? records
      : records.filter(({ line }) => line > bounds.headerEnd)
    passed ||= table.length > 0
    const outside: OutsideRecord[] = []
    const rows: CsvRecord[] = []
    for (const [at, record] of table.entries()) {
      const reason = bounds.reasonOf(record, table[at + 1])
      if (!reason && movesColumns(record, plan))
        throw new Fault('header-moved', { file: source.name, line: record.line })
      const left = reason && !isRowAfterAll(record, reason, plan, isCar) ? reason : null
      const found = sold.isHeading(record)
        ? 'note'
        : sold.reasonOf(record, groups.reasonOf(record, left, table[at + 1]))
      end.pass(record, found)
      told.pass(record, found)
      if (found) outside.push({ record, reason: found })
      else rows.push(record)
    }
    const lines = rows.map(({ line }) => line)
    const cut = last.pass(rows, chunk.bytes)
    const filled = groups.filled(rows, chunk.bytes)
    const check = (): readonly CheckedRow[] =>
      withCut(checkRecords(filled.records, lines, plan, duplicates), cut)
    yield { ...chunk, ...filled, lines, cut, check, outside, toldCount: told.differing }
  }
  if (end.found) throw new Fault('file-broken-off', { file: source.name, ...end.found })
}

/** Checks records, which begin in these lines; rows without an error are compared with those before them. */
export const checkRecords = (
  records: readonly RecordView[],
  lines: readonly number[],
  plan: RowPlan,
  duplicates: Duplicates,
): readonly CheckedRow[] =>
  duplicates.check(
    records.map((record) => checkRecord(record, plan)),
    lines,
    plan,
  )
