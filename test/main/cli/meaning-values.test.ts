import { utimesSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { openCounter, type Ran, printed } from './counter.ts'
import { spread, testSome } from '../../whole.ts'
import { perFile } from '../../worlds.ts'

const counter = perFile(() => openCounter(150))
let ids: readonly string[] = []

beforeAll(async () => {
  ids = (await counter.stockIds()).map(String)
})

const rowsOf = (ran: Ran) => printed(ran).rows
const operationsOf = (ran: Ran) => rowsOf(ran).map(({ operation }) => operation)
/** Value of a field that each row sends, or the code of its problem; null for neither. */
const found = (ran: Ran, field: string) =>
  rowsOf(ran).map(
    ({ changes, problems }) =>
      changes.find((change) => change.field === field)?.to ??
      problems.find(({ code }) => code.startsWith('not-a'))?.code ??
      null,
  )

const dryRun = (text: string, ...more: string[]): Promise<Ran> =>
  counter.run('import', counter.file('list.csv', text), '--json', ...more)
const json = (value: unknown): string => counter.file('file.json', JSON.stringify(value))

/** A text for each advert, which changes it in any case. */
const edits = (column: string, cells: readonly string[]): string =>
  `auto_id;currency_id;auto_note;${column}\n${cells.map((cell, at) => `${ids[at] ?? ''};USD;Торг ${at};${cell}\n`).join('')}`

it('a file of texts needs no currency: each advert keeps its own, and its price', async () => {
  const [dollars, euros] = ids.slice(-4, -2).map(Number)
  const send = (text: string, ...more: string[]): Promise<Ran> =>
    counter.run('import', counter.file('list.csv', text), '--commit', '--yes', ...more)
  await send(`auto_id,currency_id,price\n${dollars},USD,21000\n${euros},EUR,19500\n`)
  const texts = await send(`auto_id,auto_note\n${dollars},Огляд щодня\n${euros},Огляд щодня\n`)
  expect([texts.code, texts.err]).toEqual([0, expect.not.stringContaining('currency')])
  const written = () => Promise.all([dollars, euros].map((id) => counter.control.advert(id ?? 0)))
  expect(await written()).toMatchObject([
    { price: 21_000, currency: 1, note: 'Огляд щодня' },
    { price: 19_500, currency: 2, note: 'Огляд щодня' },
  ])
  const some = `auto_id;Ціна, $;auto_note\n${dollars};21500;Торг\n${euros};;Торг\n`
  expect(await send(some)).toMatchObject({ code: 0 })
  expect(await written()).toMatchObject([
    { price: 21_500, currency: 1, note: 'Торг' },
    { price: 19_500, currency: 2, note: 'Торг' },
  ])
  // A currency for all rows is that of their prices.
  expect(await send(`auto_id,auto_note\n${euros},Без торгу\n`, '--set', 'currency_id=USD')).toMatchObject({
    code: 0,
  })
  expect(await written()).toMatchObject([{}, { price: 19_500, currency: 2, note: 'Без торгу' }])
  const priced = await dryRun(`auto_id,price\n${dollars},12345\n`)
  expect([priced.code, priced.err]).toEqual([2, expect.stringContaining('currency_id')])
})

describe('a column of actions', () => {
  testSome(3, [
    ['Command', ['UPDATE', 'DELETE']],
    ['Команда', ['оновити', 'видалити']],
    ['Видалити', ['ні', 'так']],
    ['delete', ['0', '1']],
    ['is_deleted', ['FALSE', 'TRUE']],
    ['На видалення', ['', '+']],
    ['Op', ['change', 'remove']],
  ])('is asked about, and what was named by a map is done: %s', async (column, cells) => {
    const text = edits(column, cells)
    const ran = await counter.run('import', counter.file('list.csv', text), '--commit', '--yes')
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(`until you say what “${column}” is`)])
    expect(ran.err).not.toContain('not used')
    const done = await dryRun(text, '--map', json({ columns: { [column]: 'action' } }))
    expect([done.code, operationsOf(done)]).toEqual([0, ['edit', 'delete']])
  })

  testSome(3, [
    ['Рішення', ['видалити', 'залишити']],
    ['Залишити', ['так', 'ні']],
    ['Keep', ['x', '']],
    ['Коментар', ['', 'не видаляти']],
    ['Entscheidung', ['löschen', 'behalten']],
  ])('is asked about in a list of deletions of which some stay: %s', async (column, cells) => {
    const text = `auto_id;${column}\n${cells.map((cell, at) => `${ids[at] ?? ''};${cell}\n`).join('')}`
    const ran = await dryRun(text, '--operation', 'delete', '--commit')
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(`until you say what “${column}” is`)])
  })

  it('is told where only a later row of a list of deletions says that its car stays', async () => {
    const cells = [...Array.from({ length: 20 }, () => ';;0'), ';;1', 'так;;', ';ні;0']
    const rows = cells.map((cell, at) => `${ids[at] ?? ''};${cell}\n`).join('')
    const text = `auto_id;Залишити;Видалити;in_stock\n${rows}`
    const held = await counter.run(
      'import',
      counter.file('list.csv', text),
      '--operation',
      'delete',
      '--commit',
    )
    expect(held.err.match(/:\d+: warning: “.+?” in .+? says that the car stays/g)).toEqual([
      ':22: warning: “1” in in_stock says that the car stays',
      ':23: warning: “так” in Залишити says that the car stays',
      ':24: warning: “ні” in Видалити says that the car stays',
    ])
    expect([held.code, held.err]).toEqual([
      2,
      expect.stringContaining('3 rows do something else than they say of their cars'),
    ])
  })

  it('that says nothing in a row is an error of it, and so printed', async () => {
    const ran = await dryRun(edits('action', ['', 'edit', 'ні']))
    expect([ran.code, operationsOf(ran)]).toEqual([1, [null, 'edit', null]])
  })

  it('is left out if a map says so', async () => {
    const unused = await dryRun(edits('Op', ['change', 'remove']), '--map', json({ columns: { Op: null } }))
    expect([unused.code, operationsOf(unused)]).toEqual([0, ['edit', 'edit']])
  })

  testSome(5, [
    ['op', ['U', 'D']],
    ['Remove', ['', 'x']],
    ['Продано', ['', 'так']],
    ['Sold', ['no', 'yes']],
    ['isSold', ['false', 'true']],
    ['Статус', ['в продажу', 'продано']],
    ['Стан продажу', ['Sold', 'активне']],
    ['Етап', ['на майданчику', 'Знято з продажу']],
    ['Менеджер', ['Продано', '']],
    ['Примітка', ['SOLD!!!', 'продано 12.11']],
    ['Коментар', ['', 'Продано (03.11.2026)']],
  ])('is asked about where it has one sign for each action: %s', async (column, cells) => {
    const ran = await dryRun(edits(column, cells))
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(`until you say what “${column}” is`)])
  })

  it.each([
    {
      Mode: ['Sport', 'Eco'],
      Клас: ['D', 'C'],
      Стан: ['новий', 'новий'],
      Condition: ['new', 'used'],
      Статус: ['оновити фото', 'видалити фото'],
      ПДВ: ['так', 'ні'],
      Видалено: ['21.11.2026', ''],
      Видалити: ['', ''],
      Продано: ['', ''],
      'Дата продажу': ['', '21.11.2026'],
      Історія: ['Продано торік і повернуто', 'перший власник'],
      Примітка: ['DELETE', 'передзвонити'],
    },
    { Статус: ['в продажу', 'активне'] },
  ])('is not seen in those that say something else: %j', async (columns) => {
    const rows = [0, 1].map((at) =>
      Object.values(columns)
        .map((cells) => cells[at])
        .join(';'),
    )
    const ran = await dryRun(edits(Object.keys(columns).join(';'), rows))
    expect([ran.code, operationsOf(ran)]).toEqual([0, ['edit', 'edit']])
  })

  it('is told where only a later row says it', async () => {
    const cells = [...Array.from({ length: 20 }, () => 'в продажу'), 'продано']
    const ran = await dryRun(edits('Статус', cells))
    expect([ran.code, ran.err]).toEqual([
      0,
      expect.stringContaining(':22: warning: “продано” in Статус changes nothing'),
    ])
    const dated = [
      ';;03.11.2026;1',
      '21.11.2026;;;2 шт',
      ';;;0',
      ...Array.from({ length: 17 }, () => ';;;1'),
      ';так;;1',
    ]
    const { code, err } = await dryRun(edits('Продано;Видалити;Дата продажу;Залишок, шт.', dated))
    expect(code).toBe(0)
    expect(err.match(/:\d+: warning: “.+?” in .+? changes nothing/g)).toEqual([
      ':2: warning: “03.11.2026” in Дата продажу changes nothing',
      ':3: warning: “21.11.2026” in Продано changes nothing',
      ':4: warning: “0” in Залишок, шт. changes nothing',
      ':22: warning: “так” in Видалити changes nothing',
    ])
    const held = await counter.run('import', counter.path('list.csv'), '--commit')
    expect([held.code, held.err]).toEqual([
      2,
      expect.stringContaining('4 rows do something else than they say of their cars'),
    ])
    const columns = { Продано: null, Видалити: null, 'Дата продажу': null, 'Залишок, шт.': null }
    const map = json({ columns })
    const told = await counter.run('import', counter.path('list.csv'), '--map', map)
    expect([told.code, told.err]).toEqual([0, expect.not.stringContaining('changes nothing')])
  })

  it('in a file of the whole stock is answered by a filter', async () => {
    const row = (key: string, action: string) =>
      `${key};${fourCells(7).replaceAll(',', ';')};USD;20000;${action}\n`
    const text = `Код;marka_id;model_id;base_id;equip_id;currency_id;price;Command\n${row('A1', 'UPDATE')}${row('A2', 'DELETE')}`
    const stock = ['--operation', 'stock', '--key', 'Код', '--source', 'actions']
    const asked = await dryRun(text, ...stock)
    expect([asked.code, asked.err]).toEqual([2, expect.stringContaining('--only "Command=')])
    const ran = await dryRun(text, ...stock, '--only', 'Command=UPDATE')
    expect([ran.code, rowsOf(ran).length]).toEqual([0, 1])
  })
})

