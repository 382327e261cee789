import { m } from '#shared/i18n/generated/messages.js'
import type { DraftRow } from '#shared/import/draft.ts'
import type { CellEditing } from '../ui/grid/cell-editing.ts'
import type { CheckState } from './check-state.svelte.ts'
import { cellIndex } from './draft-columns.ts'

interface Ways {
  readonly check: Pick<CheckState, 'fix' | 'move'>
  readonly activeColumn: () => string | undefined
  /** True if the row of this line is where the active cell is. */
  readonly isAtActive: (line: number) => boolean
  /** Says why nothing was changed. */
  readonly refuse: (words: string) => void
}

/**
 * Editing of the cells of a checked file in its grid: one at a time, as in the details of the row. Many are changed
 * by column.
 */
export function draftEditing({ check, activeColumn, isAtActive, refuse }: Ways): CellEditing<DraftRow> {
  const one = (): void => refuse(m.import_edit_one())
  const put: CellEditing<DraftRow>['put'] = async ({ row, column, text }) => {
    const index = cellIndex(column)
    return index === undefined ? undefined : check.fix(row, index, text)
  }
  const putOne = async (cell: Parameters<typeof put>[0]): Promise<void> => {
    const problem = await put(cell)
    if (problem !== undefined) refuse(problem)
  }
  return {
    textOf: (row, column) => {
      const index = cellIndex(column)
      return index === undefined ? undefined : (row.cells[index] ?? '')
    },
    takesBlank: true,
    fixedWords: m.import_edit_fixed,
    hasLeft: ({ line }) => !isAtActive(line),
    put,
    paste: (cells, { outside, fixed, blank }) => {
      const [cell, ...others] = cells
      if (cell && others.length + outside + fixed + blank === 0) void putOne(cell)
      else if (!cell && fixed > 0) refuse(m.import_edit_fixed())
      else one()
    },
    drop: (rows, columns) => {
      const [row, ...others] = rows
      const column = columns?.length === 1 ? columns[0] : activeColumn()
      if (!row || column === undefined) return
      if (others.length > 0 || (columns?.length ?? 0) > 1) one()
      else if (cellIndex(column) === undefined) refuse(m.import_edit_fixed())
      else void putOne({ row, column, text: '' })
    },
    tooMany: one,
    unread: one,
    undo: () => void check.move('undo'),
    redo: () => void check.move('redo'),
  }
}
