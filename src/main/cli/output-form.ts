import { extname } from 'node:path'
import { m } from '#shared/i18n/generated/messages.js'
import { UsageError } from './usage-error.ts'

/** Endings by which other programs would open the file as what it isn't. */
const otherForms = new Set(
  '.xls .xlsm .xlsb .ods .numbers .pdf .json .xml .html .htm .doc .docx .zip'.split(' '),
)
const texts = new Set(['.csv', '.tsv', '.txt'])

const endingOf = (path: string): string => extname(path).toLowerCase()

/**
 * The form of a table that is saved: its ending says it, because other programs open it by that.
 * @param xlsx whether a workbook is asked for
 * @throws UsageError for an ending of another form
 */
export function formOf(path: string, xlsx: boolean): 'csv' | 'xlsx' {
  const ending = endingOf(path)
  if (otherForms.has(ending) || (xlsx && texts.has(ending)))
    throw new UsageError(
      xlsx ? m.cli_output_xlsx_only({ file: path }) : m.cli_output_no_such_form({ file: path }),
    )
  return xlsx || ending === '.xlsx' ? 'xlsx' : 'csv'
}

/** @throws UsageError for an ending of another form */
export function csvOnly(path: string): void {
  const ending = endingOf(path)
  if (ending === '.xlsx' || otherForms.has(ending))
    throw new UsageError(m.cli_output_csv_only({ file: path }))
}
