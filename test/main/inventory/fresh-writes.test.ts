import { expect, test } from 'vitest'
import type { CachedAdvert } from '../../../src/main/inventory/advert-rows.ts'
import { FreshWrites } from '../../../src/main/inventory/fresh-writes.ts'
import { systemClock } from '../../../src/main/system/clock.ts'

const minute = 60_000

test('a read that shows another value is ignored for ten minutes after a write, and not longer because the clock was set back', () => {
  let now = Date.parse('2026-11-27T08:00:00Z')
  const fresh = new FreshWrites({ ...systemClock, now: () => now })
  const read = { id: 7, version: 'before' } as unknown as CachedAdvert
  const isTaken = (): boolean => fresh.trusted('dealer', read).length === 1
  const write = (): void => fresh.record('dealer', 7, { auto_id: 7, currency_id: 1, version: 'ours' })

  write()
  now += 9 * minute
  expect(isTaken()).toBe(false)
  now += minute
  expect(isTaken()).toBe(true)

  write()
  now -= 24 * 60 * minute
  expect(isTaken()).toBe(true)
})
