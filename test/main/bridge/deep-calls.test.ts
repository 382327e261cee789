import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, type Calls } from '#shared/bridge/calls.ts'
import type { Reply } from '#shared/bridge/call.ts'
import { channels } from '#shared/bridge/channels.ts'
import type { Check } from '#shared/import/draft.ts'
import { failureWords } from '#shared/words/failure-words.ts'
import type { z } from 'zod'
import type { Forecourt } from '../../../src/main/assemble.ts'
import { serve, type BridgePort } from '../../../src/main/bridge/serve.ts'
import { handlersOf } from '../../../src/main/assemble/calls.ts'
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts'
import { SandboxControl } from '../../sandbox/sandbox-control.ts'
import { assembledIn } from '../assembled.ts'
import { newVehicles } from '../cli/counter.ts'

/** The bridge over the whole of main and a real service, with batches in every state that a call needs. */
class Line extends EventEmitter implements BridgePort<{ sender: { id: number } }> {
  #ticket = 0
  #answer: (event: { sender: { id: number } }, ...args: unknown[]) => Promise<unknown> = () =>
    Promise.reject(new Error())

  handle(
    _channel: string,
    listener: (event: { sender: { id: number } }, ...args: unknown[]) => Promise<unknown>,
  ): void {
    this.#answer = listener
  }

  ask(name: string, request: unknown): Promise<Reply<unknown>> {
    return this.#answer({ sender: { id: 1 } }, name, request, ++this.#ticket) as Promise<Reply<unknown>>
  }
}

let sandbox: Sandbox
let control: SandboxControl
let forecourt: Forecourt
let dataDir: string
const line = new Line()
const logged: unknown[] = []

