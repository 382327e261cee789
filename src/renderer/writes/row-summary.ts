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
}

interface Part {
  readonly field: string
  readonly words: string
  readonly changes: boolean
}

/** What a row does in one line: `Price 21,500 → 19,900 · In stock Yes`; a delete names what is lost. */
export function rowSummary({ operation, payload, before }: SummarisedRow): string {
  const deletes = operation === 'delete'
  return Object.entries(deletes ? before : payload)
    .filter(([field]) => field !== 'auto_id')
    .map(([field, value]) => partOf(field, deletes ? '—' : valueWords(field, value), before[field]))
    .toSorted(mostTellingFirst)
    .map(({ words }) => words)
    .join(' · ')
}

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
