import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { openCounter, type Printed, type Ran } from './counter.ts'
import { spread, testSome } from '../../whole.ts'
import { perFile } from '../../worlds.ts'

interface Car {
  readonly id: string
  readonly make: string
  readonly model: string
  readonly year: number
  readonly price: number
  readonly currency: string
}

const counter = perFile(() => openCounter(1500))
/** Own adverts of makes and models that differ, the cheapest first, as a list is kept. */
let cars: Car[]
/** The same, dear and cheap ones in turn. */
let scattered: Car[]
/** One own advert of each model. */
let models: Car[]
let files = 0

const cellsOf = (line: string): string[] => line.split(',')

beforeAll(async () => {
  await counter.run('sync')
  await counter.run('export', counter.path('stock.csv'))
  const [, ...lines] = readFileSync(counter.path('stock.csv'), 'utf8').split('\r\n')
  const found = lines.flatMap((line): Car[] => {
    const [id = '', currency = '', price = ''] = cellsOf(line)
    const [make = '', model = ''] = cellsOf(line).slice(-3)
    const year = Number(/, (\d{4}) рік/.exec(line)?.[1])
    return year > 0 ? [{ id, make, model, year, price: Number(price), currency }] : []
  })
  models = [...new Map(found.map((car) => [car.model, car])).values()]
  const makes = new Map(models.map((car) => [car.make, car]))
  cars = [...makes.values()].toSorted((one, other) => one.price - other.price).slice(0, 14)
  scattered = cars.map((_car, index) => at(index % 2 === 0 ? index / 2 : 13 - (index - 1) / 2))
})

const at = (index: number): Car => {
  const car = cars.at(index % cars.length)
  if (!car) throw new Error('no cars')
  return car
}
/** One of a model that is called by a letter and a digit. */
const coded = (): Car => models.find(({ model }) => /^\p{L}\d$/u.test(model)) ?? at(0)
const textOf = ({ make, model }: Car): string => `Продаю ${make} ${model} в ідеальному стані`
const titleOf = ({ make, model, year }: Car): string => `${make} ${model} ${year}`

/** The day that a sheet shows for the number of a year. */
const dayOf = (year: number): string => new Date(Date.UTC(1899, 11, 30 + year)).toISOString().slice(0, 10)

const check = (header: string, rows: readonly string[], ...more: string[]): Promise<Ran> => {
  files += 1
  const path = counter.file(`whose-${files}.csv`, `${[header, ...rows].join('\n')}\n`)
  return counter.run('import', path, ...more)
}

describe('a file whose rows have slipped is refused whole, with two examples', () => {
  testSome<readonly [string, string, (car: Car, index: number) => string]>(6, [
    [
      'ids one row off the names and prices',
      'Advert id,Vehicle,Currency,Price',
      (car, index) => `${at(index + 1).id},${titleOf(car)},${car.currency},${car.price + 100}`,
    ],
    [
      'names of columns beside ids of their own',
      'auto_id,currency_id,price,marka_id,model_id,Марка,Модель',
      (car, index) => `${at(index + 2).id},${car.currency},${car.price},,,${car.make},${car.model}`,
    ],
    [
      'the own export with sorted ids',
      'auto_id,currency_id,price,make,model,state',
      (car, index) => `${at(index + 1).id},${car.currency},${car.price},${car.make},${car.model},live`,
    ],
    [
      'prices one row down, names right',
      'Advert id,Vehicle,Currency,Price',
      (car, index) =>
        `${car.id},${titleOf(car)},${car.currency},${index > 4 ? at(index - 1).price : car.price}`,
    ],
    [
      'prices one row up, no names',
      'auto_id,currency_id,price',
      (car, index) => `${car.id},${car.currency},${(cars[index + 1] ?? car).price}`,
    ],
    [
      'the prices sorted alone',
      'auto_id,Vehicle,currency_id,price',
      (_car, index) => {
        const car = cars.toSorted((one, other) => one.id.localeCompare(other.id))[index] ?? at(index)
        return `${car.id},${titleOf(car)},${car.currency},${at(index).price}`
      },
    ],
    [
      'prices one row down that changed, too',
      'auto_id,currency_id,price',
      (car, index) => `${car.id},${car.currency},${Math.round((scattered[index - 1] ?? car).price * 1.018)}`,
    ],
    [
      'prices one row up, each changed otherwise',
      'auto_id,Vehicle,currency_id,price',
      (car, index) =>
        `${car.id},${titleOf(car)},${car.currency},${Math.round((scattered[index + 1] ?? car).price * (1 + ((index % 5) - 2) / 100))}`,
    ],
    [
      'prices two rows down, in small steps',
      'auto_id,currency_id,price',
      (car, index) => `${car.id},${car.currency},${(cars[index - 2] ?? car).price}`,
    ],
    [
      'prices three rows up, in a part',
      'auto_id,currency_id,price',
      (car, index) => `${car.id},${car.currency},${(index > 3 ? (cars[index + 3] ?? car) : car).price}`,
    ],
    [
      'texts two rows up',
      'auto_id,currency_id,auto_note',
      (car, index) => `${car.id},${car.currency},${textOf(cars[index + 2] ?? car)}`,
    ],
    [
      'texts one row down',
      'auto_id,currency_id,auto_note',
      (car, index) => `${car.id},${car.currency},${textOf(cars[index - 1] ?? car)}`,
    ],
    [
      'texts one row up, in half of the file',
      'auto_id,currency_id,auto_note',
      (car, index) => `${car.id},${car.currency},${textOf((index > 6 ? cars[index + 1] : undefined) ?? car)}`,
    ],
    [
      'years alone beside the ids',
      'auto_id;currency_id;price;Рік випуску',
      (car, index) => `${car.id};${car.currency};${car.price + 100};${car.year - (index < 4 ? 6 : 0)}`,
    ],
  ])('%s', async (kind, header, row) => {
    const listed = kind.includes('changed') ? scattered : cars
    const ran = await check(header, listed.map(row), '--commit', '--yes')
    expect(ran.code).toBe(2)
    expect(ran.err).toMatch(
      /looks shifted, \d+ of 14 rows: line \d+ .+; line \d+ .+\. Nothing of the file was taken/,
    )
    const [, way] = /^prices one row (down|up)/.exec(kind) ?? []
    expect(ran.err.includes('from line')).toBe(way !== undefined)
    if (way)
      expect(ran.err).toContain(`the prices are those of the line ${way === 'down' ? 'above' : 'below'}`)
    expect(await counter.control.ledger()).toEqual([])
  })
})

