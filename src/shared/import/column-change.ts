import { z } from 'zod'
import { cellText, columnPlace } from '../bridge/bounds.ts'

/** The fields of a ColumnChange, for a schema with more of them. */
export const columnChangeShape = {
  column: columnPlace,
  /** Cells that change: those that are this text, or hold it; those whose letters are spoilt; null is every cell. */
  match: z.union([z.object({ text: cellText, whole: z.boolean() }), z.literal('spoilt')]).nullable(),
  /** Replacement for the text, or for the whole cell; spoilt letters are repaired instead. */
  value: cellText,
}
/** Another text for the cells of one column, in the rows of a filter. */
export type ColumnChange = {
  [Field in keyof typeof columnChangeShape]: z.infer<(typeof columnChangeShape)[Field]>
}
