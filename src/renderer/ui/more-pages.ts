/** Facts of a list that is read page by page. */
interface ReadPages {
  readonly ids: readonly number[]
  /** All that match, as the service counts them; null if it doesn't say. */
  readonly count: number | null
  /** The last page brought nothing new. */
  readonly complete: boolean
}

/** Ids of a page that is full, unless the search asks for another number. */
const usualPage = 100

/** Ids of a page by what a search asks for; what is no such number, as a pasted search may have it, asks for none. */
export function pageSizeOf(asked: string | number | undefined): number {
  const size = Number(asked)
  return Number.isInteger(size) && size >= 1 ? Math.min(size, usualPage) : usualPage
}

/**
 * True if there is a page after those that were read. The service's count and its list disagree at times
 * (docs/service/practice.md, "count"). A list longer than its count goes on as long as its pages are full.
 */
export function hasMorePages({ ids, count, complete }: ReadPages, pageSize = usualPage): boolean {
  if (complete) return false
  if (count === null || ids.length < count) return true
  return ids.length > count && ids.length % pageSize === 0
}
