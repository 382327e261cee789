import { z } from 'zod'
import { type ColumnMap, constantFields, type Constants } from './column-map.ts'
import { columnNames } from './file-columns.ts'

const longestConstant = 10_000

const constant = z.string().max(longestConstant).optional()

export const constantsSchema: z.ZodType<Constants> = z.strictObject(
  Object.fromEntries(constantFields.map((field) => [field, constant])),
)

/** Apart from the map's type: the window's first script has no schemas. */
export const columnMapSchema: z.ZodType<ColumnMap> = z.strictObject({
  name: z.string().max(200).optional(),
  columns: z.record(z.string(), z.enum(columnNames).nullable()),
  set: constantsSchema.optional(),
})
