import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountId } from '../main/batch/connect-to.ts'
import { catalogue } from '../main/names/catalogue.ts'
import { Contender, turnsOf } from './contender.ts'
import { type Figure, measured } from './figure.ts'
import { openFolder } from './full-folder.ts'
import { inFolder } from './in-folder.ts'
import { against } from './rounds.ts'

export const name = 'Imports of 20,000 new vehicles by name'

const rowCount = 20_000
const roundCount = 3

type CellsOf = (vehicle: (typeof catalogue)[number], row: number) => readonly [make: string, model: string]

const nothing = { marka_id: null, model_id: null, base_id: null, equip_id: null }

/** How the rows say which make and model they are. */
const ways = {
  'by ids': ({ make, model }) => [String(make.id), String(model.id)],
  'by names as the service has them': ({ make, model }) => [make.name, model.name],
  'by 20,000 models that nobody knows': ({ make }, row) => [make.name, `Невідома ${row}`],
  'by 20,000 makes that nobody knows': ({ model }, row) => [`Невідома ${row}`, model.name],
} satisfies Readonly<Record<string, CellsOf>>

/** Against the same rows by ids, round by round. */
export const run = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    await learnCatalogue(folder)
    const contenders = await Promise.all(
      Object.entries<CellsOf>(ways).map(([way, cellsOf]) => {
        const path = join(folder, `${way}.csv`)
        writeFileSync(path, textOf(cellsOf))
        return Contender.start(new URL('import-contender.ts', import.meta.url), 'app', path, folder)
      }),
    )
    const turns = await turnsOf(roundCount, contenders)
    for (const contender of contenders) contender.end()
    const [byIds = [], ...others] = turns.map((rounds) => rounds.map(({ took }) => took))
    const [ids = '', ...names] = Object.keys(ways)
    return [
      { name: ids, ...measured(byIds), unit: 'ms' },
      ...names.map((way, at) => ({
        name: way,
        ...measured(against(others[at] ?? [], byIds)),
        unit: '× by ids',
        goal: 2,
      })),
    ]
  })

async function learnCatalogue(folder: string): Promise<void> {
  const opened = openFolder(folder)
  opened.names.learn(
    accountId,
    catalogue.flatMap(({ make, model }) => [
      { ...make, field: 'marka_id' as const, within: nothing },
      { ...model, field: 'model_id' as const, within: { ...nothing, marka_id: make.id } },
    ]),
  )
  await opened.close()
}

function textOf(cellsOf: CellsOf): string {
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const vehicle = catalogue[row % catalogue.length]
    return vehicle
      ? [...cellsOf(vehicle, row), vehicle.model.id, vehicle.model.id, 1, 5_000 + row].join(',')
      : ''
  })
  return ['marka_id,model_id,base_id,equip_id,currency_id,price', ...rows].join('\n')
}
