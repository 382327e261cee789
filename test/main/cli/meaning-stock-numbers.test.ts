import { beforeAll, describe, expect, it } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { openCounter, type Ran, printed } from './counter.ts'
import { testSome } from '../../whole.ts'
import { perFile } from '../../worlds.ts'

const counter = perFile(() => openCounter(40))
let ids: readonly number[] = []
let files = 0

/** Own numbers of the first adverts. */
const numbers = ['A-001', 'A-002', '1003', 'WVWZZZ1KZAW000004', 'Склад 5', '0006']

beforeAll(async () => {
  ids = await counter.stockIds()
  const links = numbers.map((key, at) => `${key},${String(ids[at])}\n`).join('')
  const { code, err } = await counter.run(
    'links',
    'import',
    counter.file('links.csv', `key,auto_id\n${links}`),
    '--commit',
  )
  expect([code, err]).toEqual([0, expect.anything()])
})

const importing = (text: string, ...more: string[]): Promise<Ran> => {
  files += 1
  return counter.run('import', counter.file(`list-${files}.csv`, text), '--json', ...more)
}
/** The made-up stock may have the same vehicles, at other prices. */
const others: ReadonlySet<string> = new Set([
  'price-jump',
  'in-stock-already',
  'sent-before',
  'advert-not-shown',
])

/** Operation and advert of each row, or its problem. */
const found = (ran: Ran) =>
  printed(ran).rows.map(({ operation, autoId, problems }) => {
    const codes = problems.map(({ code }) => code).filter((code) => !others.has(code))
    return codes.length > 0 ? codes : [operation, autoId]
  })
const newCar = (number: string, place: number, price = 41_000) =>
  `${number};${fourCells(place).replaceAll(',', ';')};USD;${String(price)}\n`
const newCars = (name: string) => `${name};marka_id;model_id;base_id;equip_id;currency_id;price\n`

describe('a list by own numbers changes the adverts that they are linked to', () => {
  testSome(5, [
    ['stock_no', 'stock_no;currency_id;price\nA-001;USD;41500\nA-002;USD;41600\n', [0, 1]],
    ['№ складу', '№ складу;Ціна, $\nA-001;41500\n', [0]],
    ['Складський номер', 'Складський номер;Ціна, $\n Склад 5 ;41500\n', [4]],
    ['Stock no.', 'Stock no.;Price;Currency\nA-002;41500;USD\n', [1]],
    ['Артикул', 'Артикул;Ціна;Валюта\n1003.0;41500;USD\n', [2]],
    ['Код', 'Код;Ціна;Валюта\n0006;41500;USD\n', [5]],
    ['Код, beside VIN', 'VIN;Код;Ціна;Валюта\nXXX;0006;41500;USD\n', [5]],
    ['VIN', 'VIN;Ціна;Валюта\nWVWZZZ1KZAW000004;41500;USD\n', [3]],
    ['an id or a number', 'auto_id;stock_no;price;currency_id\n;A-001;41500;USD\n', [0]],
  ])('%s', async (_name, text, places) => {
    expect(found(await importing(text))).toEqual(places.map((at) => ['edit', ids[at]]))
  })

  it('and names of the car beside them are compared, never sent', async () => {
    expect(found(await importing('Код;Марка;Ціна, $\nA-001;Немає такої;41500\n'))).toEqual([['edit', ids[0]]])
    expect(found(await importing('Код;Назва;Ціна, $\nA-001;BMW X5;41500\n'))).toEqual([['other-car']])
  })

  it('or deletes them', async () => {
    const ran = await importing('Код\nA-002\n0006\n', '--operation', 'delete')
    expect(found(ran)).toEqual([
      ['delete', ids[1]],
      ['delete', ids[5]],
    ])
  })

  it('or does what each row says', async () => {
    const ran = await importing('action;Код;price;currency_id\nзмінити;A-001;41500;USD\nвидалити;A-002;;\n')
    expect(found(ran)).toEqual([
      ['edit', ids[0]],
      ['delete', ids[1]],
    ])
  })
})

describe('a number that says nothing is a problem of its row', () => {
  testSome(3, [
    ['unknown', 'B-9', 'number-unknown', 'No advert has the stock no. B-9'],
    ['blank', '', 'required', 'stock_no'],
    ['no value', 'н/д', 'required', 'stock_no'],
    ['shortened by a spreadsheet', '1,23457E+12', 'number-unclear', 'no stock number that can be read'],
    ['an error of a formula', '#N/A', 'number-unclear', 'no stock number that can be read'],
  ])('%s', async (_name, number, code, words) => {
    const ran = await importing(`price;currency_id;stock_no\n41500;USD;"${number}"\n`)
    expect(found(ran)).toEqual([[code]])
    expect(ran.err).toContain(words)
  })

  it('or that of another advert than the one beside it', async () => {
    const ran = await importing(
      `auto_id;VIN;price;currency_id\n${String(ids[0])};WVWZZZ1KZAW000004;9000;USD\n${String(ids[3])};WVWZZZ1KZAW000004;9000;USD\n${String(ids[1])};KMHXX;9000;USD\n`,
    )
    expect(found(ran)).toEqual([['number-differs'], ['edit', ids[3]], ['edit', ids[1]]])
  })
})

it.each([
  ['price;currency_id\n9000;USD\n'],
  ['price;currency_id\n9000;USD\n', '--operation', 'edit'],
  ['Опис;Ціна, $\nТорг;9000\n'],
])('changes without an id or a number say so: %s', async (text, ...more) => {
  const ran = await importing(text, ...more)
  expect([ran.code, ran.err]).toEqual([
    2,
    expect.stringContaining('does not say which: no column has the id'),
  ])
})

