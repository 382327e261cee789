import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { advertsSchema } from '../../../src/main/inventory/adverts-schema.ts'
import { AdvertsTable } from '../../../src/main/inventory/adverts-table.ts'
import { ReadBuffer } from '../../../src/main/inventory/read-buffer.ts'
import { StockListTable, stockListSchema } from '../../../src/main/inventory/stock-list-table.ts'
import { advert } from './adverts.ts'

/** A buffer whose time goes on when it is told to. */
function buffered() {
  const db = new DatabaseSync(':memory:')
  onTestFinished(() => db.close())
  db.exec(advertsSchema + stockListSchema)
  const table = new AdvertsTable(db)
  const waits: number[] = []
  let wake = (): void => undefined
  const sleep = (ms: number): Promise<void> => {
    waits.push(ms)
    return new Promise((resolve) => (wake = resolve))
  }
  const buffer = new ReadBuffer({
    table,
    list: new StockListTable(db),
    clock: { now: () => 0, sleep },
    owner: { accountId: 'a', userId: 7 },
    onSaved: () => undefined,
    onGone: () => undefined,
  })
  const goOn = async (): Promise<void> => {
    wake()
    await setImmediate()
  }
  return { buffer, table, waits, goOn, saved: () => table.known.count('a', 7) }
}

test('the first records are saved a tenth of a second after they came, later ones less often, a second at the latest', async () => {
  const { buffer, waits, goOn, saved } = buffered()
  for (let id = 1; id <= 6; id++) {
    buffer.read([advert(id)])
    expect(saved()).toBe(id - 1)
    await goOn()
    expect(saved()).toBe(id)
  }
  expect(waits).toEqual([100, 200, 400, 800, 1_000, 1_000])
})

test('two hundred records are saved without a wait, and the rest when it is closed', () => {
  const { buffer, saved } = buffered()
  for (let id = 1; id <= 250; id++) buffer.read([advert(id)])
  expect(saved()).toBe(200)
  buffer.close()
  expect(saved()).toBe(250)
})

test('a save that fails ends the reading with what it threw, and the rest is saved all the same', () => {
  const { buffer, table, saved } = buffered()
  const broken = { ...advert(1), title: undefined as unknown as string }
  const others = Array.from({ length: 199 }, (_, at) => advert(at + 2))
  expect(() => buffer.read([broken, ...others])).toThrow()
  buffer.read([advert(1_000)])
  buffer.close()
  expect(saved()).toBe(1)
  expect(table.find('a', 1_000)).toBeDefined()
})
