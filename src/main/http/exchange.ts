import type { Dispatcher } from 'undici'
import { Fault } from '#shared/bridge/failure.ts'
import { codingsOf, decodedBody } from './decoded-body.ts'
import { ServiceError } from './service-error.ts'

export interface ExchangeRequest {
  readonly dispatcher: Dispatcher
  readonly origin: URL
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path and query, as on the request line. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** From here to the last byte of the answer, in milliseconds. */
  readonly limitMs: number
  /** If nothing of an answer has come by then, in ms, the connection is taken for a silent one. */
  readonly silentMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** The proxy that the connection is to, `proxy.dealer.example:3128`, so that its failure is named as such. */
  readonly proxy?: string | undefined
  /** Takes the Date header of the answer. */
  readonly onDate?: ((date: string) => void) | undefined
  /** Takes the body as it comes, which is not kept then. @returns whether to go on */
  readonly onBody?: ((chunk: Buffer, status: number) => boolean) | undefined
  /** Sends `connection: close`. */
  readonly lastOnConnection?: boolean
}

export interface Exchanged {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly headers: Headers
  readonly body: string
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

type ExchangeFailure = 'network' | 'timeout' | 'unreadable'

/** In bytes. No answer of the service comes near this; a larger one is not the service's. */
const largestBody = 64 * 1024 * 1024

/** Codings that are asked for. Others are decoded too (`decoded-body.ts`): gateways code answers unasked. */
const codings = 'gzip, deflate, br'

/**
 * One request and its answer, exactly once: no retry, no redirect. Dispatches to undici directly, because its
 * `onRequestStart` is the proof that is needed: before it, no byte of the request was written.
 * @throws ServiceError `network`, `timeout` or, for an answer that is too large, `unreadable`, which says whether
 * something may have left; Fault `cancelled` if nothing did.
 */
export const exchange = (request: ExchangeRequest): Promise<Exchanged> =>
  new Promise((resolve, reject) => new Exchange(request, resolve, reject).begin())

class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: ExchangeRequest
  readonly #resolve: (answer: Exchanged) => void
  readonly #reject: (error: Error) => void
  #controller: Dispatcher.DispatchController | null = null
  #timer: NodeJS.Timeout | undefined
  #silence: NodeJS.Timeout | undefined
  #over = false
  #begun = 0
  #status: number | undefined
  #retryAfter: string | undefined
  #headers: Headers = {}
  #chunks: Buffer[] = []
  #size = 0

  constructor(
    request: ExchangeRequest,
    resolve: (answer: Exchanged) => void,
    reject: (error: Error) => void,
  ) {
    this.#request = request
    this.#resolve = resolve
    this.#reject = reject
  }

