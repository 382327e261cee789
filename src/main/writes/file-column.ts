import { fileColumns } from '#shared/import/file-columns.ts'

/** The columns of a file: their headers, and for each the contract's name that it was matched to. */
export interface FileColumns {
  readonly header: readonly string[]
  readonly mapping: readonly (string | null)[]
}

/**
 * Column as the file calls it, or all of those that are joined; one that the file lacks by the plain name of its field.
 */
export function fileColumn(column: string, { header, mapping }: FileColumns): string {
  if (column === '') return column
  const written = header
    .map((title) => title.trim())
    .filter((title, at) => title !== '' && mapping[at] === column)
  return written.length === 0 ? plainName(column) : written.join(' + ')
}

/** A column that is no field, such as one of the file's own that isn't used, keeps its name. */
const plainName = (column: string): string =>
  Object.entries(fileColumns)
    .find(([name]) => name === column)?.[1]
    .label() ?? column
