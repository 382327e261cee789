import { m } from '#shared/i18n/generated/messages.js'

/** What a column of the file is called on the screen: its header, or its number (from 1) if it has none. */
export const columnTitle = (name: string, index: number): string =>
  name.trim() === '' ? m.import_columns_unnamed({ number: index + 1 }) : name
