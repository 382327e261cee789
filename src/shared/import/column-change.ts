import { z } from 'zod'
import { cellText, mostColumns } from '../bridge/bounds.ts'

/** Another text for the cells of one column, in the rows of a filter. */
export const columnChangeShape = {
  /** The column's place in the file; the first is 0. */
  column: z
    .int()
    .min(0)
    .max(mostColumns - 1),
  /** Which cells change: those that are this text, or hold it; null is every cell. */
  match: z.object({ text: cellText, whole: z.boolean() }).nullable(),
  /** What takes the place of the text, or of the whole cell. */
  value: cellText,
}
const columnChangeSchema = z.object(columnChangeShape)
export type ColumnChange = z.infer<typeof columnChangeSchema>
