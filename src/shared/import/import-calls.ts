import { z } from 'zod'
import { operations } from '../batch/operation.ts'
import { problemCodes } from '../batch/row.ts'
import {
  cellText,
  chunkBytes,
  columnPlace,
  idText,
  lineNumber,
  lineNumbers,
  manyIds,
  mostColumns,
} from '../bridge/bounds.ts'
import { call } from '../bridge/call.ts'
import { columnChangeShape } from './column-change.ts'
import {
  columnJoinsSchema,
  columnMapSchema,
  constantsSchema,
  taughtColumnsSchema,
} from './column-map-schema.ts'
import {
  checkSchema,
  columnMappingSchema,
  columnValuesSchema,
  confirmationCodes,
  draftFilters,
  draftRowSchema,
  groupedRowsSchema,
  fileShapeChoiceSchema,
  inspectionSchema,
  madeDraftSchema,
} from './draft.ts'
import { columnNames } from './file-columns.ts'
import { tableFormats } from '../files/table-format.ts'
import { lookedUpSchema, mostChoices, nameChoiceSchema, unknownNamesSchema } from './unknown-names.ts'
import { mostLookupCalls } from './lookup-limit.ts'
import { candidateGrades, rowGroups } from '../stock/stock-actions.ts'
import { stockChoiceSchema } from '../stock/stock-check.ts'

/** Letters: the columns, words and names of the largest file. */
const longestMemo = 4_000_000

const draftId = z.object({ draftId: idText })
const nothing = z.null()
const rowFilter = {
  filter: z.enum(draftFilters),
  problem: z.object({ code: z.enum(problemCodes), column: cellText }).optional(),
  /** Only rows that this confirmation is about. */
  asked: z.enum(confirmationCodes).optional(),
  /** Only rows of this group: of a file of the whole stock, cars about which this is decided. */
  group: z.enum(rowGroups).optional(),
  /** Only cars without an advert for which one was found so surely. */
  found: z.enum(candidateGrades).optional(),
}

/** Choices for reading the rows of a draft. */
const readChoices = draftId.extend({
  shape: fileShapeChoiceSchema,
  /** Null for a draft of rows that are no file's. */
  mapping: columnMappingSchema.nullable(),
  operation: z.enum(operations).nullable(),
  /** Fields that several columns give together. */
  joins: columnJoinsSchema.optional(),
  /** Values that every row has. */
  constants: constantsSchema.optional(),
  /** Meanings of words, by column. */
  values: taughtColumnsSchema.optional(),
  /** Columns without a field of which a person said that they mean nothing. */
  ignored: z.array(columnPlace).max(mostColumns).optional(),
})

const changedRows = draftId.extend({
  ...rowFilter,
  ...columnChangeShape,
  /** The first line of the rows that are meant. */
  from: lineNumber.optional(),
})

