import { currencies } from '#shared/batch/currency.ts'
import type { BatchRow } from '#shared/batch/row.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { currentAdverts, noWrites } from './batch-ports.ts'
import type { Batches } from './batch/open-batches.ts'
import { readRecord, writeRecord } from './import/csv/one-record.ts'
import { checkRow, payloadOf } from './import/check/row-check.ts'
import { planRows, type RowPlan } from './import/check/row-plan.ts'
import type { InventoryService } from './inventory/inventory-service.ts'
import type { TemplateValues } from './staged/note-template.ts'
import type { AdvertOutcome, CellReading, StagedPorts } from './staged/staged-ports.ts'
import { guardText } from '#shared/files/spreadsheet-text.ts'
import { hiddenFields } from '#shared/batch/field-lists.ts'
import { toProblem } from './writes/problem-words.ts'

type Ports = Pick<StagedPorts, 'adverts' | 'words' | 'outcomes' | 'read'>

/** What the staged edits need of the stock, of the checks of an import and of the batches. */
export const stagedPorts = (inventory: InventoryService, { reader, ownWrites }: Batches): Ports => ({
  adverts: (accountId, ids, fields) => {
    const hidden = hiddenFields.some((field) => [...fields].some((each) => each === field))
    const journalled = hidden ? reader.journalled(ids) : new Set<number>()
    return currentAdverts(
      inventory.facts(accountId, ids),
      journalled.size === 0 ? noWrites : ownWrites().valuesOfMany(accountId, [...journalled]),
    )
  },
  words: (accountId, ids) => templateWords(inventory, accountId, ids),
  outcomes: (batchId) => {
    try {
      return [...outcomesOf(reader.allRows(batchId))]
    } catch (error) {
      // A journal that was set back, or lost and begun anew, doesn't hold the batch any more.
      if (error instanceof Fault && error.code === 'batch-unknown') return null
      throw error
    }
  },
  read: readCell,
})

function* outcomesOf(rows: Iterable<BatchRow>): Generator<AdvertOutcome> {
  for (const { autoId, state } of rows)
    if (autoId !== null) yield { advert: autoId, outcome: outcomes[state] }
}

const outcomes: Readonly<Record<BatchRow['state'], AdvertOutcome['outcome']>> = {
  planned: 'open',
  sending: 'open',
  unknown: 'open',
  conflict: 'open',
  done: 'done',
  failed: 'not-done',
  invalid: 'not-done',
  skipped: 'not-done',
}

function templateWords(
  inventory: InventoryService,
  accountId: string,
  ids: readonly number[],
): ReadonlyMap<number, TemplateValues> {
  return new Map(
    inventory.rowsOf(accountId, ids).map((row) => [
      row.id,
      {
        id: String(row.id),
        title: row.title,
        make: row.make,
        model: row.model,
        version: row.version,
        year: String(row.year ?? ''),
        mileage: row.mileage === null ? '' : String(row.mileage * 1000),
        city: row.city,
        price: priceWords(row),
      },
    ]),
  )
}

function priceWords({ mainCurrency, usd, eur, uah }: ReturnType<InventoryService['rowsOf']>[number]): string {
  const price = { USD: usd, EUR: eur, UAH: uah }[mainCurrency] ?? null
  return price === null ? '' : `${price} ${mainCurrency}`
}

const mappingOf = (field: FieldName): FieldName[] =>
  field === 'price' ? ['auto_id', 'currency_id', field] : ['auto_id', 'currency_id', 'price', field]

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
  if (found) return { problem: toProblem(found) }
  const { [field]: value = '', currency_id: paid } = payloadOf(row, plan)
  return { value: { value, currency: isPrice ? (paid as 1 | 2 | 3) : null } }
}
