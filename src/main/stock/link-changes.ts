import type { StockNumbers } from '../batch/journal/stock-links.ts'
import type { Numbers, NumbersMark } from '../inventory/lists/apart-columns.ts'
import { looksDamaged } from '../storage/database-check.ts'
import type { ChangeNotes } from '../inventory/change-notes.ts'
import type { Context } from '../context/context.ts'

/** The journal as it is now: another one may have taken its place. */
type CurrentNumbers = () => StockNumbers

/** Stand-in for a journal that can't be read: it is reported by what sends or shows it, and lists do without. */
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

/** Adverts that are named to the window; if more changed, it asks for its whole list. */
const mostAdverts = 500

/** Reports to the window which adverts got, lost or changed their stock number, by an answer or the result of a row. */
export class LinkChanges {
  readonly #context: Context
  readonly #numbers: Numbers
  readonly #notes: ChangeNotes
  #mark: NumbersMark

  constructor(
    context: Context,
    { numbers, notes }: { readonly numbers: Numbers; readonly notes: ChangeNotes },
  ) {
    this.#context = context
    this.#numbers = numbers
    this.#notes = notes
    this.#mark = numbers.mark()
    const look = (): void =>
      void this.look().catch((error: unknown) => context.log.warn('links were not looked at', { error }))
    context.hub.on('batch-changed', look)
    context.hub.on('account-changed', look)
  }

  /** True if any advert of the current account has a number. */
  async hasAny(): Promise<boolean> {
    const { accountId } = await this.#context.accounts.owner()
    return this.#context.journal.tables.numbers.hasAny(accountId)
  }

  /** Reports the changes since the last look. */
  async look(): Promise<void> {
    const before = this.#mark
    const mark = this.#numbers.mark()
    if (mark.journal === before.journal && mark.step === before.step) return
    this.#mark = mark
    const owner = await this.#context.accounts.owner()
    const changed = this.#numbers.changedSince(owner.accountId, before)
    const adverts = changed === null || changed.length > mostAdverts ? null : [...changed]
    if (adverts?.length === 0) return
    this.#notes.add(owner, adverts && { ids: adverts, columns: ['stockNumber'], words: true })
    const any = this.#context.journal.tables.numbers.hasAny(owner.accountId)
    this.#context.forCurrent(owner.accountId, () =>
      this.#context.publish('stock:links-changed', { any, adverts }),
    )
  }
}
