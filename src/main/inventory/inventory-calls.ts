import type { Handlers } from '#shared/bridge/call.ts'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import type { inventoryCalls } from '#shared/inventory/inventory-calls.ts'
import { type FileBytes, wholeFile } from '../files/file-bytes.ts'
import type { StockTable } from './inventory-export.ts'
import type { InventoryService } from './inventory-service.ts'
import type { InventorySync } from './inventory-sync.ts'

export const inventoryHandlers = (
  inventory: InventoryService,
  sync: InventorySync,
): Handlers<typeof inventoryCalls, AbortSignal> => ({
  'inventory:ids': async ({ shown, ...query }) => {
    const { ids, groups } = await inventory.lists.list(query)
    inventory.lists.prepareSoon()
    const rows = shown ? await inventory.rows([...ids.subarray(shown.first, shown.end)], shown.extra) : []
    return { ids, rows, ...(query.group && { groups: [...groups] }) }
  },
  'inventory:counts': ({ filters }) => inventory.lists.counts(filters),
  'inventory:overview': async ({ filters, lists }) => {
    const numbers = await inventory.lists.overview(filters, lists)
    const rows = await inventory.rows(numbers.lists.flatMap(({ firstId }) => firstId ?? []))
    const byId = new Map<number | null, AdvertRow>(rows.map((row) => [row.id, row]))
    return {
      ...numbers,
      lists: numbers.lists.map(({ firstId, ...list }) => ({ ...list, first: byId.get(firstId) ?? null })),
    }
  },
  'inventory:marks': () => inventory.lists.marks(),
  'inventory:sizes': async ({ lists }, signal) => ({ sizes: await inventory.lists.sizes(lists, signal) }),
  'inventory:sums': (given) => inventory.lists.sumsOf(given),
  'inventory:values': ({ column }) => inventory.lists.values(column),
  'inventory:rows': ({ ids, extra }) => inventory.rows(ids, extra),
  'inventory:detail': ({ id }) => inventory.detail(id),
  'inventory:sync-state': () => sync.state(),
  'inventory:sync': (_request, signal) => sync.sync(signal),
  'inventory:sync-cost': () => sync.cost(),
  'inventory:own-count': async (_request, signal) => ({ count: await sync.ownCount(signal) }),
  'inventory:read-listed': ({ most }, signal) => sync.readListed(most, signal),
  'inventory:stop': () => sync.stop(),
  'inventory:add': async ({ ids }, signal) => {
    // Noted first: an advert of another seller that is read and not noted would be in no list.
    await inventory.lists.watch(ids, true)
    return sync.add(ids, signal)
  },
  'inventory:sources': () => inventory.lists.sources(),
  'inventory:show-source': ({ source, shown }) => inventory.lists.showSource(source, shown),
  'inventory:watch': async ({ ids, watched }) => {
    await inventory.lists.watch(ids, watched)
    return null
  },
  'inventory:edit-table': async ({ ids, format }) => whole(await inventory.tables.toEdit(ids, format)),
  'inventory:export': async ({ ids, columns, format }) =>
    whole(await inventory.tables.asShown(ids, columns, format)),
})

/** The page saves a file as a whole. */
async function whole(table: StockTable): Promise<FileBytes & StockTable['counted']> {
  const file = await wholeFile(table)
  return { ...file, ...table.counted }
}
