import type { BuyerKey, BuyerKeys } from './buyer-key.ts'
import type { BuyerRemoval } from './buyer-removal.ts'

/** Gives the key of the buyers' data; what an older version saved openly is sealed by it first. */
export class OrderVault {
  readonly #keys: BuyerKeys
  readonly #removal: BuyerRemoval
  #sealedBy: string | null = null

  constructor(keys: BuyerKeys, removal: BuyerRemoval) {
    this.#keys = keys
    this.#removal = removal
  }

  async key(): Promise<BuyerKey> {
    const key = await this.#keys.current()
    if (this.#sealedBy !== key.seal.keyId) this.#removal.sealOpen(key.seal, key.session === null)
    this.#sealedBy = key.seal.keyId
    return key
  }

  /** Seals what an older version saved openly; asks no keychain if there is nothing. */
  async sealOpen(): Promise<void> {
    if (this.#removal.hasOpen()) await this.key()
  }
}
