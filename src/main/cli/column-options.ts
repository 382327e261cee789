import { readFileSync } from 'node:fs'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { applyColumnMap, type ColumnMap, constantFields, type Constants } from '#shared/import/column-map.ts'
import { columnMapSchema } from '#shared/import/column-map-schema.ts'
import type { ColumnMapping, Inspection } from '#shared/import/draft.ts'
import { asFileFault } from '../import/csv/source-file.ts'
import { UsageError } from './usage-error.ts'

/** Adds `currency_id=USD` to the values that every row has. @throws UsageError with the fields that there are */
export function addConstant(word: string, before: Constants = {}): Constants {
  const at = word.indexOf('=')
  const name = word.slice(0, Math.max(at, 0)).trim()
  const field = constantFields.find((each) => each === name)
  if (!field || word.slice(at + 1).trim() === '')
    throw new UsageError(m.cli_set_unknown({ value: word, known: constantFields.join(', ') }))
  return { ...before, [field]: word.slice(at + 1) }
}

/**
 * The columns and constants of a check: those of the map's file, then of `--set`, which wins.
 * @throws UsageError if the file is no map, Fault `map-column` if the imported file lacks a column that the map names
 */
export async function mappedColumns(
  path: string | undefined,
  set: Constants | undefined,
  inspect: () => Promise<Inspection>,
): Promise<{ mapping: ColumnMapping | null; constants: Constants }> {
  if (path === undefined) return { mapping: null, constants: set ?? {} }
  const read = readMap(path)
  const constants = { ...read.set, ...set }
  const { fileName, header, mapping: matched, file } = await inspect()
  const { mapping, missing } = applyColumnMap({ ...read, set: constants }, header, matched)
  const [column] = missing
  if (column !== undefined) throw new Fault('map-column', { file: fileName, column, line: file.headerLine })
  return { mapping, constants }
}

function readMap(path: string): ColumnMap {
  try {
    return columnMapSchema.parse(JSON.parse(textOf(path)))
  } catch (error) {
    if (error instanceof Fault) throw error
    throw new UsageError(m.cli_map_unreadable({ file: path }), { cause: error })
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    throw asFileFault(error, path)
  }
}