it('a list of new adverts of which some are in stock asks once, changes them if told to, and links what it creates', async () => {
  const text = `${newCars('Код')}${newCar('A-001', 60, 21_000)}${newCar('N-1', 90)}${newCar('A-002', 120, 22_000)}`
  const asked = await importing(text, '--commit')
  expect(asked.code).toBe(2)
  expect(asked.err).toContain('2 of these are in your stock by their stock numbers')
  expect(found(await importing(text))).toEqual([['number-linked'], ['create', null], ['number-linked']])
  expect(await counter.control.ledger()).toEqual([])

  const left = await importing(text, '--new-only')
  expect(left.err).not.toContain('are in your stock')
  expect(left.err).toContain('1')

  // The make beside the number is another car's: the row names one that its advert is not.
  const other = await importing(text, '--change-linked')
  expect(found(other)).toEqual([['other-car'], ['create', null], ['other-car']])

  const mine = `Код;marka_id;model_id;base_id;equip_id;currency_id;price\nA-001;;;;;USD;21000\n${newCar('N-1', 90)}`
  const sent = await importing(mine, '--change-linked', '--commit', '--yes', '--again')
  expect([sent.code, printed(sent).rows.map(({ state }) => state)]).toEqual([0, ['done', 'done']])
  const [, created] = printed(sent).rows

  const next = await importing('Код;Ціна, $\nN-1;39500\n')
  expect(found(next)).toEqual([['edit', created?.autoId]])
  // The next whole stock knows it, too.
  const stock = await importing(
    `${newCars('Код')}${newCar('N-1', 90)}`,
    '--operation',
    'stock',
    '--key',
    'Код',
  )
  expect(stock.err).toContain('1 unchanged')
})

describe('new adverts with numbers', () => {
  testSome(1, [
    ['of the file', ['N-70', 'n-70', 'N 0070'], [3, 4], 'The stock no. n-70 may be that of line 2'],
    ['of an advert', ['a-1', 'A-0002', 'N-71'], [2, 3], 'The stock no. a-1 may be A-001, that of the advert'],
  ])('that another spelling %s has are asked about', async (_whose, keys, lines, words) => {
    const text = newCars('Код') + keys.map((key, at) => newCar(key, 200 + at * 30)).join('')
    const before = await counter.control.ledger()
    const ran = await importing(text, '--commit')
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(words)])
    expect(ran.err).toContain(`${String(lines.length)} rows create`)
    expect(await counter.control.ledger()).toEqual(before)
    expect((await importing('Код;Ціна, $\na1;41500\n')).err).toContain(
      'if it is that car, write the number so',
    )
  })

  it('of the maker that repeat name both lines, whatever other number they have', async () => {
    const vin = 'WBA31000004012345'
    const row = (key: string, number: string, place: number) => `${number};${newCar(key, place)}`
    const ran = await importing(
      `VIN;${newCars('Код')}${row('V-1', vin, 60)}${row('V-2', vin, 90)}${row('V-3', 'WBA********012345', 120)}${row('V-4', 'WBA********012345', 150)}`,
    )
    expect(found(ran)).toEqual([['number-repeated'], ['number-repeated'], ['create', null], ['create', null]])
    expect(ran.err).toContain(`:3: VIN: line 2 has ${vin} too`)
  })

  it('that repeat name both lines, and neither is created', async () => {
    const ran = await importing(
      `${newCars('stock_no')}${newCar('N-7', 60)}${newCar('N-7', 90)}`,
      '--commit',
      '--yes',
    )
    expect(found(ran)).toEqual([['number-repeated'], ['number-repeated']])
    expect(ran.err).toContain(':2: stock_no: line 3 has N-7 too')
    expect(ran.err).toContain(':3: stock_no: line 2 has N-7 too')
  })

  testSome(2, [
    ['in columns that are not used', 'stock_no', 'Склад;', ['Київ;', 'Львів;', 'Одеса;'], ['', '', '']],
    ['in options below a code', 'Код', 'Опція;', ['Люк;', 'Шкіра;', 'Камера;'], ['', '', '']],
    ['in how many cars each place has', 'Артикул', '', ['', '', ''], [';0', ';3', ';0']],
  ])('are one car if the rows differ only %s', async (_how, name, column, cells, amounts) => {
    const header = `${column}${newCars(name).trim()}${amounts[0] === '' ? '' : ';in_stock'}\n`
    const rows = cells.map((cell, at) => `${cell}${newCar('N-77', 300).trim()}${amounts[at] ?? ''}\n`)
    const ran = await importing(header + rows.join(''))
    const sent = printed(ran).rows.map(({ state }) => state)
    expect(sent).toEqual(
      amounts[0] === '' ? ['planned', 'skipped', 'skipped'] : ['skipped', 'planned', 'skipped'],
    )
    expect(ran.err).toContain('this is one car and becomes one advert')
  })

  it.each([
    ['without numbers in some rows', newCars('Код') + newCar('', 60) + newCar('N-8', 90) + newCar('-', 120)],
    ['with a code of the model', newCars('Код') + newCar('X5', 60) + newCar('X5', 90) + newCar('X3', 120)],
    ['with two columns of the same sureness', `Артикул;${newCars('Код')}x;${newCar('A-001', 60)}`],
  ])('%s are created as before', async (_name, text) => {
    const all = found(await importing(text))
    expect(all).toEqual(all.map(() => ['create', null]))
  })
})
