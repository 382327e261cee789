import { z } from 'zod'
import type { Operation } from './operation.ts'

type Value = string | number
type Values = Readonly<Record<string, Value>>

/** A field that a row changes. `from` is null if there is no old value or it isn't known, `to` if the advert is deleted. */
export const changeSchema = z.object({
  field: z.string(),
  from: z.union([z.string(), z.number()]).nullable(),
  to: z.union([z.string(), z.number()]).nullable(),
})
export type Change = z.infer<typeof changeSchema>

export interface ChangingRow {
  readonly operation: Operation | null
  /** Parameters as they are sent. */
  readonly payload: Values
  /** What the advert had; {} if unknown. */
  readonly before: Values
}

/** What a row changes, field by field in the order of the contract; values that stay as they are are not among them. */
export function rowChanges({ operation, payload, before }: ChangingRow): Change[] {
  if (operation === null) return []
  if (operation === 'delete')
    return Object.entries(before).map(([field, from]) => ({ field, from, to: null }))
  return Object.entries(payload)
    .filter(([field, to]) => field !== 'auto_id' && before[field] !== to)
    .map(([field, to]) => ({ field, from: before[field] ?? null, to }))
}
