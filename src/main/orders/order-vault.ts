import type { BuyerKey, BuyerKeys } from './buyer-key.ts'
import type { BuyerRemoval } from './buyer-removal.ts'

/** Gives the key of the buyers' data; what was sealed by keys that are gone is removed first. */
export class OrderVault {
  readonly #keys: BuyerKeys
  readonly #removal: BuyerRemoval
  #taken: string | null = null

  constructor(keys: BuyerKeys, removal: BuyerRemoval) {
    this.#keys = keys
    this.#removal = removal
  }

  async key(): Promise<BuyerKey> {
    const key = await this.#keys.current()
    if (this.#taken !== key.seal.keyId) this.#removal.takeKey(key.seal, key.session === null)
    this.#taken = key.seal.keyId
    return key
  }
}
