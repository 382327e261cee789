import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { z } from 'zod'
import { operations } from '#shared/batch/operation.ts'
import { columnMappingSchema, delimiters, encodings } from '#shared/import/draft.ts'
import { fileFactsSchema } from '#shared/import/file-facts.ts'
import { contentsSchema } from '#shared/batch/contents.ts'
import {
  batchParts,
  batchStates,
  pauseReasons,
  teamRefusalSchema,
  type Batch,
  type BatchPart,
  type BatchState,
  type Counts,
  type TeamRefusal,
} from '#shared/batch/row.ts'
import type { StockFile } from '../../writes/stock-file.ts'
import { flag, json } from './journal-row.ts'
import { reportUnreadableRecord, withDefault, readParts, unreadableRecord } from '../../storage/row-query.ts'

const operation = z.enum([...operations, 'mixed'])

/** A part of a batch without which the rest can be used. */
const part = <Schema extends z.ZodType>(
  name: BatchPart,
  schema: Schema,
  instead: z.output<Schema>,
): z.ZodCatch<Schema> => withDefault(name, schema, instead)

/** The file that a batch was made from: kept so that its failed rows can be written back in the file's own shape. */
const sourceSchema = z
  .object({
    accountId: z.string(),
    userId: z.int(),
    fileName: z.string(),
    fileSha256: z.string().nullable(),
    encoding: part('encoding', z.enum(encodings), 'utf-8'),
    bom: flag,
    delimiter: part('delimiter', z.enum(delimiters), ','),
    // Of a batch whose file's shape can't be read the rows are still known.
    header: part('header', json.pipe(z.array(z.string()).readonly()), []),
    mapping: part('mapping', json.pipe(columnMappingSchema), []),
    operation,
    /** Facts about reading the file; null for an undo, or if it can't be read. */
    file: part('file', json.pipe(fileFactsSchema).nullable(), null),
    /** The batch that this one undoes. */
    undoOf: z.string().nullable(),
  })
  .readonly()
/** A batch of a stock file is planned with what the file says of the stock; that is kept in tables of its own. */
export type BatchSource = z.infer<typeof sourceSchema> & { readonly stock?: StockFile }

/** Facts of a batch, as its row has it. */
export const batchRecordSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  fileName: z.string(),
  operation,
  state: z.enum(batchStates),
  pauseReason: z.enum(pauseReasons).nullable(),
  turnOf: z.string().nullable(),
  teamRefusal: json.pipe(teamRefusalSchema).nullable(),
  wakesAt: z.string().nullable(),
  undoOf: z.string().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  sentBefore: z.int(),
  requests: z.int().nullable(),
  file: part('file', json.pipe(fileFactsSchema).nullable(), null),
  contents: part('contents', json.pipe(contentsSchema).nullable(), null),
})
const seqSchema = z.object({ seq: z.int() })

/** All that is kept of a batch but its rows: each part is read from the same cells. */
const storedSchema = z.object({ place: seqSchema, source: sourceSchema, record: batchRecordSchema })

/** The columns of what a batch waits for. */
export const reasonColumns = ({
  pauseReason: reason,
  who,
  refusal,
}: BatchStatus): Readonly<Record<'pauseReason' | 'turnOf' | 'teamRefusal', string | null>> => ({
  pauseReason: reason ?? null,
  turnOf: reason === 'team-turn' ? (who ?? '') : null,
  teamRefusal: reason === 'team' && refusal ? JSON.stringify(refusal) : null,
})

/** Columns that `readBatch` reads. */
export const batchColumns = `seq, id, account_id AS accountId, user_id AS userId, file_name AS fileName,
  file_sha256 AS fileSha256, encoding, bom, delimiter, header, mapping, operation, iif(preview, 'preview', state) AS state,
  pause_reason AS pauseReason, iif(pause_reason = 'team-turn', turn_of, NULL) AS turnOf,
  iif(pause_reason = 'team', team_refusal, NULL) AS teamRefusal,
  wakes_at AS wakesAt, sent_before AS sentBefore, undo_of AS undoOf, created_at AS createdAt,
  file, contents, finished_at AS finishedAt, requests`

export interface StoredBatch {
  /** The batch's number inside the journal. */
  readonly seq: number
  readonly source: BatchSource
  readonly batch: Batch
}

export type PauseReason = (typeof pauseReasons)[number]

/** State of a batch, apart from its rows. */
export interface BatchStatus {
  readonly state: Exclude<BatchState, 'preview'>
  readonly pauseReason?: PauseReason
  /** Milliseconds since 1970. */
  readonly wakesAt?: number
  /** The desk that has the turn, for `team-turn`. */
  readonly who?: string
  /** Why nothing may be sent, for `team`. */
  readonly refusal?: TeamRefusal
}

/**
 * The batch of a row with `batchColumns`. An unreadable part that the rest can do without is reported by name.
 * @param counted its rows by state
 */
export function readBatch(
  db: DatabaseSync,
  row: Record<string, SQLOutputValue>,
  counted: (seq: number) => Counts,
): StoredBatch {
  const read = readParts(storedSchema, { place: row, source: row, record: row })
  if (read instanceof z.ZodError) throw unreadableRecord('journal.db, batches', read)
  const { source, record } = read.record
  const { seq } = read.record.place
  const counts = counted(seq)
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0)
  const { turnOf, teamRefusal, ...known } = record
  const ofTeam = { ...(turnOf !== null && { turnOf }), ...(teamRefusal !== null && { teamRefusal }) }
  const batch = { ...known, ...ofTeam, waitsFor: null, total, counts }
  if (read.missed.length === 0) return { seq, source, batch }
  reportUnreadableRecord(db, { table: 'batches', leftOut: false, query: batchColumns, cells: seq })
  const parts = batchParts.filter((each) => read.missed.includes(each))
  return { seq, source, batch: { ...batch, unreadableParts: parts } }
}
