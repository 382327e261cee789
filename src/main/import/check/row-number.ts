import type { Operation } from '#shared/batch/operation.ts'
import { foldOf, keyIn, readStockKey, type StockKey } from '../../writes/stock-key.ts'
import { type Finding, finding } from '../../writes/finding.ts'
import type { Row } from '../rows/row.ts'
import type { RowPlan } from './row-plan.ts'
import { isCellError } from './cell-error.ts'
import { isNoValue } from './no-value.ts'

/** Why a cell has no key, and what is in it. */
export interface KeyTrouble {
  readonly reason: 'no-key' | 'long-key' | 'shortened-key' | 'error-key'
  readonly text: string
}

type KeyCell =
  | { readonly key: StockKey; readonly trouble: null }
  | { readonly key: null; readonly trouble: KeyTrouble }

/** `1,23457E+12`: what a spreadsheet makes of a long number. A dealer's own `12E5` is none. */
const shortened = /^\d(?:[.,]\d+)?[eе]\+\d+$/i

/** The key in a cell of a stock file, or the reason why the row's car is unknown. */
export function readKeyCell(text: string): KeyCell {
  const trouble = (reason: KeyTrouble['reason']): KeyCell => ({ key: null, trouble: { reason, text } })
  const bare = text.trim()
  if (shortened.test(bare)) return trouble('shortened-key')
  if (isCellError(bare)) return trouble('error-key')
  const key = isNoValue(bare) ? null : readStockKey(text)
  if (key) return { key, trouble: null }
  return trouble(isBlank(text) ? 'no-key' : 'long-key')
}

const isBlank = (text: string): boolean => isNoValue(text) || text.replace(/[\s\p{Cf}]+/gu, '') === ''

/** Advert of the number in a column; undefined without one, 0 while that is unknown. */
const advertIn = (record: Row, index: number, { adverts }: RowPlan): number | undefined =>
  index < 0 || adverts.size === 0 || record.text(index) === ''
    ? undefined
    : adverts.get(keyIn(record.text(index)) ?? '')

/** True if the number of a row has an advert. */
export const hasAdvert = (record: Row, plan: RowPlan): boolean =>
  (advertIn(record, plan.numberIndex, plan) ?? 0) > 0

/** True if a row of a new advert means the one that its number has, and a person said that such rows change it. */
export const changesLinked = (record: Row, plan: RowPlan): boolean =>
  plan.changesLinked === true && hasAdvert(record, plan)

/**
 * Finds the advert of a row by the dealer's own number, if no id names it, and reports what is wrong with the number.
 * @param numbers the values of the cells of the operation, into which the id is put
 */
export function findAdvert(
  record: Row,
  plan: RowPlan,
  operation: Operation,
  numbers: number[],
  problems: Finding[],
): void {
  if (operation === 'create') {
    problems.push(...numberOfCreate(record, plan))
    return
  }
  const at = plan.cells[operation].findIndex(({ field }) => field === 'auto_id')
  const lacking = problems.findIndex(({ column, code }) => column === 'auto_id' && code === 'required')
  if (lacking < 0) problems.push(...otherNumbers(record, plan, numbers[at] ?? Number.NaN))
  else if (plan.numberIndex >= 0) {
    const found = advertOfNumber(record, plan)
    if (typeof found === 'number') {
      numbers[at] = found
      problems.splice(lacking, 1)
    } else problems[lacking] = found
  }
}

function numberOfCreate(record: Row, plan: RowPlan): Finding[] {
  if (plan.numberIndex < 0) return []
  const text = record.text(plan.numberIndex)
  const { trouble } = readKeyCell(text)
  if (trouble) return trouble.reason === 'no-key' ? [] : [finding('stock_no', 'number-unclear', text)]
  const advert = advertIn(record, plan.numberIndex, plan)
  if (advert === undefined)
    return alikeTo(text, plan).map((other) =>
      finding('', 'in-stock-already', String(other.advert), { number: text, other: other.key }),
    )
  return [
    advert === 0
      ? finding('stock_no', 'number-held', text)
      : finding('stock_no', 'number-linked', text, { advert }),
  ]
}

/** The number with an advert that another spelling of this one is: `a-12` and `A-0012`. */
function alikeTo(
  text: string,
  { adverts, alike }: RowPlan,
): { readonly key: string; readonly advert: number }[] {
  if (alike.size === 0) return []
  const key = alike.get(foldOf(keyIn(text) ?? ''))
  return key === undefined ? [] : [{ key, advert: adverts.get(key) ?? 0 }]
}

function advertOfNumber(record: Row, plan: RowPlan): number | Finding {
  const text = record.text(plan.numberIndex)
  const { key, trouble } = readKeyCell(text)
  if (trouble?.reason === 'no-key') return finding('stock_no', plan.autoIdIndex < 0 ? 'required' : 'no-id')
  if (!key) return finding('stock_no', 'number-unclear', text)
  const advert = plan.adverts.get(key.key)
  if (advert === undefined) {
    const [other] = alikeTo(text, plan)
    return finding('stock_no', 'number-unknown', text, other && { other: other.key, advert: other.advert })
  }
  return advert === 0 ? finding('stock_no', 'number-held', text) : advert
}

/** Numbers that are known to be another advert's than the one of the row's id. */
function otherNumbers(record: Row, plan: RowPlan, id: number): Finding[] {
  if (Number.isNaN(id)) return []
  return plan.numberIndexes.flatMap((index) => {
    const advert = advertIn(record, index, plan) ?? 0
    if (advert === 0 || advert === id) return []
    return [
      finding(plan.mapping[index] ?? plan.header[index] ?? '', 'number-differs', record.text(index), {
        advert,
      }),
    ]
  })
}