beforeAll(async () => {
  sandbox = await startSandbox({ databasePath: ':memory:', adverts: 30, ownShare: 100 })
  control = new SandboxControl(sandbox.baseUrl, sandbox.controlToken)
  dataDir = mkdtempSync(join(tmpdir(), 'forecourt-deep-'))
  const { baseUrl, userId, key } = sandbox
  forecourt = assembledIn(dataDir, { overrides: { baseUrl, userId, key } })
  forecourt.batches.recovery.recover()
  serve({
    port: line,
    table: calls,
    handlers: handlersOf(forecourt, {
      online: () => true,
      handed: () => [],
      recovered: () => ({ inDoubt: 0, lost: 0 }),
      showLog: () => undefined,
    }),
    trusted: () => true,
    words: failureWords,
    log: (...entry) => logged.push(entry),
  })
}, 180_000)
afterAll(async () => {
  await forecourt.close()
  await sandbox.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const answered = new Set<string>()

/** The answer to a call that must succeed. */
async function ask<Name extends keyof Calls>(
  name: Name,
  request: z.input<Calls[Name]['request']>,
): Promise<z.output<Calls[Name]['answer']>> {
  const reply = await line.ask(name, request)
  if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.failure)}`)
  answered.add(name)
  return reply.value as z.output<Calls[Name]['answer']>
}

async function checked(fileName: string, text: string) {
  const { draftId } = await ask('draft:begin', { fileName })
  await ask('draft:append', { draftId, bytes: new TextEncoder().encode(text) })
  const { mapping, shape } = (await ask('draft:inspect', { draftId, shape: {} })).inspection
  return ask('draft:check', { draftId, shape, mapping, operation: null })
}

const sent = async (fileName: string, text: string): Promise<string> => sentOf(await checked(fileName, text))

async function sentOf({ draftId, confirmations }: Check): Promise<string> {
  const { id } = await ask('batch:plan', { draftId, confirmed: confirmations.map(({ code }) => code) })
  await ask('batch:send', { batchId: id })
  await forecourt.batches.control.idle()
  return id
}

const world = { draft: '', edits: '', deletes: '', doubt: '', undo: '', file: '' }

test('a world with an open draft, edits, deletes and rows in doubt is made by calls alone', async () => {
  await control.addFault({ kind: 'drop-before', method: 'POST', count: 2 })
  world.doubt = await sent('doubt.csv', newVehicles([20_001, 20_002, 20_003]))
  expect((await ask('batch:settle', { batchId: world.doubt })).counts).toMatchObject({ done: 1, inDoubt: 2 })
  const { rows } = await ask('batch:rows', { batchId: world.doubt, state: 'done', offset: 0, limit: 9 })
  const autoId = rows[0]?.autoId ?? 0
  expect(autoId).toBeGreaterThan(0)
  await ask('inventory:sync', null)
  world.edits = await sent('edits.csv', `auto_id,currency,price\n${autoId},USD,20500\n`)
  const made = await sent('new.csv', newVehicles([31_000]))
  const [row] = (await ask('batch:rows', { batchId: made, state: 'done', offset: 0, limit: 9 })).rows
  const { draftId } = await ask('draft:begin-deletes', { ids: Float64Array.of(row?.autoId ?? 0) })
  // Rows that are no file's have no bytes, and no columns to look at.
  for (const reply of [
    await line.ask('draft:append', { draftId, bytes: new Uint8Array(1) }),
    await line.ask('draft:inspect', { draftId, shape: {} }),
  ])
    expect(reply).toMatchObject({ ok: false, failure: { code: 'draft-unknown' } })
  world.deletes = await sentOf(
    await ask('draft:check', { draftId, shape: {}, mapping: null, operation: null }),
  )
  for (const batchId of [world.edits, world.deletes])
    expect((await ask('batch:get', { batchId })).counts).toMatchObject({ done: 1 })
  world.draft = (await checked('open.csv', newVehicles([1, 2, 3]))).draftId
}, 180_000)

test('a draft answers every call about it', async () => {
  const { draft: draftId } = world
  const all = { draftId, filter: 'all' as const }
  await ask('draft:rows', { ...all, offset: 0, limit: 9 })
  await ask('draft:keep', { draftId, accountId: 'a', memo: '{}' })
  await ask('draft:restore', { draftId })
  await ask('draft:left', null)
  await ask('draft:values', { draftId, shape: {}, columns: [{ column: 4, field: 'currency_id' }] })
  await ask('draft:preview', { draftId, shape: {}, mapping: null, operation: null })
  await ask('draft:recheck', { draftId, adverts: null })
  await ask('draft:change-linked', { draftId })
  await ask('draft:fix', { draftId, line: 2, column: 0, value: 'x' })
  await ask('draft:move-step', { draftId, way: 'undo' })
  await ask('draft:leave-out', { draftId, lines: [2], leftOut: true })
  await ask('draft:leave-out-shown', { ...all, leftOut: false })
  await ask('draft:stale', { draftId })
  await ask('draft:read-again', { draftId })
  await ask('draft:problem-rows', { draftId, form: null })
  await ask('draft:names', { draftId })
  await ask('draft:choose-names', { draftId, choices: [] })
  const change = { ...all, column: 5, match: null, value: '7' }
  await ask('draft:count-changed', change)
  await ask('draft:change-column', change)
  await ask('draft:look-up', { draftId, most: 1 })
  const { draftId: other } = await ask('draft:begin', { fileName: 'other.csv' })
  await ask('draft:drop', { draftId: other })
})

test('a row in doubt takes an answer, and all of them one', async () => {
  const { doubt: batchId } = world
  const { rows } = await ask('batch:rows', { batchId, state: 'in-doubt', offset: 0, limit: 9 })
  const [first] = rows
  await ask('batch:answer', { batchId, line: first?.line ?? 0, answer: { kind: 'send-again' } })
  expect((await ask('batch:answer-all', { batchId, answer: 'send-again', count: 1 })).counts.inDoubt).toBe(0)
  await ask('batch:attempts', { batchId, line: first?.line ?? 0 })
  await ask('batch:retry-failed', { batchId })
  await ask('batch:report', { batchId, failedOnly: false })
  await ask('batch:list', { before: null })
})

test('an undo is previewed, chosen from, discarded, made again and sent', async () => {
  const dropped = await ask('undo:preview', { batchId: world.edits })
  await ask('undo:discard', { batchId: dropped.id })
  const { id } = await ask('undo:preview', { batchId: world.edits })
  const [row] = (await ask('batch:rows', { batchId: id, state: null, offset: 0, limit: 9 })).rows
  const lines = [row?.line ?? 0]
  expect(await ask('undo:choose', { batchId: id, lines, chosen: false })).not.toEqual(
    await ask('undo:summary', { batchId: id }).then(() =>
      ask('undo:choose', { batchId: id, lines, chosen: true }),
    ),
  )
  await ask('undo:send', { batchId: id })
  await forecourt.batches.control.idle()
  expect((await ask('batch:get', { batchId: id })).counts).toMatchObject({ done: 1 })
  world.undo = id
  world.file = (await ask('undo:preview', { batchId: world.deletes })).id
  expect(await ask('undo:recreate-file', { batchId: world.file })).toMatchObject({ adverts: 1 })
})

test('hostile input on such a world is refused in words: nothing breaks, and no key is told', async () => {
  const deep = Object.keys(calls).filter((name) => /^(?:batch|undo|draft):/.test(name))
  const known = Object.values(world)
  const text = fc.oneof(
    fc.constantFrom(
      ...known,
      '',
      '__proto__',
      'constructor',
      '../../../etc/passwd',
      '\u0000',
      "'; DROP TABLE rows; --",
      '%00',
      'ґ'.repeat(100),
    ),
    fc.string({ maxLength: 120 }),
  )
  const number = fc.oneof(
    fc.constantFrom(0, 1, 2, 3, -1, 2_147_483_647, 2_147_483_648, NaN, Infinity, 0.5, 2 ** 53),
    fc.integer(),
  )
  const cell = fc.oneof(text, fc.constantFrom('=1+1', '\r\n', '1e999', '9'.repeat(400), '"', ';'.repeat(50)))
  const fields: Record<string, fc.Arbitrary<unknown>> = {
    batchId: fc.constantFrom(...known),
    draftId: fc.constantFrom(...known),
    line: number,
    lines: fc.array(number, { maxLength: 5 }),
    offset: number,
    limit: number,
    column: number,
    count: number,
    most: fc.constant(1),
    value: cell,
    fileName: cell,
    chosen: fc.boolean(),
    leftOut: fc.boolean(),
    unshown: fc.boolean(),
    failedOnly: fc.boolean(),
    state: fc.constantFrom(null, 'done', 'in-doubt', 'x'),
    filter: fc.constantFrom('all', 'errors', 'x'),
    answer: fc.oneof(
      fc.constantFrom('keep', 'overwrite', 'send-again', 'never-made'),
      fc.constantFrom(
        { kind: 'send-again' },
        { kind: 'never-made' },
        { kind: 'keep' },
        { kind: 'overwrite' },
        { kind: 'bind', autoId: 1 },
        { kind: 'bind', autoId: -1 },
      ),
    ),
    way: fc.constantFrom('undo', 'redo', 'x'),
    form: fc.constantFrom(null, 'csv', 'xlsx', 'x'),
    excel: fc.constantFrom('csv', 'xlsx'),
    operation: fc.constantFrom(null, 'create', 'edit', 'delete', 'x'),
    format: fc.constantFrom('csv', 'xlsx'),
    shape: fc.oneof(fc.constant({}), fc.record({ delimiter: text, encoding: text }, { requiredKeys: [] })),
    mapping: fc.array(
      fc.oneof(fc.constant(null), fc.constantFrom('price', 'auto_id', 'marka_id', '__proto__')),
      { maxLength: 9 },
    ),
    confirmed: fc.array(fc.constantFrom('sent-before', 'price-jump', 'x'), { maxLength: 3 }),
    choices: fc.array(fc.anything(), { maxLength: 2 }),
    accountId: text,
    advertId: number,
    bytes: fc.uint8Array({ maxLength: 300 }),
    problem: fc.anything(),
  }
  const request = fc.record(fields, {
    requiredKeys: [
      'batchId',
      'draftId',
      'line',
      'answer',
      'lines',
      'chosen',
      'leftOut',
      'offset',
      'limit',
      'state',
      'filter',
    ],
  })
  const rest = fc.oneof(text, number, fc.anything(), fc.constant(null))
  const codes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...deep),
      fc.oneof({ weight: 6, arbitrary: request }, { weight: 1, arbitrary: rest }),
      async (name, asked) => {
        const reply = await line.ask(name, asked)
        if (!reply.ok) codes.add(reply.failure.code)
        expect(reply.ok ? '' : reply.failure.code).not.toBe('internal')
        expect(Buffer.from(JSON.stringify(reply)).includes(sandbox.key)).toBe(false)
      },
    ),
  )
  // Some were refused for more than their form.
  expect(codes.size).toBeGreaterThan(1)
  expect(logged).toEqual([])
  await forecourt.batches.control.idle()
  // What was there before is still answered.
  for (const batchId of [world.edits, world.deletes, world.doubt]) await ask('batch:get', { batchId })
}, 120_000)

test('every call about drafts, batches and undo was answered well', () => {
  const deep = Object.keys(calls).filter((name) => /^(?:undo|draft):/.test(name) || name === 'batch:answer')
  expect(deep.filter((name) => !answered.has(name))).toEqual([])
})

test('no channel but these is served', () => expect(line.eventNames()).toEqual([channels.cancel]))
