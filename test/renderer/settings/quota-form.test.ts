import { expect, test } from 'vitest'
import { QuotaForm, quotaChoice, readLimit } from '../../../src/renderer/settings/quota-form.svelte.ts'

test('limits are shown as the preset that they are', () => {
  expect(quotaChoice({ perHour: null, perMonth: null })).toBe('none')
  expect(quotaChoice({ perHour: 30, perMonth: 1_000 })).toBe('1000')
  expect(quotaChoice({ perHour: 2_000, perMonth: 20_000 })).toBe('20000')
  expect(quotaChoice({ perHour: 5_000, perMonth: 100_000 })).toBe('100000')
  expect(quotaChoice({ perHour: 10_000, perMonth: 500_000 })).toBe('500000')
  expect(quotaChoice({ perHour: 20_000, perMonth: 1_000_000 })).toBe('1000000')
  expect(quotaChoice({ perHour: 30, perMonth: null })).toBe('own')
})

test('a limit is a whole number above zero, with or without thousand marks, or nothing', () => {
  expect(['1 000', '1\u00a0000', '1,000', ' ', '0', '-5', '1.5', 'ten'].map(readLimit)).toEqual([
    1_000,
    1_000,
    1_000,
    null,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('own numbers are kept while a preset is looked at', () => {
  const form = new QuotaForm({ perHour: 100, perMonth: null })
  expect(form.quota).toEqual({ perHour: 100, perMonth: null })
  form.choice = '1000'
  expect(form.quota).toEqual({ perHour: 30, perMonth: 1_000 })
  form.choice = 'own'
  expect(form.quota).toEqual({ perHour: 100, perMonth: null })
  form.perMonth = 'many'
  expect(form.quota).toBeNull()
})
