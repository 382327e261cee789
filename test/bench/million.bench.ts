import { statSync } from 'node:fs'
import { fill, openCache } from './inventory/cache.ts'
import { listFigures } from './inventory/lists.ts'
import { timed } from './inventory/figures.ts'
import type { Figure } from './figure.ts'

export const name = 'Inventory of 1,000,000 adverts, ten times what is promised; only if it is named'

const adverts = 1_000_000
const megabyte = 1_048_576

/** What lists cost where no goal holds any more, what the file takes, and what main's memory comes to. */
export const run = (): Promise<Figure[]> => Promise.resolve(figures())

function figures(): Figure[] {
  const cache = openCache()
  try {
    const filling = timed(() => fill(cache, adverts))
    cache.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    const lists = listFigures(cache, adverts.toLocaleString('en'))
    return [
      { name: 'saved', value: (adverts / filling) * 1_000, unit: 'a second' },
      { name: 'on the disk', value: statSync(cache.db.location() ?? '').size / adverts, unit: 'bytes' },
      ...lists.map(({ goal: _goal, ...figure }) => figure),
      { name: 'memory of main, lists and all', value: process.memoryUsage().rss / megabyte, unit: 'MB' },
    ]
  } finally {
    cache.close()
  }
}
