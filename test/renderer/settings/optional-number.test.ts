import { expect, test } from 'vitest'
import { choiceOf, numberOf, withCurrent } from '../../../src/renderer/settings/optional-number.ts'

test('each choice means its number, and the last one none', () => {
  const choices = withCurrent([30, 90, null], null).map(choiceOf)
  expect(choices).toEqual(['30', '90', 'none'])
  expect(choices.map(numberOf)).toEqual([30, 90, null])
})

test('a number of the settings file is shown among the choices', () => {
  expect(withCurrent([30, 90, null], 60)).toEqual([30, 60, 90, null])
})
