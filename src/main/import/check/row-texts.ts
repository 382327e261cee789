import { joinTexts } from '#shared/import/column-joins.ts'
import { type Finding, finding } from '../../writes/finding.ts'
import type { RecordView } from '../records/record-view.ts'
import { isCellError } from './cell-error.ts'
import type { CellPlan, RowPlan } from './row-plan.ts'
import { encodedLength, longestUrl, longUrl, mostPerByte } from './url-length.ts'

/** What a cell says to erase the text of an advert. */
const erasing = '[]'

/** A text is sent as it is meant; one of nothing but blanks isn't sent, `[]` is an empty one. */
function textOf(record: RecordView, index: number): string | undefined {
  const meant = record.meantText(index)
  const trimmed = meant.trim()
  if (trimmed === erasing) return ''
  return trimmed === '' ? undefined : meant
}

/** The texts of the columns that are joined; `[]` erases the text only if no other of them says anything. */
export function joinedText(record: RecordView, { index, joined, separator }: CellPlan): string | undefined {
  const first = textOf(record, index)
  if (joined.length === 0) return first
  const texts = [first, ...joined.map((each) => textOf(record, each))].filter((text) => text !== undefined)
  return texts.length === 0 ? undefined : joinTexts(texts, separator)
}

/** A text is sent as it is: the error of a formula, or the sign of a lost letter, would be read by buyers. */
export function checkTexts(record: RecordView, { texts }: RowPlan, problems: Finding[]): void {
  for (const { field, index } of texts) {
    if (record.hasLostLetter(index)) problems.push(finding(field, 'letter-lost', record.text(index)))
    const text = record.text(index)
    if (isCellError(text)) problems.push(finding(field, 'cell-error', text))
  }
}

const wholeRow = { field: '', text: '' }

/** Every parameter travels in the URL (docs/service/practice.md, "length"). */
export function checkLength(record: RecordView, plan: RowPlan, problems: Finding[]): void {
  let bytes = 0
  for (const { index } of plan.texts) bytes += record.bytes(index)
  if (plan.urlLength + bytes * mostPerByte <= longUrl) return
  const texts = plan.texts.map(({ field, index }) => ({ field, text: textOf(record, index) ?? '' }))
  const length = texts.reduce((sum, { text }) => sum + encodedLength(text), plan.urlLength)
  if (length <= longUrl) return
  const longest = texts.reduce((one, other) => (other.text.length > one.text.length ? other : one), wholeRow)
  const code = length > longestUrl ? 'url-too-long' : 'url-long'
  problems.push(finding(longest.field, code, longest.text, { length, limit: longestUrl }))
}
