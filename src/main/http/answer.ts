/** What a body that should have been JSON is instead. */
export type Unreadable = 'empty' | 'html' | 'xml' | 'cut-off' | 'text'

export type Body =
  { readonly ok: true; readonly json: unknown } | { readonly ok: false; readonly reason: Unreadable }

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

const parsed = (text: string): Body => ({ ok: true, json: unpack(JSON.parse(text), deepest) })

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
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

function complaintOf(code: string, message: string, ownText = false): Complaint {
  const serviceCode = code === '' ? knownMessages[message.trim().toLowerCase()] : code
  const ownForm = (serviceCode !== undefined || ownText) && !droppedBehind.test(message)
  return { serviceCode, serviceMessage: message, ownForm }
}

/** A connection that was dropped behind the service (docs/service/practice.md, "upstream trouble"). */
const droppedBehind = /HTTPoison|:closed/i

/** The service's bare texts are Ukrainian, those of gateways are not (docs/service/practice.md, "hourly limit"). */
const isUkrainian = (text: string): boolean => /\p{Script=Cyrillic}/u.test(text)

/** Messages that come without a code of their own. */
const knownMessages: Readonly<Record<string, string>> = { 'not enough data': 'NOT_ENOUGH_DATA' }

/** The one answer, even if it came in an array (docs/service/practice.md, "root"). */
export const single = (json: unknown): unknown => (Array.isArray(json) && json.length === 1 ? json[0] : json)

/**
 * The complaint in an answer, or null: `{error: {code, message}}`, `noticeData` of type error inside a 200, and, if
 * the status is an error, a bare `{message}`.
 */
export function complaintIn(json: unknown, status: number): Complaint | null {
  const answer = single(json)
  if (!isObject(answer)) return null
  const { error, message, noticeData } = answer
  if (isObject(error)) return complaintOf(asText(error.code), asText(error.message))
  if (typeof error === 'string' && error !== '') return complaintOf('', error, isUkrainian(error))
  return (
    noticeIn(noticeData) ??
    (status >= 300 && asText(message) !== '' ? complaintOf('', asText(message)) : null)
  )
}

function noticeIn(noticeData: unknown): Complaint | null {
  const notices = (Array.isArray(noticeData) ? noticeData : [noticeData]).filter(isObject)
  const errors = notices.filter(({ noticeType }) => noticeType === 'error')
  if (errors.length === 0) return null
  return { serviceCode: 'NOTICE', serviceMessage: errors.map(noticeText).join('; '), ownForm: true }
}

const noticeText = ({ noticeType, ...rest }: Readonly<Record<string, unknown>>): string =>
  Object.values(rest).map(asText).find(Boolean) ?? asText(noticeType)
