/** The place that a row has now, by the place that it had; null if it is gone. */
export type RowMove = (row: number) => number | null

/** A list whose rows are known by their keys, wherever they are. */
export interface KeyedList {
  readonly count: number
  rowKey(index: number): string | number
}

/** Moves between two lists: the places of one in the next; null if it is not in it. */
export function movesBetween(before: KeyedList, now: KeyedList): RowMove {
  let places: Map<string | number, number> | null = null
  return (place) => {
    places ??= placesByKey(now)
    return places.get(before.rowKey(place)) ?? null
  }
}

/** The same of lists that are ids alone. */
export const movesOfIds = (before: readonly number[], now: readonly number[]): RowMove =>
  movesBetween(listOfIds(before), listOfIds(now))

const listOfIds = (ids: readonly number[]): KeyedList => ({
  count: ids.length,
  rowKey: (index) => ids[index] ?? -1,
})

function placesByKey(list: KeyedList): Map<string | number, number> {
  const places = new Map<string | number, number>()
  for (let place = 0; place < list.count; place++) places.set(list.rowKey(place), place)
  return places
}
