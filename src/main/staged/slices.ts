/** Cells or adverts that are looked up in one turn. */
const atOnce = 500

/** The items in slices of which each takes one short turn of the main thread. */
export function* slicesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += atOnce) yield items.slice(from, from + atOnce)
}
