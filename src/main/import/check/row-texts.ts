import { joinTexts } from '#shared/import/column-joins.ts'
import { type Finding, finding, shortened } from '../../writes/finding.ts'
import type { Row } from '../rows/row.ts'
import { plainText } from '../../service/plain-text.ts'
import { hasLostLetters, repairedText } from '../encoding/spoilt-letters.ts'
import { isCellError, isDayOfSheet, isLeftover } from './cell-error.ts'
import type { CellPlan, RowPlan, TextReading } from './row-plan.ts'
import { encodedLength, longestUrl, longUrl, mostPerSign } from './url-length.ts'
import { cleanText } from './clean-text.ts'
import { isNone, isNoText } from './no-value.ts'

/** Cell that erases the text of an advert. */
const erasing = '[]'

/** The cell without what its program put into it; '' if it says that there is no text. */
function textIn(record: Row, index: number, { cleans, nones }: TextReading): string {
  const meant = record.meantText(index)
  if (!cleans || meant === '') return meant
  if (isNoText(meant) && !(nones.includes(index) && isNone(meant))) return ''
  return cleanText(meant)
}

/** Returns the text to send: blanks alone are none, `[]` is an empty text. */
function sentText(record: Row, index: number, reading: TextReading): string | undefined {
  const text = textIn(record, index, reading)
  const trimmed = text.trim()
  if (trimmed === erasing) return ''
  return trimmed === '' ? undefined : text
}

/** The texts of the columns that are joined; `[]` erases the text only if no other of them says anything. */
export function joinedText(record: Row, { index, joined, separator, reading }: CellPlan): string | undefined {
  const first = sentText(record, index, reading)
  if (joined.length === 0) return first
  const texts = [first, ...joined.map((each) => sentText(record, each, reading))].filter(
    (text) => text !== undefined,
  )
  return texts.length === 0 ? undefined : joinTexts(texts, separator)
}

/** A text is sent as it is: the error of a formula, or the sign of a lost letter, would be read by buyers. */
export function checkTexts(record: Row, { texts, reading }: RowPlan, problems: Finding[]): void {
  for (const { field, index } of texts) {
    const text = record.text(index)
    if (text.includes(lostLetter)) problems.push(finding(field, 'letter-lost', text))
    if (isCellError(text)) problems.push(finding(field, 'cell-error', text))
    else if (reading.cleans && text !== '') problems.push(...findingsOfText(record, field, index, reading))
  }
}

/** Changes to the letters of a text, and faults that can't be repaired. */
function findingsOfText(record: Row, field: string, index: number, reading: TextReading): Finding[] {
  const meant = record.meantText(index)
  const text = textIn(record, index, reading)
  if (field === 'version' && isDayOfSheet(text))
    return [finding(field, 'cell-error', meant, { why: 'value' })]
  if (isLeftover(text)) return [finding(field, 'cell-error', meant, { why: 'leftover' })]
  if (text.trim() === '') return meant.trim() === '' ? [] : [finding(field, 'no-value', meant)]
  const repaired = repairedText(meant) ?? (text === meant ? null : repairedText(text))
  if (repaired !== null) return [finding(field, 'letter-spoilt', meant, { text: shortened(repaired) })]
  if (hasLostLetters(text)) return [finding(field, 'letter-lost', meant)]
  const found = text === meant ? [] : [finding(field, 'text-cleaned', meant, { text: shortened(text) })]
  const plain = plainText(text)
  if (plain !== text) found.push(finding(field, 'text-html', text, { text: shortened(plain) }))
  return found
}

/** The sign that a decoder writes for a letter that it can't read. */
const lostLetter = '\ufffd'

const wholeRow = { field: '', text: '' }

/** Every parameter travels in the URL (docs/service/practice.md, "length"). */
export function checkLength(record: Row, plan: RowPlan, problems: Finding[]): void {
  let signs = 0
  for (const { index } of plan.texts) signs += record.text(index).length
  if (plan.urlLength + signs * mostPerSign <= longUrl) return
  const texts = plan.texts.map(({ field, index }) => ({
    field,
    text: sentText(record, index, plan.reading) ?? '',
  }))
  const length = texts.reduce((sum, { text }) => sum + encodedLength(text), plan.urlLength)
  if (length <= longUrl) return
  const longest = texts.reduce((one, other) => (other.text.length > one.text.length ? other : one), wholeRow)
  const code = length > longestUrl ? 'url-too-long' : 'url-long'
  problems.push(finding(longest.field, code, longest.text, { length, limit: longestUrl }))
}
