import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'

/** Bytes of the key from which the two keys of the seal are derived. */
export const sealKeyBytes = 32

const [ivBytes, tagBytes] = [12, 16]
/** The form of what is sealed, so that a later version can tell its own. */
const form = 1

const derived = (key: Uint8Array, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, 'forecourt-orders', use, sealKeyBytes))

/**
 * Seals texts by AES-256-GCM. Each belongs to its place (the account and the order): moved to another row of the
 * database it doesn't open.
 */
export class OrderSeal {
  /** Tells by which key something was sealed, and nothing of the key itself. */
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
    const [iv, tag] = [bytes.subarray(1, 1 + ivBytes), bytes.subarray(1 + ivBytes, 1 + ivBytes + tagBytes)]
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
   * The same for the same text and key: tells, without opening what is sealed, whether a text is another one. Without the
   * key, texts can't be tried. A hash of key and text, made in one call, takes a fifth of the time of an HMAC; it need not
   * prove where the text is from.
   */
  markOf(place: string, text: string): string {
    return hash('sha256', `${this.#marking}${place}\0${text}`, 'base64url')
  }
}
