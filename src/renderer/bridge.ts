import type { Bridge } from '#shared/bridge/channels.ts'
import type { CallTable, Client, EventPayload, EventTable, Reply } from '#shared/bridge/call.ts'
import { speaking, speakingValue } from './speaking-failure.ts'

/** Listens to one event of the table; returns the function that stops listening. */
export type Listen<Table extends EventTable> = <Name extends keyof Table & string>(
  name: Name,
  listener: (payload: EventPayload<Table, Name>) => void,
) => () => void

/**
 * The window's end of the bridge. Only the types of the tables are imported, which keeps zod out of the page's bundle:
 * main has parsed what it sends.
 *
 * `createClient<typeof calls>(window.forecourt)` returns `(name, request, { signal }) => Promise<Reply>`; an abort of
 * the signal goes to main, which answers with the failure `cancelled`.
 */
export function createClient<Table extends CallTable>(bridge: Bridge): Client<Table> {
  let lastTicket = 0
  return async (name, request, options = {}) => {
    const ticket = ++lastTicket
    const cancel = (): void => bridge.cancel(ticket)
    const answer = bridge.invoke(name, request, ticket)
    if (options.signal?.aborted) cancel()
    options.signal?.addEventListener('abort', cancel, { once: true })
    try {
      return speaking(await answer) as Reply<never>
    } finally {
      options.signal?.removeEventListener('abort', cancel)
    }
  }
}

/** `listenTo<typeof events>(window.forecourt)` returns `(name, listener) => stop`. */
export function listenTo<Table extends EventTable>(bridge: Bridge): Listen<Table> {
  return (name, listener) =>
    bridge.subscribe((sent, payload) => {
      if (sent === name) listener(speakingValue(payload) as EventPayload<Table, typeof name>)
    })
}
