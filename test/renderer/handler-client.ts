import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { failureWords } from '../../src/shared/words/failure-words.ts'

type Handler = (ask: never, signal: AbortSignal) => unknown

/** Asks handlers of main as the bridge asks them: a Fault is answered as a failure. `onAsked` gets each call's name. */
export const clientOf = (
  handlers: Readonly<Record<string, Handler>>,
  onAsked: (name: string) => void = () => undefined,
): Client<Calls> =>
  (async (name: string, ask: never) => {
    onAsked(name)
    try {
      return { ok: true, value: await handlers[name]?.(ask, new AbortController().signal) }
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      return { ok: false, failure: failureWords(error) }
    }
  }) as Client<Calls>
