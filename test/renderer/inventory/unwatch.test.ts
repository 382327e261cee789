import { expect, test } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import { InventoryState } from '../../../src/renderer/inventory/inventory-state.svelte.ts'
import { SourcesState } from '../../../src/renderer/inventory/sources-state.svelte.ts'
import { unwatch } from '../../../src/renderer/inventory/unwatch.ts'
import { Toasts } from '../../../src/renderer/ui/toasts.svelte.ts'
import { clientOf } from '../handler-client.ts'

test('an advert that could not be taken off the watched ones stays open, and it is said why', async () => {
  const client = clientOf({
    'inventory:watch': () => {
      throw new Fault('internal')
    },
  })
  const inventory = new InventoryState(client, () => () => undefined)
  inventory.openId = 7
  const toasts = new Toasts()
  await unwatch(7, { inventory, sources: new SourcesState(client), toasts })
  expect(inventory.openId).toBe(7)
  expect(toasts.past.list).toMatchObject([{ tone: 'conflict' }])
})
