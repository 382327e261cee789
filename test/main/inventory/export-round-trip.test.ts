import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listedColumns } from '#shared/inventory/advert.ts'
import type { ExportFormat } from '#shared/inventory/inventory-calls.ts'
import { askedFacts, currentAdverts } from '../../../src/main/joins/batch-ports.ts'
import { wholeFile } from '../../../src/main/files/file-bytes.ts'
import { isCellError } from '../../../src/main/import/check/cell-error.ts'
import { DraftService } from '../../../src/main/import/draft-service.ts'
import { InventoryService } from '../../../src/main/inventory/inventory-service.ts'
import { advertsSchema } from '../../../src/main/inventory/adverts-schema.ts'
import type { CachedAdvert } from '../../../src/main/inventory/advert-rows.ts'
import { AdvertsTable } from '../../../src/main/inventory/adverts-table.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import type { Values } from '../../../src/main/writes/values.ts'
import { CsvFolder } from '../import/csv-files.ts'
import { accountOf } from '../import/drafts.ts'
import { advert } from './adverts.ts'
import { testEntries } from '../../scripts.ts'
const folder = new CsvFolder()
let drafts: DraftService
beforeAll(() => {
  drafts = new DraftService({ dataDir: join(folder.path, 'data'), entries: testEntries, bytesHere: Infinity })
})
afterAll(() => drafts.close())

function openTable(): AdvertsTable {
  const db = new DatabaseSync(':memory:')
  db.exec(advertsSchema)
  return new AdvertsTable(db)
}

const owner = { accountId: 'a', userId: 7 }

/** What ends cells, quotes and rows, what spreadsheets take for formulas, numbers and dates, and letters of all kinds. */
const signs = [
  '"',
  ',',
  ';',
  '\t',
  '\n',
  '\r\n',
  ' ',
  "'",
  '=1+1',
  '-',
  '+',
  '@',
  '0012',
  '1e5',
  '12.03',
  'Ґ',
  'é',
  '😀',
  '#',
]
/** A text such as “###” is what a spreadsheet shows of a failed formula: an import refuses it, whoever wrote it. */
const text = fc
  .array(fc.constantFrom(...signs, 'a', 'Їжак'), { maxLength: 7 })
  .map((parts) => parts.join(''))
  .filter((each) => !isCellError(each))
const price = fc.integer({ min: 1, max: 99_000_000 })
const flag = fc.constantFrom<0 | 1 | undefined>(0, 1, undefined)

const stock = fc.array(
  fc.record({
    // A title without the model would be that of another car than its row names.
    title: text.map((more) => `BMW X5 ${more}`),
    description: text,
    version: text,
    city: text,
    mainCurrency: fc.constantFrom('USD', 'EUR', 'UAH'),
    usd: price,
    eur: price,
    uah: price,
    year: fc.option(fc.integer({ min: 1950, max: 2027 })),
    mileage: fc.option(fc.integer({ min: 0, max: 900 })),
    state: fc.constantFrom<CachedAdvert['state']>('live', 'moderation', 'sold', 'archive'),
    in_stock: flag,
    test_drive: flag,
    // A number may read as a price, an id or a formula.
    number: fc.constantFrom('24900', '39099619', '0123', '=1+1', 'SK-10', '-7', 'ÄÖ 1'),
  }),
  { minLength: 1, maxLength: 5 },
)

type Made = (typeof stock extends fc.Arbitrary<infer All> ? All : never)[number]

/** The cells of programs that fill a column up are read without such an end. */
const padded = {
  title: '',
  description: '"\t\t ',
  version: '',
  city: '',
  mainCurrency: 'USD',
  usd: 1,
  eur: 1,
  uah: 1,
  year: null,
  mileage: null,
  state: 'live',
  in_stock: 0,
  test_drive: 0,
  number: '24900',
} satisfies Made

const columns = fc.shuffledSubarray([...listedColumns, 'currency', 'auto_note', 'in_stock', 'test_drive'])

describe.each(['xlsx', 'csv', 'excel-csv'] as const)(
  'the export of the window as %s',
  (format: ExportFormat) => {
    it.each(['uk-UA', 'en-US'])(
      'imports again with nothing to change, by the separator of %s',
      async (region) => {
        await fc.assert(
          fc.asyncProperty(stock, columns, async (made, shown) => {
            const adverts = made.map(({ in_stock: _in, test_drive: _drive, number: _number, ...said }, at) =>
              advert(at + 1, said),
            )
            const written = new Map<number, Values>(
              made.map(({ in_stock, test_drive }, at) => [
                at + 1,
                {
                  ...(in_stock !== undefined && { in_stock }),
                  ...(test_drive !== undefined && { test_drive }),
                },
              ]),
            )
            const table = openTable()
            table.save(owner.accountId, adverts)
            const inventory = new InventoryService({
              table,
              clock: systemClock,
              owner: () => Promise.resolve(owner),
              region: () => region,
              written: (_account, id) => ({ ...written.get(id) }),
              stockNumbers: {
                of: () => new Map(made.map(({ number }, at) => [at + 1, number])),
                hasAny: () => true,
              },
            })
            const ids = adverts.map(({ id }) => id)
            const isGrid = shown.length % 2 === 0
            const exported = await wholeFile(
              isGrid || format === 'excel-csv'
                ? await inventory.tables.asShown(ids, shown, format)
                : await inventory.tables.toEdit(ids, format),
            )
            const draftId = drafts.openPath(folder.write(exported.fileName, Buffer.from(exported.text)))
            const check = await drafts.check(
              draftId,
              { shape: {}, mapping: null, operation: null },
              {
                ...accountOf({
                  stock: ids.length,
                  currentValues: (asked, _journalled, fields) =>
                    currentAdverts(askedFacts(inventory, owner.accountId, asked, fields), written, fields),
                }),
                userId: owner.userId,
              },
            )
            expect(check).toMatchObject({ rows: ids.length, toSend: 0, invalid: 0, unchanged: ids.length })
            await drafts.drop(draftId)
          }),
          { numRuns: 4, examples: [[[padded], []]] },
        )
      },
    )
  },
)
