import { extname } from 'node:path'
import { m } from '#shared/i18n/generated/messages.js'
import { UsageError } from './usage-error.ts'

/** Endings by which other programs would open the file as what it isn't. */
const otherForms = new Set(
  '.xls .xlsm .xlsb .ods .numbers .pdf .json .xml .html .htm .doc .docx .rtf .zip .gz .bz2 .xz .zst .7z .rar .db'.split(
    ' ',
  ),
)
const texts = new Set(['.csv', '.tsv', '.tab', '.txt', '.log'])

const endingOf = (path: string): string => extname(path).toLowerCase()

const otherForm = (file: string, ...endings: readonly string[]): UsageError =>
  new UsageError(m.cli_output_form({ file, endings: endings.join(', ') }))

/**
 * The form of a table that is saved: its ending says it, because other programs open it by that.
 * @param xlsx whether a workbook is asked for
 * @throws UsageError for an ending of another form
 */
export function formOf(path: string, xlsx: boolean): 'csv' | 'xlsx' {
  const ending = endingOf(path)
  if (xlsx && (otherForms.has(ending) || texts.has(ending))) throw otherForm(path, '.xlsx')
  if (otherForms.has(ending)) throw otherForm(path, '.csv', '.xlsx')
  return xlsx || ending === '.xlsx' ? 'xlsx' : 'csv'
}

/** The character between columns that the ending of a table of text says. */
export const delimiterFor = (path: string): '\t' | undefined => (isTabbed(path) ? '\t' : undefined)

const isTabbed = (path: string): boolean => ['.tsv', '.tab'].includes(endingOf(path))

/**
 * @param delimiter the character between columns
 * @throws UsageError for an ending of another form
 */
export function csvOnly(path: string, delimiter = ','): void {
  const ending = endingOf(path)
  if (ending === '.xlsx' || otherForms.has(ending) || (isTabbed(path) && delimiter !== '\t'))
    throw otherForm(path, '.csv')
}

/** @throws UsageError for an ending of another form */
export function zipOnly(path: string): void {
  const ending = endingOf(path)
  if (ending !== '.zip' && (ending === '.xlsx' || otherForms.has(ending) || texts.has(ending)))
    throw otherForm(path, '.zip')
}
