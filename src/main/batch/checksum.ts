/** Multipliers of MurmurHash3: two chains over the same numbers that don't fall together. */
const highFactor = 0x5bd1e995
const lowFactor = 0x1b873593

/** Short texts are copied whole when they are cut out, and quick to be read. */
const shortText = 24

let bytes = Buffer.alloc(65_536)
let words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)

/**
 * A checksum of 53 bits over numbers and texts, added in a fixed order. Texts cut out of a larger string are slow to be
 * read character by character: they are copied first and read by two.
 */
export class Checksum {
  #high = 1
  #low = 1

  addNumber(value: number): void {
    // Cents and whatever is above 32 bits count too.
    const cents = value * 100
    this.#add(cents | 0, (cents / 0x1_0000_0000) | 0)
  }

  addText(text: string): void {
    if (text.length < shortText) for (let at = 0; at < text.length; at++) this.#add(text.charCodeAt(at), at)
    else this.#addWords(copyText(text))
    this.#add(text.length, text.length)
  }

  #addWords(length: number): void {
    let high = this.#high
    let low = this.#low
    for (let at = 0; at < length; at++) {
      const word = words[at] ?? 0
      high = Math.imul(high ^ word, highFactor)
      high ^= high >>> 15
      low = Math.imul(low ^ word, lowFactor)
      low ^= low >>> 13
    }
    this.#high = high
    this.#low = low
  }

  /** A whole number from 1 to 2^53. */
  get value(): number {
    return (this.#high >>> 0) * 0x20_0000 + (this.#low >>> 11) + 1
  }

  #add(one: number, other: number): void {
    const high = Math.imul(this.#high ^ one, highFactor)
    this.#high = Math.imul(high ^ (high >>> 15) ^ other, highFactor)
    const low = Math.imul(this.#low ^ one, lowFactor)
    this.#low = Math.imul(low ^ (low >>> 13) ^ other, lowFactor)
  }
}

/** @returns how many words of two characters the text takes; the second of an odd last one is 0 */
function copyText(text: string): number {
  const length = text.length * 2
  if (length + 2 > bytes.length) {
    bytes = Buffer.alloc(length * 2)
    words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
  }
  bytes.write(text, 'utf16le')
  if (text.length % 2 === 1) bytes.writeUInt16LE(0, length)
  return (text.length + 1) >> 1
}
