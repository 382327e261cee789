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
  const others = other ? foundWords(text, other.title) : { make: false, model: false }
  const [mine, theirs] = [own, others].map(({ make, model }) => Number(make) + Number(model))
  if (others.model && (theirs ?? 0) > (mine ?? 0)) return 'other'
  return own.model ? 'own' : null
}
