import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, beforeEach, expect, test } from 'vitest'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { wholeTest } from '../../whole.ts'
import { type Ran, openCounter, printed } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter(5))
beforeEach(() => counter.run('sync'))

describe('a filter', () => {
  /** Cars with their condition, K0 and on. */
  const file = (...conditions: readonly string[]): string =>
    `No;Стан;marka_id;model_id;base_id;equip_id;currency;price\n${conditions
      .map((condition, at) => `K${at};${condition};${fourCells(60 + 30 * at, ';')};USD;${20_000 + at}\n`)
      .join('')}`

  const stock = (text: string, ...more: string[]): Promise<Ran> =>
    counter.run('import', counter.file('stock.csv', text), '--operation', 'stock', ...more)

  const rowsOf = (ran: Ran): string[] =>
    printed(ran).rows.map(({ line, key, action }) => `${line} ${key} ${action}`)

  test('only rows that pass the filter are the stock, with the next file, too', async () => {
    const looked = await stock(
      file('новий ', 'Вживаний', 'ДЕМО'),
      '--key',
      'No',
      '--only',
      'стан = Новий|Демо',
    )
    expect(looked.out).toContain('2 new, 1 row left out by the filter (стан = Новий|Демо)')
    expect((await stock(file('Новий', 'Вживаний', 'Демо'), '--commit')).code).toBe(0)

    // A car that is used now is one that the file lacks; the brakes count the rows that passed.
    const used = await stock(file('Вживаний', 'Вживаний', 'Демо'), '--json')
    expect(rowsOf(used)).toEqual(['4 K2 unchanged', '5 K0 missing'])
    expect(JSON.parse(used.out)).toMatchObject({ filtered: 2, filter: { values: ['Новий', 'Демо'] } })
    const none = await stock(file('Б/в', 'Б/в', 'Б/в'), '--json')
    expect(none.code).toBe(2)
    expect(JSON.parse(none.out)).toMatchObject({ brake: { code: 'fewer-rows' }, filtered: 3 })

    expect(rowsOf(await stock(file('Б/в', 'Б/в', 'Б/в'), '--only', '', '--json'))).toEqual([
      '2 K0 unchanged',
      '3 K1 create',
      '4 K2 unchanged',
    ])
  })

  test('a filter that nothing passes at first is said as that, without numbers of rows', async () => {
    const none = await stock(file('Б/в'), '--key', 'No', '--only', 'Стан=Новий')
    expect(none.code).toBe(2)
    expect(none.err).toContain('No row of the file is a car of this stock. Nothing was sent. Check the file')
    expect(none.err).not.toContain('about 0')
  })

  test('a filter of a column that is not there is an error with the columns, and one without values is none', async () => {
    const other = await stock(file('Новий'), '--key', 'No', '--only', 'Condition=New')
    expect(other.code).toBe(2)
    expect(other.err).toContain('“Condition”')
    expect(other.err).toContain('No, Стан, marka_id')
    expect(await stock(file('Новий'), '--key', 'No', '--only', 'Стан=Новий|')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Condition=New|Demo') as string,
    })
  })

  test('a file that breaks off in its last row is not taken until the number of its rows is said', async () => {
    const text = file('Новий', 'Новий')
    await stock(text, '--key', 'No')
    const cut = text.slice(0, -';20001\n'.length)
    const held = await stock(cut, '--commit')
    expect(held.code).toBe(2)
    expect(held.err).toContain('2 rows where about 3 were expected: it looks cut')
    expect((await counter.control.ledger()).filter(({ committed }) => committed)).toHaveLength(0)
    // A program that leaves blank cells out at the end does so in other rows, too.
    const short = `${cut}\nK2;Новий\n`
    expect((await stock(short)).err).not.toContain('looks cut')
    await stock(cut, '--commit', '--rows', '2')
    expect((await counter.control.ledger()).filter(({ committed }) => committed)).toHaveLength(1)
  })
})

