import { type Check, mostReadAgain } from '#shared/import/draft.ts'
import type { DraftService } from './draft-service.ts'

/** Age of the facts about adverts, and the way to read them again. */
export interface Freshness {
  /** Those of these adverts that were read too long ago, or never. */
  stale(ids: readonly number[]): Promise<readonly number[]>
  /** Reads them, one call for each. */
  read(ids: readonly number[], signal: AbortSignal): Promise<unknown>
}

/**
 * Number of adverts that the rows of a draft edit or delete and that were read too long ago; reading them takes as many
 * calls.
 */
export async function staleAdverts(
  drafts: DraftService,
  freshness: Freshness,
  draftId: string,
): Promise<{ count: number; calls: number }> {
  const { length } = await freshness.stale(Array.from(await drafts.ask('targets', draftId)))
  return { count: length, calls: Math.min(length, mostReadAgain) }
}

/** Reads these adverts again, and compares the rows with what they are now. */
export async function readStale(
  drafts: DraftService,
  freshness: Freshness,
  draftId: string,
  signal: AbortSignal,
): Promise<Check> {
  const stale = await freshness.stale(Array.from(await drafts.ask('targets', draftId)))
  await freshness.read(stale.slice(0, mostReadAgain), signal)
  return drafts.ask('recheck', draftId, null)
}
