import type { KeyState } from '#shared/accounts/account.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Tone } from '../ui/tone.ts'
import type { FormProblem } from './account-form.svelte.ts'
import type { TestResult } from './accounts-state.svelte.ts'

/** Place where a key is, what to do next about it, and how much it matters. */
export const keyStateWords: Readonly<
  Record<KeyState, { readonly tone: Tone; readonly label: () => string; readonly next: () => string }>
> = {
  stored: { tone: 'done', label: m.accounts_page_key_stored, next: m.accounts_page_key_stored_next },
  'session-only': {
    tone: 'warning',
    label: m.accounts_page_key_session_only,
    next: m.accounts_page_key_session_only_next,
  },
  missing: { tone: 'conflict', label: m.accounts_page_key_missing, next: m.accounts_page_key_missing_next },
  'keychain-locked': {
    tone: 'conflict',
    label: m.accounts_page_key_keychain_locked,
    next: m.accounts_page_key_keychain_locked_next,
  },
  'keychain-unavailable': {
    tone: 'warning',
    label: m.accounts_page_key_keychain_unavailable,
    next: m.accounts_page_key_keychain_unavailable_next,
  },
}

const problemWords: Readonly<Record<FormProblem, (inputs: { count: number }) => string>> = {
  name: () => m.accounts_page_problem_name(),
  address: () => m.accounts_page_problem_address(),
  'address-scheme': () => m.accounts_page_problem_address_scheme(),
  'address-insecure': () => m.accounts_page_problem_address_insecure(),
  'user-id': () => m.accounts_page_problem_user_id(),
  'key-length': (inputs) => m.accounts_page_problem_key_length(inputs),
  'key-characters': () => m.accounts_page_problem_key_characters(),
}

/**
 * Words at the field of the key because the service refused it, or because there is none; undefined if the test has
 * nothing against the key.
 * @param typed whether the key that was tested is still in the field, and so was not kept
 */
export function keyRefusal(result: TestResult, typed: boolean): string | undefined {
  if (result.ok || !['auth', 'key-missing'].includes(result.failure.code)) return undefined
  const { words, next } = result.failure
  return [words, ...(typed ? [m.accounts_page_key_not_kept()] : []), next].join(' ')
}

/** The words of the first of these problems that the form has; `count` is the typed key's length. */
export function fieldError(
  found: readonly FormProblem[],
  ofField: readonly FormProblem[],
  count = 0,
): string | undefined {
  const problem = ofField.find((candidate) => found.includes(candidate))
  return problem && problemWords[problem]({ count })
}
