import { z } from 'zod'
import { currencyCodes } from '#shared/batch/currency.ts'
import { operations } from '../batch/operation.ts'
import { unknownSendsSchema } from '../batch/unknown-sends.ts'
import { mostColumns } from '../bridge/bounds.ts'
import { columnNames } from './file-columns.ts'
import { problemCodes, problemSchema, vehicleNamesSchema } from '../batch/row.ts'
import { delimiters, encodings, fileFactsSchema } from './file-facts.ts'
import { rowGroups } from '../stock/stock-actions.ts'
import { carSchema, stockCheckSchema } from '../stock/stock-check.ts'

export { delimiters, encodings, type Delimiter, type Encoding } from './file-facts.ts'

/** Adverts that are read again at once, at most. */
export const mostReadAgain = 10_000

/** Everything above the header is kept in memory until it is found. */
export const mostHeaderLine = 10_000

/** Shape of a file: the way from its bytes to cells, found from its first 64 kB, changeable by the dealer. */
export const fileShapeSchema = z.object({
  encoding: z.enum(encodings),
  delimiter: z.enum(delimiters),
  /** The decimal mark of prices: `1234.5` or `1234,5`. */
  decimalMark: z.enum(['.', ',']),
})
export type FileShape = z.infer<typeof fileShapeSchema>
export const fileShapeChoiceSchema = fileShapeSchema.partial().extend({
  /** The line with the names of the columns, if they are not where they were found. */
  headerLine: z.int().min(1).max(mostHeaderLine).optional(),
  /** The sheet of a spreadsheet, if it isn't the first. */
  sheet: z.string().max(255).optional(),
})
export type FileShapeChoice = z.infer<typeof fileShapeChoiceSchema>

/** For each column of the file, the one of our columns that it is, or null if it isn't used. */
export const columnMappingSchema = z.array(z.enum(columnNames).nullable()).max(mostColumns)
export type ColumnMapping = z.infer<typeof columnMappingSchema>

/** Ways in which a column was matched: its header's name, or what its cells look like. */
export const columnMatches = ['name', 'content'] as const
export type ColumnMatch = (typeof columnMatches)[number]

/** Why a record of a file is no row of its table. */
export const outsideReasons = [
  'above-header',
  'repeated-header',
  'totals',
  'column-numbers',
  'explanation',
  'example',
  'comment',
  'tool-line',
  'note',
  'group',
  'dragged',
  'sold',
] as const

/** Records of one kind that are left out of the table; each of them is reported. */
export const outsideSchema = z.object({
  reason: z.enum(outsideReasons),
  count: z.int(),
  /** The first lines, at most 10. */
  lines: z.array(z.int()),
  /** Text of the first of them, at most 80 characters. */
  text: z.string(),
})
export type Outside = z.infer<typeof outsideSchema>

/** The number of rows that a file states, if another was read. */
const statedCountSchema = z.object({
  rows: z.int(),
  /** Null if there are more, of unknown number: the file is a page of a list. */
  stated: z.int().nullable(),
  /** The line below the table that says it. */
  line: z.int().optional(),
  /** The key of the document that says it. */
  key: z.string().optional(),
})
export type StatedCount = z.infer<typeof statedCountSchema>

/** A record above the header, as it is shown. */
const aboveSchema = z.object({ line: z.int(), cells: z.array(z.string()) })

