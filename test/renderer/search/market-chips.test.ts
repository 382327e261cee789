import { expect, test } from 'vitest'
import { readFilters } from '#shared/search/filter-number.ts'
import { emptyForm, paramsOfForm, type FormValues } from '../../../src/renderer/search/form-params.ts'
import { marketChips } from '../../../src/renderer/search/market-chips.ts'

const called: Record<string, string> = {
  'makes 9': 'BMW',
  'models 96': 'X3',
  'states 10': 'Київська',
  'cities 10': 'Київ',
  'fuels 2': 'Дизель',
}
const names = { nameOf: (list: string, id: string): string => called[`${list} ${id}`] ?? id }
const form: FormValues = {
  vehicles: [{ make: '9', model: '96', from: '2024', to: '2026' }],
  places: [{ state: '10', city: '' }],
  lists: { type: ['2'] },
  single: { raceTo: '60', price_ot: '20 000', with_photo: '1', currency: '1' },
  other: [['colour', 'red']],
}
const words = (values: FormValues, asked: [string, string][] | null = null): string[] =>
  marketChips(values, names, asked).map((chip) => `${chip.fresh ? '+ ' : ''}${chip.words}`)

test('a form is told in chips, by names', () => {
  expect(words(form)).toEqual([
    'BMW X3',
    '2024–2026',
    'Київська',
    'Дизель',
    'Price from 20 000',
    'to 60 thousand km',
    'Currency: USD',
    'With photos only',
    'colour=red',
  ])
  expect(words(emptyForm)).toEqual([])
})

test('without a chip its filters are gone, and the others stay', () => {
  for (const { words: gone, without } of marketChips(form, names, null))
    expect(words(without)).toEqual(words(form).filter((each) => each !== gone))
})

test('a filter that was not searched for is marked, also in a group that moved', () => {
  const asked = readFilters(paramsOfForm(form)).params
  expect(words(form, asked).filter((each) => each.startsWith('+'))).toEqual([])
  const more = {
    ...form,
    vehicles: [{ make: '6', model: '', from: '', to: '' }, ...form.vehicles],
    single: { ...form.single, raceTo: '80' },
  }
  expect(words(more, asked).filter((each) => each.startsWith('+'))).toEqual(['+ 6', '+ to 80 thousand km'])
})
