import type { ProxyFor } from '../http/proxy.ts'
import type { Keychain } from '../keychain/keychain.ts'
import type { Redactor } from '../log/redact.ts'
import { FeedClient } from './feed-client.ts'
import { UrlLogins } from './url-logins.ts'

export interface FeedsPorts {
  readonly keychain: Keychain
  readonly redactor: Redactor
  readonly proxyFor: ProxyFor
}

/** Tables that are fetched from an address: their logins, and the way to them. */
export class Feeds {
  readonly logins: UrlLogins
  readonly #client: FeedClient

  constructor({ keychain, redactor, proxyFor }: FeedsPorts) {
    this.logins = new UrlLogins(keychain, redactor)
    this.#client = new FeedClient({ proxyFor, logins: this.logins })
  }

  get client(): FeedClient {
    return this.#client
  }

  close(): Promise<void> {
    return this.#client.close()
  }
}
