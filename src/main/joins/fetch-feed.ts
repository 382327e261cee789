import { createReadStream } from 'node:fs'
import type { SavedFeeds } from '../feeds/saved-feeds.ts'
import type { DraftService } from '../import/draft-service.ts'

/** Bytes that go to the draft at once. */
const highWaterMark = 1_048_576

interface FetchingParts {
  readonly savedFeeds: Pick<SavedFeeds, 'fetch'>
  readonly drafts: Pick<DraftService, 'begin' | 'append' | 'drop'>
}

/**
 * Fetches the table of a saved address and begins a draft with its bytes.
 * @throws Fault `fetch` and those of the keychain, `cancelled`, `storage`; then there is no draft
 */
export async function fetchFeed(
  { savedFeeds, drafts }: FetchingParts,
  accountId: string,
  id: string,
  signal?: AbortSignal,
): Promise<{ draftId: string; fileName: string }> {
  const table = await savedFeeds.fetch(accountId, id, signal)
  try {
    const draftId = drafts.begin(table.name, table.changedAt)
    try {
      for await (const bytes of createReadStream(table.path, { highWaterMark }))
        await drafts.append(draftId, bytes as Buffer)
    } catch (error) {
      await drafts.drop(draftId)
      throw error
    }
    return { draftId, fileName: table.name }
  } finally {
    table.remove()
  }
}
