import { setTimeout } from 'node:timers/promises'
import { beforeEach, afterEach, expect, test } from 'vitest'
import { Fault } from '#shared/bridge/failure.ts'
import type { Forecourt } from '../../../src/main/assemble.ts'
import { timestamp, systemClock } from '../../../src/main/system/clock.ts'
import { startSandbox } from '../../../src/sandbox/sandbox.ts'
import { assembledIn } from '../assembled.ts'
import { folderOfTest } from '../../folders.ts'

type Sandbox = Awaited<ReturnType<typeof startSandbox>>

let dir: string
let sandbox: Sandbox
let app: Forecourt
let ids: readonly number[]
/** What the window was told. */
let told: { readonly name: string; readonly payload: unknown }[]
beforeEach(async () => {
  dir = folderOfTest()
  sandbox = await startSandbox({ databasePath: ':memory:', adverts: 40, key: '0123456789'.repeat(4) })
  told = []
  const { baseUrl, userId, key } = sandbox
  app = assembledIn(dir, {
    overrides: { baseUrl, userId, key },
    publish: (name, payload) => told.push({ name, payload }),
  })
  await app.inventorySync.sync()
  ids = [...(await app.inventory.lists.ids({ text: '', states: ['live'], sort: [] }))]
  // The adverts that were read are told of in several parts: what a test does meanwhile would be in one of them.
  for (let before = -1; before !== told.length || told.length === 0;) {
    before = told.length
    await setTimeout(1_000)
  }
  told.length = 0
})
afterEach(async () => {
  await app.close()
  await sandbox.close()
})

const id = (at: number): number => ids[at] ?? 0
const listed = async (text: string): Promise<number[]> => [
  ...(await app.inventory.lists.ids({ text, states: [], sort: [] })),
]

const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing',
    (error: unknown) => (error instanceof Fault ? { code: error.code, ...error.details } : error),
  )

test('an advert gets a number, which the inventory finds at once and the window is told of', async () => {
  expect(await app.linkChanges.hasAny()).toBe(false)
  expect(await app.links.of(id(0))).toBeNull()
  expect(await listed('sk-0071')).toEqual([])
  expect(await app.links.link(' SK-0071 ', id(0), null)).toEqual({ outcome: 'linked' })
  expect(await app.links.of(id(0))).toMatchObject({
    key: 'SK-0071',
    autoId: id(0),
    source: null,
    origin: 'hand',
    out: null,
    fields: [],
  })
  expect(await listed('sk-0071')).toEqual([id(0)])
  const [row] = await app.inventory.rows([id(0)])
  expect(row?.stockNumber).toBe('SK-0071')
  expect(await app.linkChanges.hasAny()).toBe(true)
  expect(told).toContainEqual({ name: 'stock:links-changed', payload: { any: true, adverts: [id(0)] } })
  // It comes with others, a few times a second.
  const changes = () => told.flatMap(({ name, payload }) => (name === 'inventory:changed' ? [payload] : []))
  const changed = { ids: [id(0)], columns: ['stockNumber'], words: true }
  await expect.poll(changes).toContainEqual(expect.objectContaining({ changed }))
})

test('a number moves only from the advert that the person saw', async () => {
  await app.links.link('7', id(0), null)
  const elsewhere = { outcome: 'elsewhere', autoId: id(0), title: expect.any(String) as string }
  expect(await app.links.link('7', id(1), null)).toEqual(elsewhere)
  expect(await app.links.link('7', id(1), id(2))).toEqual(elsewhere)
  expect(await app.links.of(id(1))).toBeNull()
  expect(await app.links.link('7', id(1), id(0))).toEqual({ outcome: 'linked' })
  expect(await app.links.of(id(0))).toBeNull()
  expect(await app.links.of(id(1))).toMatchObject({ key: '7' })
})

test('what is no number, no own advert or an advert with another number is refused', async () => {
  expect(await app.links.link(' \u200B ', id(0), null)).toEqual({ outcome: 'no-number' })
  expect(await refusal(app.links.link('7', 123, null))).toEqual({ code: 'advert-unknown', autoId: 123 })
  await app.links.link('7', id(0), null)
  expect(await refusal(app.links.link('8', id(0), null))).toMatchObject({ reason: 'linked', value: '7' })
})