describe('a quantity', () => {
  const file = (...amounts: readonly string[]): string =>
    `No;Залишок;marka_id;model_id;base_id;equip_id;currency;price\n${amounts
      .map((amount, at) => `K${at};${amount};${fourCells(60 + 30 * at, ';')};USD;${20_000 + at}\n`)
      .join('')}`

  const stock = (text: string, ...more: string[]): Promise<Ran> =>
    counter.run('import', counter.file('stock.csv', text), '--operation', 'stock', '--json', ...more)

  const inShort = (ran: Ran): string[] =>
    printed(ran).rows.map(({ key, action, reason }) => [key, action, reason].join(' ').trim())

  /** Whether the adverts of keys are in stock; undefined for a key without one. */
  async function inStock(...keys: readonly string[]): Promise<(number | undefined)[]> {
    const links = await counter.links()
    return Promise.all(
      keys.map(async (key) => {
        const link = links.find((each) => each.key === key)
        return link && (await counter.control.advert(link.autoId))?.inStock
      }),
    )
  }

  test('a quantity puts adverts in stock and out of it, and makes none for a car that is not there', async () => {
    const looked = await stock(file('3', '0', '1,0'), '--key', 'No', '--quantity', 'залишок')
    expect(inShort(looked)).toEqual(['K0 create', 'K1 kept not-in-stock', 'K2 create'])
    expect((await stock(file('3', '0', '1,0'), '--commit')).code).toBe(0)
    expect(await inStock('K0', 'K1', 'K2')).toEqual([1, undefined, 1])

    // It is remembered, and a car of which there is none is no missing one.
    expect((await stock(file('0', '2', ''), '--commit')).code).toBe(0)
    expect(await inStock('K0', 'K1', 'K2')).toEqual([0, 1, 1])
    expect(inShort(await stock(file('-1', '1', '')))).toEqual([
      'K0 unchanged',
      'K1 unchanged',
      'K2 unchanged',
    ])

    // A blank keeps what was said: the car stays out.
    expect(inShort(await stock(file('', '1', '')))).toEqual(['K0 unchanged', 'K1 unchanged', 'K2 unchanged'])
    expect((await stock(file('1', '1', ''), '--commit')).code).toBe(0)
    expect(await inStock('K0', 'K1', 'K2')).toEqual([1, 1, 1])
  })

  test('what is no quantity is an error of its row that names the column', async () => {
    await stock(file('1', '1', '1', '1'), '--key', 'No', '--quantity', 'Залишок')
    const found = await stock(file('так', '1.5', '>5', '7'))
    expect(inShort(found)).toEqual(['K0 error invalid', 'K1 error invalid', 'K2 create', 'K3 create'])
    expect(printed(found).rows[0]?.problems[0]?.message).toContain('“так” in Залишок is no number of cars')
    const other = await stock(file('1'), '--quantity', 'Кількість')
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining('--quantity') as string })
    expect((await stock(file('1'), '--set', 'in_stock=1')).code).toBe(2)
    expect(inShort(await stock(file('так'), '--quantity', ''))).toEqual(['K0 create'])
  })

  test('a file of numbers and quantities alone changes what it says', async () => {
    await stock(file('1', '1'), '--key', 'No', '--quantity', 'Залишок')
    expect((await stock(file('1', '1'), '--commit')).code).toBe(0)
    const text = 'No;Залишок\nK0;0\nK1;4\n'
    expect(inShort(await stock(text))).toEqual(['K0 edit', 'K1 unchanged'])
    expect((await stock(text, '--commit')).code).toBe(0)
    expect(await inStock('K0', 'K1')).toEqual([0, 1])
    expect((await stock('No;Залишок\nK0;1\nK1;\n', '--commit')).code).toBe(0)
    expect(await inStock('K0', 'K1')).toEqual([1, 1])
  })

  wholeTest('a quantity of none is said again after the answer to another quantity was lost', async () => {
    await stock(file('1'), '--key', 'No', '--quantity', 'Залишок')
    expect((await stock(file('1'), '--commit')).code).toBe(0)
    expect((await stock(file('0'), '--commit')).code).toBe(0)
    await counter.control.addFault({ kind: 'drop-after-commit', method: 'PUT', count: 1 })
    const lost = await stock(`${file('1')}\n`, '--commit')
    expect(lost.code).toBe(1)
    expect(await inStock('K0')).toEqual([1])
    await stock(`${file('0')}\n\n`, '--commit')
    expect((await counter.run('settle', printed(lost).batch)).code).toBe(0)

    const again = await stock(`${file('0')}\n\n\n`, '--commit')
    expect(inShort(again)).toEqual(['K0 edit'])
    expect(await inStock('K0')).toEqual([0])
    expect(inShort(await stock(`${file('0')}\n\n\n\n`))).toEqual(['K0 unchanged'])
  })
})