describe('words of a column', () => {
  it('of feeds and exports are known from the start', async () => {
    const words = {
      1: 'in stock, in_stock, InStock, https://schema.org/InStock, available, >10, 5+, ✔️, В наявності, є в наявності, В наличии, на складі, 3, 2 шт, 1 шт., ☑, 1.0',
      0: 'out of stock, out_of_stock, http://schema.org/OutOfStock, sold, discontinued, Продано, продана, Verkauft, немає, Нема, немає в наявності, нет в наличии, 0, 0 шт, -1, ☐, 0.0',
    }
    for (const [flag, list] of Object.entries(words)) {
      const cells = list.split(', ')
      expect(found(await dryRun(edits('Наявність', cells)), 'in_stock')).toEqual(
        cells.map(() => Number(flag)),
      )
    }
  })

  it('are asked about if they may mean more, or are no number of cars', async () => {
    const cells = [
      'резерв',
      'під замовлення',
      'резерв',
      'preorder',
      'backorder',
      '64000',
      '2.5',
      '2024',
      'так',
    ]
    const ran = await dryRun(edits('Наявність', cells))
    expect(found(ran, 'in_stock')).toEqual([...cells.slice(0, -1).map(() => 'not-a-flag'), 1])
    expect(ran.err).toContain(
      'Values in “Наявність” that mean nothing: “резерв” (2 rows), “під замовлення” (1 row)',
    )
    // Another flag is none of availability.
    expect(found(await dryRun(edits('test_drive', ['В наявності', '3', 'так'])), 'test_drive')).toEqual([
      'not-a-flag',
      'not-a-flag',
      1,
    ])
  })

  it('are taught by --values, and by a map, before the known ones', async () => {
    const text = edits('Наявність', ['J', 'резерв', ' j ', 'в наявності', 'перевіряється', 'N', '7'])
    const taught = { J: 'yes', резерв: 'no', 'В наявності': 'no', перевіряється: '', N: 'no', 7: 'no' }
    const expected = [1, 0, 1, 0, null, 0, 0]
    expect(found(await dryRun(text, '--values', json({ Наявність: taught })), 'in_stock')).toEqual(expected)
    const map = json({ columns: { Наявність: 'in_stock' }, values: { наявність: taught } })
    expect(found(await dryRun(text, '--map', map), 'in_stock')).toEqual(expected)
  })

  it('are taught of currencies and actions', async () => {
    const rows = [
      [ids[0], 'у.о.', 'правка'],
      [ids[1], 'бакс', 'геть'],
      [ids[2], '980', 'edit'],
    ]
    const text = `auto_id;Валюта;Дія;auto_note\n${rows.map((row) => `${row.join(';')};Торг\n`).join('')}`
    const values = { Валюта: { 'у.о.': 'EUR', бакс: 'USD' }, Дія: { правка: 'edit', геть: 'delete' } }
    const ran = await dryRun(text, '--values', json(values))
    expect([operationsOf(ran), ran.code]).toEqual([['edit', 'delete', 'edit'], 0])
    expect(found(ran, 'currency_id')).toEqual([2, null, 3])
  })

  it.each([
    [
      { Наявність: { J: 'USD' } },
      '“J” of the column “Наявність” can’t mean “USD”. It can mean "yes", "no", ""',
    ],
    [{ Немає: { J: 'yes' } }, 'a column that list.csv lacks: Немає'],
    [{ auto_note: { J: 'yes' } }, 'the column “auto_note” is not one of yes and no'],
    [['J'], 'doesn’t say what words mean'],
  ])('that are taught wrongly are refused: %j', async (values, words) => {
    const ran = await dryRun(edits('Наявність', ['J']), '--values', json(values))
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(words)])
  })

  it('are the same in a file of the whole stock', async () => {
    const row = (key: string, word: string) =>
      `${key};${fourCells(8).replaceAll(',', ';')};USD;20000;${word}\n`
    const text = `Код;marka_id;model_id;base_id;equip_id;currency_id;price;Наявність\n${row('B1', 'J')}${row('B2', 'in stock')}${row('B3', 'продано')}`
    const ran = await dryRun(
      text,
      '--operation',
      'stock',
      '--key',
      'Код',
      '--values',
      json({ Наявність: { J: 'yes' } }),
    )
    expect(found(ran, 'in_stock')).toEqual([1, 1, 0])
  })
})

