import type { Context } from '../context/context.ts'
import { AdvertFormService } from './advert-form-service.ts'
import { AdvertFormTable } from './advert-form-table.ts'
import { beginForm, checkForm, knownAdvert } from './advert-form-ports.ts'
import { VehicleLists } from '../lookups/vehicle-lists.ts'
import type { Planning } from '../joins/plan-draft.ts'
import { timestamp } from '../system/clock.ts'
import type { Batches } from '../batch/open-batches.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import type { LookupsService } from '../lookups/lookups-service.ts'
import type { NamesTable } from '../names/names-table.ts'

interface Parts {
  readonly inventory: InventoryService
  readonly batches: Batches
  readonly lookups: LookupsService
  readonly names: NamesTable
}

/** The form of a new advert, which is checked as a row of an import. */
export function advertFormOf(
  context: Context,
  { inventory, batches, lookups, names }: Parts,
  planning: Planning,
): AdvertFormService {
  const { forms, clock, words, accounts } = context
  const accountId = async (): Promise<string> => (await accounts.owner()).accountId
  return new AdvertFormService({
    table: new AdvertFormTable(forms),
    accountId,
    now: () => timestamp(clock),
    check: async (cells) => checkForm(await planning.account(), cells),
    begin: (name, payload) => beginForm(planning.drafts, name, payload),
    advert: (account, id) => knownAdvert(inventory, batches, account, id),
    lists: new VehicleLists({ lookups, names, accountId }),
    words,
  })
}
