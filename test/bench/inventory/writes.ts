import { setTimeout as wait } from 'node:timers/promises'
import { ChangeNotes } from '../../../src/main/inventory/change-notes.ts'
import { FreshWrites } from '../../../src/main/inventory/fresh-writes.ts'
import { WriteRecorder } from '../../../src/main/inventory/write-recorder.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { median, type Figure } from '../figure.ts'
import { owner, type BenchCache } from './cache.ts'
import { percentile, timed } from './figures.ts'
import { NamesTable } from '../../../src/main/names/names-table.ts'

const edits = 400
/** 50 ms for the look and for the write, eight rows at once. */
const idealOfAnEdit = (2 * 50) / 8

/**
 * Edits recorded in the cache while the window's list is open, sorted by what they change: each note costs the window a
 * whole list. The cost of an edit is held against the time that the service takes for it.
 */
export async function writeFigures({ db, table }: BenchCache, size: string): Promise<Figure[]> {
  let lists = 0
  const list = (): void => {
    lists += 1
    const sort = [{ column: 'usd', descending: true }] as const
    table.ids(owner.accountId, owner.userId, { text: '', states: [], sort: [...sort] }, '2026-11-01 12:00:00')
  }
  const ids = [...table.knownIds(owner.accountId, owner.userId)]
  let listing = 0
  const notes = new ChangeNotes(systemClock, () => (listing += timed(list)))
  const recorder = new WriteRecorder({
    table,
    names: new NamesTable(db),
    clock: systemClock,
    fresh: new FreshWrites(systemClock),
    sync: { readSoon: () => undefined },
    onChanged: (of, change) => notes.add(of, change),
  })
  const taken: number[] = []
  for (let edit = 0; edit < edits; edit++) {
    const id = ids[(edit * 977) % ids.length] ?? 0
    const payload = { auto_id: id, currency_id: 1, price: 5_000 + edit } as const
    taken.push(timed(() => recorder.record(owner, { operation: 'edit', payload }, id)))
    await wait(2)
  }
  notes.close()
  const main = taken.reduce((sum, each) => sum + each, 0) + listing
  return [
    { name: `${size}: an edit into the cache, median`, value: median(taken), unit: 'ms' },
    { name: `${size}: an edit into the cache, 95th percentile`, value: percentile(taken, 0.95), unit: 'ms' },
    { name: `${size}: lists that the window asked for during 400 edits`, value: lists, unit: '' },
    {
      name: `${size}: edits and lists of the window, on top of the service's time`,
      value: 1 + main / edits / idealOfAnEdit,
      unit: '×',
      goal: 1.15,
    },
  ]
}
