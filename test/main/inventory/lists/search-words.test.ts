import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { advertsSchema } from '../../../../src/main/inventory/adverts-schema.ts'
import type { CachedAdvert } from '../../../../src/main/inventory/advert-rows.ts'
import { AdvertsTable } from '../../../../src/main/inventory/adverts-table.ts'
import { spellingsOf } from '../../../../src/main/names/search-words.ts'
import { advert } from '../adverts.ts'

function found(text: string, ...adverts: Partial<CachedAdvert>[]): number[] {
  const db = new DatabaseSync(':memory:')
  onTestFinished(() => db.close())
  db.exec(advertsSchema)
  const table = new AdvertsTable(db)
  const plain = { title: '', make: '', model: '', city: '' }
  table.save(
    'a',
    adverts.map((said, at) => advert(said.id ?? at + 1, { ...plain, ...said })),
  )
  const sort = [{ column: 'id' as const, descending: false }]
  return [...table.ids('a', 7, { text, states: [], sort }, '2026-11-01 12:00:00')]
}

test.each([
  ['БМВ', { make: 'BMW' }],
  ['бмв х5', { title: 'BMW X5' }],
  ['тойота', { make: 'Toyota' }],
  ['тойо', { make: 'Toyota' }],
  ['шкода октавія', { title: 'Skoda Octavia' }],
  ['окта', { model: 'Octavia' }],
  ['Шкода', { make: 'Škoda' }],
  ['фольксваген', { make: 'Volkswagen' }],
  ['vw', { make: 'Volkswagen' }],
  ['хюндай', { make: 'Hyundai' }],
  ['пежо', { make: 'Peugeot' }],
  ['мерс', { make: 'Mercedes-Benz' }],
  ['kyiv', { city: 'Київ' }],
  ['kyi', { city: 'Київ' }],
  ['киев', { city: 'Київ' }],
  ['київ', { city: 'Kyiv' }],
  ['lviv', { city: 'Львів' }],
  ['odesa', { city: 'Одеса' }],
  ['vinnytsia', { city: 'Вінниця' }],
  ['ivano', { city: 'Івано-Франківськ' }],
  // Letters of the other alphabet that look alike.
  ['\u0425\u0435', { model: 'Xe' }],
  ['\u04455', { model: 'X5' }],
  ['x5', { title: 'Продам \u04455' }],
  ['TO\u0423OTA', { make: 'Toyota' }],
])('%s finds %j', (text, said) => {
  expect(found(text, said, { title: 'Лада' })).toEqual([1])
})

test.each([
  ['бмв', { make: 'Audi' }],
  ['kyiv', { city: 'Кривий Ріг' }],
  ['шкода київ', { make: 'Skoda', city: 'Львів' }],
  ['2019', { title: '2018' }],
])('%s does not find %j', (text, said) => {
  expect(found(text, said)).toEqual([])
})

test('the first four digits of an id find it, fewer only if they are the whole id', () => {
  const stock = [{ id: 39_100_007 }, { id: 39_200_000 }, { id: 39 }, { id: 391 }]
  expect(found('3910', ...stock)).toEqual([39_100_007])
  expect(found(' 39100007 ', ...stock)).toEqual([39_100_007])
  expect(found('39', ...stock)).toEqual([39])
  expect(found('9100', ...stock)).toEqual([])
})

test('a word has a bounded number of spellings, itself the first', () => {
  for (const word of ['вікторія-кукуцаєя', 'ccciiiyyyhhhjjj', 'ЩЩЩ', 'a'.repeat(200), 'ю'.repeat(200)]) {
    const spellings = spellingsOf(word)
    expect(spellings[0]).toBe(word)
    expect(spellings.length).toBeLessThanOrEqual(72)
  }
})
