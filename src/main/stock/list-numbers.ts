import type { StockNumbers } from '../batch/journal/stock-numbers.ts'
import type { Numbers, NumbersMark } from '../inventory/lists/apart-columns.ts'
import { looksDamaged } from '../storage/database-check.ts'

/** The journal as it is now: another one may have taken its place. */
type CurrentNumbers = () => StockNumbers

/** What a journal that can't be read is known as: it is reported by what sends or shows it, and lists do without. */
const unreadable: NumbersMark = { journal: null, step: 0 }

/** The dealer's own numbers for lists of adverts. */
export const listNumbers = (
  current: CurrentNumbers,
): Numbers & { readonly hasAny: (accountId: string) => boolean } => ({
  hasAny: (accountId) => readable(() => current().hasAny(accountId), false),
  of: (accountId, ids) => readable(() => current().of(accountId, ids), new Map()),
  mark: () => {
    const journal = current()
    return readable(() => ({ journal, step: journal.lastStep }), unreadable)
  },
  changedSince: (accountId, { journal, step }) => {
    const numbers = current()
    if (journal !== numbers) return null
    return readable(() => numbers.changedSince(accountId, step), [])
  },
})

function readable<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read()
  } catch (error) {
    if (!looksDamaged(error)) throw error
    return otherwise
  }
}
