import { expect, test } from 'vitest'
import { guardText, unguardText } from '../../../src/shared/files/spreadsheet-text.ts'

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫']
const leads = [
  '',
  ' ',
  '\u00a0',
  '\u3000',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '"',
  "'",
  '«',
  '“',
  '\u200b',
  '\ufeff',
  '\0',
  ' "\n',
]

test.each(signs)('%s starts a formula, whatever quotes and blanks come first', (sign) => {
  for (const lead of leads) {
    const text = `${lead}${sign}SUM(A1)`
    expect(guardText(text)).toBe(`'${text}`)
    expect(unguardText(guardText(text))).toBe(text)
  }
})

test.each(['\t', '\n', '\r'])('a text that begins with %j is guarded whatever follows', (lead) => {
  expect(guardText(`${lead}sold`)).toBe(`'${lead}sold`)
  // An apostrophe of the text's own is not taken for ours.
  expect(unguardText(guardText(`'${lead}sold`))).toBe(`'${lead}sold`)
})

test.each(['Торг', '-5', '+380 44 123-45-67', ' -5', 'a=b', '"Люкс"', "об'єм = 2,0", '', ' '])(
  '%j is no formula',
  (text) => expect(guardText(text)).toBe(text),
)
