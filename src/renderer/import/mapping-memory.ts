import type { ColumnMapping, FieldName } from '#shared/import/draft.ts'

/** The part of localStorage that is needed. */
export type KeptTexts = Pick<Storage, 'getItem' | 'setItem'>
type Memory = [header: string, columns: [name: string, field: string | null][]][]

const place = 'forecourt:mappings'
const keptHeaders = 50

/** Files with the same names in another order are the same kind of file. */
const headerSet = (header: readonly string[]): string =>
  header
    .map((name) => name.trim().toLowerCase())
    .toSorted()
    .join('\u001f')

const isMemory = (value: unknown): value is Memory =>
  Array.isArray(value) &&
  value.every((entry) => Array.isArray(entry) && typeof entry[0] === 'string' && Array.isArray(entry[1]))

function read(storage: KeptTexts): Memory {
  try {
    const value: unknown = JSON.parse(storage.getItem(place) ?? '[]')
    return isMemory(value) ? value : []
  } catch {
    return []
  }
}

/** Keeps what the dealer chose for files with these headers; the oldest of 50 kinds is forgotten. */
export function rememberMapping(storage: KeptTexts, header: readonly string[], mapping: ColumnMapping): void {
  const key = headerSet(header)
  const columns = header.map((name, index): [string, string | null] => [
    name.trim().toLowerCase(),
    mapping[index] ?? null,
  ])
  const others = read(storage).filter(([known]) => known !== key)
  storage.setItem(place, JSON.stringify([[key, columns], ...others].slice(0, keptHeaders)))
}

/**
 * The fields chosen the last time for a file with these headers, in this file's order; null when there was none, or
 * when a field of then doesn't exist any more.
 */
export function recallMapping(
  storage: KeptTexts,
  header: readonly string[],
  fields: readonly FieldName[],
): ColumnMapping | null {
  const key = headerSet(header)
  const columns = read(storage).find(([known]) => known === key)?.[1]
  if (!columns) return null
  const chosen = new Map(columns)
  const known = new Set<string | null>([...fields, null])
  const mapping = header.map((name) => chosen.get(name.trim().toLowerCase()) ?? null)
  return mapping.every((field) => known.has(field)) ? (mapping as ColumnMapping) : null
}
