import { describe, expect, it } from 'vitest'
import { combinations } from '../../../src/sandbox/vehicles/combinations.ts'
import { fourCells } from '../../sandbox/vehicles/four-ids.ts'
import { openCounter, printed } from './counter.ts'
import { testSome } from '../../whole.ts'
import { perFile } from '../../worlds.ts'

const counter = perFile(() => openCounter(60))

const head = 'marka_id;model_id;base_id;equip_id;currency_id;price'

/** The lines with a problem. */
async function linesWith(code: string, text: string, ...more: string[]): Promise<number[]> {
  const ran = await counter.run('import', counter.file('new.csv', text), '--json', ...more)
  const { rows } = printed(ran)
  return rows.flatMap(({ line, problems }) => (problems.some((found) => found.code === code) ? [line] : []))
}
const asked = (text: string): Promise<number[]> => linesWith('price-unusual', text)

/** New adverts of one model, each of another equipment: a price in dollars, or a currency and a price. */
const list = (prices: readonly (string | number)[], year?: readonly (number | string)[]): string =>
  `${head}${year ? ';Рік' : ''}\n${prices
    .map((price, at) => {
      const money = String(price).includes(';') ? String(price) : `USD;${String(price)}`
      return `${fourCells(at, ';')};${money}${year ? `;${String(year[at])}` : ''}\n`
    })
    .join('')}`

describe('a price that a new car can hardly have', () => {
  testSome(12, [
    // Placeholders beside prices, and a forgotten currency.
    [
      [1, 41_000, 999_999, 123_456, 41, 'UAH;41000'],
      [2, 4, 5, 6, 7],
    ],
    // Thousands meant.
    [
      ['41.5', '38.9', 52],
      [2, 3, 4],
    ],
    [[41_000, '38.9', 39_500], [3]],
    // A zero more or less.
    [[41_000, 385_000, 39_500], [3]],
    [[41_000, 3_850, 39_500], [3]],
    // Hryvnias as dollars, and dollars as hryvnias.
    [[41_000, 1_617_000, 39_500], [3]],
    [['UAH;1722000', 'UAH;1617000', 'UAH;39500'], [4]],
    [['UAH;1722000', 'EUR;37000', 39_500], []],
    // Nothing to compare with.
    [[1], [2]],
    [[41], [2]],
    [[999_999], [2]],
    [['UAH;999999'], [2]],
    [['UAH;41000'], [2]],
    [[5_000_000], [2]],
    [[12_345], [2]],
    [[11_111], [2]],
    // No price beside others.
    [[41_000, '', 39_500], [3]],
    [['-', 41_000], [2]],
    // No price at all may be meant.
    [['', ''], []],
    // Prices as they are.
    [[41_000, 62_500, 98_000], []],
    [[9_999], []],
    [[99_999], []],
    [['UAH;1111000'], []],
    [[235_000], []],
  ])('is asked about: %j', async (prices, lines) => {
    expect(await asked(list(prices))).toEqual(lines)
  })

  it('is compared with cars of its year, if there are some', async () => {
    const years = [2026, 2026, 2026, 2012, 2012, 2012]
    expect(await asked(list([61_000, 62_000, 9_500, 9_900, 10_500, 11_000], years))).toEqual([4])
    expect(await asked(list([61_000, 62_000, 60_000, 9_900, 10_500, 11_000], years))).toEqual([])
  })

  it('is not compared with another model', async () => {
    const other = combinations(200).findIndex(({ model_id }) => model_id !== 96)
    const row = (place: number, price: number) => `${fourCells(place, ';')};USD;${String(price)}\n`
    expect(await asked(`${head}\n${row(0, 95_000)}${row(other, 9_000)}`)).toEqual([])
  })

  it('is sent only with --yes, in a list and in a stock file', async () => {
    const text = list([41_000, 410])
    const named = counter.file('two.csv', text)
    const held = await counter.run('import', named, '--commit')
    expect([held.code, held.err]).toEqual([
      2,
      expect.stringContaining('1 new car has a price that looks wrong'),
    ])
    expect(held.err).toContain('two.csv:3: warning: The price $410 is far from')
    expect(held.err).toContain('about $41,000')
    const stock = counter.file(
      'stock.csv',
      text
        .split('\n')
        .map((line, at) => (line === '' ? '' : `${at === 0 ? 'Код' : String(1023 + at)};${line}`))
        .join('\n'),
    )
    const ofStock = await counter.run('import', stock, '--operation', 'stock', '--key', 'Код', '--commit')
    expect([ofStock.code, ofStock.err]).toEqual([2, expect.stringContaining('Add --yes to confirm')])
    expect(await counter.control.ledger()).toEqual([])
    expect((await counter.run('import', named, '--commit', '--yes')).code).toBe(0)
  })

  it('is compared with own adverts of the model', async () => {
    await counter.run('sync')
    // The two above are adverts now; so few say nothing certain, and a person confirmed them.
    expect(await asked(`${head}\n${fourCells(7, ';')};USD;40500\n`)).toEqual([])
    expect(await asked(`${head}\n${fourCells(7, ';')};USD;4050000\n`)).toEqual([2])
    // All wrong alike, as with another currency or a digit more: the rows are no measure of each other.
    const tenfold = Array.from({ length: 12 }, (_, at) => 395_000 + at * 1_000)
    expect(await asked(list(tenfold))).toEqual(tenfold.map((_price, at) => at + 2))
    expect(await asked(list([41_000, ...tenfold]))).toEqual([2])
  })
})

