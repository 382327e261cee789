import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import type { Keychain } from '../keychain/keychain.ts'
import { Fault } from '#shared/bridge/failure.ts'

type KeptKeys = Pick<Keychain, 'get' | 'set' | 'forget'>

/** Why buyers' data can be read until the app ends only. */
type SessionReason = 'keychain-locked' | 'keychain-unavailable'

export interface BuyerKey {
  readonly seal: OrderSeal
  /** Null if the key is in the keychain. */
  readonly session: SessionReason | null
}

/** The key under which buyers' data is saved: in the system's keychain or, without one, in memory until the app ends. */
export class BuyerKeys {
  readonly #keychain: KeptKeys | null
  readonly #name: () => string
  #found: Promise<BuyerKey> | null = null
  #session: OrderSeal | null = null

  /**
   * @param keychain null if none may be asked: the key is kept in memory
   * @param name under which the key is in the keychain; each data folder has its own
   */
  constructor(keychain: KeptKeys | null, name: () => string) {
    this.#keychain = keychain
    this.#name = name
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
    await this.#keychain?.forget(this.#name())
  }

  async #find(): Promise<BuyerKey> {
    const keychain = this.#keychain
    const name = this.#name
    if (keychain === null) return this.#inMemory('keychain-unavailable')
    const answer = await keychain.get(name())
    if (answer.found === 'key') {
      const kept = keyOf(answer.key)
      if (kept) return { seal: new OrderSeal(kept), session: null }
    } else if (answer.found !== 'missing') return this.#inMemory(answer.found)
    return this.#make(keychain)
  }

  async #make(keychain: KeptKeys): Promise<BuyerKey> {
    const name = this.#name()
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

/** Bytes of the key from which the two keys of the seal are derived. */
export const sealKeyBytes = 32

const ivBytes = 12
const tagBytes = 16
/** Form of the sealed data, by which a later version knows its own. */
const form = 1

const derived = (key: Uint8Array, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, 'forecourt-orders', use, sealKeyBytes))

/**
 * Seals texts by AES-256-GCM. Each belongs to its place (the account and the order): moved to another row of the
 * database it doesn't open.
 */
export class OrderSeal {
  /** Shows which key sealed something, and nothing of the key itself. */
  readonly keyId: string
  readonly #secret: Buffer
  readonly #marking: string

  constructor(key: Uint8Array) {
    this.#secret = derived(key, 'seal')
    this.#marking = derived(key, 'mark').toString('hex')
    this.keyId = derived(key, 'name').toString('hex', 0, 8)
  }

  seal(place: string, text: string): Uint8Array {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#secret, iv).setAAD(Buffer.from(place))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.of(form), iv, cipher.getAuthTag(), sealed])
  }

  /** The text, or null if it was sealed by another key or for another place, or is damaged. */
  open(place: string, sealed: Uint8Array): string | null {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
    if (bytes[0] !== form || bytes.length < 1 + ivBytes + tagBytes) return null
    const iv = bytes.subarray(1, 1 + ivBytes)
    const tag = bytes.subarray(1 + ivBytes, 1 + ivBytes + tagBytes)
    const decipher = createDecipheriv('aes-256-gcm', this.#secret, iv, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(place)).setAuthTag(tag)
    try {
      return (
        decipher.update(bytes.subarray(1 + ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      )
    } catch {
      return null
    }
  }

  /**
   * The same for the same text and key: shows, without opening the sealed data, whether a text is another one. Without
   * the key, texts can't be tried. A hash of key and text, made in one call, takes a fifth of an HMAC's time; it need
   * not prove the text's origin.
   */
  markOf(place: string, text: string): string {
    return hash('sha256', `${this.#marking}${place}\0${text}`, 'base64url')
  }
}
