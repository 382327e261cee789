import { type ColumnJoin, joinTexts } from '#shared/import/column-joins.ts'

/** Text of a join for the first row in which each of its columns says something, or for the first of all. */
export function joinedSample(
  sample: readonly (readonly string[])[],
  { columns, separator }: ColumnJoin,
): string {
  const textsOf = (cells: readonly string[] = []): string[] =>
    columns.map((index) => (cells[index] ?? '').trim())
  const full = sample.find((cells) => textsOf(cells).every((text) => text !== ''))
  return joinTexts(textsOf(full ?? sample[0]), separator)
}
