import { expect, test } from 'vitest'
import { fingerprintOf } from '../../../src/main/writes/fingerprint.ts'

test('the order of the values is nothing', () => {
  const one = fingerprintOf('edit', { auto_id: 5, price: 100, currency_id: 1 })
  expect(fingerprintOf('edit', { currency_id: 1, price: 100, auto_id: 5 })).toBe(one)
  expect(fingerprintOf('edit', { auto_id: 5, price: 101, currency_id: 1 })).not.toBe(one)
})
