import type { Handlers } from '#shared/bridge/call.ts'
import type { inventoryCalls } from '#shared/inventory/inventory-calls.ts'
import type { InventoryService } from './inventory-service.ts'

export const inventoryHandlers = (
  inventory: InventoryService,
): Handlers<typeof inventoryCalls, AbortSignal> => ({
  'inventory:ids': async (query) => ({ ids: await inventory.ids(query) }),
  'inventory:rows': ({ ids }) => inventory.rows(ids),
  'inventory:detail': ({ id }) => inventory.detail(id),
  'inventory:sync-state': () => inventory.syncState(),
  'inventory:sync': (_ask, signal) => inventory.sync(signal),
  'inventory:stop': () => inventory.stop(),
  'inventory:add': ({ ids }, signal) => inventory.add(ids, signal),
  'inventory:export': async (query) => ({
    fileName: 'forecourt-stock.csv',
    text: (await inventory.export(query)).text,
  }),
})
