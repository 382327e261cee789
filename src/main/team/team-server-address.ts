import { Fault } from '#shared/bridge/failure.ts'
import type { TeamServer } from './team-file.ts'

/** PostgreSQL's own port and database, for an address that names none. */
const usual = { port: 5432, database: 'postgres' } as const

/**
 * Reads where a team's server is and who makes the team there: `postgresql://USER@HOST:PORT/DATABASE`.
 * @throws Fault `team` for what is no address, and for one with a password in it: that is asked for apart, and shown nowhere
 */
export function readServerAddress(address: string): Omit<TeamServer, 'ca'> & { readonly user: string } {
  const url = URL.parse(address)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === '' || url.username === '')
    throw new Fault('team', { reason: 'address', value: shownAddress(address) })
  if (url.password !== '') throw new Fault('team', { reason: 'address-password' })
  return {
    user: decoded(url.username, address),
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || usual.port),
    database: decoded(url.pathname.slice(1), address) || usual.database,
  }
}

/** @throws Fault `team` for a `%` that stands for itself */
function decoded(part: string, address: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Fault('team', { reason: 'address', value: shownAddress(address) })
  }
}

/** Form for display: a mistyped address may have a password in it. */
const shownAddress = (address: string): string =>
  address.includes('//') ? address.replace(/\/\/.*/s, '//…') : address.replace(/:.*@/s, ':…@')
