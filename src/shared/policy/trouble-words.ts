import { m } from '../i18n/generated/messages.js'
import type { Managed, PolicyTrouble } from './policy.ts'

interface TroubleWords {
  readonly title: () => string
  readonly text: (said: { readonly source: string; readonly detail: string }) => string
}

const words: Readonly<Record<PolicyTrouble['kind'], TroubleWords>> = {
  ignored: { title: m.policy_ignored_title, text: m.policy_ignored_text },
  unreadable: { title: m.policy_unreadable_title, text: m.policy_unreadable_text },
  unknown: { title: m.policy_unknown_title, text: m.policy_unknown_text },
}

/** Words for trouble with an administrator's rules, for the person; null if there is none. */
export function troubleWords({
  source,
  trouble,
}: Managed): { readonly title: string; readonly text: string } | null {
  if (!trouble) return null
  const { title, text } = words[trouble.kind]
  return { title: title(), text: text({ source: source ?? '', detail: trouble.detail }) }
}