test('a link is cut if it is the one that was shown', async () => {
  await app.links.link('7', id(0), null)
  expect(await refusal(app.links.cut('7', id(1)))).toMatchObject({ reason: 'not-linked' })
  expect(await app.links.of(id(0))).not.toBeNull()
  await app.links.cut('7', id(0))
  expect(await app.links.of(id(0))).toBeNull()
  expect(await app.linkChanges.hasAny()).toBe(false)
  expect(told.at(-1)).toEqual({ name: 'stock:links-changed', payload: { any: false, adverts: [id(0)] } })
})

test('a field says what the file gave, whether a person changed it since, and can be pinned', async () => {
  await app.links.link('7', id(0), null)
  const { accountId } = await app.context.accounts.owner()
  const { linkAnswers } = app.batches.recovery.ensureLock().tables
  const [facts] = app.inventory.table.facts.all(accountId, [id(0)])
  const currency = { USD: 1, EUR: 2, UAH: 3 }[facts?.mainCurrency ?? ''] ?? 1
  const price = { 1: facts?.usd, 2: facts?.eur, 3: facts?.uah }[currency] ?? 0
  const note = (field: string, given: string | number, shown: string | number) => ({
    key: '7',
    field,
    given,
    shown,
  })
  linkAnswers.note(accountId, [
    note('price', 100, 100),
    note('currency_id', currency, currency),
    // The service made something else of it: nobody changed it since.
    note('version', 'As the file has it', facts?.version ?? ''),
  ])
  const link = await app.links.of(id(0))
  expect(link?.fields).toContainEqual({
    field: 'price',
    given: 100,
    currency,
    live: price,
    byHand: true,
    pinned: false,
  })
  expect(link?.fields.find(({ field }) => field === 'version')).toMatchObject({
    byHand: false,
    currency: null,
  })
  expect(link?.fields.map(({ field }) => field)).not.toContain('currency_id')
  const pinned = await app.links.pin('7', id(0), 'price', true)
  expect(pinned?.fields.find(({ field }) => field === 'price')).toMatchObject({ pinned: true, byHand: true })
  const other = await app.links.pin('7', id(0), 'version', true)
  expect(other?.fields.find(({ field }) => field === 'version')).toMatchObject({
    pinned: true,
    byHand: false,
  })
  expect(await app.links.pin('7', id(0), 'price', false)).toMatchObject({
    fields: expect.arrayContaining([expect.objectContaining({ field: 'price', pinned: false })]) as unknown,
  })
  expect(await refusal(app.links.pin('7', id(0), 'currency_id', true))).toMatchObject({
    code: 'invalid-request',
  })
  expect(await refusal(app.links.pin('7', id(1), 'price', true))).toMatchObject({ reason: 'not-linked' })
})

test('an ordered car is told by its number, and what its seller’s code is', async () => {
  await app.links.link('PL-1', id(0), null)
  await app.links.link('PL-2', id(1), null)
  await app.links.link('PL-3', id(2), null)
  await app.links.cut('PL-3', id(2))
  const car = (autoId: number, code: string) => ({ autoId, code })
  expect(
    await app.links.ordered([
      car(id(0), ' PL-1 '),
      car(id(0), 'PL-2'),
      car(id(0), 'PL-3'),
      car(id(3), ''),
      car(0, 'PL-2'),
    ]),
  ).toEqual([
    { autoId: id(0), key: 'PL-1', code: 'same', other: null },
    { autoId: id(0), key: 'PL-1', code: 'other', other: id(1) },
    { autoId: id(0), key: 'PL-1', code: 'unknown', other: null },
    { autoId: id(3), key: null, code: 'absent', other: null },
    { autoId: 0, key: null, code: 'other', other: id(1) },
  ])
})

test('what was linked elsewhere is in the next list, and told once at the next look', async () => {
  const { accountId } = await app.context.accounts.owner()
  const { linkAnswers } = app.batches.recovery.ensureLock().tables
  linkAnswers.set(accountId, { key: '9', fold: '9', autoId: id(2), origin: 'column' }, timestamp(systemClock))
  expect(await listed('9')).toContain(id(2))
  app.context.hub.emit('account-changed', { accountId })
  const links = () => told.filter(({ name }) => name === 'stock:links-changed').map(({ payload }) => payload)
  await expect.poll(links).toEqual([{ any: true, adverts: [id(2)] }])
  await app.linkChanges.look()
  expect(links()).toHaveLength(1)
})
