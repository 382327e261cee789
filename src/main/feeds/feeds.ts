import type { ProxyLogins } from '../http/proxy-logins.ts'
import type { ProxyFor } from '../http/proxy.ts'
import type { SavedLogins } from '../keychain/saved-logins.ts'
import { FeedClient } from './feed-client.ts'

/** Tables that are fetched from an address: their logins, and the way to them. */
export class Feeds {
  readonly logins: SavedLogins
  readonly #client: FeedClient

  constructor(logins: SavedLogins, proxyFor: ProxyFor, proxyLogins: ProxyLogins) {
    this.logins = logins
    this.#client = new FeedClient({ proxyFor, proxyLogins, logins })
  }

  get client(): FeedClient {
    return this.#client
  }

  close(): Promise<void> {
    return this.#client.close()
  }
}
