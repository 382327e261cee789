import type { CallKind } from '../http/call.ts'

/** A call that waits for its place in the quota. */
export interface QuotaWait {
  readonly account: string
  readonly kind: CallKind
}

/** Which calls wait for the quota now, and until when, so that a wait isn't taken for a hang. */
export class QuotaWaits {
  readonly #until = new Map<QuotaWait, number>()
  readonly #onChange: (wait: QuotaWait, until: number | null) => void

  /** `onChange` gets for all calls of one kind together when the next of them may begin, or null if none waits. */
  constructor(onChange: (wait: QuotaWait, until: number | null) => void) {
    this.#onChange = onChange
  }

  /** The call waits until then (ms since 1970), as far as is known now. */
  record(wait: QuotaWait, until: number): void {
    this.#change(wait, () => this.#until.set(wait, until))
  }

  /** The call no longer waits. */
  end(wait: QuotaWait): void {
    this.#change(wait, () => this.#until.delete(wait))
  }

  /** When the next call of the kind may begin, ms since 1970, or null if none waits. */
  until(account: string, kind: CallKind): number | null {
    const waits = [...this.#until].filter(([wait]) => wait.account === account && wait.kind === kind)
    return waits.length === 0 ? null : Math.max(...waits.map(([, until]) => until))
  }

  #change(wait: QuotaWait, change: () => void): void {
    const before = this.until(wait.account, wait.kind)
    change()
    const after = this.until(wait.account, wait.kind)
    if (after !== before) this.#onChange(wait, after)
  }
}
