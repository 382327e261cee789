import type { OrderChange } from '#shared/orders/order-change.ts'
import type { OrderChangesTable } from './order-changes-table.ts'

/** Changes of an account's orders in their order, from where the last watch of the account ended. */
export class OrderWatch {
  readonly #changes: OrderChangesTable
  readonly #accountId: string

  constructor(changes: OrderChangesTable, accountId: string) {
    this.#changes = changes
    this.#accountId = accountId
  }

  /** The first watch of an account begins with what is found from now on. */
  begin(): void {
    if (this.#changes.watched(this.#accountId) === null)
      this.#changes.keepWatched(this.#accountId, this.#changes.last(this.#accountId))
  }

  /**
   * Reports each change that this account's watches have not reported. One is noted after it was reported: after a crash in between it
   * is reported again, with the same id.
   */
  report(each: (change: OrderChange) => void): void {
    for (const change of this.#changes.after(this.#accountId, this.#changes.watched(this.#accountId) ?? 0)) {
      each(change)
      this.#changes.keepWatched(this.#accountId, change.id)
    }
  }
}
