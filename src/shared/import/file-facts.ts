import { z } from 'zod'
import { encodings } from './encodings.ts'

export { encodings, type Encoding } from './encodings.ts'
export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]
export const lineEnds = ['lf', 'crlf', 'cr', 'mixed'] as const
export type LineEnd = (typeof lineEnds)[number]

/** Number of records that a list in a document states, by its key; null if it says that there is a next page. */
const statedRecordsSchema = z.object({ key: z.string(), count: z.int().nullable() })
export type StatedRecords = z.infer<typeof statedRecordsSchema>

/** Sheet of a spreadsheet that was read, and what of it a person may not expect. */
export const sheetFactsSchema = z.object({
  name: z.string(),
  /** All sheets that can be read. */
  names: z.array(z.string()),
  /** Merged cells whose value was taken for each of the rows that they cover. */
  merged: z.int(),
  /** Rows that the spreadsheet hides, which are read too. */
  hidden: z.int(),
  /** Rows whose first cell is crossed out, which are read too; absent if there is none. */
  struck: z.int().optional(),
  /** Present if the file is XML and no workbook: the names are paths of elements, each of which may be a row. */
  elements: z.literal(true).optional(),
  stated: statedRecordsSchema.optional(),
})
export type SheetFacts = z.infer<typeof sheetFactsSchema>

/** Wrappings of the table that was read; each is absent if there was none. */
const wrappedSchema = z.object({
  /** The file in an archive. */
  entry: z.string().optional(),
  /** Each line was in quotation marks. */
  lines: z.literal(true).optional(),
  /** Its cells were in apostrophes in the place of quotation marks. */
  apostrophes: z.literal(true).optional(),
})
export type Wrapped = z.infer<typeof wrappedSchema>

/** Facts about reading a file: what a person needs to know to see whether it was read as it was meant. */
export const fileFactsSchema = z
  .object({
    encoding: z.enum(encodings),
    /** True if the encoding was found by what its words look like, so that it may be another one. */
    guessed: z.boolean(),
    delimiter: z.enum(delimiters),
    quote: z.literal('"'),
    decimalMark: z.enum(['.', ',']),
    /** The first line of a file is 1. */
    headerLine: z.int(),
    /** The second line of the header, if it has two. */
    headerEnd: z.int().optional(),
    /** End of a record; line ends inside quoted cells don't count. */
    lineEnd: z.enum(lineEnds),
    /** Absent for a text. */
    sheet: sheetFactsSchema.optional(),
    /** Absent if the table is the file itself. */
    wrapped: wrappedSchema.optional(),
    /** Columns that their content was matched by, with the fields that they were taken for; absent if there is none. */
    columns: z.array(z.object({ header: z.string(), field: z.string() })).optional(),
    /** Names of columns with a price that buyers may pay in the place of the one that is sent; absent if there is none. */
    lowerPrices: z.array(z.string()).optional(),
    /** Names of the columns that are not used; absent if there is none. */
    unused: z.array(z.string()).optional(),
    /** Fields that no column is taken for, because these may be it or something else; absent if there is none. */
    unclear: z.array(z.object({ field: z.string(), headers: z.array(z.string()) })).optional(),
  })
  .readonly()
export type FileFacts = z.infer<typeof fileFactsSchema>
