import { z } from 'zod'
import { advertId } from '../bridge/bounds.ts'
import { fileFactsSchema } from '../import/file-facts.ts'
import { contentsSchema } from './contents.ts'
import { operations } from './operation.ts'

/**
 * States of a batch row. `sending` that outlives its process becomes `in-doubt` at the next start, never `planned`.
 * `invalid` and `skipped` rows stay in the batch so that its report has every line of the file.
 */
export const rowStates = [
  'planned',
  'sending',
  'done',
  'failed',
  'in-doubt',
  'conflict',
  'invalid',
  'skipped',
] as const
export type RowState = (typeof rowStates)[number]

/** Source of a row's outcome. */
export const outcomeSources = ['response', 'reconciled', 'person'] as const
export type OutcomeSource = (typeof outcomeSources)[number]

/** Every reason why a cell or a row can't be sent, or should be checked (`warning`). */
export const problemCodes = [
  'required',
  'not-a-number',
  'not-an-integer',
  'number-too-large',
  'negative',
  'not-a-flag',
  'not-a-currency',
  'not-an-operation',
  'scientific-notation',
  'zero',
  'currency-differs',
  'currency-of-price',
  'value-assumed',
  'nul-byte',
  'cell-error',
  'end-mark',
  'letter-lost',
  'letter-spoilt',
  'no-value',
  'text-cleaned',
  'text-html',
  'too-few-cells',
  'too-many-cells',
  'short-row',
  'rows-swallowed',
  'quote-misplaced',
  'quote-unclosed',
  'url-too-long',
  'url-long',
  'other-user',
  'price-without-currency',
  'price-required',
  'nothing-to-change',
  'duplicate-row',
  'duplicate-target',
  'sent-before',
  'sent-since',
  'edit-unsent',
  'in-stock-already',
  'number-linked',
  'number-held',
  'number-repeated',
  'number-unknown',
  'number-unclear',
  'number-differs',
  'no-id',
  'unused-cell',
  'name-unknown',
  'name-ambiguous',
  'name-learned',
  'name-years',
  'ids-apart',
  'other-car',
  'other-vehicle-named',
  'name-uncompared',
  'price-shifted',
  'advert-not-cached',
  'advert-not-shown',
  'advert-gone',
  'price-jump',
  'price-unusual',
  'car-state',
  'car-used',
  'cell-cut',
  'changed-since',
  'old-value-unknown',
  'text-without-tags',
  'deleted-for-good',
  'in-doubt',
  'by-likeness',
  'stock-question',
  'equal-row',
  'kept-by-hand',
  'kept-pinned',
  'stays-out-of-stock',
] as const
export type ProblemCode = (typeof problemCodes)[number]

export const problemSchema = z.object({
  /** The contract's name of the column, or the file's own header, or '' for the whole row. */
  column: z.string(),
  code: z.enum(problemCodes),
  /** A warning doesn't keep the row from being sent. */
  severity: z.enum(['error', 'warning']),
  /** The cell as it is in the file, at most 80 characters. */
  value: z.string().optional(),
  message: z.string(),
  /** The numbers and values in the words, which are made again whenever the problem is shown. */
  details: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Problem = z.infer<typeof problemSchema>

/** True for a name that the service was never asked for: a look-up may still find it. */
export const isUnasked = ({ details }: Pick<Problem, 'details'>): boolean => details.unasked === 1

/** Names of ids by the contract's names of their fields. */
export const vehicleNamesSchema = z.record(z.string(), z.string())
export type VehicleNames = z.infer<typeof vehicleNamesSchema>

/** A row of a batch as it is shown and reported. */
export const batchRowSchema = z.object({
  /** The line of the file where the record begins; the header is line 1. */
  line: z.int(),
  /** The dealer's own number of the car; absent if the row came from no stock file. */
  key: z.string().optional(),
  operation: z.enum(operations).nullable(),
  state: z.enum(rowStates),
  autoId: z.number().nullable(),
  outcomeSource: z.enum(outcomeSources).nullable(),
  /** Parameters by contract names, as they are sent. */
  payload: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Values that the advert had when the batch was planned, by contract names; {} if unknown. */
  before: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Names of the make, model, modification and equipment in the payload, by their fields, as far as they are known. */
  names: vehicleNamesSchema.optional(),
  /** Title of the row's advert, or null if it isn't known; absent if it was not looked up. */
  title: z.string().nullable().optional(),
  problems: z.array(problemSchema),
  /** Code of the service's or the network's answer for rows that failed or are in doubt. */
  errorCode: z.string().nullable(),
  errorWords: z.string().nullable(),
  /** The advert that a row in doubt probably became, which a person is asked about; absent if there is none. */
  probableId: z.number().optional(),
  attempts: z.int(),
  updatedAt: z.string().nullable(),
})
export type BatchRow = z.infer<typeof batchRowSchema>

/** A row of a batch that names an advert, as the advert's details show it. */
export const advertBatchRowSchema = z.object({
  batchId: z.string(),
  fileName: z.string(),
  createdAt: z.string(),
  line: z.int(),
  operation: z.enum(operations),
  state: z.enum(rowStates),
  updatedAt: z.string().nullable(),
})
export type AdvertBatchRow = z.infer<typeof advertBatchRowSchema>

export const attemptSchema = z.object({
  /** A request, a search for the row at the service, or a person's answer. */
  kind: z.enum(['send', 'look', 'person']),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  status: z.int().nullable(),
  errorCode: z.string().nullable(),
  /** First bytes of the service's answer, redacted; for a search or a person's answer the result as JSON. */
  answer: z.string().nullable(),
})
export type Attempt = z.infer<typeof attemptSchema>

/** A person's answer for a row in doubt (send again, bind to an advert, it never arrived) or in conflict (overwrite, keep). */
export const rowAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('send-again') }),
  z.object({ kind: z.literal('bind'), autoId: advertId.positive() }),
  z.object({ kind: z.literal('never-made') }),
  z.object({ kind: z.literal('overwrite') }),
  z.object({ kind: z.literal('keep') }),
])
/** A person's answer for all rows of a batch that are in doubt (send again, they never arrived) or in conflict (keep, overwrite). */
export const bulkAnswers = ['keep', 'overwrite', 'send-again', 'never-made'] as const
export type BulkAnswer = (typeof bulkAnswers)[number]

