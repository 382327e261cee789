import { Fault } from '#shared/bridge/failure.ts'
import { isLoopback } from '../http/proxy.ts'

/** Place where a table is fetched from. */
export interface FeedAddress {
  readonly url: URL
  /** Address as people see it: without its query, which may hold a key. */
  readonly shown: string
}

/**
 * Reads an address. A login travels with every request, so that anything but https is refused, except to this machine.
 * @throws Fault `fetch` with a reason: form, credentials, https. The address is left out: it may hold a password.
 */
export function feedAddress(text: string): FeedAddress {
  const url = URL.parse(text.trim())
  if (!url?.hostname || !['https:', 'http:'].includes(url.protocol))
    throw new Fault('fetch', { reason: 'form' })
  if (url.username !== '' || url.password !== '') throw new Fault('fetch', { reason: 'credentials' })
  if (!isSafe(url)) throw new Fault('fetch', { reason: 'https' })
  url.hash = ''
  return { url, shown: shownAddress(url) }
}

export function isFeedAddress(text: string): boolean {
  try {
    feedAddress(text)
    return true
  } catch {
    return false
  }
}

/** True if the way is encrypted or stays on this computer. */
const isSafe = (url: URL): boolean => url.protocol === 'https:' || isLoopback(url)

/** The name of an address' login in the keychain: there is one for each host. */
export const loginName = ({ url }: FeedAddress): string => `url:${url.host}`

export const shownAddress = ({ host, pathname }: URL): string => host + pathname

/** Host, or pattern of hosts, that a person confirms for a redirect: Google serves a published sheet from another host each time. */
export const hostToConfirm = ({ host }: URL): string =>
  host.endsWith('.googleusercontent.com') ? '*.googleusercontent.com' : host

/**
 * Target of a redirect. A login and what was agreed on are for one host.
 * @param follows the other host that was confirmed for the address, as hostToConfirm() names it
 * @throws Fault `fetch` with the reason `redirect-host`, `credentials` or `https`
 */
export function redirectedAddress(from: FeedAddress, location: string, follows: string | null): FeedAddress {
  const url = URL.parse(location, from.url.href)
  if (!url) throw new Fault('fetch', { reason: 'redirect-host', address: from.shown, value: '?' })
  const value = hostToConfirm(url)
  if (url.host !== from.url.host && value !== follows)
    throw new Fault('fetch', { reason: 'redirect-host', address: from.shown, value })
  return feedAddress(url.href)
}
