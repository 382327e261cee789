/**
 * Works through `items` with at most `lanes` at once, in order of beginning. The first rejection ends the beginning of
 * new ones and is thrown when those under way have ended.
 */
export async function inLanes<Item>(
  items: Iterable<Item>,
  lanes: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]()
  let stopped = false
  const lane = async (): Promise<void> => {
    for (let next = queue.next(); !next.done && !stopped; next = queue.next()) {
      try {
        await work(next.value)
      } catch (error) {
        stopped = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane))
  const broken = ended.find((each) => each.status === 'rejected')
  if (broken) throw broken.reason
}