  begin(): void {
    const {
      dispatcher,
      origin,
      method,
      path,
      headers,
      body,
      limitMs,
      silentMs,
      signal,
      lastOnConnection,
      onBody,
    } = this.#request
    if (signal?.aborted) {
      this.#cancel()
      return
    }
    this.#begun = performance.now()
    signal?.addEventListener('abort', this.#cancel, { once: true })
    this.#timer = setTimeout(this.#expire, limitMs)
    if (silentMs !== undefined && silentMs < limitMs)
      this.#silence = setTimeout(
        () => this.#end('network', this.#proxy === undefined ? 'silent' : 'proxy-silent'),
        silentMs,
      )
    const reset = lastOnConnection ? { reset: true } : {}
    try {
      // What takes the body itself reads its coding, too.
      const coding = onBody ? {} : { 'accept-encoding': codings }
      dispatcher.dispatch(
        { origin, method, path, headers: { ...coding, ...headers }, body: body ?? null, ...reset },
        this,
      )
    } catch (error) {
      this.onResponseError(null, error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** Called just before the first byte is written; a second call would send the request again and is refused. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#over || this.#controller) controller.abort(new Error('the request is over'))
    else this.#controller = controller
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    clearTimeout(this.#silence)
    this.#status = status
    this.#headers = headers
    this.#retryAfter = first(headers['retry-after'])
    const date = first(headers.date)
    if (date !== undefined) this.#request.onDate?.(date)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#takes(chunk)) return
    if (this.#request.onBody) controller.abort(new Error('the answer is too large'))
    else this.#end('unreadable', 'huge')
  }

  #takes(chunk: Buffer): boolean {
    const { onBody } = this.#request
    if (onBody) return onBody(chunk, this.#status ?? 0)
    this.#chunks.push(chunk)
    this.#size += chunk.length
    return this.#size <= largestBody
  }

  onResponseEnd(): void {
    const status = this.#status
    if (!this.#finish() || status === undefined) return
    const retryAfter = this.#retryAfter
    const headers = this.#headers
    const codings = this.#request.onBody ? [] : codingsOf(headers['content-encoding'])
    decodedBody(wholeOf(this.#chunks), codings, largestBody).then(
      (body) => this.#resolve({ status, retryAfter, headers, body: body.toString('utf8') }),
      (cause: unknown) =>
        this.#reject(
          codeOf(cause) === 'ERR_BUFFER_TOO_LARGE'
            ? this.#failure('unreadable', 'huge', cause)
            : this.#failure('network', 'closed', cause),
        ),
    )
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (!this.#finish()) return
    // A proxy's login that is missing or refused says it itself.
    const failure =
      error instanceof ServiceError ? error : this.#failure('network', this.#reasonOf(error), error)
    this.#reject(failure)
  }

  #reasonOf(error: Error): string {
    if (codeOf(error) === 'UND_ERR_HEADERS_TIMEOUT' && !this.#started) return this.#silent
    return this.#proxy !== undefined && codeOf(error) in reasons && !this.#isBehindProxy(error)
      ? 'proxy-unreachable'
      : reasonOf(error, this.#started)
  }

  /** True if the proxy opened the way, and the service at its end stays silent. Undici names the host it waited for. */
  #isBehindProxy({ message }: Error): boolean {
    return message.includes(`${this.#request.origin.hostname}:`)
  }

  /** The proxy that a failure is of, as long as nothing went through it. */
  get #proxy(): string | undefined {
    return this.#started ? undefined : this.#request.proxy
  }

  get #started(): boolean {
    return this.#controller !== null
  }

  readonly #cancel = (): void => {
    if (!this.#finish()) return
    this.#reject(this.#started ? this.#failure('network', 'cancelled') : new Fault('cancelled'))
    this.#controller?.abort(new Error('cancelled'))
  }

  readonly #expire = (): void => this.#end('timeout', this.#started ? 'no-answer' : this.#silent)

  /** Nothing came before the request could be written: of a proxy, no answer to CONNECT. */
  get #silent(): string {
    return this.#proxy === undefined ? 'no-connection' : 'proxy-silent'
  }

  #end(code: ExchangeFailure, reason: string): void {
    if (!this.#finish()) return
    this.#reject(this.#failure(code, reason))
    this.#controller?.abort(new Error('given up'))
  }

  /** True the first time only: the first outcome of a request is the one that counts. */
  #finish(): boolean {
    if (this.#over) return false
    this.#over = true
    clearTimeout(this.#timer)
    clearTimeout(this.#silence)
    this.#request.signal?.removeEventListener('abort', this.#cancel)
    return true
  }

  #failure(code: ExchangeFailure, why: string, cause?: unknown): ServiceError {
    const proxy = this.#proxy
    // The way ends at the proxy or behind it.
    const reason = proxy !== undefined && why === 'no-connection' ? 'through-proxy' : why
    const waitedMs = Math.round((performance.now() - this.#begun) / 1_000) * 1_000
    return new ServiceError(
      code,
      {
        sent: this.#started ? 'maybe' : 'no',
        answered: this.#status !== undefined,
        status: this.#status,
        reason,
        ...(reason === 'proxy-silent' && { waitedMs }),
        ...(proxy === undefined ? {} : { value: proxy }),
      },
      cause ? { cause } : undefined,
    )
  }
}

const first = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header

/** Most answers come in one chunk, which needs no copy. */
const wholeOf = ([first, ...more]: readonly Buffer[]): Buffer =>
  first && more.length === 0 ? first : Buffer.concat([first ?? Buffer.alloc(0), ...more])

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'refused',
  UND_ERR_CONNECT_TIMEOUT: 'no-connection',
  ENETUNREACH: 'offline',
  EHOSTUNREACH: 'offline',
  ENETDOWN: 'offline',
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

function reasonOf(error: Error, started: boolean): string {
  if (started) return 'closed'
  // Undici wraps the refusal of a proxy's own certificate.
  if ([error, error.cause].some((each) => /CERT|SIGNATURE|ISSUER|ALTNAME/.test(codeOf(each))))
    return 'certificate'
  if (error.message.startsWith('Proxy response')) return 'proxy'
  return reasons[codeOf(error)] ?? 'no-connection'
}
