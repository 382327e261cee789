import { m } from '#shared/i18n/generated/messages.js'

/** What may be wrong with a search although the service answered it. */
export type MarketWarning =
  | { readonly kind: 'not-applied' | 'unknown'; readonly name: string }
  | { readonly kind: 'look-alike'; readonly name: string; readonly meant: string }

/** The warning as a sentence that holds the parameter's name. */
export function marketWarningWords(warning: MarketWarning): string {
  if (warning.kind === 'look-alike')
    return m.search_warning_look_alike({ name: warning.name, meant: warning.meant })
  const { name } = warning
  return warning.kind === 'unknown'
    ? m.search_warning_unknown({ name })
    : m.search_warning_not_applied({ name })
}
