import { m } from '#shared/i18n/generated/messages.js'
import { columnWords } from '../writes/field-words.ts'
import type { ColumnsState } from './columns-state.svelte.ts'

/** Why the rows can't be checked with these columns yet; '' if they can. */
export function columnsHint({
  operationKnown,
  mapped,
  missing,
}: Pick<ColumnsState, 'operationKnown' | 'mapped' | 'missing'>): string {
  if (!mapped) return m.import_columns_none()
  if (!operationKnown) return m.import_operation_needed()
  return missing.length === 0
    ? ''
    : m.import_columns_missing({ columns: missing.map(columnWords).join(', ') })
}
