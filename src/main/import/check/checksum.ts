/** Multipliers of MurmurHash3: two independent chains over the same words. */
const highFactor = 0x5bd1e995
const lowFactor = 0x1b873593

const number = new Float64Array(1)
const halves = new Int32Array(number.buffer)

/** A checksum of 53 bits over numbers and texts in their order. */
export class Checksum {
  #high = 1
  #low = 1

  begin(): void {
    this.#high = 1
    this.#low = 1
  }

  addNumber(value: number): void {
    // Ids are nearly always that small; all else, NaN too, is added by its bits.
    if ((value | 0) === value) {
      this.#mix(value)
      return
    }
    number[0] = value
    this.#mix(halves[0] ?? 0)
    this.#mix(halves[1] ?? 0)
  }

  addBytes(view: DataView, from: number, to: number): void {
    // The lengths keep `ab` + `c` apart from `a` + `bc`.
    this.#mix(to - from)
    let [high, low, at] = [this.#high, this.#low, from]
    for (; at + 4 <= to; at += 4) {
      const word = view.getInt32(at, true)
      high = mixHigh(high, word)
      low = mixLow(low, word)
    }
    this.#high = high
    this.#low = low
    for (; at < to; at++) this.#mix(view.getUint8(at))
  }

  /** @returns a whole number from 1 to 2^53 */
  end(): number {
    return (this.#high >>> 0) * 0x20_0000 + (this.#low >>> 11) + 1
  }

  #mix(word: number): void {
    this.#high = mixHigh(this.#high, word)
    this.#low = mixLow(this.#low, word)
  }
}

function mixHigh(chain: number, word: number): number {
  const mixed = Math.imul(chain ^ word, highFactor)
  return mixed ^ (mixed >>> 15)
}

function mixLow(chain: number, word: number): number {
  const mixed = Math.imul(chain ^ word, lowFactor)
  return mixed ^ (mixed >>> 13)
}
