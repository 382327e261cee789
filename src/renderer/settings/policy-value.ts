import { m } from '#shared/i18n/generated/messages.js'
import type { Managed } from '#shared/policy/policy.ts'

type Value = Managed['policy'][keyof Managed['policy']]

/** Value of a policy, in words; of a list a line for each text. */
export function policyValue(value: Value): string {
  if (Array.isArray(value)) return value.length === 0 ? m.word_none() : value.join('\n')
  if (typeof value === 'number') return m.word_day_count({ count: value })
  if (typeof value === 'boolean') return value ? m.word_yes() : m.word_no()
  return value ?? m.word_none()
}

/** The days that may be chosen for keeping buyers' data, null being for good. */
export function keepingOffered(
  usual: readonly (number | null)[],
  longest: number | undefined,
): readonly (number | null)[] {
  if (longest === undefined) return usual
  const shorter = usual.filter((days) => days !== null && days < longest)
  return [...shorter, longest]
}
