import PQueue from 'p-queue'
import type { Photo } from './photo.ts'
import type { PhotoCache } from './photo-cache.ts'
import { photoHost, photoScheme } from '#shared/inventory/photo-address.ts'

/** Photo that the window asks for by `photoAddress`; null for any other address. */
function parsePhotoAddress(address: string): { advertId: number; url: string } | null {
  const { protocol, host, pathname, searchParams } = URL.parse(address) ?? {}
  const advertId = Number(pathname?.slice(1))
  const url = searchParams?.get('of')
  if (protocol !== `${photoScheme}:` || host !== photoHost || !Number.isSafeInteger(advertId)) return null
  return url ? { advertId, url } : null
}

/** Hosts of the service's pictures, with their parts (`cdn0.riastatic.com`). */
const pictureHosts = ['riastatic.com', 'ria.com'] as const

/**
 * Address of a photo that may be fetched, otherwise null: https at the service's own picture hosts, or the origin of
 * the embedded sandbox. An advert is somebody's text, so its addresses must reach nothing else.
 * @param sandboxOrigin null while the account is another one
 */
function photoUrl(address: string, sandboxOrigin: string | null): URL | null {
  const url = URL.parse(address)
  if (url?.username !== '' || url.password !== '') return null
  if (url.origin === sandboxOrigin) return url
  const { protocol, host } = url
  const isOfService = pictureHosts.some((each) => host === each || host.endsWith(`.${each}`))
  return protocol === 'https:' && isOfService ? url : null
}

export interface PhotosPorts {
  readonly cache: PhotoCache
  /** Addresses of photos that the cached advert of the current account names. */
  readonly photosOf: (advertId: number) => Promise<readonly string[]>
  /** The origin of the embedded sandbox while it is the current account, otherwise null. */
  readonly sandboxOrigin: () => Promise<string | null>
  /** @returns null for what is no picture */
  readonly fetch: (url: URL) => Promise<Photo | null>
}

/** Fetched at a time: a grid that is scrolled asks for dozens. */
const concurrency = 6

/** Photos of adverts: from the disk if they were looked at before, otherwise from where the advert says they are. */
export class PhotosService {
  readonly #ports: PhotosPorts
  readonly #queue = new PQueue({ concurrency })
  readonly #fetching = new Map<string, Promise<Photo | null>>()

  constructor(ports: PhotosPorts) {
    this.#ports = ports
  }

  /**
   * Photo at an address of our own scheme: from the disk if it was fetched before, even if it may not be fetched now.
   * Null when the advert does not name it, so that the page cannot send a request to a host of its choice. Null too
   * when its address may not be fetched, or when it isn't available now.
   */
  async find(address: string): Promise<Photo | null> {
    const asked = parsePhotoAddress(address)
    if (!asked || !(await this.#ports.photosOf(asked.advertId)).includes(asked.url)) return null
    const saved = await this.#ports.cache.load(URL.parse(asked.url)?.href ?? asked.url)
    if (saved) return saved
    const url = photoUrl(asked.url, await this.#ports.sandboxOrigin())
    return url && this.#fetchOnce(url)
  }

  /** Drops what was not begun yet. */
  close(): void {
    this.#queue.clear()
  }

  #fetchOnce(url: URL): Promise<Photo | null> {
    const under = this.#fetching.get(url.href)
    if (under) return under
    const fetched = this.#queue.add(() => this.#fetch(url)).finally(() => this.#fetching.delete(url.href))
    this.#fetching.set(url.href, fetched)
    return fetched
  }

  async #fetch(url: URL): Promise<Photo | null> {
    try {
      const photo = await this.#ports.fetch(url)
      // One that can't be kept, as on a full disk, is shown all the same, and fetched again.
      if (photo) await this.#ports.cache.save(url.href, photo).catch(() => undefined)
      return photo
    } catch {
      // Offline or refused: the window shows the advert without it.
      return null
    }
  }
}
