import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import {
  applyColumnMap,
  type ColumnMap,
  constantFields,
  type Constants,
  matchedByName,
} from '#shared/import/column-map.ts'
import { type ColumnJoins, headerKey } from '#shared/import/column-joins.ts'
import { findValues, meaningsOf, type NamedValues, type TaughtColumn } from '#shared/import/column-values.ts'
import { areTheSame, type ColumnName, columnNames } from '#shared/import/file-columns.ts'
import { columnMapSchema, namedValuesSchema } from '#shared/import/column-map-schema.ts'
import type { Check, ColumnMapping, Inspection } from '#shared/import/draft.ts'
import { namedText } from '../import/csv/source-file.ts'
import { UsageError } from './usage-error.ts'
import type { ProblemCode } from '#shared/batch/row.ts'
import type { StockChoice } from '#shared/stock/stock-check.ts'
import type { CheckChoice } from '../import/worker/draft-source.ts'
import type { ImportRun } from './import-run.ts'

/** Adds `currency_id=USD` to the values that every row has. @throws UsageError with the fields that there are */
export function addConstant(word: string, before: Constants = {}): Constants {
  const at = word.indexOf('=')
  const name = word.slice(0, Math.max(at, 0)).trim()
  const field = constantFields.find((each) => each === name)
  if (!field || word.slice(at + 1).trim() === '')
    throw new UsageError(m.cli_set_unknown({ value: word, known: constantFields.join(', ') }))
  return { ...before, [field]: word.slice(at + 1) }
}

export interface MappedColumns {
  readonly mapping: ColumnMapping
  readonly joins: ColumnJoins
  readonly constants: Constants
  /** Meanings of words, by column. */
  readonly values: TaughtColumn[]
  /** Headers of columns that a person said something of. */
  readonly named: readonly string[]
  /** Columns without a field of which a person said that they mean nothing. */
  readonly ignored: number[]
  /** Columns that only their content was matched by, with what they were taken for. */
  readonly byContent: readonly { readonly header: string; readonly column: ColumnName }[]
}

type Columns = Omit<MappedColumns, 'values' | 'named' | 'ignored'>

/** Answers about the columns that a person gives on the command line. */
interface ColumnFiles {
  readonly map?: string | undefined
  readonly set?: Constants | undefined
  readonly values?: string | undefined
}

/** A field that no column is taken for, and the names of those that may be it. */
export interface UnclearField {
  readonly field: ColumnName
  readonly headers: readonly string[]
}

/** The fields that are unclear with these columns. */
export const unclearFields = (
  { header, rivals }: Pick<Inspection, 'header' | 'rivals'>,
  mapping: ColumnMapping,
): UnclearField[] =>
  rivals
    .filter(({ field }) => !mapping.some((column) => column !== null && areTheSame(column, field)))
    .map(({ field, columns }) => ({ field, headers: columns.map((column) => nameOf(header, column)) }))

/** The name of a column, or its number. */
export function nameOf(header: readonly string[], index: number): string {
  const name = header[index]?.trim() ?? ''
  return name === '' ? m.import_columns_unnamed({ number: index + 1 }) : name
}

/**
 * Columns and constants of a check: those of the map's file or of the window's last similar file, then those of `--set`
 * and `--values`, which win. Without either, columns are matched by their names, then by their contents.
 * @throws UsageError if the file is no map, Fault `map-column` if the imported file lacks a column that the map names
 */
