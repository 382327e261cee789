import type { ColumnMapping } from '#shared/import/draft.ts'
import { describe, expect, it } from 'vitest'
import { handlersOf } from '../../../src/main/assemble/calls.ts'
import { assembledIn } from '../assembled.ts'
import { openCounter, printed, type Printed } from './counter.ts'
import { perTest } from '../../worlds.ts'

const counter = perTest(() => openCounter())

const sent = async () => (await counter.control.ledger()).filter(({ method }) => method === 'PUT')

/** Ids of adverts that the account has. */
const ownIds = async (count: number): Promise<number[]> => (await counter.stockIds()).slice(0, count)

it('gives every row the value that is set, and sends it', async () => {
  const ids = await ownIds(2)
  const path = counter.file('prices.csv', `auto_id;price\n${ids.map((id) => `${id};9100`).join('\n')}\n`)
  expect((await counter.run('import', path)).code).toBe(2)
  const { code } = await counter.run(
    'import',
    path,
    '--set',
    'currency_id=USD',
    '--set',
    'auto_note=Торг, є',
    '--commit',
    '--yes',
  )
  expect(code).toBe(0)
  expect((await sent()).map(({ params }) => [params.price, params.currency_id, params.auto_note])).toEqual([
    ['9100', '1', 'Торг, є'],
    ['9100', '1', 'Торг, є'],
  ])
})

describe('columns that were chosen in the window', () => {
  /** Checks a file of ids and prices of another name in the window, as prices. */
  async function chosen(header: string): Promise<number> {
    const [id = 0] = await ownIds(1)
    const { baseUrl, userId, key } = counter.sandbox
    const forecourt = assembledIn(counter.dataDir, { overrides: { baseUrl, userId, key } })
    const calls = handlersOf(forecourt, {
      online: () => true,
      handed: () => [],
      recovered: () => ({ inDoubt: 0, lost: 0 }),
      showLog: () => undefined,
    })
    const signal = new AbortController().signal
    const { draftId } = await calls['draft:begin']({ fileName: 'a.csv' }, signal)
    await calls['draft:append'](
      { draftId, bytes: new TextEncoder().encode(`${header}\n${id};9100;USD\n`) },
      signal,
    )
    const { inspection } = await calls['draft:inspect']({ draftId, shape: {} }, signal)
    const mapping: ColumnMapping = ['auto_id', 'price', 'currency_id']
    await calls['draft:check'](
      { draftId, shape: inspection.shape, mapping, operation: null, name: 'Нічний файл' },
      signal,
    )
    await forecourt.close()
    return id
  }

  it('are those of the next file like it, which the command says', async () => {
    const id = await chosen('auto_id;Хтозна;currency_id')
    const path = counter.file('b.csv', `currency_id;auto_id;хтозна\nUSD;${id};9300\n`)
    const { code, err } = await counter.run('import', path, '--commit', '--yes')
    expect([code, err]).toEqual([0, expect.stringContaining('as chosen in the window for the last file')])
    expect(await sent()).toMatchObject([{ params: { price: '9300' } }])
  })
})

it('reads ids as spreadsheets write them, and says of each that is lost why', async () => {
  const [one = 0, other = 0, third = 0] = await ownIds(3)
  const lost = `3,${String(third).slice(1)}E+7`
  const rows = [`="${one}";9100;USD;x;y`, `${other}.0;9100;USD;;`, `${lost};9100;USD;;`]
  const path = counter.file('ids.csv', `auto_id;price;currency_id;Note;note\n${rows.join('\n')}\n`)
  const { code, out, err } = await counter.run('import', path, '--json')
  expect(
    printed({ out, err }).rows.map(({ state, problems }) => [state, ...problems.map((each) => each.code)]),
  ).toEqual([
    ['planned', 'price-jump'],
    ['planned', 'price-jump'],
    ['invalid', 'scientific-notation'],
  ])
  expect([code, err]).toEqual([1, expect.stringContaining('Columns that are not used: Note, note.')])
  expect(err).toMatch(/“3,.*E\+7” in .* was shortened by a spreadsheet/)
})

