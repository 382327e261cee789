import type { Operation } from '#shared/batch/operation.ts'
import { writeFields } from '#shared/batch/write-fields.ts'
import type { TableFormat } from '#shared/files/table-format.ts'
import { csvText, type CsvOptions } from '../files/csv-text.ts'
import type { FileBytes } from '../files/file-bytes.ts'
import { listSeparator } from '../files/list-separator.ts'
import { textBytes } from '../files/text-bytes.ts'
import type { KnownMake } from '../names/names-table.ts'
import { fieldsOf } from '#shared/batch/field-lists.ts'
import { templateWorkbook } from './template-workbook.ts'

/** Ports of a template to this computer. */
export interface TemplatePorts {
  /** The region of the system, whose separator a CSV has. */
  readonly region: () => string
  /** The makes and models that the account knows. */
  readonly knownMakes: () => Promise<readonly KnownMake[]>
}

/** An empty table of an operation, to be filled in and imported. */
export async function templateFile(
  operation: Operation,
  format: TableFormat,
  { region, knownMakes }: TemplatePorts,
): Promise<FileBytes> {
  if (format === 'csv') return templateOf(operation, listSeparator(region()))
  const makes = operation === 'create' ? await knownMakes() : []
  return { fileName: `forecourt-${operation}.xlsx`, text: await templateWorkbook(operation, makes) }
}

/** A CSV with every column of the operation and one example row. */
export function templateOf(operation: Operation, delimiter: CsvOptions['delimiter'] = ','): FileBytes {
  const columns = [...fieldsOf(operation)]
  const text = csvText([columns, columns.map((column) => writeFields[column].example)], { delimiter })
  return { fileName: `forecourt-${operation}.csv`, text: textBytes(text, 'utf-8', true) }
}
