import { currencies } from '#shared/batch/currency.ts'
import type { BatchRow } from '#shared/batch/row.ts'
import { writeFields, type FieldName } from '#shared/batch/write-fields.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { noWrites, writtenOfMany } from './batch-ports.ts'
import type { Batches } from '../batch/open-batches.ts'
import { readRecord, writeRecord } from '../import/csv/one-record.ts'
import { checkRow, payloadOf } from '../import/check/row-check.ts'
import { planRows, type RowPlan } from '../import/check/row-plan.ts'
import type { BriefFacts } from '../inventory/advert-rows.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import { shownFacts } from '../inventory/shown-facts.ts'
import type { TemplateValues } from '../staged/note-template.ts'
import type { KnownAdvert } from '../staged/staged-edit.ts'
import type { AdvertOutcome, CellReading, StagedPorts } from '../staged/staged-ports.ts'
import { guardText } from '#shared/files/spreadsheet-text.ts'
import { hiddenFields } from '#shared/batch/field-lists.ts'
import type { FileColumns } from '../writes/file-column.ts'
import { toProblem } from '../writes/problem-words.ts'
import { hiddenValues, shownValue } from '../writes/shown-values.ts'
import type { Values } from '../writes/values.ts'

type Ports = Pick<StagedPorts, 'adverts' | 'asks' | 'outcomes' | 'read'>

/** What the staged edits need of the stock, of the checks of an import and of the batches. */
export const stagedPorts = (inventory: InventoryService, { reader, ownWrites }: Batches): Ports => ({
  adverts: (accountId, ids, fields) => {
    const asksHidden = hiddenFields.some((field) => [...fields].some((each) => each === field))
    const written = asksHidden ? writtenOfMany({ reader, ownWrites }, accountId, ids) : noWrites
    const facts = inventory.briefFacts(accountId, ids)
    const texts = fields.has('auto_note') ? inventory.descriptions(accountId, ids) : noTexts
    const asked = [...new Set<FieldName>(['currency_id', ...fields])]
    return new Map(
      facts.map((each) => [
        each.id,
        knownAdvert({ ...each, description: texts.get(each.id) ?? null }, asked, written.get(each.id)),
      ]),
    )
  },
  asks: (accountId, batchId, advert) =>
    reader
      .ofAdvert(accountId, advert)
      .some((row) => row.batchId === batchId && (row.state === 'conflict' || row.state === 'in-doubt')),
  outcomes: (batchId) => outcomesOf(reader, batchId),
  read: readCell,
})

const noTexts: ReadonlyMap<number, string> = new Map()

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
  facts: BriefFacts & { readonly description: string | null },
  fields: readonly FieldName[],
  written: Values | undefined,
): KnownAdvert {
  const shown = shownFacts(facts)
  const values: Record<string, string | number> = written ? { ...hiddenValues(written) } : {}
  for (const field of fields) {
    const value = shownValue(field, shown)
    if (value !== null) values[field] = value
  }
  return { title: facts.title, values, gone: facts.state === 'gone', words: () => templateWords(facts) }
}

const templateWords = (facts: BriefFacts): TemplateValues => ({
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
      delimiter: '\t',
      fixedCells: true,
      userId: 1,
      baseUrlLength: 40,
    })
  plans.set(field, plan)
  return plan
}

/** A text that no rule concerns: the check of it would cost a hundred times more than the text. */
const isPlain = (text: string): boolean =>
  text.length < 300 && !text.startsWith('#') && !/[\0\ufffd]/.test(text) && text.trim() !== ''

/** Reads a typed text as the check of an import reads a cell: the same values, the same problems in the same words. */
function readCell({ field, text, currency }: Parameters<StagedPorts['read']>[0]): CellReading {
  if (field !== 'price' && field !== 'in_stock' && field !== 'test_drive' && isPlain(text))
    return { value: { value: text, currency: null } }
  const plan = planOf(field)
  const code = currency === null ? '' : currencies[currency]
  const isPrice = field === 'price'
  const cells = isPrice ? ['1', code, text] : ['1', 'USD', '1', guardText(text)]
  const row = checkRow(readRecord(writeRecord(cells, '\t'), '\t'), plan)
  const found = row.problems.find(({ severity }) => severity === 'error')
  if (found) return { problem: toProblem(found, labelled(mappingOf(field))) }
  const { [field]: value = '', currency_id: paid } = payloadOf(row, plan)
  return { value: { value, currency: isPrice ? (paid as 1 | 2 | 3) : null } }
}
