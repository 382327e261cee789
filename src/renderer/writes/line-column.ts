import { m } from '#shared/i18n/generated/messages.js'
import type { GridColumn } from '../ui/grid/columns.ts'

/** The line of the file in which a row begins. */
export const lineColumn = (): GridColumn<{ readonly line: number }> => ({
  id: 'line',
  title: m.batch_view_column_line(),
  width: 64,
  align: 'end',
  text: (row) => String(row.line),
})
