import type { Context } from '../context/context.ts'
import type { AdvertFilter, DaysFilter } from '#shared/inventory/advert-filter.ts'
import type { AdvertSort } from '#shared/inventory/advert.ts'
import { DaysTable } from './days-table.ts'
import { DemandService } from './demand-service.ts'
import { MissingTable } from '../service/missing-table.ts'
import { StockDaysTable } from './stock-days-table.ts'
import { TotalsTable } from './totals-table.ts'
import type { LiveAdverts } from './reading-order.ts'
import type { AdvertsTable } from '../inventory/adverts-table.ts'
import type { ChangeNotes } from '../inventory/change-notes.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import { readable } from '../storage/readable.ts'

interface DemandParts {
  readonly inventory: InventoryService
  readonly table: AdvertsTable
  readonly notes: ChangeNotes
}

/** What buyers do with the adverts; what is saved is shown without a key. */
export const demandOf = (context: Context, { inventory, table, notes }: DemandParts): DemandService => {
  const { cache, clock, journal } = context
  return new DemandService({
    table: new DaysTable(cache),
    stockDays: new StockDaysTable(cache),
    totals: new TotalsTable(cache),
    missing: new MissingTable(cache, clock),
    owner: async () => (await context.accounts.owner()).accountId,
    connection: () => context.accounts.connection(),
    api: async (accountId) => (await context.client(accountId)).demand,
    async onRead(accountId, id) {
      const owner = await context.accounts.owner()
      if (owner.accountId === accountId) notes.add(owner, table.viewsRead(accountId, id))
    },
    edits: (accountId, id) => readable(() => journal.writes.edits(accountId, id), []),
    live: () => liveAdverts(inventory),
    clock,
  })
}

/** Days within which an advert is new, will expire, or was edited lately. */
const newFor = 14
const soon = 7

async function liveAdverts({ lists }: InventoryService): Promise<LiveAdverts> {
  const live = (filters: AdvertFilter[], sort: AdvertSort = []): Promise<Float64Array> =>
    lists.ids({ text: '', states: ['live'], sort, filters })
  const within = async (field: DaysFilter['field'], days: number): Promise<Set<number>> =>
    new Set(await live([{ field, from: 0, to: days }]))
  return {
    byPrice: await live([], [{ column: 'usd', descending: true }]),
    fresh: await within('age', newFor),
    expiring: await within('expiresIn', soon),
    edited: await within('updatedAgo', soon),
  }
}
