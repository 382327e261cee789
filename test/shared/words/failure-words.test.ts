import { afterEach, expect, test } from 'vitest'
import { applyLocale } from '#shared/i18n/locale.ts'
import { failureWords } from '#shared/words/failure-words.ts'

afterEach(() => applyLocale('en'))

test.each([
  [45, '45 secs', '45 с'],
  [1_200, '20 mins', '20 хв'],
  [1_201, '21 mins', '21 хв'],
  [7_200, '2 hrs', '2 год'],
])('a wait of %i seconds is said as %j', (seconds, english, ukrainian) => {
  const words = (): string => failureWords({ code: 'rate-limit', details: { seconds } }).words
  expect(words()).toBe(`The service asked to wait ${english}.`)
  applyLocale('uk')
  expect(words().replace(/\s/g, ' ')).toBe(`Сервіс попросив зачекати ${ukrainian}.`)
})
