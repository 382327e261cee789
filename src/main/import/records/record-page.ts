/** Records one behind another, each with a line feed. */
export interface RecordPage {
  readonly bytes: Buffer
  /** Where each record begins. */
  readonly starts: readonly number[]
}

const lineFeed = 0x0a
const firstSize = 65_536

/** Puts records together in one piece of memory: a buffer for each of 100,000 takes longer than all the rest of their change. */
export class RecordPageWriter {
  #bytes: Buffer = Buffer.allocUnsafe(firstSize)
  #length = 0
  readonly #starts: number[] = []

  /** Begins a record, which is written by the calls up to end(). */
  begin(): void {
    this.#starts.push(this.#length)
  }

  copy(source: Buffer, from: number, to: number): void {
    this.#reserve(to - from)
    this.#length += source.copy(this.#bytes, this.#length, from, to)
  }

  write(text: string): void {
    // Three bytes are the most that a unit of a text takes.
    this.#reserve(text.length * 3)
    this.#length += this.#bytes.write(text, this.#length)
  }

  end(): void {
    this.#reserve(1)
    this.#bytes[this.#length] = lineFeed
    this.#length += 1
  }

  get page(): RecordPage {
    return { bytes: this.#bytes.subarray(0, this.#length), starts: this.#starts }
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(2 * (this.#length + more))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

/** How many bytes a record of a page has, without its line feed. */
export const sizeIn = ({ bytes, starts }: RecordPage, at: number): number =>
  (starts[at + 1] ?? bytes.length) - 1 - (starts[at] ?? 0)
