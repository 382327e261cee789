/** Multipliers of MurmurHash3: two chains over the same words that don't fall together. */
const highFactor = 0x5bd1e995
const lowFactor = 0x1b873593

/** Texts that are cut out of a larger string are slow to be read letter by letter: they are copied here first. */
let scratch = Buffer.alloc(65_536)
let words = new Int32Array(scratch.buffer, scratch.byteOffset, scratch.length >> 2)
let numbers = new Float64Array(scratch.buffer, scratch.byteOffset, scratch.length >> 3)

function enlarge(length: number): void {
  scratch = Buffer.alloc(length * 2 + 8 - ((length * 2) % 8))
  words = new Int32Array(scratch.buffer, scratch.byteOffset, scratch.length >> 2)
  numbers = new Float64Array(scratch.buffer, scratch.byteOffset, scratch.length >> 3)
}

/** @returns a checksum of 53 bits over numbers and texts in their order: a whole number from 1 to 2^53 */
export function checksum(values: readonly number[], one: string, other: string): number {
  const mostBytes = (values.length + 2) * 8 + (one.length + other.length) * 2 + 4
  if (mostBytes > scratch.length) enlarge(mostBytes)
  for (let at = 0; at < values.length; at++) numbers[at] = values[at] ?? 0
  // The lengths keep `ab` + `c` apart from `a` + `bc`.
  numbers[values.length] = one.length
  let end = (values.length + 1) * 8
  end += scratch.write(one, end, 'utf16le')
  end += scratch.write(other, end, 'utf16le')
  if (end % 4 > 0) end += scratch.writeUInt16LE(0, end) - end
  return mixWords(end >> 2)
}

function mixWords(length: number): number {
  let high = 1
  let low = 1
  for (let at = 0; at < length; at++) {
    const word = words[at] ?? 0
    high = Math.imul(high ^ word, highFactor)
    high ^= high >>> 15
    low = Math.imul(low ^ word, lowFactor)
    low ^= low >>> 13
  }
  return (high >>> 0) * 0x20_0000 + (low >>> 11) + 1
}