/** A first look at a file: enough to show a live sample, nothing is checked yet. */
export const inspectionSchema = z.object({
  draftId: z.string(),
  fileName: z.string(),
  bytes: z.int(),
  shape: fileShapeSchema,
  /** The line ends are those of its beginning. */
  file: fileFactsSchema,
  header: z.array(z.string()),
  /** The lines of the header: two if merged cells stand over its columns. */
  headerLines: z.array(z.int()),
  /** The last records above the header, at most 20. */
  above: z.array(aboveSchema),
  mapping: columnMappingSchema,
  /** Match of each column; null if it wasn't. */
  matches: z.array(z.enum(columnMatches).nullable()),
  /** Columns (counted from 0) whose cells name a currency: prices such as `12 500 $`, or the currency alone. */
  pricesWithCurrency: z.array(z.int()),
  /** Columns (counted from 0) whose names say the currency of their prices, with its code: `Price, $`. */
  headerCurrencies: z.array(z.object({ column: z.int(), currency: z.string() })),
  /** Columns (counted from 0) that name a car, and are compared with its advert if they are no field. */
  naming: z.array(z.int()),
  /** Columns of which each may be a field by its name, so that none was taken. */
  rivals: z.array(z.object({ field: z.enum(columnNames), columns: z.array(z.int()) })),
  /** Columns (counted from 0) without a field whose cells say what rows do, such as DELETE, or yes under the name of a delete. */
  actions: z.array(z.int()),
  /** The first records as text cells, at most 20. */
  sample: z.array(z.array(z.string())),
  /** Place where each of them begins. */
  sampleLines: z.array(z.int()),
  /** Null if the columns don't decide it: the dealer chooses. */
  operation: z.enum([...operations, 'mixed']).nullable(),
})
export type Inspection = z.infer<typeof inspectionSchema>

/** Values of one column in the whole file, the most frequent first. */
export const columnValuesSchema = z.object({
  column: z.int(),
  values: z.array(
    z.object({
      /** As it is in the first of its cells; '' for cells that say nothing. */
      text: z.string(),
      count: z.int(),
      /** The line of the first one. */
      line: z.int(),
      /** One of meaningsOf() the column's field; null if it is unknown. */
      means: z.string().nullable(),
    }),
  ),
  /** Values that are not among these. */
  more: z.int(),
})
export type ColumnValues = z.infer<typeof columnValuesSchema>

/** A draft of rows that are no file's, ready for its check. */
export const madeDraftSchema = z.object({
  draftId: z.string(),
  /** Name of its batch. */
  fileName: z.string(),
  header: z.array(z.enum(columnNames)),
})
export type MadeDraft = z.infer<typeof madeDraftSchema>

/** A batch that holds rows of the file already. */
const sentInSchema = z.object({ id: z.string(), fileName: z.string() })

/** Sends of which nothing is known since a recovery; `creates` of the file may be among them. */
const sentUnknownSchema = unknownSendsSchema.unwrap().extend({ creates: z.int() })

