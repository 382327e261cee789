import type { AskingProxy } from '#shared/proxy/proxy-calls.ts'

const reasons = {
  missing: 'proxy-login',
  refused: 'proxy-login-refused',
  kind: 'proxy-login-kind',
  keychain: 'proxy-login-keychain',
} as const

/** A proxy lets nothing through without a login. No byte of the request has left. */
export class ProxyLoginError extends Error {
  readonly reason: string
  /** `proxy.dealer.example:3128` */
  readonly proxy: string

  constructor(state: Exclude<AskingProxy['state'], 'taken'>, proxy: string) {
    super(reasons[state])
    this.name = 'ProxyLoginError'
    this.reason = reasons[state]
    this.proxy = proxy
  }
}

/** Another try meets the same, and would be one more wrong password. */
export const isProxyLogin = (reason: string | undefined): boolean =>
  Object.values<string | undefined>(reasons).includes(reason)
