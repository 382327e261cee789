import type { Session } from 'electron'
import type { ProxyFor } from '../http/proxy.ts'

/** The proxy that the system's settings name for an address, in Chromium's PAC form. */
export const systemProxy =
  (session: Pick<Session, 'resolveProxy'>): ProxyFor =>
  (address) =>
    session.resolveProxy(address)
