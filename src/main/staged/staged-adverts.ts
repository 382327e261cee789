import type { BatchRow } from '#shared/batch/row.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { StagedField } from '#shared/staged/staged-edit.ts'
import type { Batches } from '../batch/open-batches.ts'
import { type BriefFacts, shownFacts } from '../inventory/advert-rows.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import { type AskedFacts, askedFacts, asksHidden, noWrites, writtenOfMany } from '../joins/batch-ports.ts'
import { hiddenValues, shownValues } from '../writes/shown-values.ts'
import type { Values } from '../writes/values.ts'
import type { TemplateValues } from './note-template.ts'
import type { KnownAdvert } from './staged-edit.ts'

/** `open` while the row may still be written; an advert that was not written keeps its edits. */
export interface AdvertOutcome {
  readonly advert: number
  readonly outcome: 'done' | 'not-done' | 'open'
}

/** The adverts of edits: what is known of them now, and what became of them in a batch. */
export class StagedAdverts {
  readonly #inventory: InventoryService
  readonly #batches: Batches

  constructor(inventory: InventoryService, batches: Batches) {
    this.#inventory = inventory
    this.#batches = batches
  }

  /** Facts of these adverts now, as far as the fields are concerned. */
  of(
    accountId: string,
    ids: readonly number[],
    fields: ReadonlySet<StagedField>,
  ): ReadonlyMap<number, KnownAdvert> {
    const asked = [...new Set<FieldName>(['currency_id', ...fields])]
    const written = asksHidden(asked) ? writtenOfMany(this.#batches, accountId, ids) : noWrites
    const facts = askedFacts(this.#inventory, accountId, ids, asked)
    return new Map(facts.map((each) => [each.id, knownAdvert(each, asked, written.get(each.id))]))
  }

  /** True if a batch asks the person about an advert: it was changed elsewhere, or an answer of the service was lost. */
  asks(accountId: string, batchId: string, advert: number): boolean {
    return this.#batches.reader
      .ofAdvert(accountId, advert)
      .some((row) => row.batchId === batchId && (row.state === 'conflict' || row.state === 'in-doubt'))
  }

  /** Outcomes of the adverts of a batch; none if there is no such batch any more. */
  *outcomes(batchId: string): Generator<AdvertOutcome> {
    try {
      for (const { autoId, state } of this.#batches.reader.allRows(batchId))
        if (autoId !== null) yield { advert: autoId, outcome: outcomes[state] }
    } catch (error) {
      // A journal that was set back, or lost and begun again, doesn't hold the batch any more.
      if (!(error instanceof Fault && error.code === 'batch-unknown')) throw error
    }
  }
}

const outcomes: Readonly<Record<BatchRow['state'], AdvertOutcome['outcome']>> = {
  planned: 'open',
  sending: 'open',
  'in-doubt': 'open',
  conflict: 'open',
  done: 'done',
  failed: 'not-done',
  invalid: 'not-done',
  skipped: 'not-done',
}

function knownAdvert(
  facts: AskedFacts,
  fields: readonly FieldName[],
  written: Values | undefined,
): KnownAdvert {
  const shown = shownFacts(facts)
  const values = { ...(written && hiddenValues(written)), ...shownValues(shown, fields) }
  return {
    title: facts.title,
    values,
    words: () => templateWords(facts),
    gone: facts.state === 'gone',
    offSale: facts.state === 'sold' || facts.state === 'archive',
  }
}

const templateWords = (facts: BriefFacts): Omit<TemplateValues, 'text'> => ({
  id: String(facts.id),
  title: facts.title,
  make: facts.make,
  model: facts.model,
  version: facts.version,
  year: String(facts.year ?? ''),
  mileage: facts.mileage === null ? '' : String(Math.round(facts.mileage * 1000)),
  city: facts.city,
  price: priceWords(facts),
})

function priceWords({ mainCurrency, usd, eur, uah }: BriefFacts): string {
  const price = { USD: usd, EUR: eur, UAH: uah }[mainCurrency] ?? null
  return price === null ? '' : `${price} ${mainCurrency}`
}
