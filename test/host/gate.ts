import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const enterPath = '/.host/enter/'

export type Verdict =
  /** `path` as the page knows it, without the secret. */
  | { readonly kind: 'pass'; readonly path: string }
  /** The one-time token was right: the page is there. */
  | { readonly kind: 'enter' }
  | { readonly kind: 'refuse'; readonly reason: string }

interface GateOptions {
  readonly port: number
  /** A development server's page loads its code by paths from the root, which can't hold the secret. */
  readonly bareCode?: boolean
}

const random = (): string => randomBytes(32).toString('hex')

/**
 * Who may talk to the window on loopback. Nothing of it is ambient: the browser sends no cookie, which other ports of the
 * host would get too. A request must name a random host, which resolves to loopback and is nobody else's site, and lead
 * under a secret path; both are made again when the one-time address that main prints is opened. The wire needs a key
 * besides, which the tab that opened that address keeps, so that a copied address opens no second window.
 */
export class Gate {
  readonly #port: number
  readonly #bareCode: boolean
  readonly #label = randomBytes(16).toString('hex')
  #token: string | undefined
  #secret = random()
  #key = random()
  #keyUnclaimed = false

  constructor({ port, bareCode = false }: GateOptions) {
    this.#port = port
    this.#bareCode = bareCode
  }

  get #host(): string {
    return `${this.#label}.localhost:${this.#port}`
  }

  get origin(): string {
    return `http://${this.#host}`
  }

  /** Under which every path of the page lies; starts with a slash and ends without. */
  get base(): string {
    return `/${this.#secret}`
  }

  /** A new address to open; its token works once, and what an earlier one opened ends with it. */
  newAddress(): string {
    this.#token = random()
    return `${this.origin}${enterPath}${this.#token}`
  }

  /** The key of the wire, for the first document after the one-time address; undefined for any later one. */
  claimKey(): string | undefined {
    if (!this.#keyUnclaimed) return undefined
    this.#keyUnclaimed = false
    return this.#key
  }

  judge(path: string, headers: IncomingHttpHeaders): Verdict {
    if (!same(headers.host ?? '', this.#host)) return refuse('wrong host')
    if (headers.origin !== undefined && headers.origin !== this.origin) return refuse('wrong origin')
    if (path.startsWith(enterPath)) return this.#enter(path.slice(enterPath.length))
    // What the address leads to is still a step of the navigation from wherever it was opened.
    if (!isOwn(headers) && !(this.#keyUnclaimed && isNavigation(headers))) return refuse('wrong site')
    if (same(path.slice(0, this.base.length), this.base) && path[this.base.length] === '/')
      return { kind: 'pass', path: path.slice(this.base.length) }
    if (this.#bareCode && headers['sec-fetch-site'] === 'same-origin' && !isNavigation(headers))
      return { kind: 'pass', path }
    return refuse('open the address that was printed at the start')
  }

  /** A WebSocket is not bound by the same-origin rule: the browser names the page's origin, and the page has the key. */
  judgeSocket(path: string, headers: IncomingHttpHeaders): Verdict {
    if (headers.origin !== this.origin) return refuse('wrong origin')
    if (!same(headers['sec-websocket-protocol'] ?? '', this.#key)) return refuse('another window is open')
    return this.judge(path, headers)
  }

  #enter(token: string): Verdict {
    if (!same(token, this.#token)) return refuse('this address was used already')
    this.#token = undefined
    this.#secret = random()
    this.#key = random()
    this.#keyUnclaimed = true
    return { kind: 'enter' }
  }
}

const refuse = (reason: string): Verdict => ({ kind: 'refuse', reason })

/** Absent in what is no browser, which then needs the secrets all the same. */
function isOwn({ 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** A page, in the tab or in a frame. */
const isNavigation = (headers: IncomingHttpHeaders): boolean => headers['sec-fetch-mode'] === 'navigate'

function same(given: string, wanted: string | undefined): boolean {
  if (given.length !== wanted?.length) return false
  return timingSafeEqual(Buffer.from(given), Buffer.from(wanted))
}
