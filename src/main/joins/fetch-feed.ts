import type { SavedFeeds } from '../feeds/saved-feeds.ts'
import type { DraftService } from '../import/draft-service.ts'
import { copyToDraft } from './copy-to-draft.ts'

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
    return { draftId: await copyToDraft(drafts, table), fileName: table.name }
  } finally {
    table.remove()
  }
}
