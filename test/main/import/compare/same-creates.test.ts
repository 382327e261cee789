import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { delimiters, type Delimiter, type Encoding } from '#shared/import/draft.ts'
import type { Journal } from '../../../../src/main/batch/journal/journal.ts'
import { planningAccount } from '../../../../src/main/joins/planning-account.ts'
import { DraftService } from '../../../../src/main/import/draft-service.ts'
import { advertsSchema } from '../../../../src/main/inventory/adverts-schema.ts'
import { AdvertsTable } from '../../../../src/main/inventory/adverts-table.ts'
import { InventoryService } from '../../../../src/main/inventory/inventory-service.ts'
import { stockListSchema } from '../../../../src/main/inventory/stock-list-table.ts'
import { vehicleNamesSchema } from '../../../../src/main/names/names-schema.ts'
import { NamesTable } from '../../../../src/main/names/names-table.ts'
import type { ResolvedVehicle } from '../../../../src/main/names/resolve-vehicle.ts'
import type { DraftAccount } from '../../../../src/main/import/draft-account.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { systemClock } from '../../../../src/main/system/clock.ts'
import { noEdits } from '../../../bench/full-folder.ts'
import { accountId } from '../../batch/connect-to.ts'
import { type Dealership, openDealership, source } from '../../batch/dealership.ts'
import { encodeText } from '../csv-files.ts'
import { testEntries } from '../../../scripts.ts'
import { folderOfFile } from '../../../folders.ts'

const folder = folderOfFile()
const drafts = new DraftService({ dataDir: folder, entries: testEntries, bytesHere: Infinity })
let shop: Dealership
let inventory: InventoryService
let names: NamesTable
let journal: Journal

beforeAll(async () => {
  shop = await openDealership()
  journal = await shop.holdJournal()
  const cache = openDatabase({
    path: ':memory:',
    schema: [advertsSchema, stockListSchema, vehicleNamesSchema].join(''),
    synchronous: 'NORMAL',
    now: () => systemClock.now(),
  }).db
  inventory = new InventoryService({
    table: new AdvertsTable(cache),
    clock: systemClock,
    owner: () => Promise.resolve({ accountId, userId: shop.userId }),
    written: () => ({}),
  })
  names = new NamesTable(cache)
})
afterAll(async () => {
  await drafts.close()
  await shop.close()
})

interface Car {
  /** Of make, model, modification and equipment. */
  readonly ids: readonly number[]
  readonly currency: 1 | 2 | 3
  /** In hundredths; null if the advert names none. */
  readonly price: number | null
  readonly note: string
}

const id = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 99_999_999_999_999 }))
const car: fc.Arbitrary<Car> = fc.record({
  ids: fc.tuple(id, id, id, id),
  currency: fc.constantFrom(1, 2, 3),
  price: fc.option(
    fc.oneof(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 1, max: 99_999_999_999_999 })),
  ),
  note: fc.constantFrom('', 'Один власник', 'новий, повний привід', '"Люкс"; 2 ключі', '=1+1'),
})

/** How a file writes its cells: what is the same value to the service. */
interface Form {
  readonly encoding: Encoding
  readonly delimiter: Delimiter
  readonly decimalMark: '.' | ','
  readonly lineEnd: '\n' | '\r\n' | '\r'
  readonly bom: boolean
  readonly quoted: boolean
  readonly blanks: '' | ' ' | '\t'
  readonly thousands: '' | ' ' | "'"
  readonly id: 'plain' | 'formula' | 'apostrophe' | 'named'
  readonly currencies: readonly [string, string, string]
  /** The price says its currency, and no column does. */
  readonly withUnit: boolean
  readonly decimals: boolean
  readonly reversed: boolean
}

const form: fc.Arbitrary<Form> = fc.record({
  encoding: fc.constantFrom('utf-8', 'utf-16le', 'windows-1251', 'koi8-u'),
  delimiter: fc.constantFrom(...delimiters),
  decimalMark: fc.constantFrom('.', ','),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  bom: fc.boolean(),
  quoted: fc.boolean(),
  blanks: fc.constantFrom('', ' ', '\t'),
  thousands: fc.constantFrom('', ' ', "'"),
  id: fc.constantFrom('plain', 'formula', 'apostrophe', 'named'),
  currencies: fc.constantFrom(
    ['1', '2', '3'],
    ['USD', 'EUR', 'UAH'],
    ['$', 'евро', 'грн.'],
    ['usd', 'Eur', 'ГРН'],
  ),
  withUnit: fc.boolean(),
  decimals: fc.boolean(),
  reversed: fc.boolean(),
})

