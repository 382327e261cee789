import { afterEach, expect, it } from 'vitest'
import { finding } from '../../../src/main/writes/finding.ts'
import { problemWords, toProblem } from '../../../src/main/writes/problem-words.ts'
import { problemCodes } from '#shared/batch/row.ts'
import { applyLocale } from '#shared/i18n/locale.ts'

const details = {
  cells: 3,
  columns: 4,
  length: 9000,
  limit: 8192,
  account: 7,
  price: 5,
  firstLine: 2,
  percent: 40,
  before: 9,
}

afterEach(() => {
  applyLocale('en')
})

it.each(problemCodes)('has words for %s in both languages, with nothing left open', (code) => {
  const found = finding('price', code, '-5', details)
  applyLocale('en')
  const english = problemWords(found)
  applyLocale('uk')
  const ukrainian = problemWords(found)
  for (const words of [english, ukrainian]) expect(words).toMatch(/^[^{}]{10,}$/)
  expect(ukrainian).toMatch(/[а-яіїєґ]/i)
  expect(english).not.toMatch(/[а-яіїєґ]/i)
})

it('names the prices of a jump in their currency, if it is known', () => {
  const jump = { percent: 41, before: 33_700 }
  expect(problemWords(finding('price', 'price-jump', '19900', { ...jump, currency: 2 }))).toContain(
    'from €33,700 to €19,900.',
  )
  expect(problemWords(finding('price', 'price-jump', '19900', jump))).toContain('from 33,700 to 19,900.')
})

it('names the column, the value and the line', () => {
  applyLocale('en')
  const found = finding('price', 'negative', '-5')
  expect(toProblem(found)).toEqual({
    column: 'price',
    code: 'negative',
    severity: 'error',
    value: '-5',
    message: '“-5” in Price is not above zero. Write a number above zero, or leave the row out.',
    details: {},
  })
})

it('names the column as the file does', () => {
  applyLocale('en')
  const columns = { header: ['auto_id', 'Ціна '], mapping: ['auto_id', 'price'] }
  expect(toProblem(finding('price', 'negative', '-5'), columns).message).toBe(
    '“-5” in Ціна is not above zero. Write a number above zero, or leave the row out.',
  )
  expect(toProblem(finding('equip_id', 'required'), columns).message).toContain('Equipment is empty')
})

it('shows at most 80 characters of a value', () => {
  expect(finding('auto_note', 'url-too-long', 'x'.repeat(500)).value).toHaveLength(80)
})