export function mappedColumns(
  { map: path, set = {}, values: valuesPath }: ColumnFiles,
  inspection: Inspection,
  remembered: ColumnMap | null,
): MappedColumns {
  const map = path === undefined ? remembered : readMap(path)
  const taught = valuesPath === undefined ? {} : readValues(valuesPath, inspection)
  const columns =
    map === null ? matchedColumns(inspection, set) : columnsOfMap(map, path === undefined, set, inspection)
  requireMeanings(taught, valuesPath ?? '', inspection.header, columns.mapping)
  if (path !== undefined) requireMeanings(map?.values ?? {}, path, inspection.header, columns.mapping)
  const { header } = inspection
  const kept = findValues(map?.values ?? {}, header, columns.mapping)
  const named = findValues(taught, header, columns.mapping)
  const isNamed = new Set(Object.keys(map?.columns ?? {}).map(headerKey))
  // The window keeps all columns of a file, but asks only about those that say what rows do.
  const asked = path === undefined ? inspection.actions : inspection.header.map((_name, index) => index)
  return {
    ...columns,
    values: [...named.map((each) => withOthers(each, kept)), ...kept.filter((each) => !isOf(each, named))],
    named: Object.keys(map?.columns ?? {}),
    ignored: asked.filter(
      (index) => columns.mapping[index] === null && isNamed.has(headerKey(header[index] ?? '')),
    ),
  }
}

const isOf = ({ column }: TaughtColumn, others: readonly TaughtColumn[]): boolean =>
  others.some((other) => other.column === column)

const withOthers = ({ column, words }: TaughtColumn, others: readonly TaughtColumn[]): TaughtColumn => ({
  column,
  words: { ...others.find((other) => other.column === column)?.words, ...words },
})

function columnsOfMap(
  map: ColumnMap,
  isRemembered: boolean,
  set: Constants,
  inspection: Inspection,
): Columns {
  const { fileName, header, file } = inspection
  const constants = { ...map.set, ...set }
  const matched = isRemembered ? header.map(() => null) : matchedByName(inspection)
  const { mapping, joins, missing } = applyColumnMap({ ...map, set: constants }, header, matched)
  if (missing.length > 0)
    throw new Fault('map-column', { file: fileName, column: missing.join(', '), line: file.headerLine })
  return { mapping: withoutConstants(mapping, set), joins, constants, byContent: [] }
}

/** A value that every row has takes the place of a column. */
const withoutConstants = (mapping: ColumnMapping, set: Constants): ColumnMapping =>
  mapping.map((column) =>
    column !== null && (Object.keys(set) as (keyof Constants)[]).some((field) => areTheSame(field, column))
      ? null
      : column,
  )

/** Ids are never taken by their content here: the adverts would change before a person sees which they are. */
function matchedColumns({ header, mapping, matches }: Inspection, constants: Constants): Columns {
  const set = Object.keys(constants) as (keyof Constants)[]
  const isTaken = (column: ColumnName): boolean =>
    column === 'auto_id' || set.some((field) => areTheSame(field, column))
  const byContent: { header: string; column: ColumnName }[] = []
  const taken = mapping.map((column, index) => {
    if (column === null || matches[index] === 'name') return column
    if (isTaken(column)) return null
    byContent.push({ header: nameOf(header, index), column })
    return column
  })
  return { mapping: taken, joins: {}, constants, byContent }
}

/** @throws UsageError if the file holds no words of columns, or a column that the imported file lacks */
function readValues(path: string, { header, fileName }: Inspection): NamedValues {
  const read = namedValuesSchema.safeParse(jsonOf(path))
  if (!read.success) throw new UsageError(m.cli_values_form({ file: path }))
  const names = header.map(headerKey)
  const missing = Object.keys(read.data).filter((title) => !names.includes(headerKey(title)))
  if (missing.length > 0)
    throw new UsageError(m.cli_values_column({ file: path, column: missing.join(', '), of: fileName }))
  return read.data
}

/** @throws UsageError if a word means what its column's field can't be */
function requireMeanings(
  values: NamedValues,
  path: string,
  header: readonly string[],
  mapping: ColumnMapping,
): void {
  for (const [title, words] of Object.entries(values)) {
    const column = header.findIndex((name) => headerKey(name) === headerKey(title))
    const meanings = meaningsOf(mapping[column] ?? null)
    if (!meanings) throw new UsageError(m.cli_values_field({ file: path, column: title }))
    for (const [word, meaning] of Object.entries(words))
      if (!meanings.includes(meaning))
        throw new UsageError(
          m.cli_values_meaning({
            file: path,
            column: title,
            word,
            meaning,
            known: meanings.map((each) => JSON.stringify(each)).join(', '),
          }),
        )
  }
}