/** Confirmations of the dealer before sending: the number of rows, and their share. */
const confirmationSchema = z.discriminatedUnion('code', [
  /** Adverts that changed while the check was open; `at` counts up with each of these changes. */
  z.object({ code: z.literal('changed-since'), count: z.int(), at: z.int() }),
  z.object({ code: z.literal('delete-share'), count: z.int(), percent: z.int() }),
  /** Adverts that are put out of stock and were not known to be. */
  z.object({ code: z.literal('out-share'), count: z.int(), percent: z.int() }),
  /** Prices that move far, and the lowest and the highest of these moves, in percent. */
  z.object({ code: z.literal('price-jump'), count: z.int(), lowest: z.number(), highest: z.number() }),
  /** New cars with prices that are far from usual, or that no new car has. */
  z.object({ code: z.literal('price-unusual'), count: z.int() }),
  /** Rows that say of their cars that they are sold, to be deleted or still there, and do something else. */
  z.object({ code: z.literal('car-state'), count: z.int() }),
  /** New adverts of cars that their rows call used. */
  z.object({ code: z.literal('car-used'), count: z.int() }),
  /** Prices and currencies that are taken for what they usually mean: `у.о.`, `from 41 000`. */
  z.object({ code: z.literal('value-assumed'), count: z.int() }),
  /** Rows of a sheet that it hides or crosses out, in a file that deletes adverts. */
  z.object({ code: z.literal('rows-hidden'), count: z.int() }),
  /** The file says another number of rows than the `count` that was read. */
  z.object({ code: z.literal('rows-stated'), count: z.int(), stated: statedCountSchema }),
  /**
   * Edits that put another text in the place of the one that buyers read; `unknown` counts those besides whose present
   * text isn't known. The share is that of both among all edits.
   */
  z.object({ code: z.literal('texts-replaced'), count: z.int(), unknown: z.int(), percent: z.int() }),
  /** Creates that would make a second advert, with the newest of the batches that hold them. */
  z.object({
    code: z.literal('sent-before'),
    count: z.int(),
    batches: z.array(sentInSchema),
    unknown: sentUnknownSchema.nullable(),
  }),
  /** Creates that an earlier row of the file makes already. */
  z.object({ code: z.literal('twice-in-file'), count: z.int() }),
  /** Creates of vehicles that the stock has already. */
  z.object({ code: z.literal('in-stock'), count: z.int() }),
])
export type Confirmation = z.infer<typeof confirmationSchema>
/** Confirmations of creates that may make a second advert of a vehicle. A row is counted by one of them. */
export const secondAdvertCodes = ['sent-before', 'twice-in-file', 'in-stock'] as const
export const confirmationCodes = [
  'changed-since',
  'delete-share',
  'out-share',
  'price-jump',
  'price-unusual',
  'car-state',
  'car-used',
  'value-assumed',
  'rows-stated',
  'rows-hidden',
  'texts-replaced',
  ...secondAdvertCodes,
] as const
export type SecondAdvertCode = (typeof secondAdvertCodes)[number]
/** The problem that a row has which such a confirmation is about. */
export const secondAdvertProblems = {
  'sent-before': 'sent-before',
  'twice-in-file': 'duplicate-row',
  'in-stock': 'in-stock-already',
} as const satisfies Readonly<Record<SecondAdvertCode, string>>

export const isSecondAdvert = (code: ConfirmationCode): code is SecondAdvertCode =>
  Object.hasOwn(secondAdvertProblems, code)
export type ConfirmationCode = Confirmation['code']

/** Rows that have the price of the row above or below them: they stand so many lines too low or too high. */
const slipSchema = z.object({
  way: z.enum(['low', 'high']),
  /** The first and the last of their lines. */
  from: z.int(),
  to: z.int(),
  /** The currency of the prices. */
  currency: z.int(),
  /** The row whose price comes next, and the first of these: what each has in the file, and its advert on the site. */
  lines: z.array(
    z.object({
      line: z.int(),
      title: z.string(),
      inFile: z.number(),
      onSite: z.number(),
      slipped: z.boolean(),
    }),
  ),
})
export type Slip = z.infer<typeof slipSchema>

/** Part of a shifted file's rows that is another row's: the names next to the ids, or the prices. */
const shiftSchema = z.object({
  by: z.enum(['names', 'prices']),
  /** Number of rows, of all. */
  rows: z.int(),
  of: z.int(),
  /** The first rows: the car that is named, or whose price it is, and the title of the row's own advert. */
  examples: z.array(z.object({ line: z.int(), named: z.string(), title: z.string() })),
  /** Absent if the prices are not those of the neighbouring rows. */
  slip: slipSchema.optional(),
})
export type Shift = z.infer<typeof shiftSchema>

