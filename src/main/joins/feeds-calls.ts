import type { Handlers } from '#shared/bridge/call.ts'
import type { feedsCalls } from '#shared/feeds/feeds-calls.ts'
import type { SavedFeeds } from '../feeds/saved-feeds.ts'
import type { DraftService } from '../import/draft-service.ts'
import { copyToDraft } from './copy-to-draft.ts'

/**
 * Fetches the table of a saved address and begins a draft with its bytes.
 * @throws Fault `fetch` and those of the keychain, `cancelled`, `storage`; then there is no draft
 */
async function fetchFeed(
  savedFeeds: SavedFeeds,
  drafts: DraftService,
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

export const feedsHandlers = (
  savedFeeds: SavedFeeds,
  drafts: DraftService,
  owner: () => Promise<{ readonly accountId: string }>,
): Handlers<typeof feedsCalls, AbortSignal> => ({
  'feeds:list': async () => savedFeeds.list((await owner()).accountId),
  'feeds:save': async (change) => {
    const { accountId } = await owner()
    await savedFeeds.save(accountId, change)
    return savedFeeds.list(accountId)
  },
  'feeds:remove': async ({ id }) => {
    const { accountId } = await owner()
    await savedFeeds.remove(accountId, id)
    return savedFeeds.list(accountId)
  },
  'feeds:fetch': async ({ id }, signal) =>
    fetchFeed(savedFeeds, drafts, (await owner()).accountId, id, signal),
})
