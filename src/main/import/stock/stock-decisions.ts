import { DatabaseSync } from 'node:sqlite'
import type { CandidateGrade } from '#shared/stock/stock-actions.ts'
import { type FoundAdvert, type KeptDecisions, type StockNote, StockStaging } from './stock-staging.ts'

export type { FoundAdvert } from './stock-staging.ts'

/** What the journal keeps of the decisions about a stock file, beside its rows. */
export type StockDecisions = Omit<KeptDecisions, 'brake' | 'filtered' | 'twins' | 'lostZeros' | 'silent'> & {
  readonly notes: readonly StockNote[]
}

/** Reads what a check decided from the staging of its draft. */
export const readStockDecisions = (stagingPath: string): StockDecisions =>
  reading(stagingPath, (staging) => {
    const {
      brake: _brake,
      filtered: _filtered,
      twins: _twins,
      lostZeros: _lostZeros,
      silent: _silent,
      ...kept
    } = staging.kept()
    return { ...kept, notes: staging.notes() }
  })

/** The adverts of these grades that a check found for cars without a link. */
export const readFoundAdverts = (stagingPath: string, grades: readonly CandidateGrade[]): FoundAdvert[] =>
  reading(stagingPath, (staging) => staging.links(grades))

function reading<Result>(stagingPath: string, read: (staging: StockStaging) => Result): Result {
  const db = new DatabaseSync(stagingPath, { readOnly: true })
  try {
    return read(new StockStaging(db))
  } finally {
    db.close()
  }
}
