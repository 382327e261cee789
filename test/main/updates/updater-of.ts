import { join } from 'node:path'
import { Transport } from '../../../src/main/http/transport.ts'
import { PackageUpdater } from '../../../src/main/updates/package-updater.ts'
import { UpdateClient } from '../../../src/main/updates/update-client.ts'
import type { UpdateFeed } from '../../../src/main/updates/update-feed.ts'

/** The updater of an AppImage in a folder, or of Windows' installer, as the app has it: real electron-updater, real requests. */
export const updaterOf = (
  feed: UpdateFeed,
  folder: string,
  {
    kind = 'appimage',
    version = '0.1.0',
    said = [],
  }: { kind?: 'appimage' | 'nsis'; version?: string; said?: unknown[] } = {},
): PackageUpdater =>
  new PackageUpdater({
    place: { kind, folder: join(folder, '.forecourt-update') },
    feed,
    client: new UpdateClient(new Transport({ connections: 1 }), feed),
    version,
    configPath: join(import.meta.dirname, '../../../dev-app-update.yml'),
    log: {
      info: () => undefined,
      warn: (text) => said.push(text),
      error: (text) => said.push(text),
    },
  })
