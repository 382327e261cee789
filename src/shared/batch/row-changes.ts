import { z } from 'zod'
import { currencies } from './currency.ts'
import type { Operation } from './operation.ts'

type Value = string | number
type Values = Readonly<Record<string, Value>>

/** A field that a row changes. `from` is null if there is no old value or it isn't known, `to` if the advert is deleted. */
export const changeSchema = z.object({
  field: z.string(),
  from: z.union([z.string(), z.number()]).nullable(),
  to: z.union([z.string(), z.number()]).nullable(),
  /** For a price: the currency of each, and the old price in the currency of the new one, if they differ. */
  fromCurrency: z.string().optional(),
  toCurrency: z.string().optional(),
  fromConverted: z.number().optional(),
})
export type Change = z.infer<typeof changeSchema>

export interface ChangingRow {
  readonly operation: Operation | null
  /** Parameters as they are sent. */
  readonly payload: Values
  /** Values of the advert; {} if unknown. */
  readonly before: Values
  /** The old price in the currency of the row, if the advert has its price in another one. */
  readonly rowPrice?: number | undefined
}

/**
 * Changes of a row, field by field in the order of the contract; values that stay as they are are not among them. The
 * same number in another currency is another price.
 */
export function rowChanges(row: ChangingRow): Change[] {
  const { operation, payload, before } = row
  if (operation === null) return []
  const changes: Change[] =
    operation === 'delete'
      ? Object.entries(before).map(([field, from]) => ({ field, from, to: null }))
      : Object.entries(payload)
          .filter(([field, to]) => field !== 'auto_id' && isOther(row, field, to))
          .map(([field, to]) => ({ field, from: before[field] ?? null, to }))
  return changes.map((change) => (change.field === 'price' ? { ...change, ...moneyOf(row, change) } : change))
}

const isOther = (row: ChangingRow, field: string, to: Value): boolean =>
  row.before[field] !== to || (field === 'price' && row.operation === 'edit' && isOtherCurrency(row))

/** True if a row names another currency than its advert has. */
export const isOtherCurrency = ({ payload, before }: Pick<ChangingRow, 'payload' | 'before'>): boolean =>
  [payload, before].every(({ currency_id: currency }) => currency !== undefined) &&
  before.currency_id !== payload.currency_id

const codes: Readonly<Record<string, string>> = currencies
const codeOf = (currency: Value | undefined): string | undefined => codes[currency ?? '']

/** The currencies of a price, as far as they are known. */
function moneyOf({ payload, before, rowPrice }: ChangingRow, { from, to }: Change): Partial<Change> {
  const old = codeOf(before.currency_id)
  const next = codeOf(payload.currency_id)
  return {
    ...(from !== null && old !== undefined && { fromCurrency: old }),
    ...(to !== null && next !== undefined && { toCurrency: next }),
    ...(to !== null && rowPrice !== undefined && { fromConverted: rowPrice }),
  }
}
