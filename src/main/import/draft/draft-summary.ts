import { currencies, type CurrencyId, currencyIds } from '#shared/batch/currency.ts'
import type { Check, Confirmation } from '#shared/import/draft.ts'
import type { SheetFacts } from '#shared/import/file-facts.ts'
import { callsOf } from '../../writes/call-cost.ts'
import type { Finding } from '../../writes/finding.ts'
import { askedRows, rowsAskedAbout } from './asked-rows.ts'
import type { DraftPlan } from './draft-plan.ts'
import type { RowOfDraft } from './draft-row.ts'

/** Deleting a larger share of the stock has to be confirmed, or putting it out of stock, from so many adverts on. */
export const deleteSharePercent = 20
const fewOut = 3

/** Replacing the texts of a larger share of the edits has to be confirmed, from so many texts on. */
const textSharePercent = 20
const fewTexts = 5

/** The counts of a check; rows that were fixed or left out since are counted as they are now. */
export function summarise(
  rows: readonly RowOfDraft[],
  draftId: string,
  plan: DraftPlan,
): Omit<Check, 'file' | 'blank' | 'endMark' | 'outside' | 'revision' | 'steps'> {
  const problems = countProblems(rows)
  const { sent, ...counts } = countRows(rows)
  const { create: creates, edit: edits, delete: deletes } = sent
  const about = rowsAskedAbout(rows)
  const leaving = { deletes: about('delete-share').length, out: about('out-share').length }
  const texts = textsOf(about('texts-replaced'))
  const confirmations: Confirmation[] = [
    ...confirmSince(about('changed-since')),
    ...confirmLeaving(leaving, plan.stock),
    ...confirmPrices(about('price-jump')),
    ...confirmCounted(about, ['price-unusual', 'car-state', 'car-used']),
    ...confirmAssumed(problems),
    ...confirmTexts(texts, edits),
    ...confirmSent(about('sent-before')),
    // Identical vehicles are in many a stock: a person says so.
    ...confirmCounted(about, ['twice-in-file', 'in-stock']),
  ]
  return {
    draftId,
    operation: plan.fileOperation,
    rows: rows.length,
    ...counts,
    toSend: creates + edits + deletes,
    calls: callsOf(sent, plan.readsAfter),
    creates,
    edits,
    deletes,
    sentBefore: problems.find(({ code }) => code === 'sent-before')?.count ?? 0,
    problems,
    prices: priceMoves(rows),
    texts,
    leaving,
    confirmations,
    asked: askedRows(about, confirmations, plan.readsAfter),
  }
}

function countRows(rows: readonly RowOfDraft[]) {
  const counts = { invalid: 0, warnings: 0, leftOut: 0, unchanged: 0 }
  const sent = { create: 0, edit: 0, delete: 0 }
  for (const row of rows) {
    const { operation } = row.checked
    if (!row.isValid) counts.invalid += 1
    if (row.isWarned) counts.warnings += 1
    if (row.leftOut) counts.leftOut += 1
    if (row.isUnchanged) counts.unchanged += 1
    if (row.isSent && operation !== null) sent[operation] += 1
  }
  return { ...counts, sent }
}

/** Edits that put another text in the place of the one that buyers read, and those whose present text isn't known. */
const textsOf = (rows: readonly RowOfDraft[]): Check['texts'] => ({
  replaced: rows.filter(({ checked }) => checked.comparison?.replacesText).length,
  unknown: rows.filter(({ checked }) => checked.replacesUnknown).length,
})

/** Rows with each problem, the problem of the earliest line first. */
function countProblems(rows: readonly RowOfDraft[]): Check['problems'] {
  const counts = new Map<string, Check['problems'][number]>()
  for (const { line, problems } of rows) {
    if (problems.length === 0) continue
    const keys = new Map(problems.map((found) => [`${found.code} ${found.column}`, found]))
    for (const [key, { code, column, severity }] of keys) {
      const known = counts.get(key)
      if (known) known.count += 1
      else counts.set(key, { code, column, severity, count: 1, firstLine: line })
    }
  }
  return [...counts.values()].toSorted(
    (one, other) =>
      one.firstLine - other.firstLine ||
      compareTexts(one.code, other.code) ||
      compareTexts(one.column, other.column),
  )
}

export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Moves of the prices among the rows that are sent; the percent to one decimal place. */
function priceMoves(rows: readonly RowOfDraft[]): Check['prices'] {
  let down = 0
  let up = 0
  let percents = 0
  const cents = new Map<CurrencyId, number>()
  for (const { checked, isSent } of rows) {
    const { payload, comparison } = checked
    const step = comparison?.priceStep ?? 0
    if (step === 0 || !isSent) continue
    if (step < 0) down += 1
    else up += 1
    percents += step
    // A step is that of a price, in the currency that the row names.
    const currency = payload.currency_id as CurrencyId
    const moved = Math.round(100 * (Number(payload.price) - (comparison?.rowPrice ?? 0)))
    cents.set(currency, (cents.get(currency) ?? 0) + moved)
  }
  const by = currencyIds.flatMap((id) =>
    cents.has(id) ? [{ currency: currencies[id], sum: (cents.get(id) ?? 0) / 100 }] : [],
  )
  return { down, up, percent: down + up === 0 ? null : Math.round(percents / (down + up) / 10) / 10, by }
}

