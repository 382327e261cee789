import { z } from 'zod'
import { fieldNames } from '../batch/field-names.ts'
import type { ColumnMap, Constants } from './column-map.ts'
import { columnNames } from './file-columns.ts'

const longestConstant = 10_000

export const constantsSchema: z.ZodType<Constants> = z.partialRecord(
  z.enum(fieldNames).exclude(['auto_id']),
  z.string().max(longestConstant),
)

/** Apart from the map's type: the window's first script has no schemas. */
export const columnMapSchema: z.ZodType<ColumnMap> = z.strictObject({
  name: z.string().max(200).optional(),
  columns: z.record(z.string(), z.enum(columnNames).nullable()),
  set: constantsSchema.optional(),
})
