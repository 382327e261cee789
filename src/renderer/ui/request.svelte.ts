import type { Reply } from '#shared/bridge/call.ts'
import type { Failure } from '#shared/bridge/failure.ts'

/** One call of the bridge, which is cancelled through the signal: `(signal) => client('orders:refresh', null, { signal })`. */
export type BridgeCall<Value> = (signal: AbortSignal) => Promise<Reply<Value>>

/**
 * The calls that a state makes for one purpose: whether any is under way, and why the last one failed. A state with
 * two purposes whose failures are shown apart has two of these.
 */
export class RequestState {
  busy = $state(false)
  /** Why the call that ended last failed; null if it succeeded. */
  failure = $state.raw<Failure | null>(null)
  #underWay = 0
  #abort = new AbortController()

  /** The value that was answered; undefined if the call failed or was stopped. Calls may run in parallel. */
  async run<Value>(call: BridgeCall<Value>): Promise<Value | undefined> {
    const { signal } = this.#abort
    this.#underWay++
    this.busy = true
    const reply = await call(signal)
    if (signal.aborted) return undefined
    this.busy = --this.#underWay > 0
    this.failure = reply.ok ? null : reply.failure
    return reply.ok ? reply.value : undefined
  }

  /** Runs this call instead of those under way. */
  replace<Value>(call: BridgeCall<Value>): Promise<Value | undefined> {
    this.stop()
    return this.run(call)
  }

  /** Cancels what is under way: its answer counts for nothing, and the failure stays the one before. */
  stop(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
    this.#underWay = 0
    this.busy = false
  }

  /** Stops, and forgets the failure. */
  clear(): void {
    this.stop()
    this.failure = null
  }
}