describe('what is told of a stock file', () => {
  const header = 'Код,marka_id,model_id,base_id,equip_id,Ціна $,Рік\n'
  /** Places of cars whose makes and models the made-up stock doesn't have. */
  const places = [60, 90, 120, 150, 180, 210]
  const car = (key: string, place: number, price: number | string): string =>
    `${key},${fourCells(places[place])},${price},2024\n`

  const night = (day: number, text: string, ...more: string[]): Promise<Ran> => {
    const path = counter.file(`stock-2026-11-${String(day).padStart(2, '0')}.csv`, header + text)
    return counter.run('import', path, '--operation', 'stock', '--key', 'Код', ...more)
  }

  /** What is said of a line of the file. */
  const saidOf = ({ err }: Ran, line: number): string =>
    err
      .split('\n')
      .filter((said) => said.includes(`.csv:${line}: `))
      .join('\n')
  const times = (text: string, part: string): number => text.split(part).length - 1

  test('every row that makes no advert of its own is told with its line and what to do', async () => {
    const long = '7'.repeat(101)
    const ran = await night(
      1,
      car('0001', 0, 20_000) +
        car('0001', 0, 20_000) +
        car('7', 1, 21_000) +
        car('7', 1, 22_000) +
        car('', 2, 23_000) +
        car(long, 2, 23_000) +
        car('"1,23457E+12"', 3, 24_000) +
        car('#Н/Д', 3, 24_000) +
        '8,13,1038,900822\n' +
        car('9', 4, 25_000),
    )
    expect(ran.code).toBe(1)
    expect(saidOf(ran, 2)).toContain('New: 0001')
    expect(saidOf(ran, 3)).toContain('Line 2 says the same of the stock number 0001')
    expect(saidOf(ran, 4)).toContain('The stock number 7 is in line 5 too')
    expect(saidOf(ran, 5)).toContain('The stock number 7 is in line 4 too')
    expect(saidOf(ran, 6)).toContain('The row has no stock number. Give it one')
    expect(saidOf(ran, 7)).toContain('more than 100 characters')
    expect(saidOf(ran, 8)).toContain('“1,23457E+12” is what a spreadsheet made of a long stock number')
    expect(saidOf(ran, 9)).toContain('“#Н/Д” is the error of a formula')
    // The columns that are put in front are not the file's.
    expect(saidOf(ran, 10)).toContain('Cells in the row: 4, in the header: 7')
  })

  test('a column that is gone is told, with or without a brake, until a file was taken without it', async () => {
    await night(1, car('0001', 0, 20_000))
    await night(1, car('0001', 0, 20_000), '--commit')
    const path = counter.file('stock-2026-11-02.csv', `Код,marka_id,model_id\n0001,6,46\n`)
    const without = () => counter.run('import', path, '--operation', 'stock')
    for (let look = 0; look < 2; look++)
      expect((await without()).err).toMatch(/no column any more for: .*Price.*these values stay as they are/)
    expect(await counter.run('import', path, '--operation', 'stock', '--commit')).toMatchObject({ code: 0 })
    expect((await without()).err).not.toContain('no column any more')
  })

  test('twins with numbers of their own are several adverts, and said once', async () => {
    const twins = car('0001', 0, 20_000) + car('0002', 0, 20_000) + car('0003', 1, 30_000)
    const ran = await night(1, twins)
    expect(ran.err).toContain('2 new cars are of the same make, model, modification and equipment')
    expect(ran.err).not.toContain('already creates the same advert')
    const sent = await night(1, twins, '--commit')
    expect(sent.code).toBe(0)
    expect((await counter.control.ledger()).filter(({ committed }) => committed)).toHaveLength(3)
  })

  test('the plan names each car with its number, make, model and year', async () => {
    await night(1, car('0001', 0, 20_000) + car('0002', 1, 30_000))
    await night(1, car('0001', 0, 20_000) + car('0002', 1, 30_000), '--commit')
    await counter.run('sync')
    const ran = await night(2, car('0001', 0, 19_000) + car('0003', 2, 40_000), '--missing', 'not-in-stock')
    expect(saidOf(ran, 2)).toMatch(/: Changed: 0001 Audi .*2024 · Price \$20,000 → \$19,000/)
    expect(ran.err).not.toMatch(/20\d\d 20\d\d/)
    expect(saidOf(ran, 3)).toMatch(/: New: 0003 Audi .*2024 · .*Price \$40,000/)
    expect(ran.err).toMatch(/\.csv: Missing: 0002 Audi .*· Marked as not in stock/)
    expect(ran.out).toBe('Stock of “stock”: 1 new, 1 changed, 1 missing (not in stock).\n')
  })

  test('what holds a file is said once, with or without --commit', async () => {
    const six = places.map((_place, at) => car(`000${at}`, at, 20_000 + at)).join('')
    await night(5, six)
    expect(await night(5, six, '--commit')).toMatchObject({ code: 0 })
    for (const more of [[], ['--commit']]) {
      const cut = await night(6, car('0000', 0, 20_000), ...more)
      expect(cut.code).toBe(2)
      expect(times(cut.err + cut.out, '--rows 1')).toBe(1)
      expect(times(cut.err + cut.out, 'Stock of “stock”')).toBe(1)
      const older = await night(4, six.replace('20000', '20500'), ...more)
      expect(older.code).toBe(2)
      expect(times(older.err, 'This file is from 2026-11-04, but the last one was from 2026-11-05')).toBe(1)
      expect(times(older.err, '--as-of 2026-11-04')).toBe(1)
    }
    // Half a date is that of any file.
    const half = await night(4, six.replace('20000', '20500'), '--commit', '--as-of', '2026')
    expect(half).toMatchObject({ code: 2, err: expect.stringContaining('“2026” is no date') as string })
    const other = await night(4, six.replace('20000', '20500'), '--commit', '--as-of', '2026-11-03')
    expect(other.code).toBe(2)
    const meant = await night(4, six.replace('20000', '20500'), '--commit', '--as-of', '2026-11-04')
    expect(meant).toMatchObject({ code: 0, err: expect.not.stringContaining('Not taken') as string })
  })

  test('links are listed in columns that a program can take apart', async () => {
    await night(1, car('0001', 0, 20_000))
    await night(1, car('0001', 0, 20_000), '--commit')
    const { out } = await counter.run('links')
    expect(out.trimEnd().split('\t').slice(0, 3)).toEqual(['0001', expect.stringMatching(/^\d+$/), 'linked'])
  })

  test('what is odd about many missing cars is said with the brake, and is in the JSON', async () => {
    const six = places.map((_place, at) => car(`000${at}`, at, 20_000 + at)).join('')
    await night(5, six)
    await night(5, six, '--commit')
    await counter.run('sync')
    const cut = await night(6, car('0000', 0, 20_000) + car('0001', 1, 20_001))
    expect(cut.err).toMatch(
      /4 of the 4 missing cars are Audi; the file has \d of this make|Makes of the missing cars: /,
    )
    const refused = await night(6, car('0000', 0, 20_000) + car('0001', 1, 20_001), '--commit')
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('missing cars') as string })
    expect(JSON.parse((await night(6, car('0000', 0, 20_000), '--json')).out)).toMatchObject({
      withdrawn: 0,
      clues: { count: 5 },
    })
  })

  /** Stages a price of the only linked advert, as a person does in the window. */
  function stagePrice(price: number): void {
    const at = (name: string) => new DatabaseSync(join(counter.dataDir, name))
    const journal = at('journal.db')
    const edits = at('edits.db')
    const link = journal.prepare('SELECT account_id, auto_id FROM links').get() ?? {}
    edits
      .prepare(
        `INSERT INTO edits (account_id, advert, field, value, currency, staged_at) VALUES (?, ?, 'price', ?, 1, '2026-11-02')`,
      )
      .run(String(link.account_id), Number(link.auto_id), price)
    journal.close()
    edits.close()
  }

  test('a price of the file over one that a person set and did not send is told', async () => {
    await night(1, car('0001', 0, 20_000))
    await night(1, car('0001', 0, 20_000), '--commit')
    stagePrice(19_000)
    expect(saidOf(await night(2, car('0001', 0, 20_000)), 2)).not.toContain('You set this')
    expect(saidOf(await night(2, car('0001', 0, 21_000)), 2)).toContain('You set this to $19,000')
  })
})
