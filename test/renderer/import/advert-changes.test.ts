import { expect, test, vi } from 'vitest'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Check } from '#shared/import/draft.ts'
import { AdvertChanges } from '../../../src/renderer/import/advert-changes.svelte.ts'

test('adverts whose rows could not be checked again are checked with the next that change', async () => {
  vi.useFakeTimers()
  const asked: number[][] = []
  const replies = [
    { ok: false, failure: { code: 'busy' } },
    { ok: true, value: { revision: 2 } as Check },
  ]
  const client = ((_name: string, { adverts }: { adverts: Float64Array }) => {
    asked.push([...adverts])
    return Promise.resolve(replies.shift())
  }) as unknown as Client<Calls>
  const listeners = new Map<string, (event: unknown) => void>()
  const on = (name: string, hear: (event: never) => void) => {
    listeners.set(name, hear as (event: unknown) => void)
    return () => undefined
  }
  const checked: Check[] = []
  const changes = new AdvertChanges(client, on, {
    check: () => ({ draftId: 'd', operation: 'edit', revision: 1 }) as Check,
    onChecked: (check) => Promise.resolve(void checked.push(check)),
  })
  changes.follow()
  const change = async (id: number): Promise<void> => {
    listeners.get('inventory:changed')?.({ changed: { ids: [id] } })
    await vi.advanceTimersByTimeAsync(2_000)
  }
  await change(1)
  expect([asked, checked]).toEqual([[[1]], []])
  await change(2)
  expect([asked[1]?.toSorted(), checked]).toEqual([[1, 2], [{ revision: 2 }]])
  expect(asked).toHaveLength(2)
  vi.useRealTimers()
})
