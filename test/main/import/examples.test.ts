import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { findEquipment } from '../../../src/sandbox/vehicles/new-catalog.ts'
import { openCounter } from '../cli/counter.ts'
import { perFile } from '../../worlds.ts'

const counter = perFile(() => openCounter(2_000))

const idsOf = (file: string, encoding: string, delimiter: string): number[] => {
  const text = new TextDecoder(encoding).decode(readFileSync(`resources/examples/${file}`))
  const [, ...rows] = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: true }).data
  return rows.map(([id]) => Number(id))
}

it.each([
  ['price-update.csv', 'windows-1251', ';', 60],
  ['withdraw.csv', 'utf-8', ',', 24],
])("%s names adverts of the sandbox's dealer", async (file, encoding, delimiter, count) => {
  const ids = idsOf(file, encoding, delimiter)
  expect(ids).toHaveLength(count)
  for (const id of ids)
    expect(await counter.control.advert(id)).toMatchObject({ userId: counter.sandbox.userId, deleted: false })
})

/** Make, model, modification and equipment. */
function namesOf(equipId: number): (string | undefined)[] {
  const equipment = findEquipment(equipId)
  const base = equipment?.modification
  const model = base?.body.generation.model
  return [`${model?.make.name} ${model?.name}`, base?.name, equipment?.name]
}

it('showroom.xlsx, with titles, names and prices with units, becomes an advert of each of its cars', async () => {
  const { code } = await counter.run('import', 'resources/examples/showroom.xlsx', '--commit', '--yes')
  expect(code).toBe(0)
  const created = (await counter.control.ledger()).filter(({ method }) => method === 'POST')
  expect(
    created.map(({ params }) => [
      ...namesOf(Number(params.equip_id)),
      params.price,
      params.currency_id,
      params.auto_note?.slice(0, 9),
    ]),
  ).toEqual([
    ['BMW X5', '3.0 Бензин MT (276 л.с.)', 'Comfort', '61900', '1', 'Офіційна '],
    ['BMW X5', '3.0 Бензин AT (280 л.с.)', 'Comfort', '58450', '1', 'Авто на м'],
    ['Toyota RAV4', '2.5 Бензин MT (212 л.с.)', 'Comfort', '39900', '1', 'Офіційна '],
    ['Toyota RAV4', '2.5 Бензин AT (216 л.с.)', 'Comfort', '37250', '1', 'Авто на м'],
    ['Skoda Octavia', '1.4 Бензин MT (140 л.с.)', 'Comfort', '28700', '1', 'Офіційна '],
    ['Skoda Octavia', '1.4 Бензин AT (144 л.с.)', 'Comfort', '27300', '1', 'Авто на м'],
  ])
})
