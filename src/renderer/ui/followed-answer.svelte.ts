import type { Reply } from '#shared/bridge/call.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import { RequestState } from './request.svelte.ts'

/** While changes keep coming, what follows them is read again this often, ms. */
const readAgainAfter = 500

interface Followed<Answer> {
  readonly read: (signal: AbortSignal) => Promise<Reply<Answer>>
  /** Calls `again` whenever the answer may be another one, until the returned function is called. */
  readonly listen: (again: () => void) => () => void
}

/** Answer from the cache, read again as that changes: the last answer stays until the next one. */
export class FollowedAnswer<Answer> {
  /** Null before the first answer. */
  value = $state.raw<Answer | null>(null)
  readonly #followed: Followed<Answer>
  readonly #request = new RequestState()
  #accountId = ''
  #soon: ReturnType<typeof setTimeout> | undefined

  constructor(followed: Followed<Answer>) {
    this.#followed = followed
  }

  get failure(): Failure | null {
    return this.#request.failure
  }

  /** Reads now, and again whenever something changes, until the returned function is called. */
  follow(): () => void {
    void this.load()
    const stop = this.#followed.listen(this.loadSoon)
    return () => {
      stop()
      this.#forgetTimer()
    }
  }

  /** Another account is active: what was read is of the one before. */
  useAccount(accountId: string): void {
    if (accountId === this.#accountId) return
    const isFirst = this.#accountId === ''
    this.#accountId = accountId
    if (isFirst) return
    this.value = null
    void this.load()
  }

  /** Reads again in a moment: of many changes, few are followed by a reading of their own. */
  readonly loadSoon = (): void => {
    this.#soon ??= setTimeout(() => void this.load(), readAgainAfter)
  }

  async load(): Promise<void> {
    this.#forgetTimer()
    const answer = await this.#request.replace(this.#followed.read)
    if (answer !== undefined) this.value = answer
  }

  #forgetTimer(): void {
    clearTimeout(this.#soon)
    this.#soon = undefined
  }
}
