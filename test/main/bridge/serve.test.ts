import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { call, type Handlers } from '#shared/bridge/call.ts'
import { channels } from '#shared/bridge/channels.ts'
import { Fault, type Failure } from '#shared/bridge/failure.ts'
import { publisher } from '../../../src/main/bridge/publish.ts'
import { serve, type BridgePort } from '../../../src/main/bridge/serve.ts'
import { storageFaultOf } from '../../../src/main/storage/storage-fault.ts'

const table = {
  'advert:price': call(
    z.object({ id: z.number(), tag: z.string().default('none') }),
    z.object({ price: z.number() }),
  ),
  'advert:wait': call(z.object({ deaf: z.boolean() }), z.string()),
}

interface Sent {
  readonly sender: { readonly id: number }
  readonly own: boolean
}

/** Both ends of the channels in one process: what a window would send, a test sends. */
class Line extends EventEmitter implements BridgePort<Sent> {
  #answer: ((event: Sent, ...args: unknown[]) => Promise<unknown>) | undefined

  handle(channel: string, listener: (event: Sent, ...args: unknown[]) => Promise<unknown>): void {
    expect(channel).toBe(channels.call)
    this.#answer = listener
  }

  request(
    name: unknown,
    request: unknown,
    ticket: unknown = 1,
    event: Sent = { sender: { id: 1 }, own: true },
  ): Promise<unknown> {
    if (!this.#answer) throw new Error('nobody serves')
    return this.#answer(event, name, request, ticket)
  }

  cancel(ticket: number, event: Sent = { sender: { id: 1 }, own: true }): void {
    this.emit(channels.cancel, event, ticket)
  }
}

const words = ({ code, details }: Fault): Failure => ({ code, words: code, next: '', retry: false, details })

let line: Line
let logged: [string, unknown][]
let signals: { aborted: boolean }[]
let price: (id: number, tag: string) => number

const handlers: Handlers<typeof table> = {
  'advert:price': ({ id, tag }) => ({ price: price(id, tag) }),
  'advert:wait': ({ deaf }, signal) => {
    signals.push(signal)
    return new Promise((_resolve, reject) => {
      if (!deaf) signal.addEventListener('abort', () => reject(new Fault('cancelled', { heard: 1 })))
    })
  },
}

beforeEach(() => {
  line = new Line()
  logged = []
  signals = []
  price = (id) => id * 2
  serve({
    port: line,
    table,
    handlers,
    trusted: (event: Sent) => event.own,
    words,
    log: (...entry) => logged.push(entry),
  })
})
afterEach(() => line.removeAllListeners())

test('answers with the parsed value, defaults of the request filled in', async () => {
  const seen: string[] = []
  price = (id, tag) => {
    seen.push(tag)
    return id * 2
  }
  expect(await line.request('advert:price', { id: 4 })).toEqual({ ok: true, value: { price: 8 } })
  expect(seen).toEqual(['none'])
})

test('refuses a sender that is not our own window', async () => {
  const stranger = { sender: { id: 9 }, own: false }
  expect(await line.request('advert:price', { id: 4 }, 1, stranger)).toMatchObject({
    ok: false,
    failure: { code: 'forbidden' },
  })
})

test('a name or a ticket that is not one costs main nothing', async () => {
  const reply = await line.request('x'.repeat(1_000_000), {})
  expect(reply).toMatchObject({ ok: false, failure: { details: { call: 'x'.repeat(100) } } })
  expect(
    await line.request(
      Array.from({ length: 1000 }, () => 1),
      {},
    ),
  ).toMatchObject({
    failure: { details: { call: '' } },
  })
})

test.each(['advert:prise', 'constructor', '__proto__', 7, undefined])('knows no call %s', async (name) => {
  expect(await line.request(name, {})).toMatchObject({
    ok: false,
    failure: { code: 'invalid-request', details: { call: String(name) } },
  })
})

test('names the place in a request that does not fit', async () => {
  expect(await line.request('advert:price', { id: 'four' })).toMatchObject({
    failure: { code: 'invalid-request', details: { call: 'advert:price', path: 'id' } },
  })
})

test('passes on what was thrown on purpose, and logs nothing', async () => {
  price = () => {
    throw new Fault('advert-unknown', { id: 4 })
  }
  expect(await line.request('advert:price', { id: 4 })).toMatchObject({
    failure: { code: 'advert-unknown', details: { id: 4 } },
  })
  expect(logged).toEqual([])
})

test('a bug comes back as internal, without its text, and is logged', async () => {
  const bug = new Error('secret text')
  price = () => {
    throw bug
  }
  const reply = await line.request('advert:price', { id: 4 })
  expect(reply).toMatchObject({ failure: { code: 'internal' } })
  expect(JSON.stringify(reply)).not.toContain('secret')
  expect(logged).toEqual([['call advert:price failed', bug]])
})

test.each([
  [
    'words that fail',
    () => {
      throw new TypeError('texts[…] is not a function')
    },
  ],
  [
    'words of another shape',
    () => ({ code: 'confirmation-required', words: undefined }) as unknown as Failure,
  ],
  ['no words', () => undefined as unknown as Failure],
])('%s make a failure all the same, of a fault and of a bug', async (_what, failing) => {
  for (const alsoInternal of [false, true]) {
    const own = new Line()
    serve({
      port: own,
      table,
      handlers,
      trusted: (event: Sent) => event.own,
      words: (fault) => (fault.code === 'internal' && !alsoInternal ? words(fault) : failing()),
      log: () => {
        throw new Error('the disk is full')
      },
    })
    for (const thrown of [new Fault('confirmation-required'), new Error('secret')]) {
      price = () => {
        throw thrown
      }
      const reply = await own.request('advert:price', { id: 4 })
      expect(reply).toMatchObject({
        ok: false,
        failure: { code: 'internal', details: { call: 'advert:price' } },
      })
      expect(JSON.stringify(reply)).not.toContain('secret')
    }
  }
})

test('an error of the disk is no bug: it is a fault of its own', async () => {
  const own = new Line()
  serve({
    port: own,
    table,
    handlers,
    trusted: (event: Sent) => event.own,
    words,
    faultOf: storageFaultOf,
    log: (...entry) => logged.push(entry),
  })
  price = () => {
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', path: '/data/staged.db' })
  }
  expect(await own.request('advert:price', { id: 4 })).toMatchObject({
    failure: { code: 'storage', details: { reason: 'full', path: '/data/staged.db' } },
  })
})

test('cancel aborts the call of that ticket and that window only', async () => {
  const first = line.request('advert:wait', { deaf: false }, 1)
  const second = line.request('advert:wait', { deaf: false }, 2)
  line.cancel(1, { sender: { id: 2 }, own: true })
  line.cancel(1, { sender: { id: 1 }, own: false })
  expect(signals.map((signal) => signal.aborted)).toEqual([false, false])
  line.cancel(1)
  expect(await first).toMatchObject({ failure: { code: 'cancelled' } })
  expect(signals.map((signal) => signal.aborted)).toEqual([true, false])
  line.cancel(2)
  expect(await second).toMatchObject({ failure: { code: 'cancelled' } })
})

test('publishes what fits the table and logs what does not', () => {
  const sent: unknown[] = []
  const publish = publisher(
    { 'orders:changed': z.object({ total: z.number() }) },
    (...event) => sent.push(event),
    (...entry) => logged.push(entry),
  )
  publish('orders:changed', { total: 3 })
  publish('orders:changed', { total: Number.NaN })
  expect(sent).toEqual([['orders:changed', { total: 3 }]])
  expect(logged.map(([what]) => what)).toEqual(['event orders:changed not sent'])
})

test('an event carries what its schema lets through, and nothing that came with it', () => {
  const sent: unknown[] = []
  const publish = publisher(
    { 'accounts:changed': z.object({ id: z.string(), tries: z.number().default(0) }) },
    (...event) => sent.push(event),
    (...entry) => logged.push(entry),
  )
  publish('accounts:changed', Object.assign({ id: 'a' }, { key: 'secret' }))
  expect(sent).toEqual([['accounts:changed', { id: 'a', tries: 0 }]])
})

test('an answer carries no more than its schema', async () => {
  const talkative = { ...handlers, 'advert:price': () => Object.assign({ price: 1 }, { key: 'secret' }) }
  const other = new Line()
  serve({ port: other, table, handlers: talkative, trusted: () => true, words, log: () => undefined })
  expect(await other.request('advert:price', { id: 4 })).toEqual({ ok: true, value: { price: 1 } })
})
