/**
 * Each row at the next place of its key: a step of counting sort, in which what is equal keeps its order.
 * @param keys of the rows, by their places among `rows`
 * @param places by key, where its first row goes; they are counted up
 */
export function scattered(rows: Uint32Array, keys: Uint32Array, places: Uint32Array): Uint32Array {
  const sorted = new Uint32Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    const key = keys[at] ?? 0
    const place = places[key] ?? 0
    places[key] = place + 1
    sorted[place] = rows[at] ?? 0
  }
  return sorted
}
