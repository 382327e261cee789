import type { Operation } from '#shared/batch/operation.ts'

/** Calls of a row of each operation to the service: its write, with the look before it, and the read after it. */
const costs = {
  create: { calls: 1, readsAfter: 1 },
  edit: { calls: 2, readsAfter: 1 },
  delete: { calls: 2, readsAfter: 0 },
} as const satisfies Readonly<Record<Operation, object>>

/** Rows to send, by their operation. */
export type RowCounts = Readonly<Partial<Record<Operation, number>>>

/**
 * Calls that sending these rows takes.
 * @param readsAfter true if what was created or edited is read once more; not if calls are limited: then the next sync reads it
 */
export const callsOf = (rows: RowCounts, readsAfter: boolean): number =>
  (['create', 'edit', 'delete'] as const).reduce((sum, operation) => {
    const cost = costs[operation]
    const calls = cost.calls + (readsAfter ? cost.readsAfter : 0)
    return sum + (rows[operation] ?? 0) * calls
  }, 0)
