import { hash } from 'node:crypto'
import { changeableFields, fieldNames } from '#shared/batch/field-lists.ts'
import { type Finding, finding } from '../../writes/finding.ts'
import { isSameValue } from '../../writes/shown-values.ts'
import { foldOf, keyIn } from '../../writes/stock-key.ts'
import type { Values } from '../../writes/values.ts'
import { amountIn } from '../check/value-words.ts'
import { isNoValue } from '../check/no-value.ts'
import type { CheckedRow } from '../check/checked-row.ts'
import type { RowPlan } from '../check/row-plan.ts'
import type { RowOfDraft } from './draft-row.ts'

const nothing: readonly never[] = []

/** A maker's number as it is whole; a part of one, or stars for it, may be that of several cars. */
const wholeVin = /^[A-HJ-NPR-Z\d]{17}$/i

/** Finds rows that repeat an earlier one, or its number: each is reported, and contradictory ones are errors. */
export function findRepeats(rows: readonly RowOfDraft[], plan: RowPlan): void {
  const firsts = new Firsts(plan)
  const groups = new Map<number, RowOfDraft[]>()
  const byLine = new Map<number, RowOfDraft>()
  for (const row of rows) {
    row.isSame = false
    const found = row.checked.mark === undefined ? null : firsts.repeated(row)
    row.byOthers = found ? [found] : nothing
    if (!found || found.code === 'duplicate-row') continue
    const first = Number(found.details.firstLine)
    groups.set(first, [...(groups.get(first) ?? []), row])
  }
  if (groups.size === 0) return
  for (const row of rows) if (groups.has(row.line)) byLine.set(row.line, row)
  for (const [line, others] of groups) {
    const first = byLine.get(line)
    if (first) settle(first, others, plan)
  }
}

/** The first of new adverts with a mark, or lines by what their rows say as soon as there is another. */
type SameMark = CheckedRow | Map<string, number>

/** Lines in which a difference between rows was first seen. */
class Firsts {
  readonly #plan: RowPlan
  readonly #creates = new Map<number, SameMark>()
  readonly #targets = new Map<number, number>()
  readonly #numbers = new Map<string, number>()
  readonly #spellings = new Map<string, number>()
  readonly #makers = new Map<string, number>()

  constructor(plan: RowPlan) {
    this.#plan = plan
  }

