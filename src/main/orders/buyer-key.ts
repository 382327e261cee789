import { randomBytes } from 'node:crypto'
import type { Keychain } from '../keychain/keychain.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { OrderSeal, sealKeyBytes } from './order-seal.ts'

export interface BuyerKeyPorts {
  /** Null if no keychain may be asked: the key is kept in memory. */
  readonly keychain: Pick<Keychain, 'get' | 'set' | 'forget'> | null
  /** Under which name the key is in the keychain; each data folder has its own. */
  readonly name: () => string
}

/** Why buyers' data can be read until the app ends only. */
export type SessionReason = 'keychain-locked' | 'keychain-unavailable'

export interface BuyerKey {
  readonly seal: OrderSeal
  /** Null if the key is in the keychain. */
  readonly session: SessionReason | null
}

/** The key under which buyers' data is saved: in the system's keychain or, without one, in memory until the app ends. */
export class BuyerKeys {
  readonly #ports: BuyerKeyPorts
  #found: Promise<BuyerKey> | null = null
  #session: OrderSeal | null = null

  constructor(ports: BuyerKeyPorts) {
    this.#ports = ports
  }

  current(): Promise<BuyerKey> {
    this.#found ??= this.#find()
    return this.#found
  }

  /** A keychain that was locked may be open now: asked again the next time. */
  async askAgain(): Promise<void> {
    if ((await this.#found)?.session === 'keychain-locked') this.#found = null
  }

  /** Afterwards nothing that was sealed can be opened. @throws Fault `keychain-locked` or `keychain-unavailable` */
  async destroy(): Promise<void> {
    this.#session = null
    this.#found = null
    // A session without the keychain doesn't say that no key is in it.
    await this.#ports.keychain?.forget(this.#ports.name())
  }

  async #find(): Promise<BuyerKey> {
    const { keychain, name } = this.#ports
    if (keychain === null) return this.#inMemory('keychain-unavailable')
    const answer = await keychain.get(name())
    if (answer.found === 'key') {
      const kept = keyOf(answer.key)
      if (kept) return { seal: new OrderSeal(kept), session: null }
    } else if (answer.found !== 'missing') return this.#inMemory(answer.found)
    return this.#make(keychain)
  }

  async #make(keychain: NonNullable<BuyerKeyPorts['keychain']>): Promise<BuyerKey> {
    const name = this.#ports.name()
    try {
      await keychain.set(name, randomBytes(sealKeyBytes).toString('base64'))
    } catch (error) {
      if (
        error instanceof Fault &&
        (error.code === 'keychain-locked' || error.code === 'keychain-unavailable')
      )
        return this.#inMemory(error.code)
      throw error
    }
    // Read back: another process may have made one at the same moment, and only the last one stays.
    const answer = await keychain.get(name)
    const kept = answer.found === 'key' ? keyOf(answer.key) : null
    return kept ? { seal: new OrderSeal(kept), session: null } : this.#inMemory('keychain-unavailable')
  }

  #inMemory(session: SessionReason): BuyerKey {
    this.#session ??= new OrderSeal(randomBytes(sealKeyBytes))
    return { seal: this.#session, session }
  }
}

function keyOf(text: string): Uint8Array | null {
  const key = Buffer.from(text, 'base64')
  return key.length === sealKeyBytes ? key : null
}
