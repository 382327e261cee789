import { nextPlace, steppedPages } from './row-pages.ts'
import { linesOf, type RecheckParts, RowRechecks } from './row-rechecks.ts'
import type { StagedVehicles } from './staged-vehicles.ts'

/**
 * Undoes the step that was taken last, or does the one again that was undone last, and checks its rows again.
 * @returns null if there is none
 */
export async function moveStep(
  parts: RecheckParts,
  way: 'undo' | 'redo',
): Promise<{ readonly vehicles: StagedVehicles } | null> {
  const { staging } = parts
  const step = staging.history.move(way)
  if (step === null) return null
  const rechecks = new RowRechecks(parts)
  for (const page of steppedPages(staging.db, step)) {
    const others = page.filter((row) => row.place !== row.nextPlace || row.size !== row.nextSize)
    const lines = linesOf(others)
    const before = rechecks.forget(lines, rechecks.recordsOf(others))
    const next = rechecks.chunks.page(others.map(nextPlace))
    const checked = new Map((await rechecks.check(lines, next, before)).map((row, at) => [lines[at], row]))
    staging.history.swap(step, page[0]?.line ?? 0, page.at(-1)?.line ?? 0)
    staging.put(
      page.map((row) => ({
        ...row,
        ...nextPlace(row),
        leftOut: row.nextLeftOut,
        checked: checked.get(row.line),
      })),
    )
  }
  await rechecks.repeating(step)
  return { vehicles: rechecks.vehicles }
}
