import { unknownCells } from '#shared/inventory/column-lists.ts'
import type { CachedAdvert } from '../../../src/main/inventory/advert-rows.ts'
import { advertRecord } from '../../../src/sandbox/vehicles/advert-record.ts'
import { seedStock } from '../../../src/sandbox/vehicles/stock-seed.ts'

const pick = (list: readonly string[], index: number): string => list[index % list.length] ?? ''

/** Numbers that look drawn, the same at every run. */
const mixed = (index: number): number => Math.imul(index + 1, 0x9e3779b1) >>> 8

const makes = ['Skoda', 'BMW', 'Volkswagen', 'Renault', 'Toyota', 'Audi', 'Nissan', 'ЗАЗ', 'Ford', 'Opel']
const models = [
  'Octavia',
  'X5',
  'Passat',
  'Megane',
  'Camry',
  'A6',
  'Leaf',
  'Duster',
  'Ланос',
  'Focus',
  'Astra',
]
const cities = ['Київ', 'Львів', 'Одеса', 'Харків', 'Дніпро', 'Вінниця', 'Їжакове', 'Єланець']
const states = ['live', 'live', 'live', 'live', 'sold', 'archive', 'moderation'] as const
const words =
  'новий автомобіль офіційний дилер гарантія три роки повний привід автомат шкіра клімат камера парктронік кредит лізинг обмін торг склад Київ тест драйв автосалон комплектація'.split(
    ' ',
  )
const two = (value: number): string => String(value).padStart(2, '0')
const date = (year: number, of: number): string =>
  `${year}-${two(1 + (of % 12))}-${two(1 + (of % 28))} ${two(of % 24)}:${two(of % 60)}:${two((of >> 5) % 60)}`

/** Records as the sandbox writes them, some 2.5 kB of JSON each; thousands of others have the same texts and another id. */
const records = seedStock({ count: 500, seed: 1, userId: 7, ownShare: 100, seededAt: 1_790_000_000 }).map(
  (facts) => ({
    id: String(facts.id),
    json: JSON.stringify(advertRecord(facts, 'https://cdn.example.test')),
  }),
)
function recordOf(id: number, index: number): string {
  const record = records[index % records.length]
  return record?.json.replaceAll(record.id, String(id)) ?? ''
}

/** An advert as a sync caches it: its texts repeat as those of a dealer do, its prices and dates hardly. */
export function madeAdvert(index: number): CachedAdvert {
  const of = mixed(index)
  const make = pick(makes, of)
  const model = pick(models, of >> 3)
  const usd = 3_000 + (of % 60_000)
  const id = 30_000_000 + index * 3 + (of % 3)
  return {
    ...unknownCells,
    id,
    userId: 7,
    title: `${make} ${model} ${2000 + (of % 26)}`,
    makeId: 1 + (of % makes.length),
    make,
    modelId: 1 + ((of >> 3) % models.length),
    model,
    version: `2.0 TDI ${100 + (of % 300)} к.с.`,
    year: of % 50 === 0 ? null : 2000 + (of % 26),
    mileage: of % 280,
    usd,
    eur: Math.round(usd * 0.92),
    uah: usd * 41,
    mainCurrency: 'USD',
    city: pick(cities, of >> 5),
    state: states[of % states.length] ?? 'live',
    addedAt: date(2025, of),
    updatedAt: date(2026, of >> 2),
    expiresAt: date(2026 + (of % 2), of >> 4),
    photo: `https://photos.example.test/${index}.jpg`,
    readAt: '2026-11-01T10:00:00.000Z',
    description: Array.from({ length: 12 + (of % 10) }, (_, at) => pick(words, mixed(index * 31 + at))).join(
      ' ',
    ),
    record: recordOf(id, index),
  }
}