describe('rows of one number', () => {
  const header = 'Код;marka_id;model_id;base_id;equip_id;currency_id;price'
  /** The rows of each number, a car of its own, in the columns that are named. */
  async function decided(
    columns: string,
    cars: Readonly<Record<string, readonly string[]>>,
    ...more: string[]
  ) {
    const numbers = [...new Set(Object.keys(cars).map((key) => key.trim()))]
    const rows = Object.entries(cars).flatMap(([key, list]) =>
      list.map((cells) => {
        const [price = '', ...rest] = cells.split(';')
        return [key, fourCells(4 + numbers.indexOf(key.trim()), ';'), 'USD', price, ...rest].join(';')
      }),
    )
    const ran = await dryRun(
      `${[`${header};${columns}`, ...rows].join('\n')}\n`,
      '--operation',
      'stock',
      '--key',
      'Код',
      '--source',
      `rows ${columns}`,
      ...more,
    )
    const actions = rowsOf(ran).map(({ action, changes }) => {
      const inStock = changes.find(({ field }) => field === 'in_stock')?.to
      return inStock === undefined ? action : `${action} ${JSON.stringify(inStock)}`
    })
    let at = 0
    const ofCars = Object.values(cars).map((list) => actions.slice(at, (at += list.length)))
    return { ran, actions: ofCars }
  }

  it('are one car if they differ in what is not sent, or in blanks beside the number', async () => {
    const { ran, actions } = await decided('Склад;Опція;image_link;Примітка', {
      C1: ['20000;Київ;;;', '20000;Львів;;;'],
      C2: ['20001;;ABS;;', '20001;;ESP;;', '20001;;A/C;;'],
      C3: ['20002;;;https://a.ua/1.jpg;', '20002;;;https://a.ua/2.jpg;'],
      C4: ['20003;;;;Іван', '20003;;;;'],
      ' C1': ['20000;Одеса;;;'],
    })
    const same = ['create 1', 'unchanged']
    expect(actions).toEqual([same, [...same, 'unchanged'], same, same, ['unchanged']])
    expect(ran.err.match(/it is one car/g)).toHaveLength(1)
  })

  it('add up their numbers of cars', async () => {
    const expected: [string, string[]][] = [
      ['0 2', ['unchanged', 'create 1']],
      ['2 0', ['create 1', 'unchanged']],
      ['2 -2', ['unchanged', 'kept']],
      [' 1_шт', ['unchanged', 'create 1']],
      ['1 1 -1', ['create 1', 'unchanged', 'unchanged']],
    ]
    const cars = expected.map(([counts], at): [string, string[]] => [
      `Q${at}`,
      counts.split(' ').map((count, place) => `${20_000 + at};Склад ${place};${count.replace('_', ' ')}`),
    ])
    const { actions } = await decided('Склад;Залишок', Object.fromEntries(cars), '--quantity', 'Залишок')
    expect(actions).toEqual(expected.map(([, of]) => of))
  })

  it('stay a question if they differ in what is used', async () => {
    const { actions } = await decided('Склад;auto_note;Рік;Назва;in_stock', {
      D1: ['20000;Київ;;;;', '21000;Львів;;;;'],
      D2: ['20001;;Торг;;;', '20001;;Без торгу;;;'],
      D3: ['20002;;;2024;;', '20002;;;2025;;'],
      D4: ['20003;;;;BMW X5;', '20003;;;;Audi Q7;'],
      D5: ['20004;;;;;так', '20004;;;;;ні'],
    })
    expect(actions).toEqual(actions.map(() => ['error', 'error']))
  })
})