const columns = ['marka_id', 'model_id', 'base_id', 'equip_id', 'currency_id', 'price', 'auto_note'] as const
/** Columns of ids under the contract's own names hold no names of vehicles. */
const headers = ['Марка', 'Модель', 'Модифікація', 'Комплектація', 'Валюта', 'Ціна', 'Опис']

const grouped = (digits: string, mark: string): string => digits.replace(/\B(?=(\d{3})+$)/g, mark)

function idCell(value: number, { id, thousands }: Form): string {
  if (id === 'formula') return `="${value}"`
  if (id === 'apostrophe') return `'${value}`
  return id === 'named' ? `номер ${value}` : grouped(String(value), thousands)
}

function priceCell(
  { price, currency }: Car,
  { decimalMark, thousands, decimals, withUnit, currencies }: Form,
): string {
  if (price === null) return ''
  const whole = Math.floor(price / 100)
  const rest = price % 100
  const cents = rest === 0 && !decimals ? '' : `${decimalMark}${String(rest).padStart(2, '0')}`
  const unit = withUnit ? ` ${currencies[currency - 1]}` : ''
  return `${grouped(String(whole), thousands)}${cents}${unit}`
}

function cellsOf(car: Car, form: Form): string[] {
  const { blanks, currencies, withUnit } = form
  const currency = withUnit && car.price !== null ? '' : (currencies[car.currency - 1] ?? '')
  const cells = [...car.ids.map((value) => idCell(value, form)), currency, priceCell(car, form)]
  const spaced = cells.map((cell) => (cell === '' ? cell : `${blanks}${cell}${blanks}`))
  return [...spaced, car.note]
}

function lineOf(cells: readonly string[], { delimiter, quoted, reversed }: Form): string {
  const written = cells.map((cell) =>
    quoted || /["\n\r]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell,
  )
  return (reversed ? written.toReversed() : written).join(delimiter)
}

function fileOf(cars: readonly Car[], form: Form): Uint8Array {
  const { encoding, lineEnd, bom } = form
  const lines = [headers, ...cars.map((car) => cellsOf(car, form))]
  const text = `${lines.map((cells) => lineOf(cells, form)).join(lineEnd)}${lineEnd}`
  return encodeText(bom && encoding.startsWith('utf') ? `\ufeff${text}` : text, encoding)
}

/** What a name means: its number. */
const resolved = (cells: readonly string[]): ResolvedVehicle => {
  const [make, model, base, equip] = cells.map((cell) => Number(/\d+$/.exec(cell)?.[0] ?? Number.NaN) || null)
  return {
    ids: { marka_id: make ?? null, model_id: model ?? null, base_id: base ?? null, equip_id: equip ?? null },
    findings: [],
  }
}

async function checked(cars: readonly Car[], form: Form) {
  const { encoding, delimiter, decimalMark, reversed } = form
  const path = join(mkdtempSync(join(folder, 'file-')), 'new.csv')
  writeFileSync(path, fileOf(cars, form))
  const owner = { accountId, userId: shop.userId, baseUrl: 'https://service.example' }
  const real = planningAccount(owner, { inventory, names, journal: () => journal.tables, ...noEdits })
  const account: DraftAccount = {
    ...real,
    compare: (...asked) => ({ ...real.compare(...asked), vehicle: resolved }),
  }
  const draftId = drafts.openPath(path)
  const mapping = reversed ? columns.toReversed() : [...columns]
  const shape = { encoding, delimiter, decimalMark }
  const check = await drafts.check(draftId, { shape, mapping, operation: 'create' }, account)
  const staged = await drafts.staged(draftId)
  return { check, rows: [...(await staged.rows())].filter(({ state }) => state === 'planned') }
}

test('a create that the journal holds is known again, in whatever way its file writes it', async () => {
  const cars = fc.array(car, { minLength: 20, maxLength: 60 })
  let met = 0
  await fc.assert(
    fc.asyncProperty(cars, form, form, async (written, one, other) => {
      const first = await checked(written, one)
      await shop.batches.planner.plan(source(shop.userId, { operation: 'create' }), first.rows)
      const { check, rows } = await checked(written, other)
      const held = new Set(first.rows.map(({ fingerprint }) => fingerprint))
      const same = rows.filter(({ fingerprint }) => held.has(fingerprint)).length
      met += same
      expect(check.sentBefore).toBe(same)
    }),
    { numRuns: 8 },
  )
  expect(met).toBeGreaterThan(0)
})
