import { kindOf } from '#shared/batch/field-lists.ts'
import { type FieldName, writeFields } from '#shared/batch/write-fields.ts'
import { checkValues } from '../import/check/check.ts'
import { type RowPlan, planRows } from '../import/check/row-plan.ts'
import type { AdvertOutcome, CellReading, StagedPorts } from './staged-ports.ts'
import type { FileColumns } from '../writes/file-column.ts'
import { toProblem } from '../writes/problem-words.ts'
import type { BatchRow } from '#shared/batch/row.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { type AskedFacts, askedFacts, asksHidden, noWrites, writtenOfMany } from '../joins/batch-ports.ts'
import type { Batches } from '../batch/open-batches.ts'
import { type BriefFacts, shownFacts } from '../inventory/advert-rows.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import type { TemplateValues } from './note-template.ts'
import type { KnownAdvert } from './staged-edit.ts'
import { hiddenValues, shownValues } from '../writes/shown-values.ts'
import type { Values } from '../writes/values.ts'
import type { Context } from '../context/context.ts'
import { StagedService } from './staged-service.ts'
import { StagedStore } from './staged-store.ts'
import { Throttle } from '../system/throttle.ts'
import { timestamp } from '../system/clock.ts'

const mappingOf = (field: FieldName): FieldName[] =>
  field === 'price' ? ['auto_id', 'currency_id', field] : ['auto_id', 'currency_id', 'price', field]

/** The columns under their plain names in the language of the moment: no file names them. */
const labelled = (mapping: readonly FieldName[]): FileColumns => ({
  header: mapping.map((field) => writeFields[field].label()),
  mapping,
})

const plans = new Map<FieldName, RowPlan>()

/** A row of an import with one cell: the longest address that a service has makes its length that of the worst case. */
function planOf(field: FieldName): RowPlan {
  const mapping = mappingOf(field)
  const plan =
    plans.get(field) ??
    planRows({
      header: mapping,
      mapping,
      operation: 'edit',
      decimalMark: '.',
      fixedCells: true,
      userId: 1,
      baseUrlLength: 40,
    })
  plans.set(field, plan)
  return plan
}

/** Reads a typed text as the check of an import reads a cell: the same values, the same problems in the same words. */
export function readCell({ field, text, currency }: Parameters<StagedPorts['read']>[0]): CellReading {
  const plan = planOf(field)
  const isPrice = field === 'price'
  const cells = isPrice ? [1, currency, text] : [1, 1, 1, text]
  const row = checkValues(cells, plan)
  const found = row.problems.find(({ severity }) => severity === 'error')
  if (found) return { problem: toProblem(found, labelled(mappingOf(field))) }
  // A text is kept as it was typed: `[]`, which erases it, is read when the edit is sent.
  if (kindOf(field) === 'text') return { value: { value: text, currency: null } }
  const { [field]: value = '', currency_id: paid } = row.payload
  return { value: { value, currency: isPrice ? (paid as 1 | 2 | 3) : null } }
}

type Ports = Pick<StagedPorts, 'adverts' | 'asks' | 'outcomes' | 'read'>

/** Parts that staged edits need of the stock, of the checks of an import and of the batches. */
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
  return {
    ...{ title: facts.title, values, words: () => templateWords(facts) },
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

/** Pause between news of edits for the window while a batch writes them, in ms. */
const toldEvery = 250

export function stagedOf(
  context: Context,
  { inventory, batches }: { readonly inventory: InventoryService; readonly batches: Batches },
): StagedService {
  const { publish } = context
  const { edits: database, clock, hub, log } = context
  const throttle = new Throttle(clock, toldEvery)
  const edits: StagedService = new StagedService(new StagedStore(database), {
    ...stagedPorts(inventory, batches),
    accountId: async () => (await context.accounts.owner()).accountId,
    now: () => timestamp(clock),
    onUnreadable: (batch, error) => log.warn('a batch that holds edits can’t be read', { batch, error }),
    onChanged: (accountId, summary, adverts) => {
      const tell = (): void =>
        context.forCurrent(accountId, () =>
          publish('staged:changed', { summary, adverts: adverts && [...adverts] }),
        )
      if (adverts === null) throttle.run(accountId, tell)
      else tell()
    },
  })
  const failed = (error: unknown): void => log.warn('edits were not brought up to date', { error })
  hub.on('advert-written', ({ owner, write, autoId }) => {
    if (write.operation === 'edit')
      edits.settling.noteWritten(owner.accountId, autoId, write.payload).catch(failed)
  })
  hub.on('batch-changed', ({ state, accountId }) => {
    if (state !== 'running') edits.settling.settleBatches(accountId).catch(failed)
  })
  // What the command line did meanwhile for an account that the window did not show.
  hub.on('account-changed', ({ accountId }) => {
    edits.settling.settleBatches(accountId).catch(failed)
  })
  return edits
}
