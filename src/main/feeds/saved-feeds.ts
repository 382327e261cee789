import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { type Feed, mostFeeds } from '#shared/feeds/feeds-calls.ts'
import { failureWords } from '#shared/words/failure-words.ts'
import { refusedFault } from '../keychain/keychain-fault.ts'
import type { Keychain } from '../keychain/keychain.ts'
import type { Redactor } from '../log/redact.ts'
import { type FeedAddress, feedAddress, isFeedAddress, loginName } from './feed-address.ts'
import type { FetchedTable } from './feed-client.ts'
import { FeedMemory } from './feed-state.ts'
import type { Feeds } from './feeds.ts'

/** An address as it is saved: what is behind its `?` may be a key, and is in the keychain. */
export const savedFeedSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  name: z.string(),
  /** Without its query; one that can't be read as an address is no saved one. */
  address: z.string().refine(isFeedAddress),
  hasQuery: z.boolean(),
  /** The other host that its redirects may lead to; absent if none was confirmed. */
  follows: z.string().optional(),
})
export type SavedFeed = z.infer<typeof savedFeedSchema>

export interface SavedFeedsPorts {
  readonly read: () => readonly SavedFeed[]
  readonly write: (feeds: readonly SavedFeed[]) => void
  readonly feeds: () => Promise<Feeds>
  readonly keychain: Pick<Keychain, 'get' | 'set' | 'forget'>
  readonly redactor: Pick<Redactor, 'addKey'>
  readonly dataDir: string
}

export interface FeedChange {
  readonly id: string | null
  readonly name: string
  readonly address: string | null
  /** Another host that a person confirmed for redirects of the address. */
  readonly follows?: string | undefined
  readonly login?: { readonly user: string; readonly password: string } | undefined
}

/** A key of fewer characters would black out texts that have nothing to do with it. */
const leastRedacted = 6

/** The addresses that tables are fetched from in the window, with what came of that. */
export class SavedFeeds {
  readonly #ports: SavedFeedsPorts

  constructor(ports: SavedFeedsPorts) {
    this.#ports = ports
  }

