import { callsOf } from '../../writes/call-cost.ts'
import { byLikeness, undoGradeOf, type UndoSummary } from '#shared/batch/undo.ts'
import type { ProblemCode } from '#shared/batch/row.ts'
import type { PlannedRow } from '../../writes/planned-row.ts'
import type { JournalRow } from '../journal/journal-row.ts'

/** Why a row can't be restored, or not fully, by the code of its problem. */
const lackReasons = [
  ['deleted', 'deleted-for-good'],
  ['gone', 'advert-gone'],
  ['doubtful', 'in-doubt'],
  ['lost', 'old-value-unknown'],
] as const

/** Sums of a preview, updated with every choice: counting 100,000 rows again takes half a second. */
export class UndoSums {
  readonly #grades = { exact: 0, partial: 0, impossible: 0 }
  readonly #chosen = { edit: 0, delete: 0 }
  #changed = 0
  #likeness = 0
  readonly #lacking = { deleted: 0, gone: 0, doubtful: 0, lost: 0 }

  readonly #readsAfter: () => boolean

  constructor(readsAfter: () => boolean) {
    this.#readsAfter = readsAfter
  }

  get summary(): UndoSummary {
    const { edit: edits, delete: deletes } = this.#chosen
    const calls = callsOf({ edit: edits, delete: deletes }, this.#readsAfter())
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

  count({ operation, errorCode = null, problems, state }: PlannedRow | JournalRow): void {
    const has = (code: ProblemCode): boolean => problems.some((problem) => problem.code === code)
    const grade = undoGradeOf(errorCode)
    if (grade) this.#grades[grade] += 1
    for (const [reason, code] of lackReasons) if (has(code)) this.#lacking[reason] += 1
    if (has('changed-since')) this.#changed += 1
    if (has(byLikeness)) this.#likeness += 1
    if (state === 'planned') this.#chosen[operation === 'delete' ? 'delete' : 'edit'] += 1
  }

  /** Rows of these operations were included, or left out. */
  choose(operations: readonly ('edit' | 'delete')[], chosen: boolean): void {
    for (const operation of operations) this.#chosen[operation] += chosen ? 1 : -1
  }
}
