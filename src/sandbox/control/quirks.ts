import { refusal, type Answer } from '../http/answers.ts'
import type { SearchPage } from '../vehicles/search-page.ts'
import type { VehicleFacts } from '../vehicles/vehicle.ts'

/** What the live service is known to do beyond the contract (field-notes.md), each by the row it comes from. */
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
] as const
export type QuirkName = (typeof quirkNames)[number]

type Fields = Record<string, unknown>

/** Every so many requests one is refused with 429, every other time without Retry-After. */
const rateLimitEvery = 25

export class Quirks {
  #on: ReadonlySet<QuirkName>
  #requests = 0
  #limited = 0
  #errors = 0

  constructor(on: Iterable<QuirkName>) {
    this.#on = new Set(on)
  }

  set(on: Iterable<QuirkName>): void {
    this.#on = new Set(on)
  }

  has(name: QuirkName): boolean {
    return this.#on.has(name)
  }

  /** The refusal, where it is this request's turn; nothing was executed then. */
  rateLimit(): Answer | undefined {
    if (!this.has('rate-limit') || ++this.#requests % rateLimitEvery !== 0) return undefined
    const answer = refusal(429, 'OVER_RATE_LIMIT', 'Too many requests')
    return ++this.#limited % 2 === 1 ? { ...answer, retryAfter: 1 } : answer
  }

  /** The orders path is seen with and without its last slash (field-notes.md, "order status"): here only without. */
  knowsPath(path: string, lastSlash: boolean): boolean {
    return !(this.has('slashless-orders') && path === '/ria/basket/orders' && lastSlash)
  }

  /** The array of the contract, or the object of the live service. */
  root(value: unknown): unknown {
    return this.has('object-root') ? value : [value]
  }

  advert(record: Fields, facts: VehicleFacts): Fields {
    let autoData = record.autoData as Fields
    let rest: Fields = {}
    if (this.has('string-numbers')) {
      autoData = { ...autoData, year: String(autoData.year), categoryId: String(autoData.categoryId) }
    }
    if (this.has('entities')) {
      autoData = { ...autoData, description: withTags(String(autoData.description), facts.note !== null) }
      rest = { badges: ['Перевірений VIN &amp; історія'] }
    }
    if (this.has('nulls')) {
      if (facts.id % 3 === 0) rest = { ...rest, ...withoutCity(record) }
      if (facts.id % 4 === 0) autoData = without(autoData, 'raceInt')
    }
    return { ...record, ...rest, autoData }
  }

  search({ answer, applied }: SearchPage, promoted: string | undefined): unknown {
    const found = answer.result.search_result
    const { lang_id, page } = answer.additional_params
    const ids = this.has('promotion') && promoted !== undefined ? [promoted, ...found.ids] : found.ids
    const count = this.has('wrong-count') ? found.count + 3 : found.count
    const echo = this.has('filter-echo') ? { additional: { search_params: { cleaned: applied } } } : {}
    const strings = this.has('string-numbers') ? { lang_id: String(lang_id), page: String(page) } : {}
    return {
      additional_params: { ...answer.additional_params, ...strings },
      result: { search_result: { ...found, ids, count }, ...echo },
    }
  }

  /** The same refusal in the forms seen in the wild, in turn. */
  refusal(answer: Answer): Answer {
    if (!this.has('error-forms') || answer.status < 400) return answer
    const forms = [asHtmlType, asJsonString, asPage, answer.status === 400 ? asNotice : asXml, asCsv] as const
    const form = forms[this.#errors++ % forms.length] ?? asPage
    return form(answer)
  }
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

function withTags(text: string, written: boolean): string {
  if (!written) return `<p>${text.replace('. ', '.<br />')}</p>`
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

const withoutCity = (record: Fields): Fields => ({
  locationCityName: null,
  stateData: { ...(record.stateData as Fields), name: null },
})

const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))
