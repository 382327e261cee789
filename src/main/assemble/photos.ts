import { join } from 'node:path'
import type { InventoryService } from '../inventory/inventory-service.ts'
import { sandboxId } from '../accounts/account-list.ts'
import type { Transport } from '../http/transport.ts'
import { fetchPhoto } from '../photos/fetch-photo.ts'
import { PhotoCache } from '../photos/photo-cache.ts'
import { PhotosService } from '../photos/photos-service.ts'
import type { Ground } from './ground.ts'
import type { Service } from './service.ts'

/** Photos that stay readable offline: some thousands of small ones. */
const photoCacheBytes = 256 * 1_048_576

export const photosOf = (
  { dataDir }: Ground,
  { accounts }: Service,
  inventory: InventoryService,
  transport: Transport,
): PhotosService =>
  new PhotosService({
    cache: new PhotoCache(join(dataDir, 'photos'), photoCacheBytes),
    photosOf: (advertId) => inventory.photoAddresses(advertId),
    sandboxOrigin: async () => {
      const { accountId, baseUrl } = await accounts.connection()
      return accountId === sandboxId ? new URL(baseUrl).origin : null
    },
    fetch: (url) => fetchPhoto(transport, url),
  })
