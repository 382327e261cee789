import type { ChildPort } from '../system/child-port.ts'
import {
  keychainAnswerSchema,
  refused,
  type KeychainOutcome,
  type KeychainRequest,
  type Refusal,
} from './keychain-messages.ts'
import { childEnded, silent } from './keychain-fault.ts'

interface Pending {
  readonly id: number
  readonly timer: NodeJS.Timeout
  readonly resolve: (outcome: KeychainOutcome) => void
}

/** One run of the keychain's child process. It answers one request at a time and is not used again after its end. */
export class ChildSession {
  readonly #port: ChildPort
  #alive = true
  #pending: Pending | null = null

  constructor(port: ChildPort) {
    this.#port = port
    port.onMessage((message) => {
      const answer = keychainAnswerSchema.safeParse(message)
      // Another id: an answer that came after its request's time limit, which has answered it already.
      if (answer.success && answer.data.id === this.#pending?.id) this.#settle(answer.data.result)
    })
    port.onExit(() => {
      this.#alive = false
      this.#settle(refused('keychain-unavailable', childEnded))
    })
  }

  get alive(): boolean {
    return this.#alive
  }

  /** @returns the child's answer, or a refusal if the child ends or `timeoutMs` pass before it */
  request(request: KeychainRequest, timeoutMs: number): Promise<KeychainOutcome> {
    return new Promise((resolve) => {
      // Not unref'd: during a request this timer alone keeps the command line alive.
      const timer = setTimeout(() => this.end('keychain-locked', silent), timeoutMs)
      this.#pending = { id: request.id, timer, resolve }
      this.#port.post(request)
    })
  }

  /** Kills the process; an open request is answered with the refusal. */
  end(refusal: Refusal, reason: string): void {
    this.#alive = false
    this.#port.kill()
    this.#settle(refused(refusal, reason))
  }

  #settle(outcome: KeychainOutcome): void {
    const pending = this.#pending
    this.#pending = null
    clearTimeout(pending?.timer)
    pending?.resolve(outcome)
  }
}
