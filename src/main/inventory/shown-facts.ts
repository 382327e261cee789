import { currencyOfCode } from '#shared/batch/currency.ts'
import type { ShownAdvert } from '../writes/shown-advert.ts'
import type { AdvertFacts, BriefFacts } from './advert-rows.ts'

/** A cached advert by the names of the write fields' table. */
export const shownFacts = (
  facts: AdvertFacts | (BriefFacts & { readonly description: string | null }),
): ShownAdvert => ({
  autoId: facts.id,
  markaId: facts.makeId,
  modelId: facts.modelId,
  usd: facts.usd,
  eur: facts.eur,
  uah: facts.uah,
  currency: currencyOfCode(facts.mainCurrency),
  description: facts.description,
  version: facts.version,
})
