import { expect, it } from 'vitest'
import { m } from '#shared/i18n/generated/messages.js'

it('a number that chooses the plural form is shown in the form of the language', () => {
  expect(m.inventory_count({ count: 1204 }, { locale: 'en' })).toBe('1,204 adverts')
  expect(m.inventory_count({ count: 1204 }, { locale: 'uk' })).toMatch(/^1\u00a0204 /)
})