it('deletes nothing of a file of ids whose values are set for all rows', async () => {
  const [id = 0] = await ownIds(1)
  const path = counter.file('ids.csv', `auto_id\n${id}\n`)
  expect(printed(await counter.run('import', path, '--json')).operation).toBe('delete')
  const set = ['--set', 'price=9200', '--set', 'currency_id=$']
  expect(printed(await counter.run('import', path, ...set, '--json')).operation).toBe('edit')
})

it('takes the currency from the name of the prices, and says so', async () => {
  const [id = 0] = await ownIds(1)
  const path = counter.file('a.csv', `ID;Ціна, $;Опис для сайту\n${id};9 150;Торг\n`)
  const { code, err } = await counter.run('import', path)
  expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('in USD') as unknown })
  expect((await counter.run('import', path, '--commit', '--yes')).code).toBe(0)
  expect((await sent()).map(({ params }) => [params.price, params.currency_id, params.auto_note])).toEqual([
    ['9150', '1', 'Торг'],
  ])
  const other = await counter.run('import', path, '--set', 'currency_id=UAH', '--json')
  expect(printed(other).rows[0]?.problems).toMatchObject([{ code: 'currency-differs' }])
})

it('names the columns of which each may be the price, and takes none', async () => {
  const [id = 0] = await ownIds(1)
  const path = counter.file('a.csv', `ID;Ціна, $;Ціна, грн;Опис\n${id};9150;380000;Торг\n`)
  const { err, out } = await counter.run('import', path, '--set', 'currency_id=USD', '--json')
  expect(err).toContain('“Ціна, $”, “Ціна, грн”')
  expect(printed({ out, err }).rows).toMatchObject([{ changes: [{ field: 'auto_note' }] }])
  const map = counter.file('map.json', JSON.stringify({ columns: { 'Ціна, грн': 'price' } }))
  const chosen = await counter.run('import', path, '--map', map, '--json')
  expect(chosen.err).not.toContain('“Ціна, $”, “Ціна, грн”')
  expect(chosen.err).toContain('in UAH')
  expect(printed(chosen).rows).toMatchObject([{ state: 'planned' }])
})

it.each([
  ['color=red', 2],
  ['auto_id=5', 2],
  ['currency_id=', 2],
  ['currency_id=тугрик', 2],
  ['price=1', 2],
])('refuses --set %s', async (value, code) => {
  const path = counter.file('a.csv', 'auto_id;price\n1001;9000\n')
  expect((await counter.run('import', path, '--set', value)).code).toBe(code)
})

it('takes the columns from a mapping, by the headers of the file', async () => {
  const path = counter.file('a.csv', 'Код;Сума;Щось;Ціна\n1001;9000;x;7\n')
  const map = counter.file(
    'map.json',
    JSON.stringify({
      name: 'DMS',
      columns: { Код: 'auto_id', сума: 'price', Щось: null },
      set: { currency_id: 'USD' },
    }),
  )
  const { out, err } = await counter.run('import', path, '--map', map, '--json')
  expect(printed({ out, err }).rows).toMatchObject([{ state: 'planned' }])
  expect(err).toContain('Columns that are not used: Щось, Ціна.')
})

it('says what columns are taken for by their content, and sends them only if that is confirmed', async () => {
  const [id = 0] = await ownIds(1)
  const path = counter.file('sums.csv', `auto_id;Column2;Стара ціна\n${id};9 300 $;9 900 $\n`)
  const checked = await counter.run('import', path, '--json')
  expect(printed(checked).rows).toMatchObject([{ state: 'planned' }])
  expect(checked.err).toContain('The column “Column2” is taken as Price by its content.')
  expect(checked.err).toContain('Columns that are not used: Стара ціна.')
  const refused = await counter.run('import', path, '--commit')
  expect([refused.code, await sent()]).toEqual([2, []])
  expect(refused.err).toContain('confirm with --yes')
  const byContent = [{ header: 'Column2', field: 'price' }]
  expect(printed(checked).file.columns).toEqual(byContent)
  const committed = await counter.run('import', path, '--commit', '--yes', '--json')
  expect([committed.code, printed(committed).file.columns]).toEqual([0, byContent])
  expect((await sent()).map(({ params }) => [params.price, params.currency_id])).toEqual([['9300', '1']])
  const named = counter.file('named.csv', `auto_id;price;currency_id\n${id};9300;USD\n`)
  expect(printed(await counter.run('import', named, '--json')).file).not.toHaveProperty('columns')
})

