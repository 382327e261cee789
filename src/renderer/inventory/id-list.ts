/** Ids that a text holds, and what was left out of it. */
export interface IdList {
  /** Each once, in order. */
  readonly ids: readonly number[]
  /** Words with digits in which there is no id, each once, in order: "12345", "1.234567". */
  readonly dropped: readonly string[]
}

// A comma parts two ids; a point belongs to a number that is none.
const idForm = /(?<!\d)(?<!\d\.)\d{6,15}(?!\d)(?!\.\d)/g
const wordForm = /[^\s,;|"'<>()]*\d[^\s,;|"'<>()]*/g

const idsOf = (text: string): number[] => (text.match(idForm) ?? []).map(Number).filter((id) => id > 0)

/** Advert ids in any text: whole numbers of six to fifteen digits, as ids have. */
export function readIds(text: string): IdList {
  const words = text.match(wordForm) ?? []
  return {
    ids: [...new Set(idsOf(text))],
    dropped: [...new Set(words.filter((word) => idsOf(word).length === 0))],
  }
}
