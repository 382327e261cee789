import { DaysTable } from '../demand/days-table.ts'
import { DemandService } from '../demand/demand-service.ts'
import { MissingTable } from '../demand/missing-table.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import type { Service } from './service.ts'
import type { Storage } from './storage.ts'

/** What buyers do with the adverts; what is saved is shown without a key. */
export const demandOf = (
  { cache, clock }: Storage,
  service: Service,
  inventory: InventoryService,
): DemandService =>
  new DemandService({
    table: new DaysTable(cache),
    missing: new MissingTable(cache, clock),
    owner: async () => (await service.accounts.owner()).accountId,
    connection: () => service.accounts.connection(),
    api: async () => (await service.current()).demand,
    async otherAdvert(id) {
      const sort = [{ column: 'addedAt', descending: true }] as const
      const live = await inventory.lists.ids({ text: '', states: ['live'], sort: [...sort] })
      return live.find((each) => each !== id) ?? null
    },
    clock,
  })
