import type { RecordView } from '../records/record-view.ts'
import { cleanText } from './clean-text.ts'
import { isNone, isNoText } from './no-value.ts'

/** What a cell says to erase the text of an advert. */
const erasing = '[]'

/** How the texts of a plan's rows are read from their cells. */
export interface TextReading {
  /** Whether the cells are a program's: it writes words for no value, and spoils letters. The app's own say what they say. */
  readonly cleans: boolean
  /** Columns in which `None` is a word. */
  readonly nones: readonly number[]
}

/** The cell without what its program put into it; '' if it says that there is no text. */
export function textIn(record: RecordView, index: number, { cleans, nones }: TextReading): string {
  const meant = record.meantText(index)
  if (!cleans || meant === '') return meant
  if (isNoText(meant) && !(nones.includes(index) && isNone(meant))) return ''
  return cleanText(meant)
}

/** What is sent of a cell: nothing but blanks isn't, `[]` is an empty text. */
export function sentText(record: RecordView, index: number, reading: TextReading): string | undefined {
  const text = textIn(record, index, reading)
  const trimmed = text.trim()
  if (trimmed === erasing) return ''
  return trimmed === '' ? undefined : text
}
