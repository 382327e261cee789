import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const enterPath = '/.host/enter'

export type Verdict =
  | { readonly pass: true }
  /** The one-time token was right: this cookie opens the rest. */
  | { readonly pass: false; readonly cookie: string | undefined; readonly reason: string }

/**
 * Who may talk to the window on loopback: a request that names this very host, comes from no other site, and has the
 * cookie, which is given once for the token in the address that main prints.
 */
export class Gate {
  readonly #port: number
  readonly #secret = randomBytes(32).toString('base64url')
  #token: string | undefined = randomBytes(32).toString('base64url')

  constructor(port: number) {
    this.#port = port
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** The address to open first; its token works once. */
  get address(): string {
    return `${this.origin}${enterPath}?token=${this.#token ?? ''}`
  }

  judge(url: string, headers: IncomingHttpHeaders): Verdict {
    const stranger = this.#stranger(headers)
    if (stranger) return refuse(stranger)
    if (this.#hasCookie(headers)) return { pass: true }
    const asked = new URL(url, this.origin)
    if (asked.pathname !== enterPath) return refuse('open the address that was printed at the start')
    if (!same(asked.searchParams.get('token') ?? '', this.#token))
      return refuse('this address was used already')
    this.#token = undefined
    return {
      pass: false,
      cookie: `${this.#cookieName}=${this.#secret}; HttpOnly; SameSite=Strict; Path=/`,
      reason: '',
    }
  }

  /** A WebSocket is not bound by the same-origin rule: the browser names the page's origin, and it must be ours. */
  judgeSocket(url: string, headers: IncomingHttpHeaders): Verdict {
    if (headers.origin !== this.origin) return refuse('wrong origin')
    return this.judge(url, headers)
  }

  /** Cookies do not know ports: the name keeps two windows apart. */
  get #cookieName(): string {
    return `forecourt-host-${this.#port}`
  }

  /** A foreign Host is a name rebound to this machine; a foreign Origin or site is another page of the browser. */
  #stranger(headers: IncomingHttpHeaders): string | undefined {
    if (headers.host !== `127.0.0.1:${this.#port}`) return 'wrong host'
    if (headers.origin !== undefined && headers.origin !== this.origin) return 'wrong origin'
    const site = headers['sec-fetch-site']
    return site === undefined || site === 'same-origin' || site === 'none' ? undefined : 'wrong site'
  }

  #hasCookie(headers: IncomingHttpHeaders): boolean {
    const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
    const prefix = `${this.#cookieName}=`
    return cookies.some(
      (cookie) => cookie.startsWith(prefix) && same(cookie.slice(prefix.length), this.#secret),
    )
  }
}

const refuse = (reason: string): Verdict => ({ pass: false, cookie: undefined, reason })

function same(given: string, wanted: string | undefined): boolean {
  if (given.length !== wanted?.length) return false
  return timingSafeEqual(Buffer.from(given), Buffer.from(wanted))
}
