import { expect, it } from 'vitest'
import { type ImportNames, unknownNames } from '../../../src/main/import/import-names.ts'
import { offeredNames } from '../../../src/main/names/name-candidates.ts'
import type { KnownNames } from '../../../src/main/names/resolve-vehicle.ts'
import { type FileChoices, VehicleReader } from '../../../src/main/names/vehicle-reader.ts'
import { accountOf, openDrafts } from './drafts.ts'
import { noImportNames } from './no-names.ts'

const { folder, service } = openDrafts()

const list = (names: readonly (readonly [id: number, name: string, about?: string])[]) =>
  names.map(([id, name, about = '']) => ({ id, name, about, source: 'lookup' as const }))
const bases = list([
  [1, '2.0 Дизель Автомат (190 к.с.)', 'I 2015–2020, Седан'],
  [2, '2.0 Дизель Автомат (190 к.с.)', 'II 2020–, Седан'],
  [3, '2.0 Бензин Автомат (200 к.с.)', 'II 2020–, Седан'],
])
const known: KnownNames = {
  candidates: (field, { marka_id, model_id }) => {
    if (field === 'marka_id') return list([[9, 'BMW']])
    if (field === 'model_id') return marka_id === 9 ? list([[96, 'X5']]) : []
    return field === 'base_id' && model_id === 96 ? bases : []
  },
  chosen: () => null,
  isElsewhere: () => false,
  isUnasked: ({ marka_id, model_id }) => marka_id !== null && model_id === null,
}
const names: ImportNames = {
  ...noImportNames,
  offered: (field, within, text) => Promise.resolve([...offeredNames(field, within, text, known)]),
  isUnasked: (within) => Promise.resolve(known.isUnasked?.(within) ?? false),
}

async function asked(...rows: readonly string[]) {
  const header = 'Марка;Модель;Рік;Двигун;Модифікація;equip_id;Ціна'
  const draftId = service.openPath(folder.write('rows.csv', `${[header, ...rows].join('\n')}\n`))
  const account = accountOf({ vehicleReader: () => new VehicleReader(known) })
  await service.check(draftId, { shape: {}, mapping: null, operation: null }, account)
  const parts = { drafts: service, names, words: () => ({ code: 'internal', title: '' }) as never }
  const { values } = await unknownNames(parts, draftId)
  return { values, rows: (await service.rows(draftId, { filter: 'all' }, 0, 100)).rows }
}

it('tells of a question its lines, years, prices and cells, and what its rows decide', async () => {
  const { values } = await asked('BMW;X5;2022;;Дизель;5;30000 $', 'BMW;X5;2024;190 к.с.;Дизель;5;40000 $')
  expect(values).toMatchObject([
    {
      field: 'base_id',
      value: 'Дизель',
      rows: 2,
      lines: [2, 3],
      years: [2022, 2024],
      prices: { least: 30_000, most: 40_000, currency: 'USD' },
      decided: {
        id: 2,
        by: [
          { by: 'year', value: '2022' },
          { by: 'year', value: '2024' },
        ],
      },
      unasked: false,
    },
  ])
  expect(values[0]?.cells).toContainEqual({ header: 'Рік', text: '2022' })
  // What the year rules out comes last of those that have the words; names that are the same are told apart.
  expect(values[0]?.candidates.map(({ id }) => id)).toEqual([2, 1, 3])
  expect(values[0]?.candidates[0]?.short).toBe('2.0 Дизель Автомат (190 к.с.) · II 2020–')
})

it('decides nothing if rows of a question differ, and what all rows decide however many they are', async () => {
  const apart = await asked('BMW;X5;2018;;Дизель;5;1 $', 'BMW;X5;2024;;Дизель;5;2 €')
  expect(apart.values).toMatchObject([{ decided: null, prices: null }])
  const many = Array.from({ length: 700 }, (_, at) => `BMW;X5;${2021 + (at % 4)};;Дизель;5;${at + 1} $`)
  const { values } = await asked(...many)
  expect(values).toMatchObject([
    { decided: { id: 2 }, rows: 700, whole: true, years: [2021, 2024], prices: { least: 1, most: 700 } },
  ])
  // Only the first lines are told.
  expect(values[0]?.lines).toHaveLength(50)
  const last = await asked(...many.slice(1), 'BMW;X5;2018;;Дизель;5;1 $')
  expect(last.values).toMatchObject([{ decided: null, years: [2018, 2024] }])
})

it('says of a variant that a name was taken for, if only because it was chosen before, that the row’s year is none of its years', async () => {
  const chosen: KnownNames = { ...known, chosen: (field) => (field === 'base_id' ? 1 : null) }
  const draftId = service.openPath(
    folder.write(
      'years.csv',
      'Марка;Модель;Рік;Модифікація;equip_id;Ціна\nBMW;X5;2018;Дизель;5;1 $\nBMW;X5;2024;Дизель;6;2 $\nBMW;X5;;Дизель;7;3 $\n',
    ),
  )
  const account = accountOf({ vehicleReader: () => new VehicleReader(chosen) })
  await service.check(draftId, { shape: {}, mapping: null, operation: 'create' }, account)
  const { rows } = await service.rows(draftId, { filter: 'all' }, 0, 3)
  expect(rows.map(({ payload }) => payload.base_id)).toEqual([1, 1, 1])
  const said = rows.map(({ problems }) => problems.filter(({ code }) => code === 'name-years'))
  expect(said.map(({ length }) => length)).toEqual([0, 1, 0])
  expect(said[1]).toMatchObject([{ severity: 'warning', column: 'base_id', value: 'Дизель' }])
  expect(said[1]?.[0]?.message).toContain('I 2015–2020, Седан')
  expect(said[1]?.[0]?.message).toContain('2024')
})

it('forgets what was decided of its names when a file is checked for another account', async () => {
  const draftId = service.openPath(
    folder.write('decided.csv', 'Марка;Модель;Модифікація;equip_id;Ціна\nBMW;X5;Дизель;5;1 $\n'),
  )
  const within = { marka_id: 9, model_id: 96, base_id: null, equip_id: null }
  const baseFor = async (accountId: string) => {
    const vehicleReader = (choices?: FileChoices) => new VehicleReader(choices?.over(known) ?? known)
    const account = accountOf({ accountId, vehicleReader })
    await service.check(draftId, { shape: {}, mapping: null, operation: 'create' }, account)
    const { rows } = await service.rows(draftId, { filter: 'all' }, 0, 1)
    return rows[0]?.payload.base_id
  }
  await baseFor('one')
  service.choices(draftId).choose('base_id', within, 'Дизель', 2)
  expect([await baseFor('one'), await baseFor('two'), await baseFor('one')]).toEqual([
    2,
    undefined,
    undefined,
  ])
})

it('says of a name that was not asked for that it was not, and not that it is unknown', async () => {
  const { values, rows } = await asked('BMW;X9;2024;;Дизель;5;1 $', 'Бмвв;X5;2024;;Дизель;5;1 $')
  expect(values).toMatchObject([
    { field: 'marka_id', unasked: false },
    { field: 'model_id', unasked: true },
  ])
  const [model, make] = rows.map(({ problems }) => problems.map(({ message }) => message).join(' '))
  expect(model).toContain('was not looked up yet')
  expect(make).toContain('is not a name that is known here')
})
