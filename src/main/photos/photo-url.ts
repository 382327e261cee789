import { photoHost, photoScheme } from '#shared/inventory/photo-address.ts'

/** Photo that the window asks for by `photoAddress`; null for any other address. */
export function parsePhotoAddress(address: string): { advertId: number; url: string } | null {
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
export function photoUrl(address: string, sandboxOrigin: string | null): URL | null {
  const url = URL.parse(address)
  if (url?.username !== '' || url.password !== '') return null
  if (url.origin === sandboxOrigin) return url
  const { protocol, host } = url
  const isOfService = pictureHosts.some((each) => host === each || host.endsWith(`.${each}`))
  return protocol === 'https:' && isOfService ? url : null
}
