import type { Operation } from '#shared/batch/operation.ts'

/** Calls of a row of each operation to the service. */
const costs = {
  create: { looks: 0, readsAfter: 1 },
  edit: { looks: 1, readsAfter: 1 },
  delete: { looks: 1, readsAfter: 0 },
} as const satisfies Readonly<Record<Operation, object>>

/** Rows to send, by their operation. */
export type RowCounts = Readonly<Partial<Record<Operation, number>>>

export interface CostOptions {
  /** True if edits and deletes read their advert first. */
  readonly looks?: boolean
  /** True if what was created or edited is read once more; not if calls are limited: then the next sync reads it. */
  readonly readsAfter?: boolean
}

/** Calls that sending these rows takes: each write, the look before it, and the read after it. */
export const callsOf = (rows: RowCounts, { looks = true, readsAfter = true }: CostOptions = {}): number =>
  (['create', 'edit', 'delete'] as const).reduce((sum, operation) => {
    const cost = costs[operation]
    const calls = 1 + (looks ? cost.looks : 0) + (readsAfter ? cost.readsAfter : 0)
    return sum + (rows[operation] ?? 0) * calls
  }, 0)
