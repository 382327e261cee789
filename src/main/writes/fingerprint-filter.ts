const slotBits = 24
const slots = 2 ** slotBits
/** Letters of base64url for each slot: as many bits. */
const lettersPerSlot = slotBits / 6
const slotsOfOne = 3

/** Letters of a fingerprint that are looked at. */
export const prefixLength = lettersPerSlot * slotsOfOne

/** Makes a prefix of what is shorter, as no fingerprint is. */
export const prefixFill = 'A'.repeat(prefixLength)

/**
 * A Bloom filter: tells of nearly every fingerprint that it isn't among those that were added, and never of one that is. It
 * takes 2 MB and passes one of 20,000 others if 200,000 were added, one of 200 if it is a million.
 */
export class FingerprintFilter {
  readonly bits: Uint8Array<ArrayBuffer>

  /** @param bits of another filter, if this is a copy of it in another thread */
  constructor(bits: Uint8Array<ArrayBuffer> = new Uint8Array(slots / 8)) {
    this.bits = bits
  }

  /** @param prefixes the first letters of each fingerprint (`prefixLength`), one behind the other */
  add(prefixes: string): void {
    for (let at = 0; at < prefixes.length; at += lettersPerSlot) {
      const slot = slotAt(prefixes, at)
      this.bits[slot >> 3] = (this.bits[slot >> 3] ?? 0) | (1 << (slot & 7))
    }
  }

  mayHave(fingerprint: string): boolean {
    const prefix = fingerprint.length < prefixLength ? fingerprint + prefixFill : fingerprint
    for (let at = 0; at < prefixLength; at += lettersPerSlot) {
      const slot = slotAt(prefix, at)
      if (((this.bits[slot >> 3] ?? 0) & (1 << (slot & 7))) === 0) return false
    }
    return true
  }
}

/** Each letter is one of 128. */
function slotAt(letters: string, from: number): number {
  let code = 0
  for (let at = from; at < from + lettersPerSlot; at++) code = (code << 7) ^ letters.charCodeAt(at)
  return Math.imul(code, 0x9e3779b1) >>> (32 - slotBits)
}
