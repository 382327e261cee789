import type { Params } from '../service/params.ts'
import { basicAuthorization, parseBaseUrl, type Connection } from './connection.ts'
import { encodePath, queryString } from './query-string.ts'

type Headers = Readonly<Record<string, string>>

/** Where an account's requests go, and how they carry its key. */
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
