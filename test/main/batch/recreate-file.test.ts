import Papa from 'papaparse'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { columnOfHeader } from '../../../src/main/import/columns/column-names.ts'
import { fourIds } from '../../sandbox/vehicles/four-ids.ts'
import { accountId } from './connect-to.ts'
import { car, openDealership, planned, type Dealership } from './dealership.ts'

let shop: Dealership
beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

/** What the journal alone knows; of an advert that it didn't create, what the cache would. */
const knownOf = (bought: number) => (_account: string, autoId: number) =>
  autoId === bought
    ? {
        title: '=BMW X5',
        values: { marka_id: 9, model_id: 96, currency_id: 1, price: 15_000, auto_id: bought },
      }
    : { title: '', values: shop.batches.writes().values(accountId, autoId) }

test('deleted adverts are counted in the undo, and a file creates them again as far as they are known', async () => {
  const made = await shop.run([planned(2, 'create', car({ price: 21_000, auto_note: 'Опис', in_stock: 1 }))])
  const created = shop.batches.reader.rows(made.id, null, 0, 1).rows[0]?.autoId ?? 0
  const [bought = 0] = (await shop.ownIds(5)).filter((id) => id !== created)
  const batch = await shop.run([
    planned(2, 'delete', { auto_id: created }),
    planned(3, 'delete', { auto_id: bought }),
    planned(4, 'delete', { auto_id: 999_999_999 }),
  ])
  expect(batch.counts).toMatchObject({ done: 2 })
  const preview = await shop.batches.undo.preview(batch.id)
  const lacking = { impossible: 2, deleted: 2, gone: 0, doubtful: 0, lost: 0 }
  expect(await shop.batches.undo.summary(preview)).toMatchObject(lacking)

  const file = shop.batches.undo.recreateFile(preview, knownOf(bought))
  expect(file).toMatchObject({ fileName: 'cars-recreate.csv', adverts: 2, incomplete: 1 })
  expect(file.missing).toEqual(['base_id', 'equip_id'])
  const text = new TextDecoder().decode(file.text)
  const { data, meta } = Papa.parse<Record<string, string>>(text.trimEnd(), { header: true })
  expect(meta.fields?.map(columnOfHeader)).not.toContain('auto_id')
  expect(data).toMatchObject([
    {
      marka_id: String(fourIds().marka_id),
      equip_id: String(fourIds().equip_id),
      currency_id: 'USD',
      price: '21000',
    },
    {
      marka_id: '9',
      model_id: '96',
      base_id: '',
      price: '15000',
      vehicle: "'=BMW X5",
      missing: 'base_id equip_id',
    },
  ])
  expect(data[0]).toMatchObject({
    auto_note: 'Опис',
    in_stock: '1',
    deleted_advert: String(created),
    missing: '',
  })

  await shop.restart()
  expect(await shop.batches.undo.summary(preview)).toMatchObject(lacking)
})
