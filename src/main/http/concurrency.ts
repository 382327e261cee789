/**
 * Works through `items` with at most `concurrency` of them at once, begun in their order. After the first rejection no
 * further item is begun; the rejection is thrown when those under way have ended.
 */
export async function forEachConcurrently<Item>(
  items: Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]()
  let stopped = false
  const workThrough = async (): Promise<void> => {
    for (let next = queue.next(); !next.done && !stopped; next = queue.next()) {
      try {
        await work(next.value)
      } catch (error) {
        stopped = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: concurrency }, workThrough))
  const rejected = ended.find((each) => each.status === 'rejected')
  if (rejected) throw rejected.reason
}
