import type { z } from 'zod'
import type { Exchanged } from './exchange.ts'
import { type Redactor, redactedStart } from '../log/redact.ts'
import { type PracticeTrouble, codeOfText, hourMs, isDroppedBehind, troubleOf } from './practice-trouble.ts'
import { parseRetryAfter } from './retry.ts'
import { ServiceError, type ServiceErrorFacts, failureOf } from './service-error.ts'

export interface AnswerContext {
  readonly redactor: Redactor
  /** Milliseconds since 1970, for a Retry-After that is a date. */
  readonly now: () => number
  readonly isWrite: boolean
}

/** Length that is kept of a body that can't be used. */
const answerLength = 500

/**
 * Returns an answer, parsed by the schema.
 * @throws ServiceError for a status that is no success, a complaint inside a success, a body that is no JSON and JSON
 * of another shape; its parts of the body are redacted.
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
  const ofBody = complaint ? complaint.trouble : troubleOfPage(answer)
  const trouble = redirects.has(answer.status) ? 'moved' : ofBody
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

/** Statuses of a redirect (RFC 9110, 15.4), which may have a page or a complaint with it. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Reads a trouble from a body that is no complaint: a dropped upstream may be named in a page or in a log line. */
const troubleOfPage = ({ body }: Exchanged): PracticeTrouble | undefined =>
  isDroppedBehind(body.slice(0, answerLength)) ? 'upstream' : undefined

const factsOf = ({ status, body }: Exchanged, { redactor }: AnswerContext): ServiceErrorFacts => ({
  sent: 'maybe',
  answered: true,
  status,
  answer: redactedStart(redactor, body, answerLength),
})

/** A notice with `num_rows: 1` is no complaint: the service says that the write was done. */
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

/** Kinds of bodies that should have been JSON. */
export type Unreadable = 'empty' | 'html' | 'xml' | 'cut-off' | 'text' | 'huge'

export type Body =
  | { readonly ok: true; readonly json: unknown }
  | { readonly ok: false; readonly reason: Unreadable }

/** Depth to which JSON may be packed in a JSON string; the live service does it once. */
const deepest = 3

/**
 * Reads a body by its content, never by its content type. The service sends JSON as text/html, JSON inside a JSON
 * string, and HTML, XML or CSV with status 200 (docs/service/practice.md, "errors").
 */
export function readBody(body: string): Body {
  try {
    return parsed(body)
  } catch {
    // Only an odd answer costs a clean copy of the whole body.
    const text = body.replace(/^\uFEFF/, '').trim()
    try {
      return parsed(text)
    } catch {
      return { ok: false, reason: kindOf(text) }
    }
  }
}

function parsed(text: string): Body {
  const json = unpack(JSON.parse(text), deepest)
  return isHuge(json) ? { ok: false, reason: 'huge' } : { ok: true, json }
}

/** No answer of the service comes near these; a schema takes seconds for a million values that it refuses. */
const mostValues = 250_000
const mostNested = 100

function isHuge(json: unknown): boolean {
  let values = 0
  let level = [json]
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: unknown[] = []
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue
      const parts: readonly unknown[] = Array.isArray(each) ? each : Object.values(each)
      values += parts.length
      if (values > mostValues || depth > mostNested) return true
      for (const part of parts) next.push(part)
    }
    level = next
  }
  return false
}

function unpack(json: unknown, depth: number): unknown {
  if (typeof json !== 'string' || depth === 0 || !/^\s*[[{"]/.test(json)) return json
  try {
    return unpack(JSON.parse(json), depth - 1)
  } catch {
    return json
  }
}

function kindOf(text: string): Unreadable {
  if (text === '') return 'empty'
  if (/^[[{"]/.test(text)) return 'cut-off'
  if (/^<(?:!doctype html|html|head|body|center|h1|title)\b/i.test(text)) return 'html'
  return text.startsWith('<') ? 'xml' : 'text'
}

/** Complaint of the service about a request. */
export interface Complaint {
  readonly serviceCode: string | undefined
  readonly serviceMessage: string
  /**
   * True if it has the service's own form. A proxy or gateway in between may send JSON as well, and says nothing
   * about what the service did.
   */
  readonly ownForm: boolean
  /** Meaning of the complaint, without a code that says it. */
  readonly trouble: PracticeTrouble | undefined
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Longest part of a text that is looked at: matching takes long. */
const longestMatched = 16_384

function complaintOf(status: number, code: string, message: string, bare = false): Complaint {
  // A code that is a number is the status once more: gateways write it.
  const begins = message.slice(0, longestMatched)
  const known = /[a-z]/i.test(code) ? code : codeOfText(begins)
  const trouble = troubleOf(status, { code, message: begins, bare })
  const own = known !== undefined || (bare && isUkrainian(begins))
  return {
    serviceCode: known ?? (code === '' ? undefined : code),
    serviceMessage: message,
    ownForm: own && trouble !== 'upstream' && trouble !== 'path',
    trouble,
  }
}

/** The service's bare texts are Ukrainian, those of gateways are not (docs/service/practice.md, "hourly limit"). */
const isUkrainian = (text: string): boolean => /\p{Script=Cyrillic}/u.test(text)

/** The one answer, even if it came in an array (docs/service/practice.md, "root"). */
export const single = (json: unknown): unknown => (Array.isArray(json) && json.length === 1 ? json[0] : json)

/**
 * Complaint in an answer, or null. It is an `error` in any form (`{code, message}`, a text) or `noticeData` of type
 * error inside a 200. With an error status it is also a bare `{message}` with or without its `code`.
 */
export function complaintIn(json: unknown, status: number): Complaint | null {
  const answer = single(json)
  if (!isObject(answer)) return null
  const { message, noticeData } = answer
  return (
    complaintOfError(single(answer.error), status) ??
    noticeIn(noticeData) ??
    (status >= 300 && asText(message) !== ''
      ? topLevelComplaint(status, asText(answer.code), asText(message))
      : null)
  )
}

/** Whatever `error` says, an answer that has one is no data. */
function complaintOfError(error: unknown, status: number): Complaint | null {
  if (isObject(error)) return complaintOf(status, asText(error.code), asText(error.message))
  if (typeof error === 'string' && error !== '') return complaintOf(status, '', error, true)
  const saysNone = Array.isArray(error) && error.length === 0
  return !error || saysNone ? null : complaintOf(status, '', JSON.stringify(error))
}

/** Gateways send a code with a message too: the service's own forms are known by their code or text. */
function topLevelComplaint(status: number, code: string, message: string): Complaint {
  const complaint = complaintOf(status, code, message)
  return complaint.ownForm && codeOfText(message) === undefined ? { ...complaint, ownForm: false } : complaint
}

function noticeIn(noticeData: unknown): Complaint | null {
  const notices = (Array.isArray(noticeData) ? noticeData : [noticeData]).filter(isObject)
  const errors = notices.filter(({ noticeType }) => noticeType === 'error')
  if (errors.length === 0) return null
  const serviceMessage = errors.map(noticeText).join('; ')
  return { serviceCode: 'NOTICE', serviceMessage, ownForm: true, trouble: undefined }
}

const noticeText = ({ noticeType, ...rest }: Readonly<Record<string, unknown>>): string =>
  Object.values(rest).map(asText).find(Boolean) ?? asText(noticeType)
