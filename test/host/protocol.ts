import type { CustomScheme, Protocol } from 'electron'
import { needReady, readiness } from './readiness.ts'

type Handler = (request: Request) => Response | Promise<Response>
type Surface = Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle' | 'unhandle' | 'isProtocolHandled'>

/** Served by main too if it refuses them: the page's own requests to them are none of its pictures. */
const ofTheWeb: ReadonlySet<string> = new Set(['http', 'https', 'file', 'ftp'])

/** The schemes that main serves by itself. */
class HostProtocol implements Surface {
  readonly #handlers = new Map<string, Handler>()
  #privileged: readonly CustomScheme[] = []

  registerSchemesAsPrivileged(schemes: CustomScheme[]): void {
    if (readiness.ready)
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    if (schemes.some(({ privileges }) => privileges?.codeCache && !privileges.standard))
      throw new Error(
        'Code cache can only be enabled when the custom scheme is registered as standard scheme.',
      )
    this.#privileged = schemes
  }

  handle(scheme: string, handler: Handler): void {
    needReady('Session can only be received when app is ready')
    if (this.#handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    this.#handlers.set(scheme, handler)
  }

  unhandle(scheme: string): void {
    if (!this.#handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`)
  }

  isProtocolHandled(scheme: string): boolean {
    return this.#handlers.has(scheme)
  }

  /** On loopback every page is in a secure context: one that would not be in Electron is refused. */
  needSecure(address: string): void {
    const { protocol: own } = new URL(address)
    const isSecure = this.#privileged.some(
      ({ scheme, privileges }) => `${scheme}:` === own && privileges?.secure === true,
    )
    if (own !== 'http:' && own !== 'https:' && !isSecure)
      throw new Error(`${own} is not declared secure, and refused by the browser host`)
  }

  /** What the page's requests run; not part of Electron's surface. */
  async answer(request: Request): Promise<Response> {
    const scheme = new URL(request.url).protocol.slice(0, -1)
    const handler = this.#handlers.get(scheme)
    if (handler) return handler(request)
    if (scheme === 'http' || scheme === 'https') return fetch(request)
    return new Response(`ERR_UNKNOWN_URL_SCHEME: ${scheme}`, { status: 502 })
  }

  /** Schemes that main serves; not the one of the page itself, nor those of the web. */
  schemesBeside(ownProtocol: string): string[] {
    return [...this.#handlers.keys()].filter(
      (scheme) => `${scheme}:` !== ownProtocol && !ofTheWeb.has(scheme),
    )
  }

  /** `scheme://host` only for a scheme declared `standard`: every other one has the opaque origin "null". */
  originOf(address: string): string {
    const url = new URL(address)
    if (url.protocol === 'http:' || url.protocol === 'https:') return url.origin
    const standard = this.#privileged.some(
      ({ scheme, privileges }) => `${scheme}:` === url.protocol && privileges?.standard,
    )
    return standard ? `${url.protocol}//${url.host}` : 'null'
  }
}

export const hostProtocol = new HostProtocol()