describe('a date in the name of a file', () => {
  const text = () =>
    `Код;marka_id;model_id;base_id;equip_id;currency_id;price\nD1;${fourCells(2).replaceAll(',', ';')};USD;20000\n`
  const named = (name: string, ...more: string[]) => imported(counter.file(name, text()), ...more)
  const imported = (path: string, ...more: string[]) =>
    counter.run('import', path, '--operation', 'stock', '--key', 'Код', '--json', ...more)
  const momentOf = ({ out }: { readonly out: string }) => (JSON.parse(out) as { asOf: string }).asOf
  const asOf = async (name: string) => new Date(momentOf(await named(name))).toLocaleString('sv')

  testSome(4, [
    ['залишки 03.11.2025.csv', '2025-11-03 00:00:00'],
    ['прайс 5.2.2026.csv', '2026-02-05 00:00:00'],
    ['прайс 05.12.25.csv', '2025-12-05 00:00:00'],
    ['stock_20122025.csv', '2025-12-20 00:00:00'],
    ['stock 01-02-2026 06-30.csv', '2026-02-01 06:30:00'],
    ['stock-2025-11-03.csv', '2025-11-03 00:00:00'],
    ['stock_20251103_061530.csv', '2025-11-03 06:15:30'],
  ])('is read as day, month, year: %s', async (name, date) => {
    expect(await asOf(name)).toBe(date)
  })

  it.each(
    spread(['stock 11-21-2025.csv', 'stock v1.2.30.csv', 'stock 1234567890.csv', 'stock 31.02.2026.csv'], 2),
  )('is none in %s', async (name) => {
    expect((await asOf(name)).slice(0, 10)).toBe(new Date().toLocaleString('sv').slice(0, 10))
  })

  it('keeps the order of two files of one moment, and of one day by when they were written', async () => {
    const first = await named('stock_20251103_0615.csv')
    const second = await named('stock_20251103_0615_2.csv')
    expect(momentOf(first) < momentOf(second)).toBe(true)
    const path = counter.file('stock 03.11.2025.csv', text())
    const evening = new Date(2025, 10, 3, 17, 20)
    utimesSync(path, evening, evening)
    expect(momentOf(await imported(path))).toBe(evening.toISOString())
  })

  it('that lies ahead is asked about at once, and blocks no later file', async () => {
    const year = new Date().getFullYear() + 1
    const ahead = await named(`stock 01.02.${year}.csv`)
    expect([ahead.code, ahead.err]).toEqual([2, expect.stringContaining(`--as-of ${year}-02-01`)])
    expect((await named(`stock 01.02.${year}.csv`, '--commit')).code).toBe(2)
    expect((await named(`stock 01.02.${year}.csv`, '--commit', '--as-of', `${year}-02-01`)).code).toBe(0)
    const next = counter.file('stock.csv', text().replace('20000', '20100'))
    const later = await counter.run('import', next, '--operation', 'stock', '--key', 'Код')
    expect([later.code, later.err]).toEqual([0, expect.not.stringContaining('Not taken')])
  })
})

