import type { Context } from '../context/context.ts'
import type { InventorySync } from '../inventory/inventory-sync.ts'
import type { DemandService } from './demand-service.ts'
import { ViewsReader } from './views-reader.ts'
import type { Clock } from '../system/clock.ts'

interface Parts extends Pick<Context, 'settings' | 'hub' | 'log' | 'budget'> {
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
  parts: Parts,
  { clock, isPaused }: { readonly clock: Clock; readonly isPaused: () => boolean },
): ViewsReader {
  const { demand, settings, hub, log, budget, inventorySync, batches } = parts
  const reader = new ViewsReader({
    clock,
    isOn: () => settings.get().viewsInBackground,
    limits: () => settings.get().quota,
    isPaused: async () =>
      isPaused() || batches.control.busy || inventorySync.busy || (await budget()).freeAt('read') !== null,
    lastRead: async () => (await demand()).lastRead(),
    readNext: async (signal) => (await demand()).readNext(readDays, signal),
    onFailure: (error) => log.info('views were not read in the background', { error }),
  })
  hub.on('settings-changed', () => reader.lookAgain())
  hub.on('account-changed', () => reader.leaveAccount())
  void reader.run()
  return reader
}
