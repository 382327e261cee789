import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { listedColumns } from '#shared/inventory/advert.ts'
import type { ExportFormat } from '#shared/inventory/inventory-calls.ts'
import { AdvertsTable } from '../../../src/main/inventory/adverts-table.ts'
import { InventoryService } from '../../../src/main/inventory/inventory-service.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { wholeOf } from '../../../src/main/files/file-bytes.ts'
import { xlsxBytes } from '../../../src/main/files/xlsx/workbook.ts'
import { readTable } from '../../../src/main/import/csv/read-table.ts'
import { withSource } from '../../../src/main/import/csv/source-file.ts'
import { convertSheet } from '../../../src/main/import/sheet/convert-sheet.ts'
import { tableDelimiter } from '../../../src/main/import/sheet/row-writer.ts'
import { fourIds } from '../../sandbox/vehicles/four-ids.ts'
import { openCounter, printed } from './counter.ts'
import { spread } from '../../whole.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter())

/** The cells of a sheet as an import reads them. */
async function cellsOf(path: string, sheet?: string): Promise<string[][]> {
  const output = counter.path('cells.table')
  await convertSheet({ path, fileName: 'book.xlsx', output, sheet })
  return withSource(output, 'book.xlsx', (source) =>
    readTable({ ...source, rowsAreLines: true }, { encoding: 'utf-8', delimiter: tableDelimiter }).rows.map(
      ({ cells }) => [...cells],
    ),
  )
}

async function bookOf(name: string, [header = [], ...rows]: readonly (readonly string[])[]): Promise<string> {
  const columns = header.map((each) => ({ header: each, width: 12 }))
  return counter.file(name, await xlsxBytes([{ name: 'Rows', columns, rows }]))
}

describe('export --edit', () => {
  it.each(spread([['xlsx'], ['csv']], 1))(
    'as %s imports with nothing to send until a cell is changed',
    async (format) => {
      const path = counter.path(`edit.${format}`)
      const flags = format === 'xlsx' ? ['--xlsx'] : []
      expect((await counter.run('export', '--edit', ...flags, path)).code).toBe(0)
      const whole = await counter.run('import', path, '--json')
      expect(whole.code).toBe(0)
      expect(printed(whole).counts).toMatchObject({ planned: 0, invalid: 0 })
      expect(printed(whole).counts.skipped).toBeGreaterThan(5)
      expect(
        printed(whole).rows.flatMap(({ problems }) => problems.filter(({ code }) => code === 'car-state')),
      ).toEqual([])

      const rows =
        format === 'xlsx'
          ? await cellsOf(path)
          : Papa.parse<string[]>(readFileSync(path, 'utf8').replace('\ufeff', '').trimEnd()).data
      const price = rows[0]?.indexOf('Price') ?? -1
      const row = rows.findIndex((cells, at) => at > 0 && cells[price] !== '')
      if (rows[row]) rows[row][price] = String(Number(rows[row][price]) + 100)
      const changed =
        format === 'xlsx'
          ? await bookOf('changed.xlsx', rows)
          : counter.file('changed.csv', Papa.unparse(rows))
      const { counts, rows: shown } = printed(await counter.run('import', changed, '--json'))
      expect(counts).toMatchObject({ planned: 1, invalid: 0, skipped: rows.length - 2 })
      expect(shown.find(({ state }) => state === 'planned')?.autoId).toBe(Number(rows[row]?.[0]))
    },
  )
})

const everyColumn = [...listedColumns, 'currency']

/** The stock as the window exports it. */
async function windowExport(format: ExportFormat): Promise<Uint8Array> {
  const db = new DatabaseSync(join(counter.dataDir, 'cache.db'))
  try {
    const accountId = String(db.prepare('SELECT account_id FROM adverts LIMIT 1').get()?.account_id)
    const owner = { accountId, userId: counter.sandbox.userId }
    const inventory = new InventoryService({
      table: new AdvertsTable(db),
      clock: systemClock,
      owner: () => Promise.resolve(owner),
      region: () => 'uk-UA',
      written: () => ({}),
    })
    const ids = await inventory.lists.ids({ text: '', states: [], sort: [] })
    return await wholeOf((await inventory.tables.asShown(ids, everyColumn, format)).chunks)
  } finally {
    db.close()
  }
}

describe('the export of the window', () => {
  it.each(spread([['xlsx'], ['excel-csv'], ['csv']] as const, 2))(
    'as %s has the columns that are shown, and imports with nothing to send',
    async (format) => {
      expect((await counter.run('sync')).code).toBe(0)
      const text = await windowExport(format)
      const path = counter.file(format === 'xlsx' ? 'stock.xlsx' : 'stock.csv', text)
      const rows =
        format === 'xlsx'
          ? await cellsOf(path)
          : Papa.parse<string[]>(readFileSync(path, 'utf8').replace('\ufeff', '').trimEnd(), {
              delimiter: format === 'csv' ? ',' : ';',
            }).data
      const header = rows[0] ?? []
      for (const title of ['Title', 'Make', 'Year', 'Mileage, km', 'Price, $', 'City', 'State', 'Expires'])
        expect(header).toContain(title)
      const year = Number(rows[1]?.[header.indexOf('Year')])
      expect(year).toBeGreaterThan(1_950)
      const whole = await counter.run('import', path, '--json')
      expect(printed(whole).counts).toMatchObject({ planned: 0, invalid: 0, skipped: rows.length - 1 })
      expect(whole.code).toBe(0)
    },
  )
})

describe('template', () => {
  it('has the makes and models that are known, and a row by names imports as a new vehicle', async () => {
    await counter.run('lookup', 'BMW', 'X5', 'comfort')
    const path = counter.path('new.xlsx')
    expect((await counter.run('template', 'create', '--xlsx', path)).code).toBe(0)
    const lists = await cellsOf(path, 'Lists')
    expect(lists.map(([make]) => make)).toContain('BMW')
    expect(lists.map(([, make, model]) => `${make} ${model}`)).toContain('BMW X5')
    const [header = []] = await cellsOf(path)
    expect(header.slice(0, 4)).toEqual(['Make', 'Model', 'Modification', 'Equipment'])
    const { base_id, equip_id } = fourIds(7)
    const values: Readonly<Record<string, string>> = {
      Make: 'BMW',
      Model: 'X5',
      Modification: String(base_id),
      Equipment: String(equip_id),
      Currency: 'USD',
      Price: '41000',
    }
    const filled = await bookOf('filled.xlsx', [header, header.map((name) => values[name] ?? '')])
    expect(printed(await counter.run('import', filled, '--json'))).toMatchObject({
      operation: 'create',
      counts: { planned: 1, invalid: 0 },
    })
  })

  it('keeps its example on another sheet, so that the empty template has no row to send', async () => {
    const path = counter.path('empty.xlsx')
    await counter.run('template', 'edit', '--xlsx', path)
    expect(await cellsOf(path)).toHaveLength(1)
    expect((await cellsOf(path, 'Example'))[1]).toContain('12345678')
    expect((await counter.run('import', path, '--commit', '--json')).code).not.toBe(1)
    expect(await counter.control.ledger()).toEqual([])
  })

  it.each([
    ['uk_UA.UTF-8', ';'],
    ['en_US.UTF-8', ','],
  ])('as CSV has the separator of %s and a byte order mark', async (LC_ALL, separator) => {
    const path = counter.path('new.csv')
    await counter.runWith({ LC_ALL }, 'template', 'create', path)
    const [header = ''] = readFileSync(path, 'utf8').split('\r\n')
    expect(header.startsWith(`\ufeffmarka_id${separator}model_id`)).toBe(true)
  })
})
