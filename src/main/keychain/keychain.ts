import type { ChildPort } from '../system/child-port.ts'
import { ChildSession } from './child-session.ts'
import { refused, type KeychainOutcome, type KeychainRequest, type Refusal } from './keychain-messages.ts'
import { refusedFault } from './keychain-fault.ts'

/** No key, keychain locked and keychain unavailable: each asks for another next step of the person. */
export type KeyFound =
  /** Without what is no part of it; '' if the item has nothing that could be one. */
  | { readonly found: 'key'; readonly key: string }
  | { readonly found: 'missing' }
  | { readonly found: Refusal; readonly reason: string }

export interface KeychainOptions {
  readonly spawn: () => ChildPort
  /** Milliseconds that one request may take, including the child's start and a prompt to unlock. */
  readonly timeoutMs?: number
  readonly service?: string
}

type Verb =
  | { readonly verb: 'get' | 'forget'; readonly account: string }
  | { readonly verb: 'set'; readonly account: string; readonly key: string }

/**
 * The system's keychain behind a child process that can be killed. Requests go to it one at a time, in their order. One
 * that exceeds its time limit ends the child (the next request starts a new one) and counts as locked: an unanswered
 * prompt looks like that from here.
 */
export class Keychain {
  readonly #spawn: () => ChildPort
  readonly #timeoutMs: number
  readonly #service: string
  #child: ChildSession | null = null
  #closed = false
  #lastId = 0
  #queue: Promise<unknown> = Promise.resolve()

  constructor({ spawn, timeoutMs = 10_000, service = 'Forecourt' }: KeychainOptions) {
    this.#spawn = spawn
    this.#timeoutMs = timeoutMs
    this.#service = service
  }

  /** Never rejects for what the keychain refuses: that is one of the answers. */
  async get(account: string): Promise<KeyFound> {
    return found(await this.#request({ verb: 'get', account }))
  }

  /** @throws Fault `keychain-locked` or `keychain-unavailable`: the key is not stored. */
  async set(account: string, key: string): Promise<void> {
    demandDone(await this.#request({ verb: 'set', account, key }))
  }

  /**
   * Removes the key if there is one.
   * @throws Fault `keychain-locked` or `keychain-unavailable`: it may still be there.
   */
  async forget(account: string): Promise<void> {
    demandDone(await this.#request({ verb: 'forget', account }))
  }

  /** Ends the child; open requests are answered as unavailable, and so is every later one. */
  close(): void {
    this.#closed = true
    this.#child?.end('keychain-unavailable', 'closed')
    this.#child = null
  }

  #request(verb: Verb): Promise<KeychainOutcome> {
    const answer = this.#queue.then(() => this.#send(verb))
    // The queue itself never rejects: a request that could not be sent must not stop those behind it.
    this.#queue = answer.catch(() => undefined)
    return answer
  }

  async #send(verb: Verb): Promise<KeychainOutcome> {
    if (this.#closed) return refused('keychain-unavailable', 'closed')
    try {
      if (!this.#child?.alive) this.#child = new ChildSession(this.#spawn())
    } catch (error) {
      return refused('keychain-unavailable', error instanceof Error ? error.message : String(error))
    }
    const request: KeychainRequest = { ...verb, id: ++this.#lastId, service: this.#service }
    return this.#child.request(request, this.#timeoutMs)
  }
}

function found(result: KeychainOutcome): KeyFound {
  if (result.outcome === 'key') return { found: 'key', key: plainText(result.key) }
  if (result.outcome === 'refused') return { found: result.refusal, reason: result.reason }
  return { found: 'missing' }
}

/**
 * Text of an item, as our own entry would have made it. Other programs add a line end or a byte order mark, and Windows
 * programs write UTF-16, which keytar returns as letters with zeros between them.
 */
const plainText = (text: string): string =>
  text
    .replaceAll('\0', '')
    .replace(/^[\uFEFF\uFFFD]+/, '')
    .trim()

function demandDone(result: KeychainOutcome): void {
  if (result.outcome === 'refused') throw refusedFault(result.refusal, result.reason)
}
