import type { z } from 'zod'
import { complaintIn, readBody, single, type Body } from './answer.ts'
import type { Exchanged } from './exchange.ts'
import { redactedStart, type Redactor } from '../log/redact.ts'
import { hourMs, isDroppedBehind, type PracticeTrouble } from './practice-trouble.ts'
import { parseRetryAfter } from './retry.ts'
import { failureOf, ServiceError, type ServiceErrorFacts } from './service-error.ts'

export interface AnswerContext {
  readonly redactor: Redactor
  /** Milliseconds since 1970, for a Retry-After that is a date. */
  readonly now: () => number
  readonly isWrite: boolean
}

/** Of a body that can't be used, this much is kept. */
const answerLength = 500

/**
 * What an answer says, parsed by the schema.
 * @throws ServiceError for a status that is no success, for a complaint inside a success, for a body that is no JSON
 * and for JSON of another shape; whatever it holds of the body is redacted.
 */
export function parseAnswer<Schema extends z.ZodType>(
  answer: Exchanged,
  schema: Schema,
  context: AnswerContext,
): z.output<Schema> {
  const body = readBody(answer.body)
  refuseComplaint(answer, body, context)
  if (!body.ok) throw new ServiceError('unreadable', { ...factsOf(answer, context), reason: body.reason })
  const parsed = schema.safeParse(body.json)
  if (parsed.success) return parsed.data
  const { path, value } = whereItBroke(parsed.error, body.json)
  const shown = (text: string): string => redactedStart(context.redactor, text, 80)
  throw new ServiceError('unreadable', {
    ...factsOf(answer, context),
    reason: path === '' ? 'root' : 'shape',
    path: shown(path),
    value: shown(value),
  })
}

function refuseComplaint(answer: Exchanged, body: Body, context: AnswerContext): void {
  const success = answer.status >= 200 && answer.status < 300
  const complaint = body.ok ? complaintIn(body.json, answer.status) : null
  if (success && (!complaint || (context.isWrite && saysRowsChanged(body)))) return
  const trouble = complaint ? complaint.trouble : troubleOfPage(answer)
  throw new ServiceError(failureOf(answer.status, complaint?.serviceCode, trouble), {
    ...factsOf(answer, context),
    reason: trouble,
    serviceCode:
      complaint?.serviceCode && redactedStart(context.redactor, complaint.serviceCode, answerLength),
    serviceMessage: complaint
      ? redactedStart(context.redactor, complaint.serviceMessage, answerLength)
      : undefined,
    ownForm: complaint?.ownForm ?? false,
    asked: context.isWrite ? undefined : 'read',
    retryAfterMs:
      parseRetryAfter(answer.retryAfter, context.now(), answer.headers.date) ??
      (trouble === 'hour' ? hourMs : undefined),
  })
}

/** What a body that is no complaint tells all the same: a dropped upstream may be named in a page or in a log line. */
const troubleOfPage = ({ body }: Exchanged): PracticeTrouble | undefined =>
  isDroppedBehind(body.slice(0, answerLength)) ? 'upstream' : undefined

const factsOf = ({ status, body }: Exchanged, { redactor }: AnswerContext): ServiceErrorFacts => ({
  sent: 'maybe',
  answered: true,
  status,
  answer: redactedStart(redactor, body, answerLength),
})

/** A notice beside `num_rows: 1` is no complaint: the service says that the write was done. */
function saysRowsChanged(body: Body): boolean {
  const json = body.ok ? single(body.json) : null
  return typeof json === 'object' && json !== null && 'num_rows' in json && Number(json.num_rows) > 0
}

const inside = (value: unknown, step: PropertyKey): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<PropertyKey, unknown>>)[step]
    : undefined

/** The place and the value of the first thing that a schema could not take. */
export function whereItBroke(
  error: z.ZodError,
  json: unknown,
): { readonly path: string; readonly value: string } {
  const path = error.issues[0]?.path ?? []
  const start: unknown = Array.isArray(json) && typeof path[0] === 'string' ? json[0] : json
  const value = path.reduce(inside, start)
  return { path: path.map(String).join('.'), value: value === undefined ? 'absent' : JSON.stringify(value) }
}
