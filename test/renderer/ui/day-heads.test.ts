import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyLocale } from '#shared/i18n/locale.ts'
import { dayHead } from '../../../src/renderer/ui/day-heads.ts'

beforeEach(() => vi.stubEnv('TZ', 'Europe/Kyiv'))
afterEach(() => {
  vi.unstubAllEnvs()
  applyLocale('en')
})

const now = new Date('2026-11-26T08:00:00Z').getTime()

test.each([
  ['2026-11-26T06:00:00Z', 'Today, 26 November', 'Сьогодні, 26 листопада'],
  ['2026-11-25T06:00:00Z', 'Yesterday, 25 November', 'Учора, 25 листопада'],
  ['2026-11-20T06:00:00Z', 'Friday 20 November', 'пʼятниця, 20 листопада'],
  ['2025-11-20T06:00:00Z', 'Thursday 20 November 2025', 'четвер, 20 листопада 2025 р.'],
])('%s is under %j', (at, english, ukrainian) => {
  const plain = (words: string): string => words.replace(/[’']/g, 'ʼ')
  // Whether a comma is behind the day of the week depends on the version of ICU.
  expect(dayHead(at, now).replace('y, 20', 'y 20')).toBe(english)
  applyLocale('uk')
  expect(plain(dayHead(at, now))).toBe(ukrainian)
})

test('a day begins at the window’s midnight, also where the clocks change', () => {
  // 00:10 and 23:50 of the day in which the clocks go back, in Kyiv.
  const early = '2026-10-24T21:10:00Z'
  const late = '2026-10-25T21:50:00Z'
  expect(dayHead(early, Date.parse(late))).toBe('Today, 25 October')
  expect(dayHead('2026-10-24T20:50:00Z', Date.parse(late))).toBe('Yesterday, 24 October')
  expect(dayHead(late, new Date('2026-10-26T05:00:00Z').getTime())).toBe('Yesterday, 25 October')
})
