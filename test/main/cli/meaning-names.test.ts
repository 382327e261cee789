import { describe, expect, it } from 'vitest'
import type { Equipment } from '../../../src/sandbox/vehicles/new-vehicles.ts'
import { equipment } from '../../../src/sandbox/vehicles/new-catalog.ts'
import { openCounter } from './counter.ts'
import { spread } from '../../whole.ts'
import { perFile } from '../../worlds.ts'

const counter = perFile(() => openCounter())
let files = 0

interface Row {
  readonly operation: string
  readonly problems: readonly { readonly code: string; readonly message: string }[]
}

const titleOf = ({ modification: { body } }: Equipment): string =>
  `${body.generation.model.make.name} ${body.generation.model.name}`
const nameOf = ({ modification }: Equipment): string => modification.name

/** Equipment of a model with a modification whose name another body style has too, and of one whose name is its own. */
function variantsOf(title: string): readonly [shared: Equipment, own: Equipment] {
  const all = equipment.filter((each) => titleOf(each) === title)
  const idsOf = (name: string): number =>
    new Set(all.filter((each) => nameOf(each) === name).map(({ modification }) => modification.id)).size
  const shared = all.find((each) => idsOf(nameOf(each)) > 1)
  const own = all.find((each) => idsOf(nameOf(each)) === 1)
  if (!shared || !own) throw new Error(`${title} has no such modifications`)
  return [shared, own]
}

/** Findings about rows with these modifications, which take no calls unless some are given. */
async function found(rows: readonly (readonly [Equipment, modification: string])[], calls = '0') {
  files += 1
  const lines = rows.map(([each, name]) => {
    const { make, name: model } = each.modification.body.generation.model
    return `${make.name};${model};${name};${String(each.id)};USD;41000\n`
  })
  const header = 'Марка;Модель;Модифікація;Комплектація;Валюта;Ціна\n'
  const path = counter.file(`names-${String(files)}.csv`, header + lines.join(''))
  const { out } = await counter.run('import', path, '--json', '--lookup-calls', calls)
  return (JSON.parse(out) as { rows: readonly Row[] }).rows.map(
    ({ problems: [problem] }) => problem?.code ?? 'taken',
  )
}

describe('a modification of which only some lists were read', () => {
  it.each(spread(['BMW 3 Series', 'Audi A4', 'Mazda 6'], 1))(
    'of %s is taken by its id alone, and by its name when all of them were',
    async (title) => {
      const [shared, own] = variantsOf(title)
      const { id, name } = shared.modification
      const seen: string[][] = []
      // Makes, models, generations; their body styles; then the modifications of one body style after the other.
      for (const calls of ['3', '2', '1', '1', '1', '1']) {
        await counter.run('lookup', ...title.split(' '), '--calls', calls)
        seen.push(
          await found([
            [shared, name],
            [own, nameOf(own)],
            [shared, String(id)],
          ]),
        )
      }
      const part = ['name-unknown', 'name-unknown', 'taken']
      const whole = ['name-ambiguous', 'taken', 'taken']
      expect(seen[0]).toEqual(part)
      expect(seen.at(-1)).toEqual(whole)
      expect(new Set(seen.map(String)).size).toBe(2)
    },
  )
})

it.each(spread(['BMW 5 Series', 'Ford Mondeo'], 1))(
  'of %s is asked of the service by an import',
  async (title) => {
    const [shared, own] = variantsOf(title)
    await counter.run('lookup', ...title.split(' '), '--calls', '5')
    const rows = [
      [shared, nameOf(shared)],
      [own, nameOf(own)],
    ] as const
    expect(await found(rows, '100')).toEqual(['name-ambiguous', 'taken'])
  },
)

it('says what may be meant, and takes that by its words with the id', async () => {
  const [shared] = variantsOf('Honda Accord')
  const { id, name } = shared.modification
  for (const calls of ['4', '2']) await counter.run('lookup', 'Honda', 'Accord', '--calls', calls)
  expect(await found([[shared, name]])).toEqual(['name-unknown'])
  expect(await found([[shared, `${name} (${String(id)})`]])).not.toContain('name-ambiguous')
})

it('is taken by what is known where the service gives no lists', async () => {
  await counter.control.setModes({ off: { '/auto/new/g*': 404, '/auto/new/e*': 404 } })
  const [, own] = variantsOf('Fiat Tipo')
  const { make, id: model } = own.modification.body.generation.model
  const cells = [make.id, model, own.modification.id, own.id, 'USD', 21_000, 'Lounge'].join(',')
  const header = 'marka_id,model_id,base_id,equip_id,currency_id,price,version\n'
  const sent = await counter.run('import', counter.file('own.csv', `${header}${cells}\n`), '--commit')
  expect(sent.code).toBe(0)
  expect(await found([[own, 'lounge']], '100')).toEqual(['name-learned'])
})
