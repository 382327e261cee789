import { refusal, type Answer } from '../http/answers.ts'

/** The forms in which a live service sends a refusal (docs/service/practice.md, "errors"), one after another. */
function refusalForm(answer: Answer, turn: number): Answer {
  const forms = [asHtmlType, asJsonString, asPage, answer.status === 400 ? asNotice : asXml, asCsv] as const
  return (forms[turn % forms.length] ?? asPage)(answer)
}

const asHtmlType = (answer: Answer): Answer => ({ ...answer, contentType: 'text/html; charset=utf-8' })

const asJsonString = (answer: Answer): Answer => ({ ...answer, value: JSON.stringify(answer.value) })

const asPage = (answer: Answer): Answer => ({
  ...answer,
  contentType: 'text/html; charset=utf-8',
  raw: `<!DOCTYPE html><html><head><title>${answer.status}</title></head><body><h1>Error ${answer.status}</h1></body></html>`,
})

const asXml = (answer: Answer): Answer => ({
  ...answer,
  contentType: 'application/xml',
  raw: `<?xml version="1.0" encoding="UTF-8"?><error><code>${answer.status}</code></error>`,
})

const asCsv = (answer: Answer): Answer => ({
  ...answer,
  contentType: 'text/csv',
  raw: `status,message\r\n${answer.status},Error\r\n`,
})

/** A refusal under status 200. */
const asNotice = (answer: Answer): Answer => ({
  ...answer,
  status: 200,
  value: { noticeData: [{ noticeType: 'error', noticeText: JSON.stringify(answer.value) }] },
})

/** Behaviour of the live service beyond the contract, each by its line in docs/service/practice.md. */
export const quirkNames = [
  'object-root',
  'string-numbers',
  'nulls',
  'entities',
  'stale-read',
  'filter-echo',
  'wrong-count',
  'promotion',
  'error-forms',
  'rate-limit',
  'status-names',
  'slashless-orders',
  'orders-of-user',
  'old-lookups',
  'deleted-in-archive',
] as const
export type QuirkName = (typeof quirkNames)[number]

/** Lookups that have an older path (docs/service/lookups.md). */
const newerLookups: readonly string[] = ['/auto/new/generations', '/auto/new/equips']

/** Every so many requests one is refused with 429, every other time without Retry-After. */
const rateLimitEvery = 25

/** Quirks that are on, and those that concern every endpoint; vehicle-reads.ts has those of the vehicle answers. */
export class Quirks {
  #on: ReadonlySet<QuirkName>
  #requests = 0
  #limited = 0
  #refusals = 0

  constructor(on: Iterable<QuirkName>) {
    this.#on = new Set(on)
  }

  set(on: Iterable<QuirkName>): void {
    this.#on = new Set(on)
  }

  has(name: QuirkName): boolean {
    return this.#on.has(name)
  }

  /** The refusal of every 25th request, of which nothing is executed; undefined for the others. */
  rateLimit(): Answer | undefined {
    if (!this.has('rate-limit') || ++this.#requests % rateLimitEvery !== 0) return undefined
    const answer = refusal(429, 'OVER_RATE_LIMIT', 'Too many requests')
    return ++this.#limited % 2 === 1 ? { ...answer, retryAfter: 1 } : answer
  }

  /**
   * The orders path is seen with and without its last slash; one quirk knows the latter only. Another knows the older
   * paths of the lookups only.
   */
  knowsPath(path: string, lastSlash: boolean): boolean {
    if (this.has('old-lookups') && newerLookups.includes(path)) return false
    return !(this.has('slashless-orders') && path === '/ria/basket/orders' && lastSlash)
  }

  /** A refusal in the next of the forms seen in practice; any other answer as it is. */
  refusal(answer: Answer): Answer {
    if (!this.has('error-forms') || answer.status < 400) return answer
    return refusalForm(answer, this.#refusals++)
  }
}
