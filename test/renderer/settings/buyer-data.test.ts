import { expect, test } from 'vitest'
import { buyerDataValue, buyerDataValues, daysOf } from '../../../src/renderer/settings/buyer-data.ts'

test('each choice stands for its days', () => {
  expect(buyerDataValues(90)).toEqual(['30', '90', '365', 'keep'])
  expect(buyerDataValues(null).map(daysOf)).toEqual([30, 90, 365, null])
  expect(buyerDataValue(null)).toBe('keep')
})

test('a number of the settings file’s own is shown among the choices', () => {
  expect(buyerDataValues(60)).toEqual(['30', '60', '90', '365', 'keep'])
})
