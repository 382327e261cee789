import type { Reply } from '#shared/bridge/call.ts'
import { RequestState } from './request.svelte.ts'

/** Changes often come together: it is read when none came for this long. */
const pauseMilliseconds = 300

/**
 * Answer that is read again once things stop changing, such as counts of a list; the last answer stays until the next
 * one.
 */
export class ReadSoon<Answer> {
  /** Null before the first answer. */
  value = $state.raw<Answer | null>(null)
  readonly #call: (signal: AbortSignal) => Promise<Reply<Answer>>
  readonly #request = new RequestState()
  #pause: ReturnType<typeof setTimeout> | undefined

  constructor(call: (signal: AbortSignal) => Promise<Reply<Answer>>) {
    this.#call = call
  }

  readonly soon = (): void => {
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => void this.#read(), pauseMilliseconds)
  }

  /** To be called when there is no viewer any more. */
  stop(): void {
    clearTimeout(this.#pause)
  }

  async #read(): Promise<void> {
    const answer = await this.#request.replace(this.#call)
    if (answer) this.value = answer
  }
}
