import { z } from 'zod'

/** Grade of undoing a row. A row's grade is its `errorCode`, as `undo-…`, until it is sent. */
export const undoGrades = ['exact', 'partial', 'impossible'] as const
export type UndoGrade = (typeof undoGrades)[number]

/** The grade in a row's code; null if it has none. */
export const undoGradeOf = (errorCode: string | null): UndoGrade | null =>
  undoGrades.find((grade) => errorCode === `undo-${grade}`) ?? null

/**
 * Code of a create that is done because an advert at the service looks like it: no answer identified the advert as this
 * row's.
 */
export const byLikeness = 'by-likeness'

/** Summary of a preview, and what it leaves out. */
export const undoSummarySchema = z.object({
  exact: z.int(),
  partial: z.int(),
  impossible: z.int(),
  /** Rows of adverts that were changed since the batch wrote them, whatever their grade. */
  changed: z.int(),
  /** Rows whose advert was only found by what it looks like. */
  likeness: z.int(),
  /** Rows whose advert the batch deleted, was deleted otherwise, or is in doubt; rows with values whose old ones aren't known. */
  deleted: z.int(),
  gone: z.int(),
  doubtful: z.int(),
  lost: z.int(),
  /** Edits among the rows that are chosen. */
  edits: z.int(),
  deletes: z.int(),
  /** Requests that sending the chosen rows takes. */
  calls: z.int(),
})
export type UndoSummary = z.infer<typeof undoSummarySchema>
