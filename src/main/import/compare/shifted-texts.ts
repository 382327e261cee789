import { foundWords } from '../../names/other-car.ts'
import { longestRun, type Slipped, type Whose } from './longest-run.ts'

/** A row with a text that it puts on its car, which is known by its title. */
export interface TitledText {
  readonly line: number
  /** Make, model and more. */
  readonly title: string
  readonly text: string
  /** False if it is a new car. */
  readonly hasAdvert: boolean
}

/** In a longer file chance finds longer runs. */
const textsPerMore = 1_000

/** The longest run of rows most of whose texts name the car of the neighbouring row, and not their own; empty if there is none. */
export const slippedTexts = (rows: readonly TitledText[]): readonly Slipped<TitledText>[] =>
  longestRun(rows, rows.length / textsPerMore, whoseText)

function whoseText({ text, title }: TitledText, other: TitledText | undefined): Whose {
  if (text === '') return null
  const own = foundWords(text, title)
  // A car that is offered for exchange is named beside the own one.
  if (own.model) return 'own'
  const others = other ? foundWords(text, other.title) : own
  return others.model && (others.make || !own.make) ? 'other' : null
}
