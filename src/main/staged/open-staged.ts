import type { Context } from '../context/context.ts'
import type { Batches } from '../batch/open-batches.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import { stagedPorts } from './open-ports.ts'
import { StagedService } from './staged-service.ts'
import { StagedStore } from './staged-store.ts'
import { Throttle } from '../system/throttle.ts'
import { timestamp } from '../system/clock.ts'

/** How often the window is informed of edits while a batch writes them, in ms. */
const toldEvery = 250

export function stagedOf(
  context: Context,
  { inventory, batches }: { readonly inventory: InventoryService; readonly batches: Batches },
): StagedService {
  const { publish } = context
  const { edits: database, clock, hub, log } = context
  const throttle = new Throttle(clock, toldEvery)
  const edits: StagedService = new StagedService(new StagedStore(database), {
    ...stagedPorts(inventory, batches),
    accountId: async () => (await context.accounts.owner()).accountId,
    now: () => timestamp(clock),
    onUnreadable: (batch, error) => log.warn('a batch that holds edits can’t be read', { batch, error }),
    onChanged: (accountId, summary, adverts) => {
      const tell = (): void =>
        context.forCurrent(accountId, () =>
          publish('staged:changed', { summary, adverts: adverts && [...adverts] }),
        )
      if (adverts === null) throttle.run(accountId, tell)
      else tell()
    },
  })
  const failed = (error: unknown): void => log.warn('edits were not brought up to date', { error })
  hub.on('advert-written', ({ owner, write, autoId }) => {
    if (write.operation === 'edit') edits.noteWritten(owner.accountId, autoId, write.payload).catch(failed)
  })
  hub.on('batch-changed', ({ state, accountId }) => {
    if (state !== 'running') edits.settleBatches(accountId).catch(failed)
  })
  // What the command line did meanwhile for an account that the window did not show.
  hub.on('account-changed', ({ accountId }) => {
    edits.settleBatches(accountId).catch(failed)
  })
  return edits
}