  /** Finds the earlier row that a row repeats; null if there is none. */
  repeated({ line, checked }: RowOfDraft): Finding | null {
    const { operation, record, mark } = checked
    if (operation !== 'create') {
      const firstLine = first(this.#targets, mark, line)
      return firstLine === 0 ? null : finding('auto_id', 'duplicate-target', String(mark), { firstLine })
    }
    const same = this.#sameCreate(line, checked)
    const { numberIndex, makersIndex, header } = this.#plan
    const number = this.#keyAt(numberIndex, record.text(numberIndex))
    const maker = this.#keyAt(makersIndex, record.text(makersIndex))
    const ofNumber = first(this.#numbers, number, line)
    const ofMaker = first(this.#makers, maker !== undefined && wholeVin.test(maker) ? maker : undefined, line)
    const ofSpelling = first(this.#spellings, number && foldOf(number), line)
    if (ofNumber > 0)
      return finding('stock_no', 'number-repeated', record.text(numberIndex), { firstLine: ofNumber })
    if (ofMaker > 0)
      return finding(header[makersIndex]?.trim() ?? '', 'number-repeated', record.text(makersIndex), {
        firstLine: ofMaker,
      })
    // Another spelling is none of the same row's.
    if (ofSpelling > 0 && ofSpelling !== same)
      return finding('', 'duplicate-row', record.text(numberIndex), { firstLine: ofSpelling })
    return same > 0 ? finding('', 'duplicate-row', '', { firstLine: same }) : null
  }

  /**
   * The line of the first row that creates the same; 0 if it is this one. What rows say is only looked at if they have
   * equal marks.
   */
  #sameCreate(line: number, checked: CheckedRow): number {
    const { mark } = checked
    if (mark === undefined) return 0
    const known = this.#creates.get(mark)
    if (!known) {
      this.#creates.set(mark, checked)
      return 0
    }
    const bySaid = known instanceof Map ? known : new Map([[this.#saidBy(known), known.record.line]])
    this.#creates.set(mark, bySaid)
    return first(bySaid, this.#saidBy(checked), line)
  }

  /** The numbers of a create, and its texts. */
  #saidBy({ payload, record }: CheckedRow): string {
    const numbers = this.#plan.cells.create.flatMap(({ kind, field }) =>
      kind === 'text' ? [] : [payload[field]],
    )
    const texts = this.#plan.texts.map(({ index }) => record.text(index).trim()).join('\0')
    return `${numbers.join(',')}\0${texts.length > longest ? hash('sha1', texts) : texts}`
  }

  #keyAt(index: number, text: string): string | undefined {
    const key = index >= 0 ? keyIn(text) : null
    return key === null || isNoValue(key) ? undefined : key
  }
}

/** The line of the first row with a mark; 0 if it is this one. */
function first<Mark>(lines: Map<Mark, number>, mark: Mark | undefined, line: number): number {
  if (mark === undefined) return 0
  const known = lines.get(mark)
  if (known === undefined) lines.set(mark, line)
  return known ?? 0
}

/** A row whose advert, or number, another row of the file has too. */
interface Said {
  readonly row: RowOfDraft
  readonly payload: Values
  /** The number of cars in the cell of `in_stock`; null if it says none. */
  readonly amount: number | null
}

/**
 * Settles rows of one advert, or of one number of a new one. The right one of contradictory rows is unknown, so all of
 * them are errors. Rows that say the same are one car, and one request. A row that is left out says nothing.
 */
function settle(firstRow: RowOfDraft, others: readonly RowOfDraft[], plan: RowPlan): void {
  const [repeat] = others[0]?.byOthers ?? []
  if (!repeat) return
  const firstLine = firstRow.line
  const all = [firstRow, ...others]
  const rows = all.filter(({ leftOut }) => !leftOut).map((row) => saidBy(row, plan))
  const [first] = rows
  const differing = first && rows.find((said) => differ(first, said))
  // Cars of one number are added up: one place that has some makes the advert one of a car in stock.
  const taken = rows.find(({ amount }) => amount !== null && amount > 0) ?? first
  for (const row of all) {
    const isNew = row.checked.operation === 'create'
    const isError = !row.leftOut && differing !== undefined
    const isRepeat = isNew ? row !== taken?.row : saysNoMore(row, first)
    row.isSame = !row.leftOut && !differing && isRepeat
    if (row === firstRow && !row.isSame && !isError) continue
    const other =
      isError && row === first?.row ? differing.row.line : (row.isSame && isNew ? taken : first)?.row.line
    const why = isError ? { why: 'differs' } : isNew || row.isSame ? { why: 'same' } : {}
    row.byOthers = [
      ...row.byOthers.filter(({ code }) => code === 'duplicate-row'),
      {
        column: repeat.column,
        code: repeat.code,
        value: repeat.value,
        severity: isError ? 'error' : 'warning',
        details: { firstLine, ...(other === undefined || other === firstLine ? {} : { other }), ...why },
      },
    ]
  }
}

/** True if all that a row changes in its advert is changed by the first one too, which can be sent. */
const saysNoMore = (row: RowOfDraft, first: Said | undefined): boolean =>
  first !== undefined &&
  row !== first.row &&
  first.row.isValid &&
  changeableFields.every((field) => row.checked.payload[field] === undefined || field in first.payload)

function saidBy(row: RowOfDraft, plan: RowPlan): Said {
  const stock = plan.mapping.indexOf('in_stock')
  const amount = stock < 0 ? null : amountIn(row.checked.record.text(stock))
  const payload = Object.fromEntries(
    Object.entries(row.checked.payload).map(([field, value]) => [field, shortened(value)]),
  )
  return { row, payload, amount }
}

/** Longer texts are compared by a digest: a file may have as many of them as fit in memory. */
const longest = 60

const shortened = (value: string | number): string | number =>
  typeof value === 'number' || value.length <= longest
    ? value
    : hash('sha1', value.trim().replace(/\r\n?/g, '\n'))

function differ(one: Said, other: Said): boolean {
  const { operation } = one.row.checked
  if (operation !== other.row.checked.operation) return true
  const isNew = operation === 'create'
  const isCounted = isNew && one.amount !== null && other.amount !== null
  return (isNew ? fieldNames : changeableFields).some((field) => {
    const value = one.payload[field]
    const otherValue = other.payload[field]
    if (field === 'in_stock' && isCounted) return false
    if (value === undefined || otherValue === undefined) return isNew && value !== otherValue
    return !isSameValue(field, value, otherValue)
  })
}