describe('a file that puts a large part of the stock out of stock', () => {
  const own = (): readonly string[] => ids.filter((id) => Number(id) > 0)
  const rows = (header: string, row: (id: string, at: number) => string): string =>
    `${header}\n${own()
      .map((id, at) => `${row(id, at)}\n`)
      .join('')}`
  const asked = async (text: string, ...more: string[]): Promise<readonly [number, boolean]> => {
    const ran = await dryRun(text, '--commit', ...more)
    return [ran.code, /puts \d+ adverts out of stock, \d+ % of your stock\. Add --yes/.test(ran.err)]
  }

  it('is asked about, a few are not', async () => {
    const before = await counter.control.ledger()
    for (const word of ['ні', '0', 'Продано'])
      expect(await asked(rows('auto_id;Наявність', (id) => `${id};${word}`))).toEqual([2, true])
    expect(await counter.control.ledger()).toEqual(before)
    expect(await asked(rows('auto_id;in_stock', (id, at) => `${id};${at < 2 ? 0 : 1}`))).toEqual([0, false])
  })

  it('is asked about in a file of the whole stock, and once', async () => {
    const links = own().map((id, at) => `Q-${at},${id}\n`)
    await counter.run('links', 'import', counter.file('q.csv', `key,auto_id\n${links.join('')}`), '--commit')
    const stock = ['--operation', 'stock', '--source', 'counted', '--key', 'Код', '--quantity', 'Залишок']
    const text = (count: number): string => rows('Код;Залишок', (_id, at) => `Q-${at};${count}`)
    await dryRun(text(1), ...stock)
    await dryRun(text(1), '--commit', ...stock)
    expect(await asked(text(0), ...stock)).toEqual([2, true])
    expect((await asked(text(0), '--yes', ...stock))[1]).toBe(false)
    expect((await asked(text(0), ...stock))[1]).toBe(false)
  })
})