it('joins the columns that a mapping names, and refuses it for a file that lacks one', async () => {
  const [id = 0] = await ownIds(1)
  const path = counter.file('a.csv', `Код;Валюта;Сума\n${id};$;9 150\n${id + 1};;9 150\n`)
  const map = counter.file(
    'map.json',
    JSON.stringify({ columns: { Код: 'auto_id' }, join: { price: { columns: ['Сума', 'Валюта'] } } }),
  )
  const checked = await counter.run('import', path, '--map', map, '--json')
  expect(printed(checked).rows).toMatchObject([
    { state: 'planned' },
    { state: 'invalid', problems: [{ code: 'price-without-currency' }] },
  ])
  const one = counter.file('one.csv', `Код;Валюта;Сума\n${id};$;9 150\n`)
  expect((await counter.run('import', one, '--map', map, '--commit', '--yes')).code).toBe(0)
  expect((await sent()).map(({ params }) => [params.price, params.currency_id])).toEqual([['9150', '1']])
  const lacking = counter.file('lacking.csv', `Код;Сума\n${id};9 150\n`)
  expect(await counter.run('import', lacking, '--map', map)).toMatchObject({
    code: 2,
    err: expect.stringContaining('Валюта') as unknown,
  })
})

it('says which adverts a file deletes, and which prices can be read in two ways', async () => {
  const [one = 0, other = 0] = await ownIds(2)
  const { err } = await counter.run('import', counter.file('ids.csv', `auto_id\n${one}\n${other}\n`))
  expect(err).toMatch(
    new RegExp(`ids.csv:2: \\S.* ${one} is deleted\\n.*ids.csv:3: \\S.* ${other} is deleted`),
  )
  const prices = counter.file(
    'p.csv',
    `auto_id,price,currency_id\n${one},12.500,USD\n${other},9100.125,USD\n`,
  )
  const said = (await counter.run('import', prices)).err
  expect(said).toContain('can be read in two ways')
  expect(said).toContain('has more than two decimals')
})

it.each([
  ['no json', 'is no mapping of columns'],
  ['{"columns":{"Sum":"prise"}}', '“columns → Sum”. Fields: action, stock_no, make_model'],
  [
    '{"columns":{"auto_id":"version"},"join":{"price":{"columns":["auto_id","price"]}}}',
    'contradicts itself',
  ],
  ['{"columns":{"A":"price","B":"version"}}', 'no column “A, B”, which the mapping names'],
  [
    '{"columns":{"auto_id":"price","price":"price"}}',
    '“auto_id, price” (columns 1, 2) have the same field, price',
  ],
])('says what is wrong with the mapping %s', async (text, words) => {
  const path = counter.file('a.csv', 'auto_id;price;currency_id\n1001;9000;USD\n')
  const { code, err } = await counter.run('import', path, '--map', counter.file('map.json', text))
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(words) as unknown })
})

describe('the line of the header', () => {
  const text =
    'Прайс-лист;;\n\nauto_id;price;currency_id\n1001;9000;USD\nauto_id;price;currency_id\nРазом: 1;9000;\n'

  it('finds the header below a title and tells every line that is no row', async () => {
    const { out, err } = await counter.run('import', counter.file('price.csv', text), '--json')
    const { file, rows } = JSON.parse(out) as Printed
    expect(file.headerLine).toBe(3)
    expect(rows.map(({ line }) => line)).toEqual([4])
    expect(err).toContain('header in line 3')
    expect(err).toContain('Line 1 above the header is not a row: “Прайс-лист”.')
    expect(err).toContain('Line 5 is the header again and is left out.')
    expect(err).toContain('Line 6 holds totals and is left out: “Разом: 1 9000”.')
    expect(err).toContain('1 blank line is left out.')
  })

  it('takes the header from the line that is named', async () => {
    const path = counter.file('two.csv', 'auto_id;price;currency_id\nID;Ціна;Валюта\n1001;9000;USD\n')
    const { out } = await counter.run('import', path, '--header-line', '2', '--json')
    expect((JSON.parse(out) as Printed).file.headerLine).toBe(2)
    for (const line of ['0', '90', 'x'])
      expect((await counter.run('import', path, '--header-line', line)).code).toBe(2)
  })
})
