import { DaysTable } from '../demand/days-table.ts'
import { DemandService } from '../demand/demand-service.ts'
import { LookupAnswersTable } from '../lookups/lookup-answers-table.ts'
import type { Service } from './service.ts'
import type { Storage } from './storage.ts'

/** What buyers do with the adverts; what is saved is shown without a key. */
export const demandOf = ({ cache, clock }: Storage, service: Service): DemandService =>
  new DemandService({
    table: new DaysTable(cache),
    missing: new LookupAnswersTable(cache, clock),
    owner: async () => (await service.accounts.owner()).accountId,
    connection: () => service.accounts.connection(),
    api: async () => (await service.current()).demand,
    clock,
  })
