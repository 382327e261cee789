/** The columns of a file: their headers, and for each the contract's name that it was matched to. */
export interface FileColumns {
  readonly header: readonly string[]
  readonly mapping: readonly (string | null)[]
}

/** A column as the file calls it; one that the file doesn't have keeps the contract's name. */
export function fileColumn(column: string, { header, mapping }: FileColumns): string {
  const written = column === '' ? undefined : header[mapping.indexOf(column)]?.trim()
  return written === undefined || written === '' ? column : written
}