/** The state of the rows that the answer is for. */
export const answeredState = (answer: BulkAnswer): 'in-doubt' | 'conflict' =>
  answer === 'send-again' || answer === 'never-made' ? 'in-doubt' : 'conflict'

/** Number of rows that an answer for all is for: one that was probably found is answered alone. */
export const answeredCount = (
  { counts, probable = 0 }: Pick<Batch, 'counts' | 'probable'>,
  answer: BulkAnswer,
): number => countOf(counts, answeredState(answer)) - (answeredState(answer) === 'in-doubt' ? probable : 0)

/** The code of a create in doubt whose detail is the advert that it probably became. */
export const probably = 'probably'

export type RowAnswer = z.infer<typeof rowAnswerSchema>

/** Number of rows of a batch that are in each state. */
export const countsSchema = z.object({
  planned: z.int(),
  sending: z.int(),
  done: z.int(),
  failed: z.int(),
  inDoubt: z.int(),
  conflict: z.int(),
  invalid: z.int(),
  skipped: z.int(),
})
export type Counts = z.infer<typeof countsSchema>

/** The name under which a state's rows are counted. */
export const countName = (state: RowState): keyof Counts => (state === 'in-doubt' ? 'inDoubt' : state)

export const countOf = (counts: Counts, state: RowState): number => counts[countName(state)]

/** Why a batch does not continue by itself. */
export const pauseReasons = [
  'person',
  'auth',
  'proxy-login',
  'package',
  'rate-limit',
  'quota',
  'offline',
  'service',
  'doubts',
  'not-shown',
  'answers',
  'storage',
  'restart',
  'team',
  'team-offline',
  'team-turn',
] as const

/** `preview`: an undo that the dealer has not confirmed yet. */
export const batchStates = [
  'preview',
  'ready',
  'running',
  'waiting',
  'paused',
  'cancelled',
  'finished',
] as const
export type BatchState = (typeof batchStates)[number]

/** Parts of a batch other than its rows that may be unreadable. */
export const batchParts = ['header', 'mapping', 'encoding', 'delimiter', 'file', 'contents'] as const
export type BatchPart = (typeof batchParts)[number]

/** Why its team lets a desk send nothing: the reason and the value of a failure `team`. */
export const teamRefusalSchema = z.object({ reason: z.string(), value: z.string() }).readonly()
export type TeamRefusal = z.infer<typeof teamRefusalSchema>

export const batchSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  fileName: z.string(),
  operation: z.enum([...operations, 'mixed']),
  state: z.enum(batchStates),
  pauseReason: z.enum(pauseReasons).nullable(),
  /** Time when the engine continues by itself (quota, Retry-After), ISO 8601; null if it doesn't wait. */
  wakesAt: z.string().nullable(),
  /** The desk of the team that sends meanwhile; absent if the batch waits for none. */
  turnOf: z.string().optional(),
  /** Why the team lets this desk send nothing; absent if it doesn't pause the batch, or the reason isn't known. */
  teamRefusal: teamRefusalSchema.optional(),
  /** The batch that has to end before this one begins; null if it is not queued. */
  waitsFor: z.object({ id: z.string(), fileName: z.string() }).nullable(),
  /** The batch that this one undoes. */
  undoOf: z.string().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  total: z.int(),
  counts: countsSchema,
  /** Number of done rows of which only an advert like theirs was found; absent if there are none. */
  likeness: z.int().optional(),
  /** Number of rows in doubt that probably became an advert; a person is asked. Absent if there are none. */
  probable: z.int().optional(),
  /** Rows of which an equal one was sent in an earlier batch. */
  sentBefore: z.int(),
  /** Requests to the service that it took so far; null if they were not all counted. */
  requests: z.int().nullable(),
  /** Facts about reading its file; null for an undo, or if it can't be read. */
  file: fileFactsSchema.nullable(),
  /** Operation by which the batch is called; null if it is not known. */
  contents: contentsSchema.nullable(),
  /** The desk of the team that sends it; absent if it is this one's. */
  desk: z.string().optional(),
  /** Parts of the batch itself that the journal can't read; absent if all of it can be. */
  unreadableParts: z.array(z.enum(batchParts)).optional(),
})
export type Batch = z.infer<typeof batchSchema>
