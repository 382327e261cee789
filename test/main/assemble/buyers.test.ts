import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Forecourt } from '../../../src/main/assemble.ts'
import { logFolder } from '../../../src/main/context/app-environment.ts'
import { assembledIn } from '../assembled.ts'
import { leftOf } from '../orders/left-of.ts'
import { spread, testSome } from '../../whole.ts'
import { folderOfTest } from '../../folders.ts'

/** The whole of main in a folder, started as often as it is asked for, with the system's keychain. */
function folder() {
  const dataDir = folderOfTest()
  onTestFinished(async () => {
    // Its key leaves the keychain.
    const last = assembledIn(dataDir)
    await last.orders.eraseBuyers()
    await last.close()
  })
  const inDatabase = (name: string, work: (db: DatabaseSync) => void): void => {
    const db = new DatabaseSync(join(dataDir, name))
    work(db)
    db.close()
  }
  /** Everything that is sealed, as it stands in the tables. */
  const sealed = (): Buffer[] => {
    const found: Buffer[] = []
    const take = (sql: string) => (db: DatabaseSync) =>
      void found.push(
        ...db
          .prepare(sql)
          .all()
          .map(({ text }) => Buffer.from(text as Uint8Array)),
      )
    inDatabase('cache.db', take('SELECT sealed AS text FROM order_buyers'))
    inDatabase('staged.db', take('SELECT note AS text FROM order_marks WHERE note IS NOT NULL'))
    return found
  }
  const left = (texts: readonly Buffer[]): Buffer[] => leftOf(dataDir, texts)
  const logged = (): string => readFileSync(join(dataDir, logFolder, 'forecourt.log'), 'utf8')
  return { start: () => assembledIn(dataDir), inDatabase, sealed, left, logged }
}

/** Reads the orders and writes a note on two of them. @returns the first, the newest, and the last */
async function filled({ context: { settings }, orders }: Forecourt): Promise<[number, number]> {
  settings.change({ buyerDataDays: null })
  const ids = (await orders.refresh()).orders.map(({ orderId }) => orderId)
  const first = ids[0] ?? 0
  const last = ids.at(-1) ?? 0
  for (const id of [first, last]) await orders.handle(id, { note: `Дзвонити ввечері, ${id}` })
  return [first, last]
}

const everywhere: [string, boolean, (forecourt: Forecourt, id: number) => unknown][] = [
  ['all buyers are deleted', true, ({ orders }) => orders.eraseBuyers()],
  ['they grow old', true, ({ context }) => context.settings.change({ buyerDataDays: 1 })],
  [
    'a note is written again',
    false,
    ({ orders }, id) => orders.handle(id, { note: 'Телефон змінився: дзвонити вранці, на роботу' }),
  ],
  ['a mark is taken away', false, ({ orders }, id) => orders.handle(id, null)],
]

test.each(spread(everywhere, 1))(
  'no byte of what was sealed is left when %s',
  async (_what, isAtOnce, act) => {
    const { start, sealed, left } = folder()
    const forecourt = start()
    const [first] = await filled(forecourt)
    const before = sealed()
    expect(left(before)).toEqual(before)
    await act(forecourt, first)
    const after = sealed()
    const gone = before.filter((each) => !after.some((kept) => kept.equals(each)))
    expect(gone.length).toBeGreaterThan(0)
    if (isAtOnce) expect(left(gone)).toEqual([])
    await forecourt.close()
    expect(left(gone)).toEqual([])
  },
)

test('a sealed text that was moved to another row opens there no more', async () => {
  const { start, inDatabase, sealed } = folder()
  const first = start()
  const ids = await filled(first)
  await first.close()
  // The nonce follows the byte of the form: none is used twice.
  const nonces = sealed().map((text) => text.toString('hex', 1, 13))
  expect(new Set(nonces).size).toBe(nonces.length)
  const swap = (table: string, column: string) => (db: DatabaseSync) => {
    const [one, other] = ids.map((id) =>
      db.prepare(`SELECT ${column} AS text FROM ${table} WHERE order_id = ?`).get(id),
    )
    const put = db.prepare(`UPDATE ${table} SET ${column} = ? WHERE order_id = ?`)
    put.run(other?.text ?? null, ids[0])
    put.run(one?.text ?? null, ids[1])
  }
  inDatabase('cache.db', swap('order_buyers', 'sealed'))
  inDatabase('staged.db', swap('order_marks', 'note'))
  const next = start()
  const { orders, session } = await next.orders.list()
  expect(session).toBeNull()
  expect(orders.filter(({ buyer }) => buyer === 'locked').map(({ orderId }) => orderId)).toEqual(ids)
  for (const { orderId, handled } of orders)
    if (ids.includes(orderId)) expect(handled).toMatchObject({ note: '', locked: true })
  expect(orders.filter(({ buyer }) => buyer === 'here').length).toBeGreaterThan(0)
  await next.close()
})

const day = 24 * 3_600_000

testSome(1, [
  ['ahead', 400],
  ['behind', -400],
])(
  'a start with a clock that is far %s removes nothing, reading the orders too, and says so',
  async (_way, days) => {
    const { start, logged } = folder()
    const state = async ({ orders }: Forecourt) =>
      (await orders.refresh()).orders.map(({ orderId, buyer, handled }) => ({ orderId, buyer, handled }))
    const first = start()
    const ids = await filled(first)
    first.context.settings.change({ buyerDataDays: 365 })
    const before = await state(first)
    expect(before.filter(({ handled }) => handled?.note).map(({ orderId }) => orderId)).toEqual(ids)
    await first.close()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * day })
    onTestFinished(() => void vi.useRealTimers())
    for (let time = 0; time < 2; time += 1) {
      const wrong = start()
      expect(await state(wrong)).toEqual(before)
      expect(Date.parse(wrong.context.clockApart?.now ?? '')).toBe(Date.now())
      if (time === 1) {
        vi.useRealTimers()
        expect(await state(wrong)).toEqual(before)
        expect(wrong.context.clockApart).toBeNull()
      }
      await wrong.close()
    }
    expect(logged()).toContain('the clock is days away')
    const right = start()
    expect(await state(right)).toEqual(before)
    // A time that goes by counts as ever.
    right.context.settings.change({ buyerDataDays: 1 })
    expect((await state(right)).filter(({ buyer }) => buyer === 'forgotten').length).toBeGreaterThan(0)
    await right.close()
  },
)
