import { join } from 'node:path'
import type { InventoryService } from '../inventory/inventory-service.ts'
import { sandboxId } from '../accounts/account-list.ts'
import { Transport } from '../http/transport.ts'
import { fetchPhoto } from './fetch-photo.ts'
import { PhotoCache } from './photo-cache.ts'
import { PhotosService } from './photos-service.ts'
import type { Context } from '../context/context.ts'

/** Photos that stay readable offline: some thousands of small ones. */
const photoCacheBytes = 256 * 1_048_576

/** Photos of adverts, from the disk or the network. */
export type Photos = ReturnType<typeof photosOf>

export function photosOf(
  { environment: { dataDir, proxyFor }, accounts, proxyLogins }: Context,
  inventory: InventoryService,
) {
  const transport = new Transport({ proxyFor, proxyLogins })
  const photos = new PhotosService({
    cache: new PhotoCache(join(dataDir, 'photos'), photoCacheBytes),
    photosOf: (advertId) => inventory.photoAddresses(advertId),
    sandboxOrigin: async () => {
      const { accountId, baseUrl } = await accounts.addressed()
      // One that was turned off may have no address.
      return accountId === sandboxId ? (URL.parse(baseUrl)?.origin ?? null) : null
    },
    fetch: (url) => fetchPhoto(transport, url),
  })
  return {
    find: (address: string) => photos.find(address),
    async close(): Promise<void> {
      photos.close()
      await transport.close()
    },
  }
}