function readMap(path: string): ColumnMap {
  const read = columnMapSchema.safeParse(jsonOf(path))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const place = (issue?.path ?? []).join(' → ')
  if (place === '' && issue?.code === 'custom') throw new UsageError(m.cli_map_joins({ file: path }))
  if (place === '') throw new UsageError(m.cli_map_unreadable({ file: path }))
  throw new UsageError(m.cli_map_wrong({ file: path, place, known: columnNames.join(', ') }))
}

function jsonOf(path: string): unknown {
  const text = textOf(path)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(m.cli_map_unreadable({ file: path }), { cause: error })
  }
}

const textOf = (path: string): string => namedText(path).replace(/^\uFEFF/, '')

/** A column that seems to say what rows do, with some of its cells. */
export interface ActionColumn {
  readonly header: string
  readonly cells: readonly string[]
}

const mostCells = 4

/** The columns that seem to say what rows do and of which the person said nothing. */
export function openActions(
  { header, actions, sample }: Pick<Inspection, 'header' | 'actions' | 'sample'>,
  mapping: ColumnMapping,
  named: readonly string[],
): ActionColumn[] {
  const known = new Set(named.map(headerKey))
  return actions
    .filter((index) => mapping[index] === null && !known.has(headerKey(header[index] ?? '')))
    .map((index) => {
      const cells = sample.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '')
      return { header: nameOf(header, index), cells: [...new Set(cells)].slice(0, mostCells) }
    })
}

/** Columns that are not used, without those that are asked about. */
export const withoutActions = (unused: readonly string[], actions: readonly ActionColumn[]): string[] =>
  unused.filter((name) => !actions.some(({ header }) => header === name))

/** A question about the columns that only a person can answer, whatever else is confirmed; null if none. */
export function actionQuestion(
  actions: readonly ActionColumn[],
  choice: Pick<StockChoice, 'key' | 'quantity' | 'filter'> | null = null,
): string | null {
  const named = choice ? [choice.key, choice.quantity, choice.filter?.column] : []
  const isNamed = (header: string): boolean =>
    named.some((name) => headerKey(name ?? '') === headerKey(header))
  const open = actions.filter(({ header }) => !isNamed(header))
  if (open.length === 0) return null
  const words = choice ? m.cli_columns_action_stock : m.cli_columns_action
  return open.map(({ header, cells }) => words({ column: header, values: cells.join(', ') })).join('\n')
}

/** Codes of cells that are no known word of a short list. */
const wordCodes: ReadonlySet<ProblemCode> = new Set(['not-a-flag', 'not-a-currency', 'not-an-operation'])

/** Values that mean nothing, each once with its count, and how they are taught. */
export async function sayUnknownValues(
  { draftId, forecourt: { drafts }, output }: ImportRun,
  { problems }: Pick<Check, 'problems'>,
  { shape, mapping, values: taught = [] }: Pick<CheckChoice, 'shape' | 'mapping' | 'values'>,
): Promise<void> {
  const fields = new Set(problems.flatMap(({ code, column }) => (wordCodes.has(code) ? [column] : [])))
  const columns = (mapping ?? []).flatMap((field, column) =>
    field !== null && fields.has(field) ? [{ column, field }] : [],
  )
  if (columns.length === 0) return
  const { header } = await drafts.inspect(draftId, shape)
  for (const { column, values } of await drafts.values(draftId, shape, columns)) {
    const words = taught.find((each) => each.column === column)?.words ?? {}
    const open = values.filter(({ text, means }) => means === null && !Object.hasOwn(words, text))
    const title = header[column]?.trim() ?? ''
    const meanings = meaningsOf(mapping?.[column] ?? null) ?? []
    const [first] = open
    if (!first || title === '') continue
    output.say(
      m.cli_values_unknown({
        column: title,
        values: open
          .map(({ text, count }) => `${m.import_file_sign({ sign: text })} (${m.word_row_count({ count })})`)
          .join(', '),
        example: JSON.stringify({ [title]: { [first.text]: meanings[1] } }),
        known: meanings.map((each) => JSON.stringify(each)).join(', '),
      }),
    )
  }
}
