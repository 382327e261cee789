import type { EventTable } from '#shared/bridge/call.ts'
import type { z } from 'zod'

/** Sends one event of the table to the window; what it carries is checked by the table's schema. */
export type Publish<Table extends EventTable> = <Name extends keyof Table & string>(
  name: Name,
  payload: z.input<Table[Name]>,
) => void

/**
 * The events' side of the bridge. A payload that its schema refuses is our own bug. It is logged and not sent: the work
 * that reports it (a batch in mid-send) must not stop for a progress bar.
 */
export function publisher<Table extends EventTable>(
  table: Table,
  send: (name: string, payload: unknown) => void,
  log: (what: string, error: unknown) => void,
): Publish<Table> {
  return (name, payload) => {
    const parsed = table[name]?.safeParse(payload)
    if (parsed?.success) send(name, parsed.data)
    else log(`event ${name} not sent`, parsed?.error)
  }
}
