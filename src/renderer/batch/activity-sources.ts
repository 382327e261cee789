import type { Batch } from '#shared/batch/row.ts'
import { batchOrigin, isOfFile } from './batch-title.ts'

/** A place that batches come from: a file or feed by its name, the app itself, an undo. */
export interface ActivitySource {
  readonly name: string
  readonly count: number
}

/** `file:склад.xlsx`, `desk:Olena`, `app`, `undo`: a file that is called like a place of the app is another source. */
export const sourceOf = (batch: Batch): string =>
  batch.desk !== undefined
    ? `desk:${batch.desk}`
    : batch.undoOf !== null
      ? 'undo'
      : isOfFile(batch)
        ? `file:${batch.fileName}`
        : 'app'

/** Sources of the batches, by what `sourceOf` answers: those of most batches first. */
export function activitySources(batches: readonly Batch[]): ReadonlyMap<string, ActivitySource> {
  const sources = new Map<string, ActivitySource>()
  for (const batch of batches) {
    const key = sourceOf(batch)
    sources.set(key, { name: batchOrigin(batch), count: (sources.get(key)?.count ?? 0) + 1 })
  }
  return new Map([...sources].toSorted(([, one], [, other]) => other.count - one.count))
}

/** Those that come from a place by `sourceOf`; all of them if there is no such place among them. */
export function cameFrom(batches: readonly Batch[], from: string): readonly Batch[] {
  const found = batches.filter((batch) => sourceOf(batch) === from)
  return found.length > 0 ? found : batches
}
