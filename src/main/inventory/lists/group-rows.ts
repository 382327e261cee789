import { scattered } from './scattered.ts'

/** Rows of which those with the same key stand together, and how many each group has. */
export interface GroupedRows {
  readonly rows: Uint32Array
  readonly counts: readonly number[]
}

/**
 * Puts rows with the same key together. Groups are in the order in which their first rows came, which is that of the list;
 * within a group the order stays.
 */
export function groupRows(rows: Uint32Array, keyOf: (row: number) => number): GroupedRows {
  const groupOf = new Map<number, number>()
  const counts: number[] = []
  const groups = new Uint32Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    const key = keyOf(rows[at] ?? 0)
    const known = groupOf.get(key)
    const group = known ?? counts.push(0) - 1
    if (known === undefined) groupOf.set(key, group)
    counts[group] = (counts[group] ?? 0) + 1
    groups[at] = group
  }
  return { rows: scattered(rows, groups, placesOf(counts)), counts }
}

/** By group: the place of its first row. */
function placesOf(counts: readonly number[]): Uint32Array {
  const places = new Uint32Array(counts.length)
  for (let group = 1; group < counts.length; group++)
    places[group] = (places[group - 1] ?? 0) + (counts[group - 1] ?? 0)
  return places
}
