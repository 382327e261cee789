import { forCurrent } from './current-account.ts'
import type { ChangeNotes } from '../inventory/change-notes.ts'
import type { Numbers, NumbersMark } from '../inventory/lists/apart-columns.ts'
import type { Ground } from './ground.ts'
import type { Service } from './service.ts'
import type { Storage } from './storage.ts'

/** Adverts that are named to the window; if more changed, it asks for its whole list. */
const mostAdverts = 500

/** Tells the window which adverts got, lost or changed their stock number, whatever did it: an answer or the result of a row. */
export class LinkChanges {
  readonly #publish: Ground['publish']
  readonly #storage: Storage
  readonly #service: Service
  readonly #numbers: Numbers
  readonly #notes: ChangeNotes
  #mark: NumbersMark

  constructor(
    { publish }: Ground,
    storage: Storage,
    service: Service,
    { numbers, notes }: { readonly numbers: Numbers; readonly notes: ChangeNotes },
  ) {
    this.#publish = publish
    this.#storage = storage
    this.#service = service
    this.#numbers = numbers
    this.#notes = notes
    this.#mark = numbers.mark()
    const look = (): void =>
      void this.look().catch((error: unknown) => storage.log.warn('links were not looked at', { error }))
    storage.hub.on('batch-changed', look)
    storage.hub.on('account-changed', look)
  }

  /** Whether any advert of the current account has a number. */
  async hasAny(): Promise<boolean> {
    const { accountId } = await this.#service.accounts.owner()
    return this.#storage.journal.numbers.hasAny(accountId)
  }

  /** Tells what changed since the last look. */
  async look(): Promise<void> {
    const before = this.#mark
    const mark = this.#numbers.mark()
    if (mark.journal === before.journal && mark.step === before.step) return
    this.#mark = mark
    const owner = await this.#service.accounts.owner()
    const changed = this.#numbers.changedSince(owner.accountId, before)
    const adverts = changed === null || changed.length > mostAdverts ? null : [...changed]
    if (adverts?.length === 0) return
    this.#notes.add(owner, adverts && { ids: adverts, columns: ['stockNumber'], words: true })
    const any = this.#storage.journal.numbers.hasAny(owner.accountId)
    forCurrent(this.#service, owner.accountId, () => this.#publish('stock:links-changed', { any, adverts }))
  }
}
