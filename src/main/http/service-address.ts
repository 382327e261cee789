import type { Params } from '../service/params.ts'
import { type Connection, basicAuthorization, parseBaseUrl } from './connection.ts'

const lastDate = Date.UTC(9999, 0)

/**
 * The service's clock, from the Date header of its answers. Between two answers it goes on with a clock that can't be
 * set, so that a change of the computer's time changes nothing.
 */
export class ServiceClock {
  readonly #steady: () => number
  #seen: { readonly date: number; readonly at: number } | null = null

  /** @param steady milliseconds from any moment on, never set back or forward */
  constructor(steady: () => number = () => performance.now()) {
    this.#steady = steady
  }

  /** Takes the Date header of an answer; one that can't be read, or comes after all years of four digits, is left out. */
  observe(header: string): void {
    const date = Date.parse(header)
    if (date < lastDate) this.#seen = { date, at: this.#steady() }
  }

  /**
   * The time at the service, in ms since 1970, never later than it is there: the header has whole seconds and takes its
   * way. Null before the first answer.
   */
  now(): number | null {
    return this.#seen === null ? null : this.#seen.date + this.#steady() - this.#seen.at
  }
}

const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

/** A name that needs no encoding; nearly every name is such. */
const plain = /^[\w.[\]]*$/

/** Brackets of a name are not encoded, as in the contract: `marka_id[0]=79`. */
const encodeName = (name: string): string =>
  plain.test(name) ? name : encode(name).replaceAll('%5B', '[').replaceAll('%5D', ']')

/** A path for the request line. What is encoded already stays; a `?` or `#` in it is part of the path. */
export const encodePath = (path: string): string =>
  path.toWellFormed().replace(/[^\x21-\x7e]+|[?#]/g, encodeURIComponent)

/** `?a=1&b[0]=2` in the order given, '' without parameters. */
export const queryString = (params: Params): string =>
  params.length === 0
    ? ''
    : `?${params.map(([name, value]) => `${encodeName(name)}=${encode(String(value))}`).join('&')}`

type Headers = Readonly<Record<string, string>>

/** Target of an account's requests, and the way in which they carry its key. */
export class ServiceAddress {
  readonly origin: URL
  readonly readHeaders: Headers
  readonly writeHeaders: Headers = { accept: 'application/json' }
  readonly #prefix: string
  readonly #key: string
  readonly #basic: boolean

  /** @throws Fault `usage` for an address that is not http or https. */
  constructor({ baseUrl, key, readAuth }: Connection) {
    const { origin, prefix } = parseBaseUrl(baseUrl)
    this.origin = origin
    this.#prefix = prefix
    this.#key = key
    this.#basic = readAuth === 'basic'
    const authorization = this.#basic ? { authorization: basicAuthorization(key) } : {}
    this.readHeaders = { ...this.writeHeaders, ...authorization }
  }

  /** Path and query of a read; with HTTP Basic the key is in the headers instead. */
  readTarget(path: string, params: Params): string {
    return this.#basic ? this.#target(path, params) : this.writeTarget(path, params)
  }

  /** Path and query of a write, which always carries the key in the query (contract, Authentication 2). */
  writeTarget(path: string, params: Params): string {
    return this.#target(path, [['api_key', this.#key], ...params])
  }

  #target(path: string, params: Params): string {
    return this.#prefix + encodePath(path) + queryString(params)
  }
}