describe('a row that names another car is its own error', () => {
  testSome<readonly [string, string, () => string, readonly string[]]>(8, [
    [
      'delete',
      'auto_id;Марка;Модель',
      () => `${at(0).id};${at(1).make};${at(1).model}`,
      ['--operation', 'delete'],
    ],
    ['title', 'auto_id,Назва,currency_id,price', () => `${at(0).id},${titleOf(at(1))},USD,9000`, []],
    [
      'make and model',
      'auto_id,Марка і модель,currency_id,price',
      () => `${at(0).id},${at(3).make} ${at(3).model},USD,9000`,
      [],
    ],
    [
      'a code that is not known',
      'auto_id,Назва,currency_id,price',
      () => `${coded().id},${coded().make} Z9,USD,9000`,
      [],
    ],
    ['a code alone', 'auto_id,Модель,currency_id,price', () => `${coded().id},Z9,USD,9000`, []],
    ['ids of the make', 'auto_id,marka_id,currency_id,price', () => `${at(0).id},987654,USD,9000`, []],
    ['year', 'auto_id,Рік,currency_id,price', () => `${at(0).id},${at(0).year - 5},USD,9000`, []],
    ['day', 'auto_id,Рік,currency_id,price', () => `${at(0).id},01.01.${at(0).year - 5},USD,9000`, []],
    ['sheet', 'auto_id,Рік,currency_id,price', () => `${at(0).id},${dayOf(at(0).year - 5)},USD,9000`, []],
    ['model alone', 'auto_id,Модель,currency_id,price', () => `${at(0).id},${at(2).model},USD,9000`, []],
  ])('%s', async (_kind, header, row, more) => {
    const ran = await check(header, [row()], ...more)
    expect(ran.code).toBe(1)
    expect(ran.err).toMatch(/:2: The row names .+, but the advert with this id is/)
  })
})

test('any other model of the make is another car, but for one whose name is within the other', async () => {
  const isWithin = (one: Car, other: Car): boolean => ` ${one.model} `.includes(` ${other.model} `)
  const rows = models.flatMap((car) =>
    models
      .filter((other) => other.make === car.make && !isWithin(car, other) && !isWithin(other, car))
      .map((other) => `${car.id},${titleOf(other)}`),
  )
  expect(rows.length).toBeGreaterThan(200)
  const ran = await check('auto_id,Назва', rows, '--operation', 'delete')
  expect(ran.err).toContain(`looks shifted, ${rows.length} of ${rows.length} rows`)
})

