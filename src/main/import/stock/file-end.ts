/** Tells a file that breaks off in its last row: this one alone lacks cells at its end. */
export class FileEnd {
  readonly #columns: number
  #last: number | null = null
  #isEven = true

  /** @param columns cells of the header; 0 if rows of the file may be shorter, as in a sheet */
  constructor(columns: number) {
    this.#columns = columns
  }

  /** Takes the next rows of the file, in their order. */
  pass(rows: readonly { readonly length: number }[]): void {
    for (const { length } of rows) {
      if (this.#last !== null && this.#last < this.#columns) this.#isEven = false
      this.#last = length
    }
  }

  get isCut(): boolean {
    return this.#isEven && this.#last !== null && this.#last < this.#columns
  }
}
