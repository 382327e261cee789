import type { Delimiter } from '#shared/import/draft.ts'

/** The next place of a mark: searched once, however often it is asked for before that place is reached. */
class NextMark {
  readonly #letters: () => string
  readonly #mark: string
  #at = -1

  constructor(letters: () => string, mark: string) {
    this.#letters = letters
    this.#mark = mark
  }

  /** The first place from `from` on, or the text's length. `from` never decreases. */
  from(from: number): number {
    if (this.#at < from) {
      const text = this.#letters()
      const at = text.indexOf(this.#mark, from)
      this.#at = at < 0 ? text.length : at
    }
    return this.#at
  }
}

/**
 * The marks of a chunk. Its bytes become a text of one letter a byte, which is searched far faster than bytes are, when a
 * mark is first asked for.
 */
export const marksOf = (bytes: Buffer, delimiter: Delimiter) => {
  let text: string | null = null
  const letters = (): string => (text ??= bytes.toString('latin1'))
  return {
    delimiter: new NextMark(letters, delimiter),
    quote: new NextMark(letters, '"'),
    feed: new NextMark(letters, '\n'),
    return: new NextMark(letters, '\r'),
    nul: new NextMark(letters, '\0'),
  }
}
