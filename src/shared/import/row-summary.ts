import type { Operation } from '../batch/operation.ts'
import { type Change, rowChanges } from '../batch/row-changes.ts'
import { changeWords } from './change-words.ts'

type Values = Readonly<Record<string, string | number>>
type Names = Readonly<Record<string, string>>

/** A row of a file or of a batch, as far as its summary needs it. */
export interface SummarisedRow {
  readonly operation: Operation | null
  /** Parameters as they are sent. */
  readonly payload: Values
  /** Values of the advert; {} if unknown. */
  readonly before: Values
  /** The old price in the currency of the row, if the advert has its price in another one. */
  readonly rowPrice?: number | undefined
  /** Names of the vehicle's ids, by their fields. */
  readonly names?: Names | undefined
}

/**
 * Changes of a row in one line: `Price $21,500 → $19,900 · In stock Yes`. A value that stays is left out, and the
 * names of the vehicle are left to `advertTitle`; a delete names what is lost.
 */
export function rowSummary({ names = {}, ...row }: SummarisedRow): string {
  const isNamed = ({ field }: Change): boolean => row.operation !== 'delete' && names[field] !== undefined
  return rowChanges(row)
    .filter((change) => !isNamed(change))
    .toSorted(mostTellingFirst)
    .map((change) => changeWords(change, row))
    .join(' · ')
}

/**
 * Title of a create's vehicle, `BMW X5 40d Comfort`, if at least its model's name is known; else the title of the row's
 * advert.
 */
export function advertTitle({
  title,
  payload,
  names = {},
}: Pick<SummarisedRow, 'payload' | 'names'> & { readonly title?: string | null | undefined }): string {
  const vehicle = vehicleOf(payload, names)
  const known = names.model_id === undefined ? [title, vehicle] : [vehicle, title]
  return known.find(Boolean) ?? '—'
}

const vehicleOf = (payload: Values, names: Names): string =>
  Object.keys(payload)
    .flatMap((field) => names[field] ?? [])
    .join(' ')

/** Old → new comes first, and the price before the others: the end of the line may be cut off. */
const mostTellingFirst = (one: Change, other: Change): number =>
  Number(other.from !== null) - Number(one.from !== null) ||
  Number(other.field === 'price') - Number(one.field === 'price')
