import { m } from '#shared/i18n/generated/messages.js'
import type { ColumnMapping } from '#shared/import/draft.ts'
import { columnWords } from '../writes/field-words.ts'

/** Title of a column on the screen: its header, or its number (from 1) if it has none. */
export const columnTitle = (name: string, index: number): string =>
  name.trim() === '' ? m.import_columns_unnamed({ number: index + 1 }) : name

/** Title in the file for the column of a field, or for the columns joined to it; the field's own words without one. */
export const fieldTitle = (field: string, header: readonly string[], mapping: ColumnMapping): string =>
  header.filter((name, index) => mapping[index] === field && name.trim() !== '').join(' + ') ||
  columnWords(field)
