import { z } from 'zod'
import { type ColumnMap, constantFields, type Constants, fileContents, joinsFit } from './column-map.ts'
import { type ColumnJoins, longestSeparator, type NamedJoins } from './column-joins.ts'
import { columnPlace, mostColumns } from '../bridge/bounds.ts'
import { mostWords, type NamedValues, type TaughtColumn } from './column-values.ts'
import { columnNames } from './file-columns.ts'

const longestConstant = 10_000

const constant = z.string().max(longestConstant).optional()

export const constantsSchema: z.ZodType<Constants> = z.strictObject(
  Object.fromEntries(constantFields.map((field) => [field, constant])),
)

const separator = z.string().max(longestSeparator)
const joinable = z.enum(columnNames).exclude(['action', 'user_id', 'stock_no'])

/** Joins as they travel: columns by their numbers. */
export const columnJoinsSchema: z.ZodType<ColumnJoins> = z.partialRecord(
  joinable,
  z.strictObject({
    columns: z.array(columnPlace).max(mostColumns),
    separator,
  }),
)

/** Joins as they are saved: columns by their headers. */
export const namedJoinsSchema: z.ZodType<NamedJoins> = z.partialRecord(
  joinable,
  z.strictObject({ columns: z.array(z.string().min(1)).min(2), separator: separator.default(' ') }),
)

const word = z.string().max(200)
const words = z
  .record(word, z.string().max(20))
  .refine((known) => Object.keys(known).length <= mostWords)
  .meta({ mostEntries: mostWords })

/** Taught words as they travel: columns by their numbers. */
export const taughtColumnsSchema: z.ZodType<TaughtColumn[]> = z
  .array(z.strictObject({ column: columnPlace, words }))
  .max(mostColumns)

/** Taught words as they are saved: columns by their headers. */
export const namedValuesSchema: z.ZodType<NamedValues> = z.record(z.string(), words)

const mostSheets = 500
const sheetName = z.string().max(255)

/** Apart from the map's type: the window's first script has no schemas. */
export const columnMapSchema: z.ZodType<ColumnMap> = z
  .strictObject({
    name: z.string().max(200).optional(),
    columns: z.record(z.string(), z.enum(columnNames).nullable()),
    set: constantsSchema.optional(),
    join: namedJoinsSchema.optional(),
    values: namedValuesSchema.optional(),
    holds: z.enum(fileContents).optional(),
    source: z.string().max(100).optional(),
    sheet: z.strictObject({ name: sheetName, of: z.array(sheetName).max(mostSheets) }).optional(),
  })
  .refine(joinsFit)