describe('a new advert of a car that its row calls used', () => {
  const header = 'marka_id;model_id;base_id;equip_id;currency_id;price'
  const row = (place: number, cell: string): string => `${fourCells(place, ';')};USD;41000;${cell}\n`
  testSome<readonly [string, readonly string[], readonly string[]]>(6, [
    ['Стан', ['Б/В', 'Вживаний', 'з пробігом'], ['Новий', 'нове', '', 'склад']],
    ['Condition', ['used', 'Pre-Owned'], ['new', 'excellent']],
    ['Zustand', ['Gebraucht'], ['Neu']],
    ['Kategorie', ['Gebrauchtwagen'], ['Neuwagen', 'SUV']],
    ['Пробіг, км', ['45000', '12 000', '120 тис. км', '1.500'], ['0', '15', '250 км', '-']],
    ['Пробіг, тис. км', ['45', '2,5'], ['0', '0,5']],
    ['Mileage (km)', ['23,400', '8000 km'], ['9', 'n/a']],
    ['Mileage, mi', ['12,500', '800'], ['500', '9 miles']],
    ['Kilometerstand', ['10.500 km'], ['10 km']],
    ['Пробіг авто (км)', ['15 200'], ['5']],
  ])('is asked about: %s', async (column, used, fresh) => {
    const cells = [...used, ...fresh]
    const text = `${header};${column}\n${cells.map((cell, at) => row(at, cell)).join('')}`
    const lines = rowsOf(await dryRun(text)).map(({ problems }) =>
      problems.some(({ code }) => code === 'car-used'),
    )
    expect(lines).toEqual(cells.map((_cell, at) => at < used.length))
    const held = await dryRun(text, '--commit', '--again')
    expect([held.code, held.err]).toEqual([2, expect.stringContaining('would advertise')])
  })

  it.each(['Пробіг до ТО, км', 'Гарантія, км', 'Mileage warranty', 'Стан складу'])(
    'is not seen in %s',
    async (column) => {
      const ran = await dryRun(`${header};${column}\n${row(0, '100000')}${row(1, 'used')}`)
      expect(rowsOf(ran).flatMap(({ problems }) => problems.map(({ code }) => code))).not.toContain(
        'car-used',
      )
    },
  )

  it('is asked about in a file of the whole stock, and not as an edit', async () => {
    const stock = ['--operation', 'stock', '--key', 'Код', '--source', 'used']
    const text = `Код;${header};Стан\nU1;${row(300, 'Б/В')}`
    await dryRun(text, ...stock)
    expect((await dryRun(text, '--commit', ...stock)).err).toContain('would advertise it as new')
    const edited = await dryRun(`auto_id;Ціна, $;Стан\n${ids[0] ?? ''};9100;Б/В\n`)
    expect(edited.err).not.toContain('used, ')
    expect(rowsOf(edited).flatMap(({ problems }) => problems.map(({ code }) => code))).not.toContain(
      'car-used',
    )
  })
})

it('a name or a text that says that its car is sold is told', async () => {
  const text = [
    'Назва;marka_id;model_id;base_id;equip_id;currency_id;price;auto_note;in_stock',
    ...[
      ['ПРОДАНО BMW X5', ''],
      ['BMW X5 (Sold)', ''],
      ['BMW X5', 'ПРОДАНО! Дякуємо'],
      ['BMW X5', 'Sold'],
      ['BMW X5', 'Продано вже 500 авто'],
      ['BMW X5', 'Розпродано кольори, крім білого'],
      ['BMW X5 Soldier', ''],
      ['BMW X5 (Sold)', ';0'],
    ].map(([title, note], at) => `${title};${fourCells(at, ';')};USD;41000;${note}`),
  ].join('\n')
  const ran = await dryRun(`${text}\n`, '--lookup-calls', '0')
  const told = rowsOf(ran).map(({ problems }) => problems.some(({ code }) => code === 'car-state'))
  expect(told).toEqual([true, true, true, true, false, false, false, false])
  expect(ran.err).toContain('“BMW X5 (Sold)” in Назва says that the car is sold')
})
