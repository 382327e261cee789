/** 24 bits of a fingerprint: of 200,000 others, one in eighty has the same. */
export const prefixLength = 4
const slots = 2 ** 24

/** Added to what is shorter than a prefix, as no fingerprint is. */
export const prefixFill = 'AAAA'

/**
 * Tells of nearly every fingerprint that it isn't among those that were added, and never of one that is. It takes 2 MB,
 * whatever their number, and a look takes a hundredth of a search in a database.
 */
export class FingerprintFilter {
  readonly bits: Uint8Array<ArrayBuffer>

  /** @param bits of another filter, if this is a copy of it in another thread */
  constructor(bits: Uint8Array<ArrayBuffer> = new Uint8Array(slots / 8)) {
    this.bits = bits
  }

  /** @param prefixes the first letters of each fingerprint (`prefixLength`), one behind the other */
  add(prefixes: string): void {
    for (let at = 0; at < prefixes.length; at += prefixLength) {
      const slot = slotAt(prefixes, at)
      this.bits[slot >> 3] = (this.bits[slot >> 3] ?? 0) | (1 << (slot & 7))
    }
  }

  mayHave(fingerprint: string): boolean {
    const slot = slotAt(fingerprint.length < prefixLength ? fingerprint + prefixFill : fingerprint, 0)
    return ((this.bits[slot >> 3] ?? 0) & (1 << (slot & 7))) !== 0
  }
}

/** Each letter is one of 128. */
function slotAt(letters: string, from: number): number {
  let code = 0
  for (let at = from; at < from + prefixLength; at++) code = (code << 7) ^ letters.charCodeAt(at)
  return Math.imul(code, 0x9e3779b1) >>> 8
}
