import { currencies } from '../batch/currency.ts'
import { fieldNamed } from '../batch/field-lists.ts'
import { operations } from '../batch/operation.ts'
import { headerKey } from './column-joins.ts'
import type { ColumnMapping } from './draft.ts'
import type { ColumnName } from './file-columns.ts'

/** Meanings of words in columns, by header: each word as it is in a cell, with a value that the column's field takes. */
export type NamedValues = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Meanings of the words of one column, counted from 0. */
export interface TaughtColumn {
  readonly column: number
  readonly words: Readonly<Record<string, string>>
}

/** Words of one column that are taught, at most. */
export const mostWords = 1_000

/** Meaning of a word that says nothing: its cells count as empty. */
export const noMeaning = ''

/** The values that words of a column can mean, or null if its cells are no words of a short list. */
export function meaningsOf(column: ColumnName | null): readonly string[] | null {
  if (column === null) return null
  if (column === 'action') return operations
  const kind = fieldNamed(column)?.kind
  if (kind === 'currency') return Object.values(currencies)
  return kind === 'flag' ? ['yes', 'no', noMeaning] : null
}

/** Taught words by the headers of their columns, for a file or a memory of columns. */
export const nameValues = (values: readonly TaughtColumn[], header: readonly string[]): NamedValues =>
  Object.fromEntries(
    values.flatMap(({ column, words }) => {
      const title = header[column]?.trim() ?? ''
      return title === '' || Object.keys(words).length === 0 ? [] : [[title, words] as const]
    }),
  )

/** The taught words of a file with this header, as far as they are meanings of the fields that its columns have. */
export const findValues = (
  named: NamedValues,
  header: readonly string[],
  mapping: ColumnMapping,
): TaughtColumn[] =>
  livingValues(
    Object.entries(named).map(([title, words]) => ({
      column: header.findIndex((name) => headerKey(name) === headerKey(title)),
      words,
    })),
    mapping,
  )

/** Taught words as far as they are meanings of the fields that their columns have. */
export const livingValues = (values: readonly TaughtColumn[], mapping: ColumnMapping): TaughtColumn[] =>
  values.flatMap(({ column, words }) => {
    const meanings = meaningsOf(mapping[column] ?? null) ?? []
    const known = Object.entries(words).filter(([, meaning]) => meanings.includes(meaning))
    return known.length === 0 ? [] : [{ column, words: Object.fromEntries(known) }]
  })
