import type { Handlers } from '#shared/bridge/call.ts'
import type { stagedCalls } from '#shared/staged/staged-calls.ts'
import type { StagedSender } from './send-staged.ts'
import type { StagedService } from './staged-service.ts'

export const stagedHandlers = (
  staged: StagedService,
  sending: () => Promise<StagedSender>,
): Handlers<typeof stagedCalls, AbortSignal> => ({
  'staged:summary': () => staged.summary(),
  'staged:unsent-of': ({ accountId }) => staged.unsentIn(accountId).size,
  'staged:stage': ({ cells }) => staged.stage(cells),
  'staged:unstage': ({ cells }) => staged.unstage(cells),
  'staged:unstage-all': () => staged.unstageAll(),
  'staged:undo': () => staged.move('undo'),
  'staged:redo': () => staged.move('redo'),
  'staged:of': ({ advert }) => staged.of(advert),
  'staged:list': ({ state, offset, limit }) => staged.list(state, offset, limit),
  'staged:bulk-preview': ({ ids, change }, signal) => staged.bulkPreview(ids, change, signal),
  'staged:bulk': ({ ids, change }) => staged.bulk(ids, change),
  'staged:keep': ({ cells }) => staged.keep(cells),
  'staged:review': async (_request, signal) => (await sending()).review(signal),
  'staged:send': async ({ revision, confirmed }) => (await sending()).send(revision, confirmed),
})
