import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/**
 * IPv4 that is not of the internet at large: IANA's special-purpose registry (RFC 6890 and what updates it), multicast
 * and the reserved class E with broadcast.
 */
const specialIPv4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** Of global unicast (2000::/3): protocol assignments with Teredo, documentation, and 6to4, which leads to any IPv4. */
const specialIPv6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

// One list for each family and purpose: a list takes an IPv4 address for one of ::ffff:0:0/96 too.
const refusedIPv4 = new BlockList()
for (const [network, prefix] of specialIPv4) refusedIPv4.addSubnet(network, prefix)

/** Whatever lies outside of global unicast is refused unnamed: loopback, link-local, unique local, mapped, multicast. */
const globalIPv6 = new BlockList()
globalIPv6.addSubnet('2000::', 3, 'ipv6')

const refusedIPv6 = new BlockList()
for (const [network, prefix] of specialIPv6) refusedIPv6.addSubnet(network, prefix, 'ipv6')

/** How IPv4 is reached from a network that has IPv6 alone; what is refused there is refused here. */
const translated = new BlockList()
translated.addSubnet('64:ff9b::', 96, 'ipv6')
const refusedTranslated = new BlockList()
for (const [network, prefix] of specialIPv4)
  refusedTranslated.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6')

type Interfaces = typeof networkInterfaces

/** In many networks of IPv6 this machine has its own public address. */
const isOwn = (address: string, family: number, interfaces: Interfaces): boolean => {
  const own = new BlockList()
  for (const each of Object.values(interfaces()).flat())
    if (each) own.addAddress(each.address, each.family === 'IPv6' ? 'ipv6' : 'ipv4')
  return own.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** Whether an address is one of the internet at large, and not this machine's own. */
export function isPublicAddress(address: string, interfaces: Interfaces = networkInterfaces): boolean {
  // A zone (`%eth0`) names an interface of this machine.
  const family = address.includes('%') ? 0 : isIP(address)
  if (family === 0 || isOwn(address, family, interfaces)) return false
  if (family === 4) return !refusedIPv4.check(address)
  if (translated.check(address, 'ipv6')) return !refusedTranslated.check(address, 'ipv6')
  return globalIPv6.check(address, 'ipv6') && !refusedIPv6.check(address, 'ipv6')
}