testSome(2, [
  ['sale_price', true],
  ['Акційна ціна, $', true],
  ['Ціна закупки', false],
])('a price below the usual one is said not to be sent: %s', async (column, isLower) => {
  const text = `${head};${column}\n${fourCells(0, ';')};USD;41000;39000\n`
  const { err } = await counter.run('import', counter.file('lower.csv', text))
  expect(err.includes(`Buyers may pay “${column}”`)).toBe(isLower)
})

describe('a file that ends inside its last cell', () => {
  const rows = [0, 1, 2, 3].map((at) => `${fourCells(at, ';')};USD;${String(41_000 + at)}`)
  testSome(5, [
    [`${head}\n${rows.join('\n')}\n${fourCells(4, ';')};USD;410`, [6]],
    [`${head}\r\n${rows.join('\r\n')}\r\n${fourCells(4, ';')};USD;4`, [6]],
    [
      `${head};auto_note\n${rows.map((row) => `${row};Гарантія 3 роки`).join('\n')}\n${fourCells(4, ';')};USD;41004;Гар`,
      [6],
    ],
    ['auto_id\n39000001\n39000002\n39000003\n390000', [5]],
    // Whole ones.
    [`${head}\n${rows.join('\n')}`, []],
    [`${head}\n${rows.join('\n')}\n${fourCells(4, ';')};USD;9900\n`, []],
    [
      `${head};auto_note\n${rows.map((row) => `${row};Торг`).join('\n')}\n${fourCells(4, ';')};USD;41004;"Так"`,
      [],
    ],
    [`${head}\n${rows.slice(0, 2).join('\n')}\n${fourCells(4, ';')};USD;9900`, []],
    [`${head};in_stock\n${rows.map((row) => `${row};1`).join('\n')}`, []],
  ])('holds that row: %j', async (text, lines) => {
    expect(
      await linesWith('cell-cut', text, ...(text.startsWith('auto_id') ? ['--operation', 'delete'] : [])),
    ).toEqual(lines)
  })

  it('of the whole stock holds a new car', async () => {
    const text = `Код;${head}\n${rows.map((row, at) => `K-${String(at)};${row}`).join('\n')}\nK-4;${fourCells(4, ';')};USD;410`
    const ran = await counter.run(
      'import',
      counter.file('cut.csv', text),
      '--operation',
      'stock',
      '--key',
      'Код',
      '--same-trim',
      'new',
    )
    expect(ran.err).toContain('The file ends in this cell: “410” is shorter')
  })
})

it('the question about prices that move far says both ends, as the rows do: no rise hides a fall', async () => {
  const [fallen = 0, risen = 0] = await counter.stockIds()
  const text = `auto_id;currency_id;price\n${fallen};1;1\n${risen};1;990000\n`
  const { code, err } = await counter.run('import', counter.file('moves.csv', text), '--commit')
  const ofRows = [...err.matchAll(/The price changes by (\S+ %), from/g)].map(([, by]) => by)
  expect(ofRows).toEqual([expect.stringMatching(/^−[\d.]+ %$/), expect.stringMatching(/^\+[\d,]+ %$/)])
  expect([code, err]).toEqual([
    2,
    expect.stringContaining(`The prices of 2 adverts change a lot: ${ofRows.join(' … ')}.`),
  ])
})
