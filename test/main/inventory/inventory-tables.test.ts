import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { type FileChunks, wholeFile } from '../../../src/main/files/file-bytes.ts'
import { advertsSchema } from '../../../src/main/inventory/adverts-schema.ts'
import { AdvertsTable } from '../../../src/main/inventory/adverts-table.ts'
import { InventoryService } from '../../../src/main/inventory/inventory-service.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { advert } from './adverts.ts'
import { databaseOfTest } from '../../databases.ts'

const owner = { accountId: 'dealer', userId: 7 }

function stockOf(count: number, description = '', numbers: ReadonlyMap<number, string> = new Map()) {
  const db = databaseOfTest(advertsSchema)
  const table = new AdvertsTable(db)
  table.save(
    owner.accountId,
    Array.from({ length: count }, (_, at) => advert(at + 1, { usd: 10_000 + at, description })),
  )
  return new InventoryService({
    table,
    clock: systemClock,
    owner: () => Promise.resolve(owner),
    region: () => 'en-US',
    written: () => ({}),
    stockNumbers: { of: () => numbers, hasAny: () => numbers.size > 0 },
  })
}

/** The pieces, and the cells of the CSV that they are. */
async function readCsv({ chunks }: FileChunks) {
  const pieces: Uint8Array[] = []
  for await (const piece of chunks) pieces.push(piece)
  const text = Buffer.concat(pieces).toString('utf8')
  expect(text.lastIndexOf('\ufeff')).toBe(0)
  const { data } = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true })
  return { pieces: pieces.length, header: data[0] ?? [], rows: data.slice(1) }
}

test('a table of many adverts comes in pieces, with each of them once and in the order that was asked for', async () => {
  const { tables } = stockOf(1_234)
  const ids = Array.from({ length: 1_234 }, (_, at) => 1_234 - at)
  for (const table of [await tables.toEdit(ids, 'csv'), await tables.asShown(ids, ['title'], 'csv')]) {
    const { pieces, rows } = await readCsv(table)
    expect(pieces).toBeGreaterThan(5)
    expect(rows.map(([id]) => Number(id))).toEqual(ids)
    expect(table.counted).toEqual({ adverts: 1_234, leftEmpty: 0 })
  }
})

test('tables have the stock numbers once there are any, an export if its column is shown', async () => {
  const { tables } = stockOf(2, '', new Map([[2, '=0071']]))
  for (const table of [
    await tables.toEdit([1, 2], 'csv'),
    await tables.asShown([1, 2], ['title', 'stockNumber'], 'csv'),
  ]) {
    const { header, rows } = await readCsv(table)
    const at = header.indexOf('stock_no')
    expect(rows.map((row) => row[at])).toEqual(['', "'=0071"])
  }
  const { header } = await readCsv(await tables.asShown([1, 2], ['title'], 'csv'))
  expect(header).not.toContain('stock_no')
  expect((await readCsv(await stockOf(1).tables.toEdit([1], 'csv'))).header).not.toContain('stock_no')
})

test('a text that the encoding of a CSV lacks is left empty, and counted', async () => {
  const { tables } = stockOf(2, 'гарна 🚗')
  const table = await tables.csv({ text: '', states: [], sort: [] }, { encoding: 'windows-1251' })
  const text = (await wholeFile(table)).text
  expect(Buffer.from(text).includes('?')).toBe(false)
  expect(table.counted).toEqual({ adverts: 2, leftEmpty: 2 })
})
