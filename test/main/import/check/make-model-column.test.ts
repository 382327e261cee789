import { expect, it } from 'vitest'
import type { ColumnMapping } from '#shared/import/draft.ts'
import { knownBmw } from '../known-bmw.ts'
import { faultOf } from '../csv-files.ts'
import { accountOf, openDrafts } from '../drafts.ts'

const { folder, service } = openDrafts()

const account = accountOf({ vehicleReader: knownBmw })

async function check(text: string, mapping: ColumnMapping | null = null) {
  const draftId = service.openPath(folder.write('rows.csv', text))
  const found = await service.check(draftId, { shape: {}, mapping, operation: null }, account)
  const { rows } = await service.rows(draftId, { filter: 'all' }, 0, 500)
  return { draftId, found, rows }
}
const header = 'Марка і модель;base_id;equip_id;Ціна\n'

it('gives a create its make and its model, and what it does not know is told at its cell', async () => {
  const { draftId, found, rows } = await check(
    `${header}BMW X5;1;2;"9 500 $"\nBMW X9;1;2;5 $\n;1;2;5 $\n3008;1;2;5 $\n`,
  )
  expect(found).toMatchObject({ operation: 'create', rows: 4, invalid: 3 })
  expect(rows[0]?.payload).toMatchObject({
    marka_id: 9,
    model_id: 96,
    base_id: 1,
    currency_id: 1,
    price: 9_500,
  })
  const told = rows.slice(1).map(({ problems }) => problems.filter(({ severity }) => severity === 'error'))
  expect(told.map((each) => each.map(({ column, code }) => [column, code]))).toEqual([
    [['make_model', 'name-unknown']],
    [['make_model', 'required']],
    [['make_model', 'name-unknown']],
  ])
  const { values } = await service.ask('names', draftId)
  expect(values).toMatchObject([
    { field: 'marka_id', value: '3008', within: { marka_id: null } },
    { field: 'model_id', value: 'BMW X9', within: { marka_id: 9 } },
  ])
  expect(await service.fix(draftId, 3, 0, 'BMW X6')).toMatchObject({ valid: true, payload: { model_id: 97 } })
})

it('stands for nothing beside columns of their own, and a mapping that says otherwise is refused', async () => {
  const both = 'marka_id;model_id;Марка і модель;base_id;equip_id;Ціна\n9;96;BMW X6;1;2;5 $\n'
  const { rows } = await check(both)
  expect(rows[0]?.payload).toMatchObject({ marka_id: 9, model_id: 96 })
  const twice: ColumnMapping = ['marka_id', null, 'make_model', 'base_id', 'equip_id', 'price']
  expect(await faultOf(() => check(both, twice))).toMatchObject({ code: 'column-twice', columns: '1, 3' })
})
