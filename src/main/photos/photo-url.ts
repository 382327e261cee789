import { isIP } from 'node:net'
import { photoHost, photoScheme } from '#shared/inventory/photo-address.ts'
import { isLoopback } from '../http/proxy.ts'
import { isPublicAddress } from './public-address.ts'

/** What the window asks for by `photoAddress`; null for any other address. */
export function parsePhotoAddress(address: string): { advertId: number; url: string } | null {
  const { protocol, host, pathname, searchParams } = URL.parse(address) ?? {}
  const advertId = Number(pathname?.slice(1))
  const url = searchParams?.get('of')
  if (protocol !== `${photoScheme}:` || host !== photoHost || !Number.isSafeInteger(advertId)) return null
  return url ? { advertId, url } : null
}

/**
 * A photo's address if it may be fetched, otherwise null: https and no host of this machine or its networks, or the very
 * origin of the embedded sandbox. An advert is somebody's text, so its addresses must not reach other programs here.
 * What a name stands for is seen when it is looked up, by `publicLookup`.
 * @param sandboxOrigin null while the account is another one
 */
export function photoUrl(address: string, sandboxOrigin: string | null): URL | null {
  const url = URL.parse(address)
  if (url?.username !== '' || url.password !== '') return null
  if (url.origin === sandboxOrigin) return url
  return url.protocol === 'https:' && mayBePublic(url) ? url : null
}

/** An address in whatever spelling (`127.1`, `0x7f000001`) has become its usual one in `hostname`. */
function mayBePublic({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return isIP(host) === 0 ? !isLoopback({ hostname: host }) : isPublicAddress(host)
}
