import { beforeAll, describe, expect, it } from 'vitest'
import { otherSums } from '../import/columns/price-list-headers.ts'
import { openCounter, printed, type Printed } from './counter.ts'
import { perFile } from '../../worlds.ts'

const counter = perFile(() => openCounter(60))
let id = 0

beforeAll(async () => {
  id = (await counter.stockIds())[0] ?? 0
})

async function dryRun(text: string) {
  const { out, err } = await counter.run('import', counter.file('list.csv', text), '--json')
  const { file, rows } = JSON.parse(out) as Printed
  const changes = rows.flatMap((row) => row.changes.map(({ field, to }) => [field, to]))
  return { file, changes, err }
}

const sent = async () => (await counter.control.ledger()).filter(({ method }) => method !== 'GET')

describe('a sum that is not what buyers pay', () => {
  const sums = otherSums.join(';')

  it('is no price under any of its names, and is told with what can be done', async () => {
    const cells = otherSums.map(() => '12 500 $').join(';')
    const { changes, file, err } = await dryRun(
      `auto_id;${sums};currency_id;Опис\n${id};${cells};USD;Новий текст\n`,
    )
    expect(changes).toEqual([['auto_note', 'Новий текст']])
    expect(file.unused).toEqual(otherSums)
    expect(file.unclear).toEqual([{ field: 'price', headers: otherSums }])
    expect(err).toContain('It is not clear which column is Price, so none is used for it: “Cost”')
    expect(err).toContain('Name it in a file for --map.')
  })

  it('takes no place of the price beside it', async () => {
    const cells = otherSums.map(() => '12500').join(';')
    const { changes, file, err } = await dryRun(`auto_id;${sums};Ціна;currency_id\n${id};${cells};9150;USD\n`)
    expect(changes).toEqual([['price', 9150]])
    expect(file.unused).toEqual(otherSums)
    expect(file).not.toHaveProperty('unclear')
    expect(err).toContain('Columns that are not used: Cost, Cost price')
    expect(err).toContain('A file for --map can name the field of each.')
  })

  it('holds a file that would be sent without its price, until a person says which it is', async () => {
    const path = counter.file('cost.csv', `auto_id;Вартість;currency_id;Опис\n${id};9150;USD;Торг\n`)
    const held = await counter.run('import', path, '--commit')
    expect([held.code, await sent()]).toEqual([2, []])
    expect(held.err).toContain('no column is taken for the price, and “Вартість” may be it')
    const map = counter.file('map.json', JSON.stringify({ columns: { Вартість: 'price' } }))
    const mapped = await counter.run('import', path, '--map', map, '--json')
    expect(printed(mapped).rows[0]?.changes).toContainEqual(
      expect.objectContaining({ field: 'price', to: 9150 }),
    )
    const without = counter.file('none.json', JSON.stringify({ columns: { Вартість: null } }))
    expect((await counter.run('import', path, '--map', without, '--commit')).code).toBe(0)
    expect((await sent()).map(({ params }) => params.auto_note)).toEqual(['Торг'])
  })
})

it.each(['Verkaufspreis;Währung', 'Cena;Waluta', 'РРЦ;Валюта', 'Selling price;Currency code'])(
  'takes what buyers pay by its name: %s',
  async (names) => {
    const { changes } = await dryRun(`auto_id;${names}\n${id};9150;USD\n`)
    expect(changes).toEqual([['price', 9150]])
  },
)
