import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldOf, readStockKey } from '../../../src/main/writes/stock-key.ts'

const keyOf = (text: string) => readStockKey(text)?.key

test.each([
  ['as it is', 'A-0790', 'A-0790'],
  ['without the blanks around it', ' \u00A0\u200B00123\uFEFF\t', '00123'],
  ['with those inside', 'A 07  90', 'A 07  90'],
  ['in the case that it has', 'bmw-1', 'bmw-1'],
  ['in one form of composed letters', 'И\u0306-1', 'Й-1'],
])('a key is read %s', (_how, text, key) => {
  expect(keyOf(text)).toBe(key)
})

test('a blank cell and an endless one have no key', () => {
  expect(['', ' \u00A0', '\u200B'].map(readStockKey)).toEqual([null, null, null])
  expect(keyOf('9'.repeat(100))).toBe('9'.repeat(100))
  expect(keyOf('9'.repeat(101))).toBeUndefined()
  expect(keyOf('🚗'.repeat(100))).toBe('🚗'.repeat(100))
})

test.each([
  ['leading zeros', '00123', '123'],
  ['zeros of a group', 'A-0790', 'A 790'],
  ['zeros behind a hyphen', 'A-0-05', 'A5'],
  ['case', 'ab12', 'AB12'],
  ['Cyrillic letters', 'АВЕКМНОРСТХ1', 'ABEKMHOPCTX1'],
  ['small Cyrillic letters', 'вмw-7', 'BMW7'],
  ['Greek letters', 'ΑΒΕΖΗΙΚΜΝΟΡΤΧ', 'ABEZHIKMNOPTX'],
  ['Greek letters that look Cyrillic', 'ΓΠΦ', 'ГПФ'],
  ['hyphens of any kind', 'A-1‐2‑3–4—5−6﹣7\u00AD8', 'A12345678'],
  ['blanks of any kind', 'A\u00A01\u200B2\u30003', 'A123'],
  ['full width', 'Ａ１２', 'A12'],
])('two spellings that differ by %s have one fold', (_by, left, right) => {
  expect(foldOf(left)).toBe(foldOf(right))
})

test.each([
  ['a digit for a letter', '0', 'O'],
  ['a letter that looks like a digit', 'З1', '31'],
  ['one and I', 'A1', 'AI'],
  ['zeros that are not leading', '100', '1'],
  ['zero and nothing', 'A0', 'A'],
  ['a stroke', '12/3', '123'],
])('two numbers that differ by %s have two folds', (_by, left, right) => {
  expect(foldOf(left)).not.toBe(foldOf(right))
})

const characters = fc.constantFrom(...Array.from('0019AaАаВвЗзΒβІіӀӏ -–\u00A0\u200B/Єєß'))
const texts = fc.oneof(
  fc.string({ unit: characters, maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)

test('what was read is read again as the same, and so is a fold', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const read = readStockKey(text)
      if (!read) return
      expect(readStockKey(read.key)).toEqual(read)
      expect(foldOf(read.fold)).toBe(read.fold)
    }),
    { examples: [['𝅗𝅥˛']] },
  )
})

test('blanks, hyphens, case and zeros in front change no fold', () => {
  const noise = fc.constantFrom(' ', '-', '–', '\u200B')
  fc.assert(
    fc.property(
      fc.string({ unit: characters, maxLength: 12 }),
      noise,
      fc.nat({ max: 12 }),
      (text, mark, at) => {
        const noisy = `${text.slice(0, at)}${mark}${text.slice(at)}`
        expect(foldOf(noisy)).toBe(foldOf(text))
        expect(foldOf(text.toLowerCase())).toBe(foldOf(text))
        if (/^\d/.test(text)) expect(foldOf(`000${text}`)).toBe(foldOf(text))
      },
    ),
  )
})
