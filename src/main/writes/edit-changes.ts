import type { Operation } from '#shared/batch/operation.ts'
import { changeableFields, isOfPrice } from '#shared/batch/field-lists.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import type { Values } from './values.ts'

type Value = string | number | undefined

/** Values that a row sends, and the values before it. */
interface Change {
  readonly payload: Values
  readonly before: Values
}

/** A line end inside a cell is one line end, however the service or a spreadsheet writes it. */
const withPlainLines = (value: Value): Value =>
  typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value

/** True if a file says of a field what the advert is known to have. */
export const isAsBefore = (value: Value, before: Value): boolean =>
  withPlainLines(value) === withPlainLines(before)

/**
 * Edit without the fields that the advert already has. Sent again, a text would lose the tags that no read shows, and a
 * field that no read shows would undo a change from elsewhere. The price goes with its currency, as the service wants
 * both.
 * @param fields those with that evidence
 */
export function changesOf(
  operation: Operation | null,
  { payload, before }: Change,
  fields: readonly FieldName[] = changeableFields,
): Change {
  if (operation !== 'edit') return { payload, before }
  const stays = fields.filter(
    (field) => payload[field] !== undefined && !isOfPrice(field) && isAsBefore(payload[field], before[field]),
  )
  return stays.length === 0
    ? { payload, before }
    : { payload: without(payload, stays), before: without(before, stays) }
}

const without = (values: Values, fields: readonly FieldName[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !fields.some((field) => field === name)))
