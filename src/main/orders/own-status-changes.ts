/**
 * Statuses that this process is setting: the change that a reading finds, whichever reads first, is neither new to the dealer
 * nor reported. What a colleague changes meanwhile is.
 */
export class OwnStatusChanges {
  readonly #awaited = new Map<string, number>()

  /** @param status null = it was not set */
  expect(accountId: string, orderId: number, status: number | null): void {
    if (status === null) this.#awaited.delete(keyOf(accountId, orderId))
    else this.#awaited.set(keyOf(accountId, orderId), status)
  }

  /** True if the change is one that was awaited, which it is once. */
  takes(accountId: string, orderId: number, status: number | null): boolean {
    const key = keyOf(accountId, orderId)
    return this.#awaited.get(key) === status && this.#awaited.delete(key)
  }
}

const keyOf = (accountId: string, orderId: number): string => `${accountId} ${orderId}`
