import { AdvertFormService } from '../advert-form/advert-form-service.ts'
import { AdvertFormTable } from '../advert-form/advert-form-table.ts'
import { beginForm, checkForm, knownAdvert } from '../joins/advert-form-ports.ts'
import { VehicleLists } from '../lookups/vehicle-lists.ts'
import type { Planning } from '../joins/plan-draft.ts'
import { timestamp } from '../system/clock.ts'
import type { Features } from './features.ts'
import type { Service } from './service.ts'
import type { Storage } from './storage.ts'

/** The form of a new advert, which is checked as a row of an import. */
export function advertFormOf(
  { forms, clock, words }: Storage,
  { accounts }: Service,
  { inventory, batches, lookups, names }: Features,
  planning: Planning,
): AdvertFormService {
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
