import { setImmediate as nextTurn } from 'node:timers/promises'
import { planRows } from '../check/row-plan.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { checkFile } from '../check/check-file.ts'
import { type Compare, compareRows } from '../check/comparing.ts'
import type { Duplicates } from '../check/duplicates.ts'
import type { SourceFile } from '../csv/source-file.ts'
import type { Staging } from './staging.ts'
import type { StagedPlan } from './staging-tables.ts'

export interface StageHooks {
  /** Null where nobody can answer: nothing is compared. */
  readonly compare: Compare | null
  readonly isCancelled: () => boolean
  readonly onProgress: (bytes: number, totalBytes: number, rows: number) => void
}

export interface StageAsk {
  readonly source: SourceFile
  readonly plan: StagedPlan
  readonly staging: Staging
  readonly duplicates: Duplicates
  readonly hooks: StageHooks
}

/**
 * Checks a file and stages every row with its verdict.
 * @throws Fault `cancelled`, and what checkFile throws
 */
export async function stageFile({ source, plan, staging, duplicates, hooks }: StageAsk): Promise<void> {
  const rowPlan = planRows(plan)
  let rows = 0
  for (const piece of checkFile(source, { shape: plan.shape, plan, duplicates })) {
    staging.write(piece.bytes, await compareRows(piece.rows, rowPlan, hooks.compare))
    rows += piece.rows.length
    hooks.onProgress(piece.position, source.bytes, rows)
    // Lets a cancelling message in.
    await nextTurn()
    if (hooks.isCancelled()) throw new Fault('cancelled')
  }
  staging.finish()
}
