import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberIn } from '#shared/i18n/number-words.ts'

const numbers = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double(),
  fc.integer({ min: -10_000_000, max: 10_000_000 }).map((each) => each / 1_000),
  // Halves of the last decimal, which are rounded.
  fc.integer({ min: -20_000, max: 20_000 }).map((each) => each / 2_000),
  fc.constantFrom(0, -0, 999.9995, 999_999, 1_000_000, 1_234.5, 1e12, 1e21, Infinity, NaN),
)

test.each(['en', 'uk'])('a number in %s is written as Intl writes it', (locale) => {
  const intl = new Intl.NumberFormat(locale)
  fc.assert(
    fc.property(numbers, (value) => {
      expect(numberIn(locale, value)).toBe(intl.format(value))
    }),
    { numRuns: 5_000 },
  )
})

test('British English writes numbers as English does', () => {
  expect(numberIn('en', 12_345.678)).toBe(new Intl.NumberFormat('en-GB').format(12_345.678))
})
