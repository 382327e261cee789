import type { Constants } from '#shared/import/column-map.ts'
import type { Check, ColumnMapping, FileShapeChoice, Inspection } from '#shared/import/draft.ts'
import type { ProblemCode } from '#shared/batch/row.ts'
import { isNothingToChange } from '#shared/import/nothing-to-change.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { fileColumns } from '#shared/import/file-columns.ts'
import type { MappedColumns, UnclearField } from './column-options.ts'
import type { ImportRun } from './import-run.ts'
import type { Output } from './output.ts'

/** Rows whose problems are said one by one; more are counted. */
const saidRows = 20

/** Warnings about the whole file. */
export function sayWarnings(check: Check, output: Output): void {
  const { sentBefore, toSend, unchanged } = check
  if (sentBefore > 0) output.say(m.import_sent_before({ count: sentBefore }))
  if (isNothingToChange(check)) output.say(m.import_nothing_to_change({ count: unchanged }))
  else if (toSend === 0) output.say(m.cli_nothing_to_send())
}

/** Columns whose headers say nothing. */
export function sayColumnsByContent(columns: MappedColumns['byContent'], output: Output): void {
  for (const { header, column } of columns)
    output.say(m.cli_column_by_content({ column: header, field: fileColumns[column].label() }))
}

/** The currency that the name of the prices' column gives rows without one of their own. */
export function sayHeaderCurrency(
  { header, headerCurrencies }: Pick<Inspection, 'header' | 'headerCurrencies'>,
  mapping: ColumnMapping,
  constants: Constants,
  output: Output,
): void {
  if (mapping.includes('currency_id') || constants.currency_id !== undefined) return
  const price = mapping.indexOf('price')
  const found = headerCurrencies.find(({ column }) => column === price)
  if (!found) return
  const { currency } = found
  output.say(m.cli_currency_of_header({ currency, column: header[price]?.trim() ?? '' }))
}

/** Columns of which any may be a field: none is taken. */
export function sayUnclear(fields: readonly UnclearField[], output: Output): void {
  for (const { field, headers } of fields) {
    const said = m.import_columns_rival({ field: fileColumns[field].label(), columns: signs(headers) })
    output.say(`${said} ${m.cli_columns_rival_map()}`)
  }
}

/** The names of columns, each in quotation marks. */
export const signs = (headers: readonly string[]): string =>
  headers.map((sign) => m.import_file_sign({ sign })).join(', ')

/** Columns that are not sent, such as a note of the dealership's own. */
export function sayUnusedColumns(columns: readonly string[], output: Output): void {
  if (columns.length > 0) output.say(m.cli_columns_unused({ columns: columns.join(', ') }))
}

/** Columns that show whether a row means the advert of its id. */
export function sayComparedColumns(columns: readonly string[], output: Output): void {
  if (columns.length > 0) output.say(m.cli_columns_compared({ columns: columns.join(', ') }))
}

/** Errors first; a warning keeps no row from being sent. */
export async function sayProblems(run: ImportRun): Promise<void> {
  await sayColumns(run)
  await sayFound(run, 'error')
  await sayFound(run, 'warning')
}

/** Warnings alone: the plan of a stock file says what is wrong, car by car. */
export async function sayWarned(run: ImportRun): Promise<void> {
  await sayColumns(run)
  await sayFound(run, 'warning')
}

/** Problems that many rows have for one reason: each is reported once, with its first row. */
const saidOnce: ReadonlySet<ProblemCode> = new Set([
  'no-value',
  'text-cleaned',
  'text-html',
  'letter-spoilt',
  'equal-row',
  'sent-before',
  'name-uncompared',
  'advert-not-shown',
])

async function sayColumns({ file, draftId, forecourt: { drafts }, output }: ImportRun): Promise<void> {
  const { problems } = await drafts.ask('summary', draftId)
  for (const { code, column, count, firstLine } of problems) {
    if (!saidOnce.has(code)) continue
    const asked = { filter: 'all', problem: { code, column } } as const
    const [row] = (await drafts.rows(draftId, asked, 0, 1)).rows
    const found = row?.problems.find((problem) => problem.code === code && problem.column === column)
    if (!found) continue
    const rows = `(${m.word_row_count({ count })})`
    const kind = found.severity === 'error' ? `${rows} ` : `${m.cli_warning()} ${rows}: `
    output.say(`${file}:${firstLine}: ${kind}${found.message}`)
  }
}

async function sayFound(
  { file, draftId, forecourt: { drafts }, output }: ImportRun,
  severity: 'error' | 'warning',
): Promise<void> {
  const apart = { severity, codes: saidOnce }
  const kind = severity === 'error' ? '' : `${m.cli_warning()}: `
  const { rows, total } = await drafts.rows(draftId, { filter: 'all', apart: apart }, 0, saidRows)
  for (const { line, problems } of rows)
    for (const problem of problems)
      if (problem.severity === severity && !saidOnce.has(problem.code))
        output.say(`${file}:${line}: ${kind}${problem.message}`)
  if (total > rows.length) output.say(m.cli_more({ count: total - rows.length }))
}

/** Options that say how a file is read and mean nothing for a file of this kind. */
export function sayUnusedOptions(
  { fileName, file }: Pick<Inspection, 'fileName' | 'file'>,
  { encoding, delimiter, sheet }: FileShapeChoice,
  output: Output,
): void {
  const unused = file.sheet ? { '--encoding': encoding, '--delimiter': delimiter } : { '--sheet': sheet }
  const given = Object.entries(unused).filter(([, value]) => value !== undefined)
  const options = given.map(([name]) => name).join(', ')
  if (options !== '') output.say(m.cli_option_unused({ file: fileName, options }))
}
