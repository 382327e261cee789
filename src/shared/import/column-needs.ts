import { editableFields, fieldsOfCreates, requiredOf } from '../batch/field-lists.ts'
import type { Operation } from '../batch/operation.ts'
import type { ColumnMapping } from './draft.ts'
import { type ColumnName, givenBy } from './file-columns.ts'

/** The fields that rows with these columns have, as far as their cells are filled. */
const fieldsIn = (mapping: ColumnMapping): ReadonlySet<ColumnName> =>
  new Set(mapping.flatMap((column) => (column === null ? [] : givenBy(column))))

/** True if the columns say which advert a row is about: by its id, or by the dealer's own number of the car. */
export const namesAdverts = (mapping: ColumnMapping): boolean =>
  mapping.includes('auto_id') || mapping.includes('stock_no')

/**
 * The operation that follows from the columns without doubt, or null. `action` means that each row names its own. The
 * id of an advert with something to change is an edit, and alone in its file a delete. Columns that only a create takes
 * are a create. Own numbers with something to change are an edit, too, unless the file has all that a create needs of a
 * vehicle.
 */
export function deriveOperation(
  mapping: ColumnMapping,
  header: readonly string[],
): Operation | 'mixed' | null {
  const known = fieldsIn(mapping)
  if (known.has('action')) return 'mixed'
  if (known.has('auto_id')) {
    if (editableFields.some((field) => known.has(field))) return 'edit'
    // An unknown name next to the id may be a misspelt `price`: such a file must not delete anything by itself.
    const others = mapping.filter(
      (column, index) => column !== 'auto_id' && column !== 'user_id' && header[index]?.trim() !== '',
    )
    return others.length === 0 ? 'delete' : null
  }
  const changes = editableFields.some((field) => known.has(field))
  if (known.has('stock_no') && changes && !vehicleNeeds.every((field) => known.has(field))) return 'edit'
  return fieldsOfCreates.some((field) => known.has(field)) ? 'create' : null
}

/** Needs of a create that no edit takes. */
const vehicleNeeds = requiredOf('create').filter((field) => fieldsOfCreates.includes(field))

/**
 * The columns that an operation requires and these columns lack. If each row names its own operation, only that is
 * required of all.
 * @param currencyInPrices whether the prices name their currency, so that it needs no column
 */
export function missingColumns(
  mapping: ColumnMapping,
  operation: Operation | 'mixed',
  currencyInPrices = false,
): ColumnName[] {
  const known = fieldsIn(mapping)
  const required: readonly ColumnName[] = operation === 'mixed' ? ['action'] : requiredOf(operation)
  return required.filter(
    (column) =>
      !known.has(column) &&
      !(column === 'currency_id' && (known.has('price') ? currencyInPrices : operation === 'edit')) &&
      !(column === 'auto_id' && known.has('stock_no')),
  )
}
