import { currencyOfCode } from '#shared/batch/currency.ts'
import type { ShownAdvert } from '../writes/shown-advert.ts'
import type { ComparedFacts } from './advert-rows.ts'

/** A cached advert by the names of the write fields' table; its description only if it was read. */
export const shownFacts = (
  facts: Omit<ComparedFacts, 'year'> & { readonly description?: string | null | undefined },
): ShownAdvert => ({
  autoId: facts.id,
  markaId: facts.makeId,
  modelId: facts.modelId,
  usd: facts.usd,
  eur: facts.eur,
  uah: facts.uah,
  currency: currencyOfCode(facts.mainCurrency),
  description: facts.description ?? null,
  version: facts.version,
})
