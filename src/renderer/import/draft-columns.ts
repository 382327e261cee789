import { m } from '#shared/i18n/generated/messages.js'
import { fieldNamed } from '#shared/batch/field-lists.ts'
import { type Change, rowChanges } from '#shared/batch/row-changes.ts'
import { oldNewWords } from '#shared/import/change-words.ts'
import type { Check, ColumnMapping, DraftRow } from '#shared/import/draft.ts'
import { isUnasked, type Problem } from '#shared/batch/row.ts'
import type { GridColumn } from '../ui/grid/columns.ts'
import { columnWords } from '../writes/field-words.ts'
import { byColumn } from './by-column.ts'
import { columnTitle } from './column-title.ts'
import { lineColumn } from '../writes/line-column.ts'
import { operationWords } from '../writes/operation-words.ts'
import { advertTitle, rowSummary } from '#shared/import/row-summary.ts'

/** Problems name a column by its field, or by the file's own header if it has none; '' is the whole row. */
export const problemsOf = (row: DraftRow, header: string, field: string | null): Problem[] =>
  row.problems.filter(({ column }) => column !== '' && column === (field ?? header))

const toneOf = (problems: readonly Problem[]) => {
  if (problems.some((each) => each.severity === 'error' && !isUnasked(each))) return 'conflict'
  return problems.length > 0 ? 'warning' : undefined
}

/** Texts of several sentences, and the names of modifications, are long. */
const widthOf = (field: string): number => {
  if (fieldNamed(field)?.long) return 260
  if (field === 'auto_id') return 116
  if (field === 'currency_id') return 76
  return field === 'base_id' ? 210 : 108
}

/** Two prices of six digits with an arrow between them, in either language. */
const oldNewWidth = 204

/** Text of the file in a cell that shows a name in its place. */
const cellIfNamed = (row: DraftRow, index: number, field: string | null): string | undefined =>
  row.names?.[field ?? ''] === undefined ? undefined : row.cells[index]

const advertColumn = (): GridColumn<DraftRow> => ({
  id: 'title',
  title: m.word_advert(),
  width: 148,
  grows: true,
  text: advertTitle,
})

/** Part of a row that is another row's: a price that is another advert's, or the name of another car. */
const shiftedBy = ({ problems }: DraftRow): Problem | undefined =>
  problems.find(({ code }) => code === 'price-shifted' || code === 'other-car')

/** Advert whose price a row of a shifted file has now, or the car that it names instead of its advert's. */
const shiftColumn = ({ by }: NonNullable<Check['shift']>): GridColumn<DraftRow> => ({
  id: 'shift',
  title: by === 'prices' ? m.import_shift_whose() : m.import_shift_named(),
  width: 260,
  text: (row) => {
    const { details: { title = '', line = '' } = {}, value = '' } = shiftedBy(row) ?? {}
    return by === 'names' || title === '' ? value : m.import_shift_line({ title, line })
  },
})

/** For deletes: what is lost. */
const whatColumn = (): GridColumn<DraftRow> => ({
  id: 'what',
  title: m.word_changes(),
  width: 300,
  text: (row) => (row.valid ? rowSummary(row) : ''),
})

/** Change of a field by an edit; undefined if it leaves it as it is. */
function changeIn(row: DraftRow, field: string | null): Change | undefined {
  if (row.operation !== 'edit' || !(row.valid || shiftedBy(row)) || field === null) return undefined
  // Without this look most cells would compare all fields of their row.
  if (row.payload[field] === undefined) return undefined
  if (field !== 'price' && row.payload[field] === row.before[field]) return undefined
  return rowChanges(row).find((change) => change.field === field)
}

/** True if an edit changes the field, and doesn't only name its currency. */
const isChangeable = (field: string | null): boolean => fieldNamed(field ?? '')?.takenBy.edit === 'optional'

/**
 * The column of a problem or of a field, for Grid's selectCell(); the line, for a problem of the whole row.
 */
export function columnIdOf(column: string, header: readonly string[], mapping: ColumnMapping): string {
  const mapped = mapping.findIndex((field) => field === column)
  const index = mapped >= 0 ? mapped : header.indexOf(column)
  return column === '' || index < 0 ? 'line' : `cell-${index}`
}

