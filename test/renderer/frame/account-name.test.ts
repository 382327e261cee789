import { expect, test } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import { applyLocale } from '#shared/i18n/locale.ts'
import { failureWords } from '#shared/words/failure-words.ts'
import { accountName } from '../../../src/renderer/frame/account-name.ts'

test.each([
  [{ active: null, loaded: false, failure: null }, 'Reading the accounts…'],
  [{ active: null, loaded: true, failure: null }, 'No account'],
  [{ active: null, loaded: false, failure: failureWords(new Fault('internal')) }, 'No account'],
])('an account that is not there yet is not said to be missing', (accounts, words) => {
  applyLocale('en')
  expect(accountName(accounts)).toBe(words)
})
