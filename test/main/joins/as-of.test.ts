import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asOfText, isAsOf, matchesAsOf } from '../../../src/main/stock/as-of.ts'

// Two hours before Greenwich: midnight there is 22:00 of the day before in ISO 8601.
beforeEach(() => vi.stubEnv('TZ', 'Europe/Kyiv'))
afterEach(() => vi.unstubAllEnvs())

const midnight = '2026-11-19T22:00:00.000Z'
const morning = '2026-11-20T04:12:33.000Z'

test('the date of a file is told by the clock on the wall, with its time if it has one', () => {
  expect(asOfText(midnight)).toBe('2026-11-20')
  expect(asOfText(morning)).toBe('2026-11-20 06:12')
})

test.each([
  ['2026-11-20', midnight, true],
  ['2026-11-19', midnight, false],
  ['2026-11-20', morning, true],
  ['2026-11-20 06:12', morning, true],
  ['2026-11-20T06:12', morning, true],
  ['2026-11-20 06:13', morning, false],
  [morning, morning, true],
  ['2026-11-20T06:12:33+02:00', morning, true],
])('%s is the date of %s: %s', (text, iso, says) => {
  expect(matchesAsOf(text, iso)).toBe(says)
})

test.each(['', '2', '2026', '2026-11', '2026-02-30', '20.11.2026', 'yesterday', '2026-11-20 6'])(
  '“%s” is no date of a file: less than a day would be that of any',
  (text) => {
    expect(isAsOf(text)).toBe(false)
    expect(matchesAsOf(text, midnight)).toBe(false)
  },
)

test('what is told is what is taken', () => {
  for (const iso of [midnight, morning]) expect(matchesAsOf(asOfText(iso), iso)).toBe(true)
})
