import type { Row } from '../rows/row.ts'
import { cleanText } from './clean-text.ts'
import { isNone, isNoText } from './no-value.ts'

/** Cell that erases the text of an advert. */
const erasing = '[]'

/** Reading of the texts of a plan's rows from their cells. */
export interface TextReading {
  /** True if a program wrote the cells: it writes words for no value and spoils letters. Cells typed in the app are taken as they are. */
  readonly cleans: boolean
  /** Columns in which `None` is a word. */
  readonly nones: readonly number[]
}

/** The cell without what its program put into it; '' if it says that there is no text. */
export function textIn(record: Row, index: number, { cleans, nones }: TextReading): string {
  const meant = record.meantText(index)
  if (!cleans || meant === '') return meant
  if (isNoText(meant) && !(nones.includes(index) && isNone(meant))) return ''
  return cleanText(meant)
}

/** Returns the text to send: blanks alone are none, `[]` is an empty text. */
export function sentText(record: Row, index: number, reading: TextReading): string | undefined {
  const text = textIn(record, index, reading)
  const trimmed = text.trim()
  if (trimmed === erasing) return ''
  return trimmed === '' ? undefined : text
}
