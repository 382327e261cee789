import { callsOf } from '../../writes/call-cost.ts'
import { byLikeness, undoGradeOf, type UndoSummary } from '#shared/batch/undo.ts'
import type { ProblemCode } from '#shared/batch/row.ts'
import type { PlannedRow } from '../../writes/planned-row.ts'
import type { PreviewGroup } from '../journal/preview-table.ts'

/** Why a row can't be restored, or not fully. */
const lackReasons = ['deleted', 'gone', 'doubtful', 'lost'] as const

/** Sums of a preview, updated with every choice: counting 100,000 rows again takes half a second. */
export class UndoSums {
  readonly #grades = { exact: 0, partial: 0, impossible: 0 }
  readonly #chosen = { edit: 0, delete: 0 }
  #changed = 0
  #likeness = 0
  readonly #lacking = { deleted: 0, gone: 0, doubtful: 0, lost: 0 }

  readonly #readsAfter: () => boolean

  constructor(readsAfter: () => boolean, groups: readonly PreviewGroup[] = []) {
    this.#readsAfter = readsAfter
    for (const group of groups) this.#add(group)
  }

  get summary(): UndoSummary {
    const { edit: edits, delete: deletes } = this.#chosen
    const calls = callsOf({ edit: edits, delete: deletes }, { readsAfter: this.#readsAfter() })
    return {
      ...this.#grades,
      changed: this.#changed,
      likeness: this.#likeness,
      ...this.#lacking,
      edits,
      deletes,
      calls,
    }
  }

  count({ operation, errorCode = null, problems, state }: PlannedRow): void {
    const has = (code: ProblemCode): boolean => problems.some((problem) => problem.code === code)
    const chosen = state === 'planned'
    this.#add({
      operation: operation === 'delete' ? 'delete' : 'edit',
      grade: errorCode,
      changed: has('changed-since'),
      likeness: has(byLikeness),
      deleted: has('deleted-for-good'),
      gone: has('advert-gone'),
      doubtful: has('in-doubt'),
      lost: has('old-value-unknown'),
      chosen,
      n: 1,
    })
  }

  /** Rows of these operations were included, or left out. */
  choose(operations: readonly ('edit' | 'delete')[], chosen: boolean): void {
    for (const operation of operations) this.#chosen[operation] += chosen ? 1 : -1
  }

  #add({ operation, grade, changed, likeness, chosen, n, ...lacking }: PreviewGroup): void {
    const known = undoGradeOf(grade)
    if (known) this.#grades[known] += n
    for (const reason of lackReasons) if (lacking[reason]) this.#lacking[reason] += n
    if (changed) this.#changed += n
    if (likeness) this.#likeness += n
    if (chosen) this.#chosen[operation] += n
  }
}