testSome<readonly [string, string, readonly string[], string]>(4, [
  ['other prices', 'auto_id,currency_id,price', ['USD,41000', 'USD,42000'], 'invalid'],
  ['another currency', 'auto_id,currency_id,price', ['USD,41000', 'EUR,41000'], 'invalid'],
  ['other texts', 'auto_id,currency_id,auto_note', ['USD,Торг', 'USD,Без торгу'], 'invalid'],
  ['a change and a deletion', 'auto_id,action,currency_id,price', ['edit,USD,41000', 'delete,,'], 'invalid'],
  ['prices among three', 'auto_id,currency_id,price', ['USD,41000', 'USD,41000', 'USD,42000'], 'invalid'],
  ['a price and a text', 'auto_id,currency_id,price,auto_note', ['USD,41000,', 'USD,,Торг'], 'planned'],
  ['the same price', 'auto_id,currency_id,price', ['USD,41000', 'USD,41000.00'], 'skipped'],
])('rows of one advert with %s', async (_what, header, rows, state) => {
  const differ = state === 'invalid'
  const ran = await check(
    header,
    rows.map((row) => `${at(5).id},${row}`),
    '--json',
  )
  const printed = JSON.parse(ran.out) as Printed
  expect(printed.rows.map((row) => row.state)).toEqual(
    rows.map((_row, line) => (line === 0 && !differ ? 'planned' : state)),
  )
  expect(
    ran.err.includes('Line 3 says something else of the advert') || ran.err.includes('Line 4 says'),
  ).toBe(differ)
})

describe('names of the same car, and prices that are meant, pass', () => {
  testSome<readonly [string, string, (car: Car, index: number) => string]>(11, [
    [
      'titles',
      'Advert id,Vehicle,Currency,Price',
      (car) => `${car.id},${titleOf(car)},${car.currency},${car.price + 50}`,
    ],
    [
      'an engine’s index or a generation alone',
      'auto_id,Модель,currency_id,price',
      (car, index) => `${car.id},${index % 2 === 0 ? 'E220' : 'W212'},${car.currency},${car.price + 50}`,
    ],
    [
      'make alone',
      'auto_id,Марка,currency_id,price',
      (car) => `${car.id},${car.make.toUpperCase()},${car.currency},${car.price + 50}`,
    ],
    [
      'more words',
      'auto_id,Назва,currency_id,price',
      (car) => `${car.id},${titleOf(car)} чорний,${car.currency},${car.price + 50}`,
    ],
    [
      'the year after',
      'auto_id,Рік,currency_id,price',
      (car) => `${car.id},${car.year + 1},${car.currency},${car.price + 50}`,
    ],
    [
      'the year as a day',
      'auto_id,Рік,currency_id,price',
      (car, index) =>
        `${car.id},${index % 2 === 0 ? `01/${car.year}` : dayOf(car.year)},${car.currency},${car.price + 50}`,
    ],
    [
      'words that name no car',
      'auto_id,Назва,currency_id,price',
      (car) => `${car.id},Весняний розпродаж,${car.currency},${car.price + 50}`,
    ],
    [
      'some amounts up and down',
      'auto_id,currency_id,price',
      (car, index) => `${car.id},${car.currency},${car.price + 500 * ((index % 4) - 2)}`,
    ],
    ['one amount down', 'auto_id,currency_id,price', (car) => `${car.id},${car.currency},${car.price - 500}`],
    [
      'a third down',
      'auto_id,currency_id,price',
      (car) => `${car.id},${car.currency},${Math.round(car.price * 0.68)}`,
    ],
    [
      'some percent up and down',
      'auto_id,currency_id,price',
      (car, index) => `${car.id},${car.currency},${Math.round(car.price * (1 + ((index % 7) - 3) / 40))}`,
    ],
    [
      'the own prices in another currency',
      'auto_id,currency_id,price',
      (car) => `${car.id},${car.currency === 'UAH' ? 'USD' : 'UAH'},${car.price}`,
    ],
    [
      'texts of their own cars',
      'auto_id,currency_id,auto_note',
      (car) => `${car.id},${car.currency},${textOf(car)}`,
    ],
    [
      'texts that name another car beside their own',
      'auto_id,currency_id,auto_note',
      (car, index) => `${car.id},${car.currency},${textOf(car)}. Обмін на ${titleOf(at(index + 1))}`,
    ],
    [
      'texts that offer to exchange the own car',
      'auto_id,currency_id,auto_note',
      (car, index) => `${car.id},${car.currency},Обміняю ${car.model} на ${titleOf(at(index + 1))}`,
    ],
    [
      'texts of which two name another car alone',
      'auto_id,currency_id,auto_note',
      (car, index) => `${car.id},${car.currency},${index < 2 ? textOf(at(index + 1)) : 'Гарантія'}`,
    ],
    [
      'two prices swapped',
      'auto_id,currency_id,price',
      (car, index) => `${car.id},${car.currency},${index < 2 ? at(1 - index).price : car.price}`,
    ],
  ])('%s', async (kind, header, row) => {
    const ran = await check(header, (kind.includes('percent') ? scattered : cars).map(row))
    expect(ran.err).not.toMatch(/shifted|The row names/)
    expect(ran.code).toBe(0)
  })
})

