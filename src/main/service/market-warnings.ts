import { m } from '#shared/i18n/generated/messages.js'
import type { OddName } from './odd-names.ts'

/** Warnings about a search although the service answered it. */
export type MarketWarning =
  | { readonly kind: 'not-applied'; readonly name: string }
  | { readonly kind: 'changes-nothing'; readonly name: string }
  | { readonly kind: 'reversed'; readonly name: string; readonly end: string }
  | OddName

/** The warning as a sentence that holds the parameter's name. */
export function marketWarningWords(warning: MarketWarning): string {
  if (warning.kind === 'look-alike')
    return m.search_warning_look_alike({ name: warning.name, meant: warning.meant })
  if (warning.kind === 'reversed') return m.search_warning_reversed({ name: warning.name, end: warning.end })
  const { name } = warning
  if (warning.kind === 'changes-nothing') return m.search_warning_no_change({ name })
  if (warning.kind === 'not-applied') return m.search_warning_not_applied({ name })
  const words = m.search_warning_unknown({ name })
  return warning.meant === undefined
    ? words
    : `${words} ${m.search_warning_nearest({ meant: warning.meant })}`
}
