import { expect, it } from 'vitest'
import { knownBmw } from './known-bmw.ts'
import { faultOf } from './csv-files.ts'
import { accountOf, openDrafts } from './drafts.ts'

const { folder, service } = openDrafts()

const account = accountOf({ vehicleReader: knownBmw })

it('makes vehicles of a make and a model in columns of their own, and follows a cell that is fixed', async () => {
  const text = 'Модель;Марка;base_id;equip_id;Сума;В\nX5;BMW;1;2;9500;$\nX9;BMW;1;2;9500;$\n'
  const draftId = service.openPath(folder.write('cars.csv', text))
  const check = await service.check(
    draftId,
    {
      shape: {},
      mapping: ['make_model', 'make_model', 'base_id', 'equip_id', 'price', 'price'],
      joins: { make_model: { columns: [1, 0], separator: ' ' }, price: { columns: [4, 5], separator: '' } },
      operation: null,
    },
    account,
  )
  expect(check).toMatchObject({ operation: 'create', rows: 2, invalid: 1 })
  const vehicle = { marka_id: 9, base_id: 1, equip_id: 2, currency_id: 1, price: 9_500 }
  const { rows } = await service.rows(draftId, { filter: 'all' }, 0, 10)
  expect(rows[0]?.payload).toEqual({ ...vehicle, model_id: 96 })
  const unknown = rows[1]?.problems.find(({ code }) => code === 'name-unknown')
  expect(unknown).toMatchObject({ column: 'make_model', value: 'BMW X9' })
  expect(unknown?.message).toContain('Модель + Марка')
  expect((await service.fix(draftId, 3, 0, 'X6')).payload).toEqual({ ...vehicle, model_id: 97 })
})

it('finds the adverts of ids in two columns, and loses no row that a quotation mark hid', async () => {
  const text =
    'Серія;Номер;Сума;В\n39;099974;9500;$\n39;"099975;9500;$\n39;099976;9500;$\n39;"099977;9500;$\n'
  const draftId = service.openPath(folder.write('ids.csv', text))
  const joins = { auto_id: { columns: [0, 1], separator: '' }, price: { columns: [2, 3], separator: ' ' } }
  const mapping = ['auto_id', 'auto_id', 'price', 'price'] as const
  const check = await service.check(
    draftId,
    { shape: {}, mapping: [...mapping], joins, operation: null },
    account,
  )
  expect([...(await service.ask('targets', draftId))]).toEqual([39_099_974])
  expect(check).toMatchObject({ rows: 2, edits: 1, invalid: 1 })
  expect(
    await faultOf(() =>
      service.check(draftId, { shape: {}, mapping: [...mapping], operation: null }, account),
    ),
  ).toMatchObject({ code: 'column-twice', columns: '1, 2' })
})
