import type { Events } from '#shared/bridge/calls.ts'
import type { Batches } from '../batch/open-batches.ts'
import type { Context } from '../context/context.ts'
import type { Publish } from '../bridge/publish.ts'
import type { ProxyFor } from '../http/proxy.ts'
import { Transport } from '../http/transport.ts'
import { UpdateClient } from './update-client.ts'
import type { UpdateFeed } from './update-feed.ts'
import { updatePlace, updatesOff } from './update-place.ts'
import { UpdatesService } from './updates-service.ts'

export interface UpdateGround {
  readonly feed: UpdateFeed
  readonly version: string
  readonly configPath: string
  readonly proxyFor: ProxyFor
  readonly publish: Publish<Events>
  readonly restart: (install: () => void) => void
}

/** New versions of the app, for the window alone. electron-updater is loaded by the first click. */
export function updatesOf(
  { settings, proxyLogins, log, words }: Context,
  batches: Batches,
  { feed, version, configPath, proxyFor, publish, restart }: UpdateGround,
): UpdatesService {
  const updater = async () => {
    const place = updatePlace(process)
    if (typeof place === 'string') throw new Error(place)
    const { PackageUpdater } = await import('./package-updater.ts')
    const client = new UpdateClient(new Transport({ proxyFor, proxyLogins, connections: 1 }), feed)
    return new PackageUpdater({
      place,
      feed,
      client,
      version,
      configPath,
      log: {
        info: (text) => log.debug('update', { text: String(text) }),
        warn: (text) => log.warn('update', { text: String(text) }),
        error: (text) => log.warn('update', { text: String(text) }),
      },
    })
  }
  let made: ReturnType<typeof updater> | undefined
  return new UpdatesService({
    host: new URL(feed.address).host,
    off: updatesOff(settings.get().managed, process),
    updater: () => (made ??= updater()),
    isSending: () => batches.reader.isSending,
    words,
    onChange: (updates) => publish('updates:changed', updates),
    restart,
  })
}
