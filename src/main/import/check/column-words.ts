import type { ColumnMapping } from '#shared/import/draft.ts'
import { fieldNamed } from '#shared/batch/field-lists.ts'
import { isDash, isNone, isNoValue } from './no-value.ts'
import type { ColumnWords } from './row-plan.ts'
import { flagOf } from './value-words.ts'

/** Columns in which the first rows show that a word which programs write for nothing says something. */
export function wordsOf(rows: readonly (readonly string[])[], mapping: ColumnMapping): ColumnWords {
  const columnsOf = (kind: 'text' | 'flag', isWord: (cells: readonly string[]) => boolean): number[] =>
    mapping.flatMap((column, index) =>
      column !== null &&
      fieldNamed(column)?.kind === kind &&
      isWord(rows.map((cells) => (cells[index] ?? '').trim()))
        ? [index]
        : [],
    )
  return { nones: columnsOf('text', noneIsWord), dashes: columnsOf('flag', dashIsNo) }
}

/**
 * A file that leaves cells empty for nothing means a word by `None`; a program that writes it for nothing leaves none
 * empty.
 */
const noneIsWord = (cells: readonly string[]): boolean =>
  cells.includes('') && cells.some(isNone) && !cells.some((cell) => isNoValue(cell) && !isNone(cell))

/** A dash is the opposite of yes if no cell is empty, and none says no in another way. */
export const dashIsNo = (cells: readonly string[]): boolean =>
  cells.some((cell) => flagOf(cell) === 1) &&
  cells.every((cell) => cell !== '' && (isDash(cell) || flagOf(cell) !== 0))
