import { codeOfText, troubleOf, type PracticeTrouble } from './practice-trouble.ts'

/** What a body that should have been JSON is instead. */
export type Unreadable = 'empty' | 'html' | 'xml' | 'cut-off' | 'text' | 'huge'

export type Body =
  | { readonly ok: true; readonly json: unknown }
  | { readonly ok: false; readonly reason: Unreadable }

/** How often JSON may be packed in a JSON string; the live service does it once. */
const deepest = 3

/**
 * Reads a body by what it is, never by its content type: the service sends JSON as text/html, JSON inside a JSON
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
const [mostValues, mostNested] = [250_000, 100]

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

/** What the service itself says went wrong. */
export interface Complaint {
  readonly serviceCode: string | undefined
  readonly serviceMessage: string
  /**
   * Whether it has the service's own form. A proxy or gateway in between may send JSON as well, and says nothing about
   * what the service did.
   */
  readonly ownForm: boolean
  /** What it means, if the code doesn't tell. */
  readonly trouble: PracticeTrouble | undefined
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Of a text no more is looked at: matching takes long. */
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
 * The complaint in an answer, or null: an `error` in any form (`{code, message}`, a text), `noticeData` of type error
 * inside a 200, and, if the status is an error, a bare `{message}` with or without its `code`.
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

/** Gateways write their codes beside a message too: of these forms the service's own is known by its code or text. */
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
