import { fieldNamed } from '#shared/batch/field-lists.ts'
import type { ColumnMapping } from '#shared/import/draft.ts'
import { flagOf } from './value-words.ts'

/** Words that programs write for a missing value, and people for an unknown one. */
const words = new Set(
  [
    'nan nat none null nil undefined \\n (null) <null> <na> <none> <nan> na n/a n.a. nv',
    '[null] dbnull (empty) (порожньо) (пусто) порожньо пусто k.a. k.a brak н/д н.д. н/в нд',
    'невідомо немає нема відсутній відсутня відсутнє неизвестно нет отсутствует',
  ].flatMap((line) => line.split(' ')),
)
/** Two words that say the same. */
const phrases = new Set(
  [
    'не вказано, не визначено, немає даних, немає інформації, не указано, не определено, нет данных, нет информации',
    'no data, no value, not available, not specified, not set, brak danych',
    'keine angabe, keine angaben, keine daten, nicht angegeben, k. a.',
  ].flatMap((line) => line.split(', ')),
)

const longest = 20
const signsAlone = /^(?:[-–—−_.…·•/\\*,;:]+|\?|""|''|\{\})$/u
const dashAlone = /^[-–—−]$/u

/** True if a whole cell says that there is no value: `nan`, `NULL`, `\N`, `н/д`, `—`. */
export function isNoValue(cell: string): boolean {
  if (cell.length > longest + 2) return false
  const word = cell.trim().toLowerCase()
  return words.has(word) || phrases.has(word) || signsAlone.test(word)
}

/** The same of a text, where a zero is none either. */
export const isNoText = (cell: string): boolean => isNoValue(cell) || /^0(?:[.,]0{1,2})?$/.test(cell.trim())

/** A dash says no in a column of flags, and that there is nothing in any other. */
export const isDash = (cell: string): boolean => dashAlone.test(cell.trim())

/** The word of a version or a note that some programs write for nothing. */
export const isNone = (cell: string): boolean => cell.trim() === 'None'

/** Columns, counted from 0, in which a word that programs write for nothing says something. */
export interface ColumnWords {
  /** `None` as the name of a version. */
  readonly nones: readonly number[]
  /** A dash for no. */
  readonly dashes: readonly number[]
}

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
