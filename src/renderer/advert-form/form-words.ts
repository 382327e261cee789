import type { Problem } from '#shared/batch/row.ts'
import { columnWords } from '../writes/field-words.ts'

/** The problems of a field in words, one after another; undefined if there are none. */
export const said = (problems: readonly Problem[]): string | undefined =>
  problems.length === 0 ? undefined : problems.map(({ message }) => message).join(' ')

/** Fields by their plain names, each once. */
export const fieldList = (fields: readonly string[]): string =>
  [...new Set(fields)].map((field) => columnWords(field)).join(', ')
