import type { Operation } from '#shared/batch/operation.ts'
import { columnWords, valueWords } from './field-words.ts'

type Values = Readonly<Record<string, string | number>>

/** A row of a file or of a batch, as far as its summary needs it. */
export interface SummarisedRow {
  readonly operation: Operation | null
  /** Parameters as they are sent. */
  readonly payload: Values
  /** What the advert had; {} if unknown. */
  readonly before: Values
  /** Names of the vehicle's ids, by their fields. */
  readonly names?: Readonly<Record<string, string>> | undefined
}

interface Part {
  readonly field: string
  readonly words: string
  readonly changes: boolean
}

/** What a row does in one line: `Price 21,500 → 19,900 · In stock Yes`; a delete names what is lost. */
export function rowSummary({ operation, payload, before, names = {} }: SummarisedRow): string {
  const deletes = operation === 'delete'
  const vehicle = vehicleOf(payload, names)
  const parts = Object.entries(deletes ? before : payload)
    .filter(([field]) => field !== 'auto_id' && (deletes || names[field] === undefined))
    .map(([field, value]) => partOf(field, deletes ? '—' : valueWords(field, value), before[field]))
    .toSorted(mostTellingFirst)
    .map(({ words }) => words)
  return [...(vehicle === '' || deletes ? [] : [vehicle]), ...parts].join(' · ')
}

/** The vehicle that a create is about, by the names that are known: `BMW X5 40d Comfort`. */
const vehicleOf = (payload: Values, names: Readonly<Record<string, string>>): string =>
  Object.keys(payload)
    .flatMap((field) => names[field] ?? [])
    .join(' ')

function partOf(field: string, becomes: string, old: string | number | undefined): Part {
  const was = old === undefined ? undefined : valueWords(field, old)
  const changes = was !== undefined && was !== becomes
  return {
    field,
    changes,
    words: changes ? `${columnWords(field)} ${was} → ${becomes}` : `${columnWords(field)} ${becomes}`,
  }
}

/** Changes come first, and the price before the others: the end of the line may be cut off. */
const mostTellingFirst = (one: Part, other: Part): number =>
  Number(other.changes) - Number(one.changes) ||
  Number(other.field === 'price') - Number(one.field === 'price')