/** The file's column (counted from 0) that a column of the grid shows; undefined for those that the file doesn't have. */
export function cellIndex(columnId: string | undefined): number | undefined {
  const found = /^cell-(\d+)$/.exec(columnId ?? '')?.[1]
  return found === undefined ? undefined : Number(found)
}

/**
 * Column (counted from 0) that a change of many cells begins with: that of the active cell, else the first whose values
 * an edit changes. Else the first used one that is no id of an advert.
 */
export function columnToChange(activeId: string | undefined, mapping: ColumnMapping): number {
  const active = cellIndex(activeId)
  if (active !== undefined) return active
  const changeable = mapping.findIndex(isChangeable)
  if (changeable >= 0) return changeable
  return Math.max(
    0,
    mapping.findIndex((field) => field !== null && field !== 'auto_id'),
  )
}

/** A column that is joined with one before it: its own cells. */
const partColumn = (name: string, index: number, field: string): GridColumn<DraftRow> => ({
  id: `cell-${index}`,
  title: `${columnTitle(name, index)} · ${columnWords(field)}`,
  width: Math.max(150, widthOf(field)),
  text: (row) => row.cells[index] ?? '',
  tone: (row) => toneOf(problemsOf(row, name, field)),
  tip: (row) =>
    problemsOf(row, name, field)
      .map(({ message }) => message)
      .join(' '),
})

/**
 * Grid of the check: the line and its action; before the line, unless the file only creates adverts, the advert with its
 * price. Then the file's columns in their order, with old → new where an edit changes a value.
 */
export function draftColumns(
  header: readonly string[],
  mapping: ColumnMapping,
  operation: Check['operation'],
  shift?: Check['shift'],
): GridColumn<DraftRow>[] {
  const edits = operation === 'edit' || operation === 'mixed'
  const titleOf = (name: string, index: number, field: string | null): string => {
    if (!field) return name || m.import_columns_unnamed({ number: index + 1 })
    const words = columnWords(field)
    return edits && isChangeable(field) ? m.import_old_new({ field: words }) : words
  }
  const cells = header.map((name, index): GridColumn<DraftRow> => {
    const field = mapping[index] ?? null
    // Of columns that are joined, the first shows what they come to.
    if (field !== null && mapping.indexOf(field) < index) return partColumn(name, index, field)
    return {
      id: `cell-${index}`,
      title: titleOf(name, index, field),
      width:
        edits && isChangeable(field) ? Math.max(oldNewWidth, widthOf(field ?? '')) : widthOf(field ?? ''),
      text: (row) => {
        const change = changeIn(row, field)
        // What the old price is in the other currency has no room here: the pane says it.
        return change
          ? oldNewWords(change, { ...row, rowPrice: undefined })
          : (row.names?.[field ?? ''] ?? row.cells[index] ?? '')
      },
      tone: (row) => toneOf(problemsOf(row, name, field)) ?? (changeIn(row, field) && 'proposed'),
      tip: (row) =>
        problemsOf(row, name, field)
          .map(({ message }) => message)
          .join(' ') || cellIfNamed(row, index, field),
    }
  })
  // The price is in sight at 800 px, however many columns stand before it in the file.
  const isMoved = shift ? shift.by === 'prices' : operation !== 'delete'
  const prices = isMoved ? cells.filter((_cell, index) => mapping[index] === 'price') : []
  const moved = prices.length > 0 ? [...prices, byColumn()] : []
  const deed: GridColumn<DraftRow> = {
    id: 'operation',
    title: m.word_action(),
    width: shift ? 110 : 88,
    text: (row) => {
      if (row.leftOut) return m.word_left_out()
      if (shift && shiftedBy(row)) return m.import_shift_state()
      return row.operation ? operationWords[row.operation]() : '—'
    },
    tone: (row) => (row.leftOut ? 'plain' : shift && shiftedBy(row) ? 'conflict' : undefined),
  }
  const others = cells.filter((cell) => !prices.includes(cell))
  if (!shift && operation === 'create') return [lineColumn(), deed, ...prices, ...others]
  const further = shift ? [shiftColumn(shift)] : operation === 'edit' ? [] : [whatColumn()]
  return [deed, advertColumn(), ...moved, lineColumn(), ...further, ...others]
}

/** A row's bar in the grid: red if it can't be sent, amber if it has warnings. */
export const draftTone = (row: DraftRow) => (row.leftOut ? 'plain' : toneOf(row.problems))