  list(accountId: string): Feed[] {
    return this.#of(accountId).map((feed) => {
      const { askedAt, result, notBefore } = this.#memory(feed).read()
      const failure = result === 'taken' || result === '' ? null : wordsOf(result, feed)
      const { id, name } = feed
      return {
        id,
        name,
        notBefore,
        address: feedAddress(feed.address).shown,
        last: askedAt === '' ? null : { at: askedAt, failure },
      }
    })
  }

  /** @throws Fault `fetch` (form, credentials, https), `login-form`, `keychain-locked`, `keychain-unavailable`, `storage`, `usage` */
  async save(accountId: string, { id, name, address: text, follows, login }: FeedChange): Promise<void> {
    const before = id === null ? null : this.#find(accountId, id)
    if (!before && this.#of(accountId).length >= mostFeeds)
      throw new Fault('usage', { reason: 'feeds', count: mostFeeds })
    const kept: SavedFeed = before ?? { id: randomUUID(), accountId, name, address: '', hasQuery: false }
    const address = text === null ? null : feedAddress(text)
    const moved = address && (await this.#keepQuery(kept, address))
    // What was confirmed is for the address that it was confirmed of.
    const confirmed = follows ?? (moved && moved.address !== kept.address ? undefined : kept.follows)
    const saved: SavedFeed = { ...kept, name, ...moved, follows: confirmed }
    if (login) {
      const { logins } = await this.#ports.feeds()
      await logins.set(loginName(feedAddress(saved.address)), `${login.user}:${login.password}`)
    }
    if (before) await this.#forgetLogin(before, saved)
    const all = this.#ports.read()
    this.#ports.write(before ? all.map((feed) => (feed.id === saved.id ? saved : feed)) : [...all, saved])
  }

  /** The account is removed. A keychain that is unavailable holds nothing of it. @throws Fault `keychain-locked` */
  async removeAll(accountId: string): Promise<void> {
    for (const { id } of this.#of(accountId)) await this.remove(accountId, id)
  }

  /** Login and state of an address that is kept for nothing else go with it. @throws as save() does */
  async remove(accountId: string, id: string): Promise<void> {
    const feed = this.#find(accountId, id)
    if (feed.hasQuery) await orUnavailable(this.#ports.keychain.forget(queryName(feed)))
    await this.#forgetLogin(feed, null)
    this.#memory(feed).forget()
    this.#ports.write(this.#ports.read().filter((each) => each.id !== id))
  }

  /** Forgets the login of an address unless another one, or what takes its place, is of the same host. */
  async #forgetLogin(feed: SavedFeed, instead: SavedFeed | null): Promise<void> {
    const others = this.#ports.read().filter(({ id }) => id !== feed.id)
    const { host } = new URL(feed.address)
    const stay = instead ? [...others, instead] : others
    if (stay.some(({ address }) => new URL(address).host === host)) return
    const { logins } = await this.#ports.feeds()
    await orUnavailable(logins.forget(loginName(feedAddress(feed.address))))
  }

  /**
   * Fetches the table of an address, and keeps how that ended.
   * @throws Fault `fetch` and those of the keychain; `usage` with the reason `feed` if there is no such address
   */
  async fetch(accountId: string, id: string, signal?: AbortSignal): Promise<FetchedTable> {
    const feed = this.#find(accountId, id)
    const memory = this.#memory(feed)
    const { client } = await this.#ports.feeds()
    try {
      const table = await client.fetch(
        await this.#addressOf(feed),
        null,
        memory.folder,
        signal,
        feed.follows ?? null,
      )
      if (!table) throw new Error('a table that nobody had seen was not sent')
      note(memory, { result: 'taken', seconds: 0 })
      return table
    } catch (error) {
      if (error instanceof Fault && error.code === 'fetch')
        note(memory, {
          result: [error.details.reason, error.details.status].filter(Boolean).join(' '),
          seconds: Number(error.details.seconds ?? 0),
        })
      throw error
    }
  }

  #of(accountId: string): SavedFeed[] {
    return this.#ports.read().filter((feed) => feed.accountId === accountId)
  }

  #find(accountId: string, id: string): SavedFeed {
    const feed = this.#of(accountId).find((each) => each.id === id)
    if (!feed) throw new Fault('usage', { reason: 'feed' })
    return feed
  }

  /** By its id: two addresses that differ in their query alone are two. */
  #memory({ id, accountId, address }: SavedFeed): FeedMemory {
    return new FeedMemory(this.#ports.dataDir, feedAddress(address), [accountId, id])
  }

  async #keepQuery(feed: SavedFeed, { url }: FeedAddress): Promise<Pick<SavedFeed, 'address' | 'hasQuery'>> {
    const query = url.search.slice(1)
    if (query === '') {
      if (feed.hasQuery) await this.#ports.keychain.forget(queryName(feed))
    } else {
      if (query.length >= leastRedacted) this.#ports.redactor.addKey(query)
      await this.#ports.keychain.set(queryName(feed), query)
    }
    return { address: url.origin + url.pathname, hasQuery: query !== '' }
  }

  async #addressOf(feed: SavedFeed): Promise<FeedAddress> {
    if (!feed.hasQuery) return feedAddress(feed.address)
    const answer = await this.#ports.keychain.get(queryName(feed))
    if (answer.found === 'missing') throw new Fault('fetch', { reason: 'query-missing', address: feed.name })
    if (answer.found !== 'key') throw refusedFault(answer.found, answer.reason)
    if (answer.key.length >= leastRedacted) this.#ports.redactor.addKey(answer.key)
    return feedAddress(`${feed.address}?${answer.key}`)
  }
}

/** A keychain that is unavailable keeps nothing; one that is locked may keep what would stay in it unseen. */
async function orUnavailable(forgetting: Promise<unknown>): Promise<void> {
  try {
    await forgetting
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'keychain-unavailable') throw error
  }
}

/** Accounts have ids without a colon, so that none is ever taken for a key. */
const queryName = ({ id }: SavedFeed): string => `url-query:${id}`

function note(memory: FeedMemory, { result, seconds }: { result: string; seconds: number }): void {
  const now = Date.now()
  memory.write({
    taken: null,
    askedAt: new Date(now).toISOString(),
    result,
    failures: result === 'taken' ? 0 : 1,
    notBefore: seconds > 0 ? new Date(now + seconds * 1_000).toISOString() : null,
    next: null,
    follows: null,
  })
}

/** The words of a failure that was kept by its reason, and by the status that was answered. */
function wordsOf(result: string, { address }: SavedFeed): string {
  const [reason = '', status = ''] = result.split(' ')
  return failureWords({ code: 'fetch', details: { reason, status, address: feedAddress(address).shown } })
    .words
}
