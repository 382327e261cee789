import type { ColumnMapping } from '#shared/import/draft.ts'
import { type ColumnJoins, joinOf } from '#shared/import/column-joins.ts'

/** An id that was mistyped (`9O`) has one letter at most. */
const isWord = (cell: string): boolean => /\p{L}.*\p{L}/su.test(cell)

/**
 * True if the rows give their makes by name: none of the first rows has an id there. A number behind a name is safe
 * to be taken for either: it is the model of that name only if the make has one (Peugeot 3008).
 */
export function makesAreNamed(
  rows: readonly (readonly string[])[],
  mapping: ColumnMapping,
  joins: ColumnJoins,
): boolean {
  const column = mapping.includes('marka_id') ? 'marka_id' : 'make_model'
  const [index = -1] = joinOf(column, mapping, joins).columns
  const makes = rows.map((cells) => cells[index] ?? '').filter((cell) => cell.trim() !== '')
  return makes.length > 0 && makes.every(isWord)
}
