import { expect, test } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import { applyLocale } from '#shared/i18n/locale.ts'
import { failureWords } from '#shared/words/failure-words.ts'
import { accountName } from '../../../src/renderer/frame/account-name.ts'

test.each([
  ['being read', { active: null, loaded: false, failure: null }, 'Reading the accounts…'],
  ['read', { active: null, loaded: true, failure: null }, 'No account'],
  ['unread', { active: null, loaded: false, failure: failureWords(new Fault('internal')) }, 'No account'],
])('without an active account, while the accounts are %s', (_state, accounts, words) => {
  applyLocale('en')
  expect(accountName(accounts)).toBe(words)
})