/** Details of one of their problems, row by row. */
const detailsOf = (rows: readonly RowOfDraft[], code: Finding['code']): Finding['details'][] =>
  rows.flatMap(({ problems }) => problems.flatMap((found) => (found.code === code ? [found.details] : [])))

/**
 * Confirmations that so many adverts need which are deleted or put out of stock.
 * @param stock adverts of the account; null if it isn't known, then none is needed
 */
export function confirmLeaving({ deletes, out }: Check['leaving'], stock: number | null): Confirmation[] {
  if (!stock) return []
  const asked = { 'delete-share': deletes, 'out-share': out < fewOut ? 0 : out }
  return (['delete-share', 'out-share'] as const).flatMap((code): Confirmation[] => {
    const count = asked[code]
    const isLarge = count * 100 > stock * deleteSharePercent
    return isLarge ? [{ code, count, percent: Math.round((count / stock) * 100) }] : []
  })
}

/** A person who filters a sheet or crosses rows out may mean the others: a deletion can't be taken back. */
export function confirmHidden(sheet: SheetFacts | undefined, deletes: number): Confirmation[] {
  const count = (sheet?.hidden ?? 0) + (sheet?.struck ?? 0)
  return count > 0 && deletes > 0 ? [{ code: 'rows-hidden', count }] : []
}

/** Values that are others than the dealer saw: nothing replaces them unseen. */
function confirmSince(rows: readonly RowOfDraft[]): Confirmation[] {
  const at = detailsOf(rows, 'changed-since').reduce(
    (latest, details) => Math.max(latest, Number(details.at)),
    0,
  )
  return rows.length > 0 ? [{ code: 'changed-since', count: rows.length, at }] : []
}

function confirmPrices(rows: readonly RowOfDraft[]): Confirmation[] {
  if (rows.length === 0) return []
  const steps = rows.map(({ checked }) => checked.comparison?.priceStep ?? 0)
  const [lowest = 0, highest = 0] = [Math.min, Math.max].map(
    (end) => steps.reduce((one, other) => end(one, other)) / 100,
  )
  return [{ code: 'price-jump', count: rows.length, lowest, highest }]
}

const confirmCounted = (
  about: ReturnType<typeof rowsAskedAbout>,
  codes: readonly ('price-unusual' | 'car-state' | 'car-used' | 'twice-in-file' | 'in-stock')[],
): Confirmation[] =>
  codes.map((code) => ({ code, count: about(code).length })).filter(({ count }) => count > 0)

/** Counted by its rows, which may have errors too: what the words mean is asked of all. */
function confirmAssumed(problems: Check['problems']): Confirmation[] {
  const count = problems.reduce((sum, each) => (each.code === 'value-assumed' ? sum + each.count : sum), 0)
  return count > 0 ? [{ code: 'value-assumed', count }] : []
}

/** A column of internal notes that became the text of the adverts would show here. */
function confirmTexts({ replaced: count, unknown }: Check['texts'], edits: number): Confirmation[] {
  const all = count + unknown
  if (all < fewTexts || all * 100 <= edits * textSharePercent) return []
  return [{ code: 'texts-replaced', count, unknown, percent: Math.round((all / edits) * 100) }]
}

/** Batches that a confirmation names. */
const namedBatches = 3

/** Creates that a batch of the journal has already, or may have. */
function confirmSent(rows: readonly RowOfDraft[]): Confirmation[] {
  const all = detailsOf(rows, 'sent-before')
  if (all.length === 0) return []
  const known = all.filter(({ recovered = '' }) => recovered === '')
  const batches = [
    ...new Map(known.map(({ batch = '', fileName = '' }) => [String(batch), String(fileName)])),
  ]
  const maybe = all.filter(({ recovered = '' }) => recovered !== '')
  const [first] = maybe
  const sends = first?.sends ?? ''
  return [
    {
      code: 'sent-before',
      count: all.length,
      // The latest day first: an id begins with it.
      batches: batches
        .toSorted(([one], [other]) => compareTexts(other, one))
        .slice(0, namedBatches)
        .map(([id, fileName]) => ({ id, fileName })),
      unknown: first
        ? { at: String(first.recovered), sends: sends === '' ? null : Number(sends), creates: maybe.length }
        : null,
    },
  ]
}
