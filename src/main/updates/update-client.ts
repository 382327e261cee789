import { createHash } from 'node:crypto'
import { Fault } from '#shared/bridge/failure.ts'
import { AnswerFile } from '../feeds/answer-file.ts'
import type { Exchanged } from '../http/exchange.ts'
import { type AnswerSink, download } from '../feeds/feed-download.ts'
import type { Transport } from '../http/transport.ts'
import { hostsOf, isSafe, type UpdateFeed } from './update-feed.ts'

/** A package as it was signed, and how it is waited for. */
export interface WantedPackage {
  readonly url: URL
  readonly sha512: string
  readonly size: number
  readonly signal: AbortSignal
  readonly onBytes: (done: number) => void
}

const redirects = new Set([301, 302, 303, 307, 308])
const mostRedirects = 5
const shortMs = 30_000
/** A slow line takes an hour for a package; one that is silent for some minutes is given up by undici. */
const longMs = 4 * 3_600_000

/** Asks the feed, on the ways that requests to the service take: no key, no cookie, and no host that the build doesn't name. */
export class UpdateClient {
  readonly #transport: Transport
  readonly #feed: UpdateFeed

  constructor(transport: Transport, feed: UpdateFeed) {
    this.#transport = transport
    this.#feed = feed
  }

  /** A small file of the feed. @throws Fault `update`, `fetch` and `cancelled` */
  async bytes(name: string, most: number, signal?: AbortSignal): Promise<Buffer> {
    const parts: Uint8Array[] = []
    const sink = new Sink(most, (chunk) => parts.push(Buffer.from(chunk)))
    await this.#follow(new URL(name, this.#feed.address), sink, shortMs, signal)
    return Buffer.concat(parts)
  }

  /**
   * Puts a package into a new file, which only its owner may read. What is not exactly what was signed is a failure.
   * @throws Fault `update`, `fetch`, `storage` and `cancelled`
   */
  async save(path: string, { url, sha512, size, signal, onBytes }: WantedPackage): Promise<void> {
    const file = new AnswerFile(path, { address: shownOf(url), mostBytes: size })
    const hash = createHash('sha512')
    const sink = new Sink(size, (chunk, done) => {
      file.add(chunk)
      hash.update(chunk)
      onBytes(done)
    })
    try {
      await this.#follow(url, sink, longMs, signal)
    } finally {
      file.close()
    }
    if (hash.digest('base64') !== sha512) throw new Fault('update', { reason: 'damaged' })
  }

  async #follow(first: URL, sink: Sink, limitMs: number, signal: AbortSignal | undefined): Promise<void> {
    const endsAt = performance.now() + limitMs
    let url = first
    for (let followed = 0; followed <= mostRedirects; followed += 1) {
      const { status, headers } = await this.#get(url, sink, endsAt - performance.now(), signal)
      if (status === 200) return
      const { location } = headers
      if (!redirects.has(status) || typeof location !== 'string')
        throw new Fault('update', { reason: 'status', address: shownOf(url), status })
      url = this.#redirected(url, location)
    }
    throw new Fault('update', { reason: 'redirects', address: shownOf(first) })
  }

  async #get(url: URL, sink: Sink, limitMs: number, signal: AbortSignal | undefined): Promise<Exchanged> {
    try {
      return await download(this.#transport, {
        address: { url, shown: shownOf(url) },
        headers: { 'accept-encoding': 'identity', 'cache-control': 'no-cache', 'user-agent': 'Forecourt' },
        file: sink,
        limitMs,
        signal,
      })
    } catch (error) {
      if (sink.failure !== null) throw sink.failure
      throw sink.isTooLarge
        ? new Fault('update', { reason: 'larger', address: shownOf(url) })
        : ofUpdates(error)
    }
  }

  /** A redirect leads nowhere but to hosts that were known when the app was built. */
  #redirected(from: URL, location: string): URL {
    const url = URL.parse(location, from.href)
    if (url && isSafe(url) && hostsOf(this.#feed).includes(url.host) && url.username === '') return url
    throw new Fault('update', { reason: 'redirect', address: shownOf(from), value: url?.host ?? location })
  }
}

/** Takes so many bytes at most. A failure while they are saved, such as a full disk, is reported in the end. */
class Sink implements AnswerSink {
  failure: Error | null = null
  readonly #most: number
  readonly #take: (chunk: Uint8Array, done: number) => void
  #done = 0

  constructor(most: number, take: (chunk: Uint8Array, done: number) => void) {
    this.#most = most
    this.#take = take
  }

  get isTooLarge(): boolean {
    return this.failure !== null || this.#done > this.#most
  }

  add(chunk: Uint8Array): void {
    this.#done += chunk.length
    if (this.isTooLarge) return
    try {
      this.#take(chunk, this.#done)
    } catch (error) {
      this.failure = error as Error
    }
  }
}

const shownOf = ({ host, pathname }: URL): string => host + pathname

/** Words of tables from an address hold here too for certificates and proxies; the rest has its own. */
const ownReasons: Readonly<Record<string, string>> = { '': 'unreachable', timeout: 'unreachable', cut: 'cut' }

function ofUpdates(error: unknown): unknown {
  if (!(error instanceof Fault) || error.code !== 'fetch') return error
  const reason = ownReasons[error.details.reason ?? '']
  return reason === undefined ? error : new Fault('update', { ...error.details, reason }, { cause: error })
}
