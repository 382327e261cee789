import type { BatchRow } from '#shared/batch/row.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { askedFacts, type AskedFacts, asksHidden, noWrites, writtenOfMany } from '../joins/batch-ports.ts'
import { readCell } from './read-cell.ts'
import type { Batches } from '../batch/open-batches.ts'
import type { BriefFacts } from '../inventory/advert-rows.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import { shownFacts } from '../inventory/shown-facts.ts'
import type { TemplateValues } from './note-template.ts'
import type { KnownAdvert } from './staged-edit.ts'
import type { AdvertOutcome, StagedPorts } from './staged-ports.ts'
import { hiddenValues, shownValues } from '../writes/shown-values.ts'
import type { Values } from '../writes/values.ts'

type Ports = Pick<StagedPorts, 'adverts' | 'asks' | 'outcomes' | 'read'>

/** What the staged edits need of the stock, of the checks of an import and of the batches. */
export const stagedPorts = (inventory: InventoryService, { reader, writes }: Batches): Ports => ({
  adverts: (accountId, ids, fields) => {
    const asked = [...new Set<FieldName>(['currency_id', ...fields])]
    const written = asksHidden(asked) ? writtenOfMany({ reader, writes }, accountId, ids) : noWrites
    const facts = askedFacts(inventory, accountId, ids, asked)
    return new Map(facts.map((each) => [each.id, knownAdvert(each, asked, written.get(each.id))]))
  },
  asks: (accountId, batchId, advert) =>
    reader
      .ofAdvert(accountId, advert)
      .some((row) => row.batchId === batchId && (row.state === 'conflict' || row.state === 'in-doubt')),
  outcomes: (batchId) => outcomesOf(reader, batchId),
  read: readCell,
})

function* outcomesOf(reader: Batches['reader'], batchId: string): Generator<AdvertOutcome> {
  try {
    for (const { autoId, state } of reader.allRows(batchId))
      if (autoId !== null) yield { advert: autoId, outcome: outcomes[state] }
  } catch (error) {
    // A journal that was set back, or lost and begun again, doesn't hold the batch any more.
    if (!(error instanceof Fault && error.code === 'batch-unknown')) throw error
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
  return { title: facts.title, values, gone: facts.state === 'gone', words: () => templateWords(facts) }
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
