import type { z } from 'zod'
import { channels } from '#shared/bridge/channels.ts'
import type { CallTable, Handlers, Reply } from '#shared/bridge/call.ts'
import { Fault, failureSchema, type Failure } from '#shared/bridge/failure.ts'

/** The part of Electron's ipcMain that the bridge uses; nothing else in main touches it. */
export interface BridgePort<Event> {
  handle(channel: string, listener: (event: Event, ...args: unknown[]) => Promise<unknown>): void
  on(channel: string, listener: (event: Event, ...args: unknown[]) => void): unknown
}

export interface BridgeEvent {
  readonly sender: { readonly id: number }
}

export interface ServeOptions<Table extends CallTable, Event extends BridgeEvent> {
  readonly port: BridgePort<Event>
  readonly table: Table
  readonly handlers: Handlers<Table, AbortSignal>
  /** True only for our own window's main frame on our own origin. */
  readonly trusted: (event: Event) => boolean
  /** Turns a code into plain words and a next step. */
  readonly words: (fault: Fault) => Failure
  /** The fault that an error of another kind comes to, as one of the disk; null for a bug. */
  readonly faultOf?: (error: unknown) => Fault | null
  /** Gets everything that was not thrown on purpose; redacts by itself. */
  readonly log: (what: string, error: unknown) => void
}

/**
 * Answers the window's calls: checks the sender, parses the request, runs the handler with a signal that the window's
 * cancel aborts, parses the answer. Whatever goes wrong comes back as a Failure; an Error never crosses.
 */
export function serve<Table extends CallTable, Event extends BridgeEvent>(
  options: ServeOptions<Table, Event>,
): void {
  const { port, trusted } = options
  const running = new Running()

  port.handle(channels.call, async (event, name, request, ticket): Promise<Reply<unknown>> => {
    try {
      if (!trusted(event)) throw new Fault('forbidden')
      if (!Number.isSafeInteger(ticket)) throw new Fault('invalid-request', { path: 'ticket' })
      const answer = (signal: AbortSignal): Promise<unknown> => answerCall(options, name, request, signal)
      return { ok: true, value: await running.run(event.sender.id, ticket as number, answer) }
    } catch (error) {
      return { ok: false, failure: failureOf(options, error, name) }
    }
  })

  port.on(channels.cancel, (event, ticket) => {
    if (trusted(event) && typeof ticket === 'number') running.cancel(event.sender.id, ticket)
  })
}

async function answerCall<Table extends CallTable, Event extends BridgeEvent>(
  { table, handlers }: ServeOptions<Table, Event>,
  name: unknown,
  request: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  // `hasOwn`, so that "constructor" or "__proto__" is an unknown call too.
  if (typeof name !== 'string' || !Object.hasOwn(table, name))
    throw new Fault('invalid-request', { call: shownName(name) })
  const call = table[name]
  const handler = handlers[name]
  if (!call || !handler) throw new Fault('invalid-request', { call: name })
  const value = handler(parsedRequest<Table[string]['request']>(call.request, request, name), signal)
  return call.answer.parse(await untilAborted(value, signal))
}

function parsedRequest<Schema extends z.ZodType>(
  schema: Schema,
  request: unknown,
  call: string,
): z.output<Schema> {
  const parsed = schema.safeParse(request)
  if (parsed.success) return parsed.data
  throw new Fault('invalid-request', { call, path: pathOf(parsed.error.issues[0]?.path) })
}

/** The calls under way, by window and ticket. */
class Running {
  readonly #calls = new Map<string, AbortController>()

  async run<Value>(
    sender: number,
    ticket: number,
    work: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const key = `${sender}:${ticket}`
    // A page counts its tickets from one: the same ticket again means that the page was reloaded and dropped the old call.
    this.cancel(sender, ticket)
    const controller = new AbortController()
    this.#calls.set(key, controller)
    try {
      return await work(controller.signal)
    } finally {
      if (this.#calls.get(key) === controller) this.#calls.delete(key)
    }
  }

  cancel(sender: number, ticket: number): void {
    this.#calls.get(`${sender}:${ticket}`)?.abort(new Fault('cancelled'))
  }
}

/** A cancelled call answers at once, even if its handler ignores the signal. */
async function untilAborted<Value>(work: Value | Promise<Value>, signal: AbortSignal): Promise<Value> {
  let stop = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new Fault('cancelled'))
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

type Saying = Pick<ServeOptions<CallTable, BridgeEvent>, 'words' | 'faultOf' | 'log'>

/** Failure in words. Neither a log that can't be written nor words that fail make an Error of it. */
function failureOf({ words, faultOf = () => null, log }: Saying, error: unknown, name: unknown): Failure {
  const call = shownName(name)
  const attempts = [
    () => (error instanceof Fault ? words(error) : null),
    () => {
      log(`call ${call} failed`, error)
      return null
    },
    () => (error instanceof Fault ? null : wordsOrNull(words, faultOf(error))),
    () => words(new Fault('internal', { call })),
  ]
  for (const attempt of attempts) {
    const failure = orNull(attempt)
    if (failure) return failure
  }
  return { ...wordless, details: { call } }
}

const wordsOrNull = (words: Saying['words'], fault: Fault | null): Failure | null => fault && words(fault)

/** Parsed, so that only what the window can read crosses. */
function orNull(attempt: () => Failure | null): Failure | null {
  try {
    const failure = attempt()
    return failure && failureSchema.parse(failure)
  } catch {
    return null
  }
}

/** For a failure that no words could be made of. */
const wordless: Failure = { code: 'internal', words: '', next: '', retry: false, details: {} }

function pathOf(path: readonly PropertyKey[] | undefined): string {
  return path?.map(String).join('.') ?? ''
}

/** An unknown call's name as the answer repeats it: never long, and never the work of writing a large object out. */
const shownName = (name: unknown): string =>
  typeof name === 'string'
    ? name.slice(0, 100)
    : typeof name === 'object'
      ? ''
      : `${name as number | undefined}`
