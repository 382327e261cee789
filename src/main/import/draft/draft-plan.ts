import type { Operation } from '#shared/batch/operation.ts'
import type { FileShape } from '#shared/import/draft.ts'
import type { PlanSource } from '../check/row-plan.ts'

/** Everything about a draft that isn't in its rows. */
export interface DraftPlan extends PlanSource {
  readonly fileName: string
  readonly shape: FileShape
  readonly bom: boolean
  readonly fileOperation: Operation | 'mixed'
  /** Adverts of the account, for the share that is deleted; null if it isn't known. */
  readonly stock: number | null
  /** True if a written advert is read once more, which costs a call. */
  readonly readsAfter: boolean
}