export const importCalls = {
  /** Keeps how far a person came with a file, as the window writes it, for the next start. */
  'draft:keep': call(draftId.extend({ accountId: idText, memo: z.string().max(longestMemo) }), nothing),
  /** Changes the rows of a checked file as an earlier start kept it; `lost` changed rows are not in the file any more. */
  'draft:restore': call(draftId, z.object({ check: checkSchema, lost: z.number() })),
  /** The files that were left in the middle, by this start or another one, the oldest first. */
  'draft:left': call(
    nothing,
    z.array(z.object({ draftId: z.string(), fileName: z.string(), accountId: z.string(), memo: z.string() })),
  ),
  /** Begins a draft for a file whose bytes follow in chunks by `draft:append`; `changedAt` is when it was written, ms since 1970. */
  'draft:begin': call(
    z.object({
      fileName: z.string().max(255),
      changedAt: z.number().min(0).max(8_640_000_000_000_000).nullable().optional(),
    }),
    draftId,
  ),
  'draft:append': call(draftId.extend({ bytes: chunkBytes }), nothing),
  /** Begins a draft that deletes these adverts. */
  'draft:begin-deletes': call(z.object({ ids: manyIds }), madeDraftSchema),
  /**
   * Looks at the file's first records; asked again when the dealer changes the shape. `remembered`: the columns of the
   * account's last file with this header.
   */
  'draft:inspect': call(
    draftId.extend({ shape: fileShapeChoiceSchema }),
    z.object({
      inspection: inspectionSchema,
      remembered: columnMapSchema.nullable(),
      /** The sheet that was taken because a workbook with the same sheets was read from it last; null if none was. */
      sheet: z.string().nullable(),
    }),
  ),
  /** Reads, checks and compares every row in the worker. Progress comes as `draft:progress`. */
  'draft:check': call(
    readChoices.extend({
      /** Dealer's name for the columns of a file, which are remembered for the next one like it. */
      name: z.string().max(200).optional(),
      /** The file is the whole stock of a source; what its rows do follows from that. */
      stock: stockChoiceSchema.optional(),
    }),
    checkSchema,
  ),
  /** The first rows of a file as its check would show them. */
  'draft:preview': call(readChoices, z.array(draftRowSchema)),
  /**
   * Every value of columns whose cells are words of a short list: its count, and its meaning as far as that is known.
   */
  'draft:values': call(
    draftId.extend({
      shape: fileShapeChoiceSchema,
      columns: z.array(z.object({ column: columnPlace, field: z.enum(columnNames) })).max(mostColumns),
    }),
    z.array(columnValuesSchema),
  ),
  'draft:rows': call(
    draftId.extend({
      ...rowFilter,
      offset: z.int().min(0).max(2_147_483_647),
      limit: z.int().min(1).max(500),
      /** Rows in the order of their groups, instead of that of the file; the groups of this revision are known (-1: none). */
      groupsOf: z.int().min(-1).max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    z.object({
      total: z.int(),
      rows: z.array(draftRowSchema),
      /** Groups of the rows, if others than the known ones are asked for. */
      grouped: groupedRowsSchema.optional(),
    }),
  ),
  /** Fixes one cell (the file itself stays as it is), checks its row again and counts again. */
  'draft:fix': call(
    draftId.extend({
      line: lineNumber,
      column: columnPlace,
      value: cellText,
    }),
    z.object({ row: draftRowSchema, check: checkSchema }),
  ),
  /**
   * Changes the cells of a column in the rows that pass the filter, as one step, and counts again. `lost` counts rows
   * that stay because they hold lost lines of the file.
   */
  'draft:change-column': call(changedRows, z.object({ changed: z.int(), lost: z.int(), check: checkSchema })),
  /** Number of cells that would change. */
  'draft:count-changed': call(changedRows, z.object({ changed: z.int(), lost: z.int() })),
  /** Undoes the last change of the rows, or does it again, and counts again. Without such a step, nothing changes. */
  'draft:move-step': call(draftId.extend({ way: z.enum(['undo', 'redo']) }), checkSchema),
  /** Leaves rows out of the batch, or includes them again, and counts again. */
  'draft:leave-out': call(draftId.extend({ lines: lineNumbers, leftOut: z.boolean() }), checkSchema),
  /** The same for every row that passes the filter. */
  /** Makes rows of new adverts whose stock numbers have adverts change these. */
  'draft:change-linked': call(draftId, checkSchema),
  'draft:leave-out-shown': call(draftId.extend({ ...rowFilter, leftOut: z.boolean() }), checkSchema),
  /**
   * Number of adverts that rows edit or delete and that were read more than a day ago, or never, and the calls of a
   * reading.
   */
  'draft:stale': call(draftId, z.object({ count: z.int(), calls: z.int() })),
  /** Checks the edits and deletes of these adverts again, or all of them, against what is known now, and counts again. */
  'draft:recheck': call(draftId.extend({ adverts: manyIds.nullable() }), checkSchema),
  /** Reads these adverts again, one call for each, compares the rows with what they are now, and counts again. */
  'draft:read-again': call(draftId, checkSchema),
  /**
   * Rows with errors, with error columns: for Excel, as a workbook or as a CSV that opens on this computer; null is the
   * form of the file.
   */
  'draft:problem-rows': call(
    draftId.extend({ form: z.enum(tableFormats).nullable() }),
    z.object({ fileName: z.string(), text: z.instanceof(Uint8Array) }),
  ),
  /** The values that are no known names, or may mean several, each with what it may mean. */
  'draft:names': call(draftId, unknownNamesSchema),
  /** Asks the service for the names of the draft's vehicles, with `most` calls, and checks their rows again. */
  'draft:look-up': call(draftId.extend({ most: z.int().min(1).max(mostLookupCalls) }), lookedUpSchema),
  /** Keeps for the account what values mean, and checks their rows again. */
  'draft:choose-names': call(
    draftId.extend({ choices: z.array(nameChoiceSchema).max(mostChoices) }),
    checkSchema,
  ),
  'draft:drop': call(draftId, nothing),
  /** An empty table with the columns of an operation and an example row. */
  'batch:template': call(
    z.object({ operation: z.enum(operations), format: z.enum(tableFormats) }),
    z.object({ fileName: z.string(), text: z.instanceof(Uint8Array) }),
  ),
}

export const importEvents = {
  'draft:progress': z.object({
    draftId: z.string(),
    /** Checked share of the draft, 0 to 1. */
    share: z.number(),
    rows: z.int(),
  }),
}
