import type { RecordPage, RecordPageWriter } from './record-page.ts'
import type { RecordView } from './record-view.ts'

/** Another text for one cell of a row. */
export interface CellChange {
  readonly column: number
  readonly value: string
}

/** How the rows of a draft are kept as bytes, each on its own. */
export interface RecordFormat<Row extends RecordView = RecordView> {
  /** Reads one staged row. */
  read(bytes: Buffer): Row
  /** Reads the rows of a page together. */
  readPage(page: RecordPage): readonly Row[]
  /** Writes a row with another text in one cell; a cell that a short row lacks is added. */
  writeChanged(page: RecordPageWriter, row: Row, change: CellChange): void
}
