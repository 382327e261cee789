import { Fault } from '#shared/bridge/failure.ts'

/** Facts needed to reach the service for one account. It holds the key and never leaves main. */
export interface Connection {
  readonly accountId: string
  /** Address under which every endpoint of the contract lies; it may have a path. */
  readonly baseUrl: string
  readonly userId: number
  readonly key: string
  /** Way in which reads carry the key; writes always carry it in the query (contract, Authentication 2). */
  readonly readAuth: 'query' | 'basic'
}

/** The parts of a service address. @throws Fault `usage` for what is no http or https address. */
export function parseBaseUrl(baseUrl: string): { readonly origin: URL; readonly prefix: string } {
  const url = URL.parse(baseUrl.trim())
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new Fault('usage', { reason: 'base-url' })
  return { origin: new URL(url.origin), prefix: url.pathname.replace(/\/+$/, '') }
}

/** HTTP Basic with the key as user name and an empty password (contract, Authentication 3). */
export const basicAuthorization = (key: string): string =>
  `Basic ${Buffer.from(`${key}:`).toString('base64')}`
