import { createHash } from 'node:crypto'
import type { Operation } from '#shared/batch/operation.ts'
import type { FileShape } from '#shared/import/draft.ts'
import type { ColumnName } from '#shared/import/file-columns.ts'
import { type CellValue, type Row, rowOfValues } from '../rows/row.ts'
import type { CheckRequest, SourceRows } from './draft-source.ts'

/** A draft of rows that the app has as values: which columns they have, and what they do. */
export interface ValuesPlace {
  readonly draftId: string
  /** Name of the batch. */
  readonly fileName: string
  readonly columns: readonly ColumnName[]
  readonly operation: Operation | 'mixed'
}

/** The form of a file that leaves with rows of the draft: their problems, a report. */
const shape: FileShape = { encoding: 'utf-8', delimiter: ',', decimalMark: '.' }

/** A draft of values, which are given in any number of calls before they are checked. */
export class ValuesSource {
  readonly #rows: Row[] = []
  readonly #digest = createHash('sha256')

  add({ columns }: ValuesPlace, rows: readonly (readonly CellValue[])[]): void {
    for (const values of rows) {
      this.#rows.push(rowOfValues(columns, values, this.#rows.length + 1))
      this.#digest.update(`${JSON.stringify(values)}\n`)
    }
  }

  /** Everything that was added, for one check. */
  read(
    { fileName, columns, operation }: ValuesPlace,
    { account: { links: _links, ...account } }: CheckRequest,
  ): SourceRows {
    return {
      plan: {
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
      },
      file: null,
      rows: this.#rows,
      outside: [],
      statedCount: null,
      cut: null,
      blank: 0,
      endMark: false,
      origin: { sha256: this.#digest.copy().digest('hex') },
      stock: null,
    }
  }
}
