import { createHash } from 'node:crypto'
import type { Operation } from '#shared/batch/operation.ts'
import type { FileShape } from '#shared/import/draft.ts'
import type { ColumnName } from '#shared/import/file-columns.ts'
import { checkRecords, type CheckedChunk } from '../check/check-file.ts'
import type { Duplicates } from '../check/duplicates.ts'
import type { RowPlan } from '../check/row-plan.ts'
import { type CellValue, pageOf, ValuesFormat } from '../records/values-record.ts'
import type { RecordPage } from '../records/record-page.ts'
import type { CheckRequest, DraftSource, SourceRows } from './draft-source.ts'

/** A draft of rows that the app has as values: which columns they have, what they do, and where their staging goes. */
export interface ValuesPlace {
  readonly draftId: string
  /** What the batch is called. */
  readonly fileName: string
  readonly stagingPath: string
  readonly columns: readonly ColumnName[]
  readonly operation: Operation | 'mixed'
}

/** The form of a file that leaves with rows of the draft: their problems, a report. */
const shape: FileShape = { encoding: 'utf-8', delimiter: ',', decimalMark: '.' }

/** A draft of values, which are given in any number of calls before they are checked. */
export class ValuesSource implements DraftSource {
  readonly place: ValuesPlace
  readonly #pages: RecordPage[] = []

  constructor(place: ValuesPlace) {
    this.place = place
  }

  add(rows: readonly (readonly CellValue[])[]): void {
    if (rows.length > 0) this.#pages.push(pageOf(rows))
  }

  read<Result>(
    { account: { links: _links, ...account } }: CheckRequest,
    work: (rows: SourceRows) => Promise<Result>,
  ): Promise<Result> {
    const { fileName, columns, operation } = this.place
    return work({
      plan: {
        rowsAre: 'values',
        fileName,
        shape,
        bom: true,
        header: [...columns],
        mapping: [...columns],
        fileOperation: operation,
        operation: operation === 'mixed' ? null : operation,
        decimalMark: shape.decimalMark,
        delimiter: shape.delimiter,
        extraCells: 0,
        fixedCells: true,
        ...account,
        readsAfter: account.readsAfter ?? true,
      },
      file: null,
      above: [],
      bytes: this.#pages.reduce((sum, { bytes }) => sum + bytes.length, 0),
      origin: { sha256: this.#digest() },
      chunks: (plan, duplicates) => this.#check(plan, duplicates),
    })
  }

  #digest(): string {
    const hash = createHash('sha256')
    for (const { bytes } of this.#pages) hash.update(bytes)
    return hash.digest('hex')
  }

  *#check(plan: RowPlan, duplicates: Duplicates): Generator<CheckedChunk> {
    const format = new ValuesFormat(this.place.columns)
    let position = 0
    let rows = 0
    for (const page of this.#pages) {
      const records = format.readPage(page, rows)
      const lines = records.map(({ line }) => line)
      position += page.bytes.length
      rows += records.length
      const check = () => checkRecords(records, lines, plan, duplicates)
      yield {
        records,
        lines,
        check,
        bytes: page.bytes,
        position,
        lineEnd: 'lf',
        blank: 0,
        endMark: false,
        outside: [],
      }
    }
  }
}
