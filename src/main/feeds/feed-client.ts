import { randomBytes } from 'node:crypto'
import { rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '#shared/bridge/failure.ts'
import type { Exchanged } from '../http/exchange.ts'
import type { ProxyLogins } from '../http/proxy-logins.ts'
import type { ProxyFor } from '../http/proxy.ts'
import { parseRetryAfter } from '../http/retry.ts'
import { Transport } from '../http/transport.ts'
import { AnswerFile, lookAtAnswer, tooLarge, unpackAnswer } from './answer-file.ts'
import { type FeedAddress, loginName, redirectedAddress } from './feed-address.ts'
import { download } from './feed-download.ts'
import { fileNameOf } from './file-name.ts'
import type { SavedLogins } from '../keychain/saved-logins.ts'
import { makeFolder } from '../system/make-folder.ts'
import { renameHeld } from '../storage/atomic-file.ts'

export interface FeedClientOptions {
  readonly proxyFor?: ProxyFor | undefined
  readonly proxyLogins?: ProxyLogins | undefined
  readonly logins: Pick<SavedLogins, 'authorization'>
  /** For one table with all of its redirects, in ms. */
  readonly limitMs?: number
  readonly mostBytes?: number
  readonly mostRedirects?: number
}

/** Version of a table that was taken last. */
export interface SeenVersion {
  readonly etag: string | null
  readonly lastModified: string | null
}

/** A table as it was fetched; null if it is the one that was seen. */
export interface FetchedTable extends SeenVersion {
  readonly path: string
  readonly name: string
  readonly sha256: string
  readonly bytes: number
  /** Time when it was changed at its address, or else when it was fetched; in ms since 1970. */
  readonly changedAt: number
  readonly remove: () => void
}

const redirects = new Set([301, 302, 303, 307, 308])

/** Fetches tables over HTTP: what comes is whole, no web page and no larger than a table, or it is a failure. */
export class FeedClient {
  readonly #transport: Transport
  readonly #options: Required<Omit<FeedClientOptions, 'proxyFor' | 'proxyLogins'>>
  /** By the host, once it asked for it. */
  readonly #authorizations = new Map<string, string>()

  constructor({ proxyFor, proxyLogins, ...options }: FeedClientOptions) {
    this.#transport = new Transport({ proxyFor, proxyLogins, connections: 1 })
    this.#options = { limitMs: 60_000, mostBytes: 209_715_200, mostRedirects: 5, ...options }
  }

  /**
   * @param follows the other host that a redirect of the address may lead to; null if none may
   * @param folder where the table is put, in a folder of its own, readable by its owner alone
   * @throws Fault `fetch` with a reason and, if the address asks to wait, the `seconds`; Fault `cancelled`, `storage` and
   * those of the keychain
   */
  async fetch(
    address: FeedAddress,
    seen: SeenVersion | null,
    folder: string,
    signal?: AbortSignal,
    follows: string | null = null,
  ): Promise<FetchedTable | null> {
    const place = join(folder, `incoming-${randomBytes(8).toString('hex')}`)
    makeFolder(place)
    const remove = (): void => rmSync(place, { recursive: true, force: true })
    try {
      const path = join(place, '.part')
      const answer = await this.#follow({ first: address, follows }, seen, path, signal)
      const table = answer && (await this.#accepted(address, answer, path))
      if (table) return { ...table, remove }
    } catch (error) {
      remove()
      throw error
    }
    remove()
    return null
  }

  close(): Promise<void> {
    return this.#transport.close()
  }

  /** @returns the answer whose body is in the file; null if the table is the one that was seen */
  async #follow(
    { first, follows }: { readonly first: FeedAddress; readonly follows: string | null },
    seen: SeenVersion | null,
    path: string,
    signal: AbortSignal | undefined,
  ): Promise<Exchanged | null> {
    const { limitMs, mostRedirects } = this.#options
    const endsAt = performance.now() + limitMs
    let address = first
    for (let followed = 0; followed <= mostRedirects;) {
      const answer = await this.#get(address, seen, path, { limitMs: endsAt - performance.now(), signal })
      if (answer.status === 304 && seen) return null
      if (answer.status === 200) return answer
      const { location } = answer.headers
      if (redirects.has(answer.status) && typeof location === 'string') {
        address = redirectedAddress(address, location, follows)
        followed += 1
      } else if (answer.status === 401) await this.#logIn(address, answer)
      else throw statusFault(address, answer)
    }
    throw new Fault('fetch', { reason: 'redirects', address: first.shown, count: mostRedirects })
  }

  /** @throws Fault `fetch` if there is no login, or it was refused */
  async #logIn(address: FeedAddress, { headers }: Exchanged): Promise<void> {
    const { host } = address.url
    const refused = this.#authorizations.get(host)
    this.#authorizations.delete(host)
    const takesBasic = /\bbasic\b/i.test(String(headers['www-authenticate'] ?? ''))
    const authorization = takesBasic ? await this.#options.logins.authorization(loginName(address)) : null
    if (authorization === null)
      throw new Fault('fetch', {
        reason: takesBasic ? 'login-missing' : 'login-kind',
        address: address.shown,
      })
    // Another one may have been saved since.
    if (authorization === refused)
      throw new Fault('fetch', { reason: 'login-refused', address: address.shown })
    this.#authorizations.set(host, authorization)
  }

  async #get(
    address: FeedAddress,
    seen: SeenVersion | null,
    path: string,
    bounds: { readonly limitMs: number; readonly signal: AbortSignal | undefined },
  ): Promise<Exchanged> {
    rmSync(path, { force: true })
    const file = new AnswerFile(path, { address: address.shown, mostBytes: this.#options.mostBytes })
    const authorization = this.#authorizations.get(address.url.host)
    try {
      return await download(this.#transport, {
        address,
        headers: { ...headersOf(seen), ...(authorization === undefined ? {} : { authorization }) },
        file,
        ...bounds,
      })
    } catch (error) {
      throw file.isTooLarge ? tooLarge({ address: address.shown, mostBytes: this.#options.mostBytes }) : error
    } finally {
      file.close()
    }
  }

  async #accepted(
    address: FeedAddress,
    { headers }: Exchanged,
    part: string,
  ): Promise<Omit<FetchedTable, 'remove'>> {
    const bounds = { address: address.shown, mostBytes: this.#options.mostBytes }
    await unpackAnswer(part, headers['content-encoding'], bounds)
    const { sha256, bytes, head } = await lookAtAnswer(part)
    if (head.trim() === '') throw new Fault('fetch', { reason: 'empty', address: address.shown })
    if (isPage(head, textOf(headers['content-type']) ?? ''))
      throw new Fault('fetch', { reason: 'html', address: address.shown })
    const name = fileNameOf(textOf(headers['content-disposition']), address.url)
    const path = join(part, '..', name)
    renameHeld(part, path)
    const lastModified = textOf(headers['last-modified']) ?? null
    const changedAt = momentOf(lastModified) ?? Date.now()
    utimesSync(path, new Date(), new Date(changedAt))
    return { path, name, sha256, bytes, changedAt, etag: textOf(headers.etag) ?? null, lastModified }
  }
}

const textOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header

function headersOf(seen: SeenVersion | null): Record<string, string> {
  return {
    accept: '*/*',
    'accept-encoding': 'gzip',
    'user-agent': 'Forecourt',
    ...(seen?.etag ? { 'if-none-match': seen.etag } : {}),
    ...(seen?.lastModified ? { 'if-modified-since': seen.lastModified } : {}),
  }
}

/** A moment that lies ahead is a clock that is wrong: no file is newer than now. */
function momentOf(lastModified: string | null): number | null {
  const moment = Date.parse(lastModified ?? '')
  return Number.isNaN(moment) || moment > Date.now() ? null : moment
}

/** A table that a program saves as HTML is served as one of Excel's; whatever else is HTML is a page about something. */
const isPage = (head: string, type: string): boolean =>
  /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:!doctype html|html|head|body|h1|title|center|script)\b/i.test(
    head,
  ) && !/excel|spreadsheet/i.test(type)

function statusFault({ shown }: FeedAddress, { status, retryAfter, headers }: Exchanged): Fault {
  const waitMs = parseRetryAfter(retryAfter, Date.now(), headers.date)
  const seconds = waitMs === undefined ? {} : { seconds: Math.ceil(waitMs / 1_000) }
  return new Fault('fetch', { reason: 'status', address: shown, status, ...seconds })
}
