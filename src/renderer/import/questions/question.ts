import type { DraftFilter, RowsOnly } from '../check-state.svelte.ts'

/** Rows of a check that are shown, and the column to look at in them. */
export interface ShownRows {
  readonly filter: DraftFilter
  readonly only: RowsOnly
  readonly column: string
}

export interface Answer {
  readonly title: string
  /** Consequence of the answer. */
  readonly hint?: string | undefined
  readonly isChosen?: boolean
  readonly isBusy?: boolean
  readonly run: () => unknown
}

/** Values beside each other, such as both cars of a question. */
export interface Facts {
  readonly label: string
  readonly heads: readonly string[]
  /** The first cell is the head of its row; `wrong`: places behind it. */
  readonly rows: readonly { readonly cells: readonly string[]; readonly wrong?: readonly number[] }[]
  /** Column of the answer, counted from 0 behind the heads of the rows. */
  readonly chosen?: number
  /** Addresses of photos under the heads; '' if there is none. */
  readonly photos?: readonly string[]
}

/** One thing that a person is asked or told about the rows of a check. */
export interface Question {
  readonly id: string
  /** `note`: nothing waits for it. */
  readonly kind: 'refused' | 'asked' | 'problem' | 'note'
  /** Lines or number of the rows that it is about. */
  readonly place: string
  readonly title: string
  readonly texts?: readonly string[]
  readonly table?: Facts | undefined
  readonly answers: readonly Answer[]
  readonly rows?: ShownRows | undefined
}

/** True if it waits for a person. */
export const isOpen = ({ kind, answers }: Question): boolean =>
  kind !== 'note' && !answers.some(({ isChosen }) => isChosen)

/** The question that is shown: the one that was chosen, or else the first that is open. */
export const questionAt = (questions: readonly Question[], id: string | null): Question | undefined =>
  questions.find((each) => each.id === id) ?? questions.find(isOpen) ?? questions[0]

/** Sentences of a text: the first is the heading of a question. */
export function sentencesOf(text: string): readonly [string, ...string[]] {
  const [first = '', ...others] = text.split(/(?<=[.?!]) (?=\p{Lu})/u)
  return [first, ...others]
}
