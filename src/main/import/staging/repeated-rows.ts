import { hash } from 'node:crypto'
import { z } from 'zod'
import { changeableFields } from '#shared/batch/field-lists.ts'
import { fieldNames } from '#shared/batch/field-names.ts'
import type { Finding } from '../../writes/finding.ts'
import { isSameValue } from '../../writes/shown-values.ts'
import type { Values } from '../../writes/values.ts'
import { amountIn } from '../check/availability-words.ts'
import type { CheckedRow } from '../check/checked-row.ts'
import { checkRow, payloadOf } from '../check/row-check.ts'
import { planRows, type RowPlan } from '../check/row-plan.ts'
import { storedJson } from '../../storage/stored-json.ts'
import { readStored } from '../../storage/stored-record.ts'
import { draftPlace } from './draft-place.ts'
import { pagesOfLines } from './row-pages.ts'
import type { RecheckParts } from './row-rechecks.ts'
import { StagedChunks } from './staged-chunks.ts'
import { formatOf } from './staged-plan.ts'
import { StagedVehicles } from './staged-vehicles.ts'

/** Values of a row whose advert, or number, another row of the file has too. */
interface Said {
  readonly line: number
  readonly leftOut: boolean
  readonly operation: CheckedRow['operation']
  readonly payload: Values
  /** The number of cars in the cell of `in_stock`; null if it says none. */
  readonly amount: number | null
}

type Parts = Pick<RecheckParts, 'staging' | 'plan'>

/** Problems of rows that have their advert, or their number, in common with an earlier one. */
const codes = ['duplicate-target', 'number-repeated'] as const

const repeatSchema = z.object({
  line: z.int(),
  column: z.string(),
  code: z.enum(codes),
  value: z.string(),
  severity: z.enum(['error', 'warning']),
  details: storedJson.pipe(
    z.object({ firstLine: z.int(), other: z.int().optional(), why: z.string().optional() }),
  ),
})
type Repeat = z.infer<typeof repeatSchema>

const selectRepeats = `SELECT line, column, code, value, severity, details FROM findings
  WHERE code IN (${codes.map((code) => `'${code}'`).join(', ')})`

/** The finding of a row that takes the place of its earlier one. */
interface Settled {
  readonly line: number
  readonly found: Finding | null
  /** True if another row does what this one says. */
  readonly isSame: boolean
}

/**
 * Finds the rows of one advert, or of one number of a new one, that say different things: nobody knows which is right, so all of them
 * are errors. Rows of a new number that say the same are one car. A row that is left out says nothing.
 */
export function settleRepeats({ staging, plan }: Parts): void {
  const known = staging.db
    .prepare(selectRepeats)
    .all()
    .map((row) => readStored(repeatSchema, row, draftPlace('findings')))
  if (known.length === 0) return
  const before = new Map(known.map((repeat) => [repeat.line, repeat]))
  const groups = Map.groupBy(
    // What the first row of a group has of the others names itself.
    known.filter(({ line, details }) => details.firstLine !== line),
    ({ details }) => details.firstLine,
  )
  const said = saidIn(
    [...groups].flatMap(([first, others]) => [first, ...others.map(({ line }) => line)]),
    { staging, plan },
  )
  const settled = [...groups].flatMap(([first, others]) => settledOf(first, others, said))
  const kept = new Set(settled.map(({ line }) => line))
  const gone = known.flatMap(({ line }) => (kept.has(line) ? [] : [{ line, found: null, isSame: false }]))
  staging.replaceFound(
    codes,
    [...settled, ...gone].filter((each) => !isAsBefore(each, before.get(each.line))),
  )
}

const isAsBefore = ({ found }: Settled, before: Repeat | undefined): boolean =>
  found?.severity === before?.severity && JSON.stringify(found?.details) === JSON.stringify(before?.details)

function saidIn(lines: readonly number[], { staging, plan }: Parts): Map<number, Said> {
  const rowPlan = planRows(plan, new StagedVehicles(staging.db))
  // Faults of texts are found already.
  const bare = { ...rowPlan, texts: [] }
  const [chunks, format] = [new StagedChunks(staging.db), formatOf(plan)]
  const said = new Map<number, Said>()
  for (const page of pagesOfLines(staging.db, lines))
    for (const [at, record] of format.readPage(chunks.page(page)).entries()) {
      const { line = 0, leftOut = 0 } = page[at] ?? {}
      said.set(line, { line, leftOut: leftOut === 1, ...saidBy(checkRow(record, bare), rowPlan) })
    }
  return said
}

function saidBy(row: CheckedRow, plan: RowPlan): Omit<Said, 'line' | 'leftOut'> {
  const stock = plan.mapping.indexOf('in_stock')
  const amount = stock < 0 ? null : amountIn(row.record.text(stock))
  const payload = Object.fromEntries(
    Object.entries(payloadOf(row, plan)).map(([field, value]) => [field, shortened(value)]),
  )
  return { operation: row.operation, payload, amount }
}

/** Longer texts are compared by a digest: a file may have as many of them as fit on the disk. */
const longest = 60

const shortened = (value: string | number): string | number =>
  typeof value === 'number' || value.length <= longest
    ? value
    : hash('sha1', value.trim().replace(/\r\n?/g, '\n'))

function settledOf(firstLine: number, others: readonly Repeat[], said: ReadonlyMap<number, Said>): Settled[] {
  const [repeat] = others
  if (!repeat) return []
  const all = [firstLine, ...others.map(({ line }) => line)].flatMap((line) => said.get(line) ?? [])
  const rows = all.filter(({ leftOut }) => !leftOut)
  const [first] = rows
  const differing = first && rows.find((row) => differ(first, row))
  // Cars of one number are added up: one place that has some makes the advert one of a car in stock.
  const taken = rows.find(({ amount }) => amount !== null && amount > 0) ?? first
  return all.map(({ line, leftOut, operation }): Settled => {
    const isSame = !leftOut && !differing && operation === 'create' && line !== taken?.line
    const isError = !leftOut && differing !== undefined
    if (line === firstLine && !isSame && !isError) return { line, found: null, isSame }
    const other = isError && line === first?.line ? differing.line : (isSame ? taken : first)?.line
    const why = isError ? { why: 'differs' } : operation === 'create' ? { why: 'same' } : {}
    const found: Finding = {
      ...{ column: repeat.column, code: repeat.code, value: repeat.value },
      severity: isError ? 'error' : 'warning',
      details: { firstLine, ...(other === undefined || other === firstLine ? {} : { other }), ...why },
    }
    return { line, found, isSame }
  })
}

function differ(one: Said, other: Said): boolean {
  if (one.operation !== other.operation) return true
  const isNew = one.operation === 'create'
  const isCounted = isNew && one.amount !== null && other.amount !== null
  return (isNew ? fieldNames : changeableFields).some((field) => {
    const [value, otherValue] = [one.payload[field], other.payload[field]]
    if (field === 'in_stock' && isCounted) return false
    if (value === undefined || otherValue === undefined) return isNew && value !== otherValue
    return !isSameValue(field, value, otherValue)
  })
}
