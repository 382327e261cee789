import { constantFields, type Constants } from '#shared/import/column-map.ts'
import { type ColumnJoins, findJoins, nameJoins, type NamedJoins } from '#shared/import/column-joins.ts'
import type { ColumnMapping } from '#shared/import/draft.ts'
import { internalNotes, type ColumnName } from '#shared/import/file-columns.ts'

/** The part of localStorage that is needed. */
export interface TextStorage {
  getItem(key: string): string | null
  setItem(key: string, text: string): void
}
type SavedColumn = [name: string, field: string | null]
/** Mappings without a version were saved while internal notes were still matched to the text of the advert. */
type SavedMapping = [
  headers: string,
  columns: SavedColumn[],
  version?: number,
  accountId?: string,
  constants?: unknown,
  name?: unknown,
  joins?: unknown,
]

const version = 2

const storageKey = 'forecourt:mappings'
const maxMappings = 50

/** Files with the same column names in another order are the same kind of file. */
const headerSet = (header: readonly string[]): string =>
  header
    .map((name) => name.trim().toLowerCase())
    .toSorted()
    .join('\u001f')

const areMappings = (value: unknown): value is SavedMapping[] =>
  Array.isArray(value) &&
  value.every((entry) => Array.isArray(entry) && typeof entry[0] === 'string' && Array.isArray(entry[1]))

function readMappings(storage: TextStorage): SavedMapping[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
    return areMappings(value) ? value : []
  } catch {
    return []
  }
}

/** Saves the fields and constants chosen for an account's files with this header; of more than 50 the oldest is dropped. */
export function saveMapping(
  storage: TextStorage,
  header: readonly string[],
  mapping: ColumnMapping,
  accountId = '',
  constants: Constants = {},
  name = '',
  joins: ColumnJoins = {},
): void {
  const key = headerSet(header)
  const columns = header.map((name, index): [string, string | null] => [
    name.trim().toLowerCase(),
    mapping[index] ?? null,
  ])
  const others = readMappings(storage).filter(
    ([known, , , account = '']) => known !== key || account !== accountId,
  )
  const saved: SavedMapping = [key, columns, version, accountId, constants, name, nameJoins(joins, header)]
  storage.setItem(storageKey, JSON.stringify([saved, ...others].slice(0, maxMappings)))
}

/** What the account chose last; what was saved before mappings belonged to accounts is any account's. */
function savedFor(
  storage: TextStorage,
  header: readonly string[],
  accountId: string,
): SavedMapping | undefined {
  const key = headerSet(header)
  const saved = readMappings(storage).filter(([known]) => known === key)
  return (
    saved.find(([, , , account = '']) => account === accountId) ??
    saved.find(([, , , account = '']) => account === '')
  )
}

/** The constants saved with the mapping for this header. */
export function loadConstants(storage: TextStorage, header: readonly string[], accountId: string): Constants {
  const [, , , , constants] = savedFor(storage, header, accountId) ?? []
  if (typeof constants !== 'object' || constants === null) return {}
  const values = Object.entries(constants) as [string, unknown][]
  return Object.fromEntries(
    values.filter(
      ([name, value]) => typeof value === 'string' && constantFields.some((field) => field === name),
    ),
  )
}

/** The joins saved with the mapping for this header, by this file's columns. */
export function loadJoins(storage: TextStorage, header: readonly string[], accountId: string): ColumnJoins {
  const [, , , , , , joins] = savedFor(storage, header, accountId) ?? []
  return areJoins(joins) ? findJoins(joins, header).joins : {}
}

/** Only this class writes them, and the window's first script has no schemas. */
const areJoins = (value: unknown): value is NamedJoins =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (join: unknown) =>
      typeof join === 'object' &&
      join !== null &&
      'columns' in join &&
      Array.isArray(join.columns) &&
      join.columns.every((title) => typeof title === 'string') &&
      'separator' in join &&
      typeof join.separator === 'string',
  )

/** What the columns of this header are called. */
export function loadName(storage: TextStorage, header: readonly string[], accountId: string): string {
  const [, , , , , name] = savedFor(storage, header, accountId) ?? []
  return typeof name === 'string' ? name : ''
}

/** The dealer may never have chosen this: the column was matched by its name. */
const withoutNote = ([name, field]: SavedColumn): SavedColumn =>
  field === 'auto_note' && internalNotes.has(name) ? [name, null] : [name, field]

/**
 * The fields chosen last time for a file with this header, in this file's order; null if there was none, or if one of
 * those fields no longer exists.
 */
export function loadMapping(
  storage: TextStorage,
  header: readonly string[],
  fields: readonly ColumnName[],
  accountId = '',
): ColumnMapping | null {
  const saved = savedFor(storage, header, accountId)
  if (!saved) return null
  const [, columns, savedVersion] = saved
  const chosen = new Map(savedVersion === version ? columns : columns.map(withoutNote))
  const known = new Set<string | null>([...fields, null])
  const mapping = header.map((name) => chosen.get(name.trim().toLowerCase()) ?? null)
  return mapping.every((field) => known.has(field)) ? (mapping as ColumnMapping) : null
}
