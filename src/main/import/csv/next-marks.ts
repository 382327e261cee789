import type { Delimiter } from '#shared/import/draft.ts'

/** The next place of a mark: searched once, however often it is asked for before that place is reached. */
class NextMark {
  readonly #text: string
  readonly #mark: string
  #at = -1

  constructor(text: string, mark: string) {
    this.#text = text
    this.#mark = mark
  }

  /** The first place from `from` on, or the text's length. `from` never decreases. */
  from(from: number): number {
    if (this.#at < from) {
      const at = this.#text.indexOf(this.#mark, from)
      this.#at = at < 0 ? this.#text.length : at
    }
    return this.#at
  }
}

/** The marks of a chunk. Its bytes become a text of one letter a byte, which is searched far faster than bytes are. */
export const marksOf = (bytes: Buffer, delimiter: Delimiter) => {
  const text = bytes.toString('latin1')
  return {
    delimiter: new NextMark(text, delimiter),
    quote: new NextMark(text, '"'),
    feed: new NextMark(text, '\n'),
    return: new NextMark(text, '\r'),
    nul: new NextMark(text, '\0'),
  }
}
