import { DaysTable } from '../demand/days-table.ts'
import { DemandService } from '../demand/demand-service.ts'
import type { Service } from './service.ts'
import type { Storage } from './storage.ts'

/** What buyers do with the adverts; what is saved is shown without a key. */
export const demandOf = ({ cache, clock }: Storage, service: Service): DemandService =>
  new DemandService({
    table: new DaysTable(cache),
    owner: async () => (await service.accounts.owner()).accountId,
    connection: () => service.accounts.connection(),
    api: async () => (await service.current()).demand,
    clock,
  })
