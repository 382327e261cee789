import { Fault } from '#shared/bridge/failure.ts'
import type { ChildPort } from '../system/child-port.ts'
import type { KeychainAsk, KeychainOutcome, Refusal } from './keychain-messages.ts'
import { keychainAnswerSchema } from './keychain-messages.ts'

/** No key, keychain locked and keychain unavailable ask three different next steps of the person. */
export type KeyFound =
  | { readonly found: 'key'; readonly key: string }
  | { readonly found: 'missing' }
  | { readonly found: Refusal; readonly reason: string }

export interface Keychain {
  /** Never rejects for what the keychain refuses: that is one of the answers. */
  get(account: string): Promise<KeyFound>
  /** @throws Fault `keychain-locked` or `keychain-unavailable`: the key is not stored. */
  set(account: string, key: string): Promise<void>
  /** Content when there was no key. @throws Fault `keychain-locked` or `keychain-unavailable`: it may still be there. */
  forget(account: string): Promise<void>
  /** Ends the child; what waits is answered as unavailable, and so is every later call. */
  close(): void
}

export interface KeychainOptions {
  readonly spawn: () => ChildPort
  /** Milliseconds that one request may take, the child's start and a prompt to unlock included. */
  readonly timeoutMs?: number
  readonly service?: string
}

type Request = KeychainAsk extends infer Ask
  ? Ask extends KeychainAsk
    ? Omit<Ask, 'id' | 'service'>
    : never
  : never

const refuse = (refusal: Refusal, reason: string): KeychainOutcome => ({
  outcome: 'refused',
  refusal,
  reason,
})

/**
 * The system's keychain behind a child that can be killed. Requests go to it one at a time, in the order they came;
 * one that exceeds its time ends the child (the next request starts a new one) and counts as locked, because that is
 * what an unanswered prompt looks like from here.
 */
export function createKeychain({
  spawn,
  timeoutMs = 10_000,
  service = 'Forecourt',
}: KeychainOptions): Keychain {
  let child: KeychainChild | null = null
  let closed = false
  let lastId = 0
  let queue: Promise<unknown> = Promise.resolve()

  const drop = (): void => {
    child?.end('keychain-unavailable', 'closed')
    child = null
  }

  const send = (request: Request): Promise<KeychainOutcome> => {
    if (closed) return Promise.resolve(refuse('keychain-unavailable', 'closed'))
    try {
      if (!child?.alive()) child = attach(spawn())
    } catch (error) {
      return Promise.resolve(
        refuse('keychain-unavailable', error instanceof Error ? error.message : String(error)),
      )
    }
    return child.ask({ ...request, id: ++lastId, service }, timeoutMs)
  }

  const ask = (request: Request): Promise<KeychainOutcome> => {
    const answer = queue.then(() => send(request))
    // The queue itself never fails: a request that could not be sent must not stop those behind it.
    queue = answer.catch(() => undefined)
    return answer
  }

  return {
    get: async (account) => found(await ask({ verb: 'get', account })),
    set: async (account, key) => demandDone(await ask({ verb: 'set', account, key })),
    forget: async (account) => demandDone(await ask({ verb: 'forget', account })),
    close: () => {
      closed = true
      drop()
    },
  }
}

function found(result: KeychainOutcome): KeyFound {
  if (result.outcome === 'key') return { found: 'key', key: result.key }
  if (result.outcome === 'refused') return { found: result.refusal, reason: result.reason }
  return { found: 'missing' }
}

function demandDone(result: KeychainOutcome): void {
  if (result.outcome === 'refused') throw new Fault(result.refusal, { reason: result.reason })
}

interface KeychainChild {
  alive(): boolean
  ask(ask: KeychainAsk, timeoutMs: number): Promise<KeychainOutcome>
  /** Kills the process and answers what it still owes with the refusal. */
  end(refusal: Refusal, reason: string): void
}

/** One life of the child: after `end` or an exit it is never asked again. */
function attach(port: ChildPort): KeychainChild {
  let alive = true
  let owed: { readonly id: number; readonly settle: (result: KeychainOutcome) => void } | null = null

  const settle = (result: KeychainOutcome): void => {
    owed?.settle(result)
    owed = null
  }
  const end = (refusal: Refusal, reason: string): void => {
    alive = false
    port.kill()
    settle(refuse(refusal, reason))
  }

  port.onMessage((message) => {
    const answer = keychainAnswerSchema.safeParse(message)
    // An answer that nobody waits for any more came too late: its request was answered by the time limit.
    if (answer.success && answer.data.id === owed?.id) settle(answer.data.result)
  })
  port.onExit(() => {
    alive = false
    settle(refuse('keychain-unavailable', 'the keychain process ended'))
  })

  return {
    alive: () => alive,
    end,
    ask: (ask, timeoutMs) =>
      new Promise((resolve) => {
        // Not unref'd: while a request is open this timer alone keeps the command line alive.
        const timer = setTimeout(() => end('keychain-locked', 'no answer in time'), timeoutMs)
        owed = {
          id: ask.id,
          settle: (result) => {
            clearTimeout(timer)
            resolve(result)
          },
        }
        port.post(ask)
      }),
  }
}
