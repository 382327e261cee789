import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** As `dns.lookup` with `all`. */
export type LookUpAll = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

/**
 * A lookup for sockets that answers with public addresses only. The socket connects to what it answers, so that a name
 * that is looked up again and answers otherwise changes nothing. One address that is not public refuses the whole
 * answer: a host of the internet has none.
 */
export const publicLookup =
  (
    lookUp: LookUpAll = systemLookup,
    isPublic: (address: string) => boolean = isPublicAddress,
  ): LookupFunction =>
  (hostname, options, done) =>
    lookUp(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = error ? [] : addresses
      if (error || !first) done(error ?? new Error(`no address of ${hostname}`), '')
      else if (!addresses.every(({ address }) => isPublic(address)))
        done(new Error(`not a public address: ${hostname}`), '')
      else if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
