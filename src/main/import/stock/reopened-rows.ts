import { checkRecords } from '../check/check-file.ts'
import { StagedChunks } from '../staging/staged-chunks.ts'
import { pagesOfLines, type StoredRow } from '../staging/row-pages.ts'
import { compareCars } from './car-compare.ts'
import type { DecisionParts } from './decision-parts.ts'
import type { RowOpening } from './stock-records.ts'

/** A staged row that does something else. */
export interface Reopened extends RowOpening {
  readonly line: number
}

const noFields = { fields: {}, out: null, isUnsaid: false, isStale: false }

/** Writes staged rows with another opening, and checks them again. Such rows are few. */
export async function reopenRows(rows: readonly Reopened[], parts: DecisionParts): Promise<void> {
  const openings = new Map(rows.map((row) => [row.line, row]))
  for (const page of pagesOfLines(parts.staging.db, [...openings.keys()]))
    await reopenPage(page, openings, parts)
}

async function reopenPage(
  rows: readonly StoredRow[],
  openings: ReadonlyMap<number, Reopened>,
  { staging, records, plan, duplicates, compare, request }: DecisionParts,
): Promise<void> {
  const before = records.read(new StagedChunks(staging.db).page(rows))
  const page = records.reopened(
    before.flatMap((record, at) => {
      const opening = openings.get(rows[at]?.line ?? 0)
      return opening ? [{ record, opening }] : []
    }),
  )
  const lines = rows.map(({ line }) => line)
  const checked = checkRecords(page.records, lines, plan, duplicates)
  const compared = await compareCars(checked, {
    plan,
    compare,
    byHand: request.facts.byHand,
    known: () => noFields,
  })
  const chunk = staging.addChunk(page.bytes)
  staging.put(
    compared.map(({ row }, at) => {
      const { start, end } = row.record
      return {
        line: lines[at] ?? 0,
        place: chunk + start,
        size: end - start,
        verdict: 0,
        leftOut: 0,
        checked: row,
      }
    }),
  )
}
