import { m } from '#shared/i18n/generated/messages.js'
import { fieldNamed } from '#shared/batch/field-names.ts'
import type { Check, ColumnMapping, DraftRow } from '#shared/import/draft.ts'
import type { Problem } from '#shared/batch/row.ts'
import type { GridColumn } from '../ui/grid/columns.ts'
import { columnWords } from '../writes/field-words.ts'
import { lineColumn } from '../writes/line-column.ts'
import { operationWords } from '../writes/operation-words.ts'
import { rowSummary } from '../writes/row-summary.ts'

/** Problems name a column by its field, or by the file's own header if it has none; '' is the whole row. */
export const problemsOf = (row: DraftRow, header: string, field: string | null): Problem[] =>
  row.problems.filter(({ column }) => column !== '' && column === (field ?? header))

export const rowProblems = (row: DraftRow, header: readonly string[], mapping: ColumnMapping): Problem[] => {
  const named = [...header, ...mapping]
  return row.problems.filter(({ column }) => column === '' || !named.includes(column))
}

const toneOf = (problems: readonly Problem[]) => {
  if (problems.some(({ severity }) => severity === 'error')) return 'conflict'
  return problems.length > 0 ? 'unknown' : undefined
}

/** Texts of several sentences, and the names of modifications, are long. */
const widthOf = (field: string): number => {
  if (fieldNamed(field)?.long) return 260
  return field === 'base_id' ? 210 : 108
}

/** What the file has in a cell that shows a name in its place. */
const cellIfNamed = (row: DraftRow, index: number, field: string | null): string | undefined =>
  row.names?.[field ?? ''] === undefined ? undefined : row.cells[index]

/** For edits and deletes: the title of the advert, and old → new. */
const known = (): GridColumn<DraftRow>[] => [
  { id: 'title', title: m.import_advert(), width: 190, text: (row) => row.title ?? '—' },
  {
    id: 'what',
    title: m.batch_view_column_what(),
    width: 300,
    text: (row) => (row.valid ? rowSummary(row) : ''),
  },
]

/**
 * The grid of the check: the line, its action and, unless the file only creates adverts, the advert; then the file's
 * columns as they are in the file.
 */
export function draftColumns(
  header: readonly string[],
  mapping: ColumnMapping,
  operation: Check['operation'],
): GridColumn<DraftRow>[] {
  const cells = header.map((name, index): GridColumn<DraftRow> => {
    const field = mapping[index] ?? null
    return {
      id: `cell-${index}`,
      title: field ? columnWords(field) : name || m.import_columns_unnamed({ number: index + 1 }),
      width: widthOf(field ?? ''),
      text: (row) => row.names?.[field ?? ''] ?? row.cells[index] ?? '',
      tone: (row) => toneOf(problemsOf(row, name, field)),
      tip: (row) =>
        problemsOf(row, name, field)
          .map(({ message }) => message)
          .join(' ') || cellIfNamed(row, index, field),
    }
  })
  return [
    lineColumn(),
    {
      id: 'operation',
      title: m.import_does(),
      width: 110,
      text: (row) => {
        if (row.leftOut) return m.import_left_out()
        return row.operation ? operationWords[row.operation]() : '—'
      },
      tone: (row) => (row.leftOut ? 'plain' : undefined),
    },
    ...(operation === 'create' ? [] : known()),
    ...cells,
  ]
}

/** A row's bar in the grid: red if it can't be sent, amber if it has warnings. */
export const draftTone = (row: DraftRow) => (row.leftOut ? 'plain' : toneOf(row.problems))
