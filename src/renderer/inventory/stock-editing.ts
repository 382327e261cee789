import type { AdvertRow } from '#shared/inventory/advert.ts'
import type { CellEditing, EditedCell } from '../ui/grid/cell-editing.ts'
import {
  type AdvertEdits,
  editableColumn,
  editedFields,
  editText,
  ownPrice,
  type TypedEdit,
} from './advert-edits.ts'

/** Editing of the cells of the stock's grid: each column stands for a field of the advert. */
export const stockEditing = (edits: AdvertEdits): CellEditing<AdvertRow> => ({
  textOf: editText,
  fillText,
  put: (cell) => edits.put(typed([cell])),
  refused: {
    textOf: (row, column) => cellOf(row, column).map((cell) => edits.refusedText(cell))[0],
    say: (row, problem) => edits.sayRefused(row.title, problem),
    forget: (row, column) => cellOf(row, column).forEach((cell) => edits.forgetRefused(cell)),
  },
  paste: (cells, leftOut) => void edits.paste(typed(cells), leftOut),
  fill: (cells, leftOut) => void edits.paste(typed(cells), leftOut),
  tooMany: (most) => edits.tooMany(most),
  unread: () => edits.unread(),
  drop: (rows, columns) => void edits.drop(rows.flatMap((row) => editedFields(row, columns))),
  undo: () => void edits.undo(),
  redo: () => void edits.redo(),
})

/** A price means nothing in another currency: an advert whose own is another one is left out. */
const fillText = (from: AdvertRow, to: AdvertRow, column: string): string | undefined =>
  column === 'price' && ownPrice(from) !== ownPrice(to) ? undefined : editText(from, column)

const cellOf = (row: AdvertRow, column: string): TypedEdit[] => typed([{ row, column, text: '' }])

const typed = (cells: readonly EditedCell<AdvertRow>[]): TypedEdit[] =>
  cells.flatMap(({ row, column, text }) => {
    const target = editableColumn(row, column)
    return target ? [{ advert: row.id, ...target, text }] : []
  })
