import { fieldsOf } from '#shared/batch/field-lists.ts'
import type { Operation } from '#shared/batch/operation.ts'
import { type FieldName, writeFields } from '#shared/batch/write-fields.ts'
import type { TableFormat } from '#shared/files/table-format.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { type CsvOptions, csvText } from '../files/csv-text.ts'
import type { FileBytes } from '../files/file-bytes.ts'
import { listSeparator } from '../files/list-separator.ts'
import { textBytes } from '../files/text-bytes.ts'
import { type ColumnChoice, columnLetters, type Sheet, type SheetColumn } from '../files/xlsx/sheet.ts'
import { xlsxBytes } from '../files/xlsx/workbook.ts'
import { exampleVehicle } from './template-example.ts'
import type { KnownMake } from '../names/names-table.ts'
import { vehicleFields } from '../names/vehicle-ids.ts'
import { fieldColumn } from '../writes/field-columns.ts'

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

const listsName = 'Lists'

/**
 * A workbook with every column of the operation. The example row and the hints are on a sheet of their own, so that no
 * example is ever sent. The lists of makes and models are on a hidden one.
 */
async function templateWorkbook(
  operation: Operation,
  makes: readonly KnownMake[],
): Promise<Uint8Array<ArrayBuffer>> {
  const fields = fieldsOf(operation)
  const columns = fields.map((field, at) => columnOf(field, operation, makes, at))
  const example = fields.map((field) => exampleVehicle[field] ?? writeFields[field].example)
  const plain = columns.map(({ header, width }) => ({ header, width, text: true }))
  return xlsxBytes([
    { name: m.word_adverts(), columns, rows: [] },
    {
      name: m.tables_template_example(),
      columns: plain,
      rows: [example, columns.map(({ hint = '' }) => hint)],
    },
    ...(makes.length === 0 ? [] : [listsOf(makes)]),
  ])
}

function columnOf(
  field: FieldName,
  operation: Operation,
  makes: readonly KnownMake[],
  at: number,
): SheetColumn {
  if (!vehicleFields.some((each) => each === field)) return fieldColumn(field, operation)
  const column = fieldColumn(field, operation, m.tables_hint_vehicle())
  const choice = vehicleChoice(field, makes, at)
  return { ...column, text: true, width: 24, ...(choice ? { choice } : {}) }
}

/** The makes; for a model, those of the make in the cell before it. */
function vehicleChoice(field: FieldName, makes: readonly KnownMake[], at: number): ColumnChoice | undefined {
  if (makes.length === 0) return undefined
  if (field === 'marka_id') return { source: `${listsName}!$A$2:$A$${makes.length + 1}` }
  const models = modelsOf(makes)
  if (field !== 'model_id' || models.length === 0) return undefined
  const make = `$${columnLetters(at - 1)}2`
  const owners = `${listsName}!$B$2:$B$${models.length + 1}`
  return { source: `OFFSET(${listsName}!$C$1,MATCH(${make},${owners},0),0,COUNTIF(${owners},${make}),1)` }
}

const modelsOf = (makes: readonly KnownMake[]): (readonly [make: string, model: string])[] =>
  makes.flatMap(({ make, models }) => models.map((model) => [make, model] as const))

/** The makes, and next to them every model with its make, those of one make together. */
function listsOf(makes: readonly KnownMake[]): Sheet {
  const models = modelsOf(makes)
  const rows = Array.from({ length: Math.max(makes.length, models.length) }, (_row, at) => [
    makes[at]?.make ?? null,
    ...(models[at] ?? [null, null]),
  ])
  const columns = ['Make', 'Make of model', 'Model'].map((header) => ({ header, width: 24, text: true }))
  return { name: listsName, hidden: true, columns, rows }
}
