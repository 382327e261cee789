import type { FieldName } from '#shared/batch/write-fields.ts'

/**
 * The parameters that a create's mark is made of, each with its factor. All are numbers: texts are left out, because to read
 * and decode them is what the mark saves. The journal's indexes hold the marks: with other factors they would be of no
 * use to old journals.
 */
export const markFactors = {
  marka_id: 0x9e3779b,
  model_id: 0x85ebca7,
  base_id: 0xc2b2ae3,
  equip_id: 0x27d4eb3,
  currency_id: 0x165667b,
  price: 0xd3a2647,
} as const satisfies Partial<Record<FieldName, number>>

const fields = Object.keys(markFactors)
const factors = Object.values(markFactors)

/** Where the numbers of a mark are among those of a row, whose fields are these; -1 for one that is not there. */
export const markPlaces = (ofRow: readonly FieldName[]): number[] =>
  fields.map((field) => ofRow.findIndex((each) => each === field))

/**
 * The mark of a create: two creates with the same fingerprint have the same mark, others hardly ever. Fractions of a price
 * don't count, and what is missing counts as 0.
 * @param places of the numbers, by markPlaces()
 * @returns a whole number from 0, less than 2^32
 */
export function markOfCreate(numbers: readonly number[], places: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < factors.length; at++)
    sum = (sum + Math.imul(numbers[places[at] ?? -1] ?? 0, factors[at] ?? 0)) | 0
  return sum >>> 0
}

const slotBits = 24
const zero = 0x30
const secondFactor = 0x9e3779b1

/**
 * A Bloom filter of the marks of creates: tells of nearly every other create that it isn't among them. It takes 2 MB and passes
 * one of 7,000 others if it holds 100,000 marks, one of 80 if it is a million.
 */
export class CreateMarks {
  readonly bits: Uint8Array<ArrayBuffer>

  /** @param bits of other marks, if these are a copy of them in another thread */
  constructor(bits: Uint8Array<ArrayBuffer> = new Uint8Array(2 ** slotBits / 8)) {
    this.bits = bits
  }

  /** @param marks in decimal digits, with a space between two of them */
  add(marks: string): void {
    let mark = 0
    for (let at = 0; at <= marks.length; at++) {
      const digit = marks.charCodeAt(at) - zero
      if (digit >= 0) mark = mark * 10 + digit
      else {
        if (at > 0) this.#add(mark)
        mark = 0
      }
    }
  }

  mayHave(mark: number): boolean {
    return (
      this.#isSet(mark >>> (32 - slotBits)) && this.#isSet(Math.imul(mark, secondFactor) >>> (32 - slotBits))
    )
  }

  #add(mark: number): void {
    this.#set(mark >>> (32 - slotBits))
    this.#set(Math.imul(mark, secondFactor) >>> (32 - slotBits))
  }

  #set(slot: number): void {
    this.bits[slot >> 3] = (this.bits[slot >> 3] ?? 0) | (1 << (slot & 7))
  }

  #isSet(slot: number): boolean {
    return ((this.bits[slot >> 3] ?? 0) & (1 << (slot & 7))) !== 0
  }
}
