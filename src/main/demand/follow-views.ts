import type { Context } from '../context/context.ts'
import type { InventorySync } from '../inventory/inventory-sync.ts'
import type { DemandService } from './demand-service.ts'
import { BackgroundReads } from '../system/background-reads.ts'
import type { Clock } from '../system/clock.ts'
import { viewsPause } from './views-pause.ts'

interface Parts {
  readonly demand: () => Promise<DemandService>
  readonly inventorySync: InventorySync
  readonly batches: { readonly control: { readonly busy: boolean } }
}

/** Days that are read of each advert: those that its details show. */
const readDays = 30

/**
 * Reads the views of adverts in the background while the window's app runs, if the dealer switched that on. Whatever is sent or
 * synced comes first.
 * @param isPaused whether the computer is offline or on its battery
 */
export function followViews(
  context: Context,
  { demand, inventorySync, batches }: Parts,
  { clock, isPaused }: { readonly clock: Clock; readonly isPaused: () => boolean },
): BackgroundReads {
  const { settings, hub, log } = context
  const reads = new BackgroundReads({
    clock,
    pause(failures) {
      const { viewsInBackground, quota } = settings.get()
      return viewsInBackground ? viewsPause(quota, failures) : null
    },
    isPaused: async () =>
      isPaused() ||
      batches.control.busy ||
      inventorySync.busy ||
      (await context.budget()).freeAt('read') !== null,
    lastRead: async () => (await (await demand()).lastRead()) ?? 0,
    read: async (signal) => ((await (await demand()).readNext(readDays, signal)) ? 'read' : 'none'),
    onFailure: (error) => log.info('views were not read in the background', { error }),
  })
  hub.on('settings-changed', () => reads.lookAgain())
  hub.on('account-changed', () => {
    reads.stopReading()
    reads.accountChanged()
  })
  void reads.run()
  return reads
}