test('the own export of a large stock names no other car', async () => {
  const ran = await counter.run('import', counter.path('stock.csv'))
  expect(ran.code).toBe(0)
  expect(ran.err).not.toMatch(/shifted|The row names/)
})

test('a name beside the ids of a new advert that is another vehicle warns', async () => {
  const ran = await check('Назва;marka_id;model_id;base_id;equip_id;Ціна, $', [
    `${titleOf(at(0))};987;3219;500;900;41000`,
  ])
  expect(ran.err).toMatch(/:2: warning: The row names .+, but its ids are those of another vehicle/)
})

test('names beside ids of which own adverts tell enough are compared without a request', async () => {
  const header = 'Назва;marka_id;model_id;base_id;equip_id;Ціна, $'
  const rows = ['BMW X5 Sport чорний металік', ...cars.slice(0, 5).map((car) => `${titleOf(car)} у лізинг`)]
  const ran = await check(
    header,
    rows.map((title, index) => `${title};${fourCells(index, ';')};41000`),
  )
  expect(ran.err).not.toMatch(/the service is asked|was not compared|:2: warning: The row names/)
  expect(ran.err).toMatch(/:3: warning: The row names .+ у лізинг, but its ids are those of another/)
})

test('names beside an advert that is not cached are compared when it is read', async () => {
  const rows = [
    `${at(0).id},${titleOf(at(0))},${at(0).currency},${at(0).price + 50}`,
    `${at(1).id},${titleOf(at(2))},${at(1).currency},${at(1).price + 50}`,
  ]
  const path = counter.file('unread.csv', `auto_id,Vehicle,currency_id,price\n${rows.join('\n')}\n`)
  const { out } = await counter.runWith(
    { FORECOURT_DATA_DIR: counter.path('other') },
    'import',
    path,
    '--commit',
    '--yes',
    '--json',
  )
  const printed = JSON.parse(out) as Printed
  expect(printed.rows.map(({ state }) => state)).toEqual(['done', 'failed'])
  expect(out).toContain('The row names another car than this advert is of')
  expect((await counter.control.ledger()).map(({ autoId }) => autoId)).toEqual([Number(at(0).id)])
})

describe('names beside the ids of new adverts, of which nothing is known here', () => {
  const header = 'Назва;marka_id;model_id;base_id;equip_id;Ціна, $'
  const row = (title: string): string => `${title};${fourCells(0, ';')};41000`
  const elsewhere = (name: string, title: string, ...more: string[]): Promise<Ran> => {
    const path = counter.file(`${name}.csv`, `${header}\n${row(title)}\n`)
    return counter.runWith({ FORECOURT_DATA_DIR: counter.path(name) }, 'import', path, ...more)
  }

  test('are told once, and compared when the names are asked for', async () => {
    const untold = await elsewhere('nothing-known', 'Toyota Corolla 2026', '--lookup-calls', '0')
    expect(untold.err).toContain('“Toyota Corolla 2026” in Назва was not compared with the ids beside it')
    const told = await elsewhere('nothing-known', 'Toyota Corolla 2026')
    expect(told.err).toMatch(
      /:2: warning: The row names Toyota Corolla 2026, but its ids are those of another/,
    )
  })

  test.each(spread(['BMW X5', 'БМВ Х5 2024 чорний', 'Весняний розпродаж', 'X5'], 2))(
    'pass as %s',
    async (title) => {
      const ran = await elsewhere('names-asked', title)
      expect([ran.code, ran.err]).toEqual([0, expect.not.stringMatching(/not compared|The row names/)])
    },
  )
})

test.each([
  ['its own, of another advert', 0, 1, true],
  ['its own', 1, 1, false],
  ['nobody’s', 1, null, false],
])('a maker’s number beside an id that is %s', async (_kind, advert, owner, isOther) => {
  const vin = `WVWZZZ1KZAW${String(advert)}0000${String(owner)}`
  if (owner !== null) {
    const links = counter.file('vins.csv', `key,auto_id\n${vin},${at(owner).id}\n`)
    expect((await counter.run('links', 'import', links, '--commit')).code).toBe(0)
  }
  const ran = await check('auto_id,VIN,currency_id,price', [
    `${at(advert).id},${vin},USD,${at(advert).price}`,
  ])
  expect(ran.err.includes('is the number of advert')).toBe(isOther)
})