/** Result of checking every row of a file. */
export const checkSchema = z.object({
  draftId: z.string(),
  /** Facts about reading the file; null for rows that are no file's. */
  file: fileFactsSchema.nullable(),
  /** Blank lines, which are left out. */
  blank: z.int(),
  /** True if the file ends with the sign of DOS programs (0x1A), which is left out. */
  endMark: z.boolean(),
  /** Records that are no rows: above the header, the header again, totals and the like. */
  outside: z.array(outsideSchema),
  /** Absent if the file says no other number of rows than were read. */
  statedCount: statedCountSchema.optional(),
  operation: z.enum([...operations, 'mixed']),
  rows: z.int(),
  creates: z.int(),
  edits: z.int(),
  deletes: z.int(),
  invalid: z.int(),
  warnings: z.int(),
  /** Rows that the dealer left out. */
  leftOut: z.int(),
  /** Edits whose values are those that the advert has already. */
  unchanged: z.int(),
  sentBefore: z.int(),
  problems: z.array(
    z.object({
      code: z.enum(problemCodes),
      column: z.string(),
      severity: problemSchema.shape.severity,
      count: z.int(),
      firstLine: z.int(),
    }),
  ),
  /**
   * Edits that are sent: prices that go down and up, by how many percent on average, or null if none moves, and by how much
   * money together.
   */
  prices: z.object({
    down: z.int(),
    up: z.int(),
    percent: z.number().nullable(),
    by: z.array(z.object({ currency: z.enum(currencyCodes), sum: z.number() })),
  }),
  /** Edits that are sent and replace the text that buyers read; `unknown`: what it says now isn't known. */
  texts: z.object({ replaced: z.int(), unknown: z.int() }),
  /** Adverts that the rows delete, or put out of stock, without those of cars that a file of the whole stock lacks. */
  leaving: z.object({ deletes: z.int(), out: z.int() }),
  /** Confirmations of the dealer before sending. */
  confirmations: z.array(confirmationSchema),
  /** Rows that are sent, by the confirmations that they need; of these the deletes, and the requests that sending takes. */
  asked: z.array(
    z.object({ codes: z.array(z.enum(confirmationCodes)), count: z.int(), deletes: z.int(), calls: z.int() }),
  ),
  /** Rows that are sent: valid ones that change something and were not left out. */
  toSend: z.int(),
  /** Counts up with every change of the rows: of two answers that cross, the one with the higher number is the later. */
  revision: z.int(),
  /** Steps that can be undone, and those that can be done again. */
  steps: z.object({ undo: z.int(), redo: z.int() }),
  /** Requests that sending takes, as main/writes/call-cost.ts counts them. */
  calls: z.int(),
  /** Why nothing of the file can be taken: its rows have slipped against their adverts. Absent if they haven't. */
  shift: shiftSchema.optional(),
  /** Decisions about the stock; absent unless the file is the whole stock. */
  stock: stockCheckSchema.optional(),
})
export type Check = z.infer<typeof checkSchema>

/** A checked row as the Check step shows it. */
export const draftRowSchema = z.object({
  line: z.int(),
  operation: z.enum(operations).nullable(),
  valid: z.boolean(),
  leftOut: z.boolean(),
  /** An edit whose values the advert has already: it isn't sent. */
  unchanged: z.boolean(),
  cells: z.array(z.string()),
  payload: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Values of the advert that are replaced, as far as they are known: its price is in its own currency. */
  before: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The same price in the currency of the row, if it is another one. */
  rowPrice: z.number().optional(),
  /** Names of the make, model, modification and equipment that the row sends, by their fields, as far as they are known. */
  names: vehicleNamesSchema.optional(),
  /** Title of the advert of an edit or delete, or null if it isn't known. */
  title: z.string().nullable(),
  problems: z.array(problemSchema),
  /** Decision about the car, if the file is the whole stock. */
  car: carSchema.optional(),
})
export type DraftRow = z.infer<typeof draftRowSchema>

/** The lines of a check's rows, group by group. */
export const groupedRowsSchema = z.object({
  revision: z.int(),
  lines: z.instanceof(Float64Array),
  groups: z.array(z.object({ value: z.enum(rowGroups), count: z.int() })),
})
export type GroupedRows = z.infer<typeof groupedRowsSchema>

/** Rows of a check that are shown. Of those after `left-out` only the rows that are sent. */
export const draftFilters = [
  'all',
  'warnings',
  'delete',
  'left-out',
  'prices-down',
  'prices-up',
  'texts',
  'sent-edits',
] as const
