import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { applyLocale } from '#shared/i18n/locale.ts'
import { formatDate } from '../../../src/renderer/ui/format-date.ts'
import { plainNumber } from '../../../src/renderer/ui/plain-number.ts'
import { formatMoney } from '../../../src/renderer/ui/format-money.ts'
import { formatAgo, formatDateTime, formatNumber } from '../../../src/renderer/ui/format.ts'

afterEach(() => applyLocale('en'))

const spaces = (text: string): string => text.replace(/\s/g, ' ')

test('numbers and money follow the language of the moment', () => {
  expect([formatNumber(1234567), formatMoney(12500, 'USD')]).toEqual(['1,234,567', '$12,500'])
  applyLocale('uk')
  expect([formatNumber(1234567), formatMoney(12500, 'USD')].map(spaces)).toEqual(['1 234 567', '12 500 $'])
})

const sums = fc.oneof(
  fc.nat({ max: 100_000_000 }),
  fc.maxSafeInteger(),
  fc.double(),
  fc.constantFrom(0, -0, 999.5, 1e15, 1e21, Infinity, NaN),
)

test.each([
  ['en', 'en-GB'],
  ['uk', 'uk-UA'],
] as const)('sums and plain numbers in %s are written as Intl writes them', (language, locale) => {
  applyLocale(language)
  const plain = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 6 })
  for (const currency of ['USD', 'EUR', 'UAH'] as const) {
    const money = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      maximumFractionDigits: 0,
    })
    fc.assert(
      fc.property(sums, (sum) => {
        expect(formatMoney(sum, currency)).toBe(money.format(sum))
        expect(plainNumber(sum)).toBe(plain.format(sum))
      }),
      { numRuns: 150 },
    )
  }
})

test('nothing is shown for what there isn’t', () => {
  expect([formatNumber(null), formatMoney(null, 'UAH'), formatDate('')]).toEqual(['', '', ''])
})

test('a day that was shown before is written in the language of the moment, and what is none as it came', () => {
  expect(formatDate('2026-03-07 12:05:10')).toBe('7 Mar 2026')
  applyLocale('uk')
  expect(formatDate('2026-03-07 12:05:10')).toBe('07.03.2026')
  for (const none of ['soon', '2026-03-07 24:61:00', '2026-02-45 10:00:00'])
    expect([formatDate(none), formatDateTime(none)]).toEqual([none, none])
})

test('a moment is its day and its time, as readers of the language write both', () => {
  const noon = new Date(2026, 10, 5, 14, 50).toISOString()
  expect([formatDate(noon), formatDateTime(noon)]).toEqual(['5 Nov 2026', '5 Nov 2026, 14:50'])
  applyLocale('uk')
  expect([formatDate(noon), formatDateTime(noon)]).toEqual(['05.11.2026', '05.11.2026 14:50'])
})

test.each([
  [20, '20 seconds ago'],
  [4 * 60, '4 minutes ago'],
  [3 * 3600, '3 hours ago'],
  [50 * 3600, '2 days ago'],
])('%i seconds are %j', (seconds, words) => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(formatAgo(new Date(now - seconds * 1000).toISOString(), now)).toBe(words)
})
