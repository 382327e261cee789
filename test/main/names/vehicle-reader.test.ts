import { describe, expect, test } from 'vitest'
import { compareWith } from '../../../src/main/import/draft-account.ts'
import { type KnownNames, resolveVehicle } from '../../../src/main/names/resolve-vehicle.ts'
import { FileChoices } from '../../../src/main/names/file-choices.ts'
import { noIds, type VehicleCells, type VehicleIds } from '../../../src/main/names/vehicle-ids.ts'
import { VehicleReader } from '../../../src/main/names/vehicle-reader.ts'

const listed = (id: number, name: string) => ({ id, name, about: '', source: 'lookup' as const })
/** More than are named all beside an unknown text. */
const makes = ['Audi', 'Chery', 'DAF', 'Geely', 'Kia', 'MG', 'Toyota', 'BMW'].map((name, at) =>
  listed(at + 2, name),
)
const models = [listed(96, 'X5'), listed(97, 'X6')]

/** Names of which each list counts how often it was read. */
function counted() {
  let reads = 0
  const names: KnownNames = {
    candidates(field, { marka_id }) {
      reads += 1
      if (field === 'marka_id') return makes
      return field === 'model_id' && marka_id === 9 ? models : []
    },
    chosen: () => null,
    isElsewhere: () => false,
  }
  return { names, reads: () => reads }
}

const texts = ['BMW', 'бмв', 'Toyta', 'Ауді', '9', 'нічого', '']
const modelTexts = ['X5', 'X 6', 'X', 'Х5', '96', 'BMW X5', 'щось']
const vehicles = texts.flatMap((make) => modelTexts.map((model): VehicleCells => [make, model, '1', '2']))

describe('the vehicles of one file', () => {
  test('mean what each means by itself, whatever was read before', () => {
    const { names } = counted()
    const reader = new VehicleReader(names)
    for (const cells of [...vehicles, ...vehicles.toReversed()])
      expect(reader.read(cells)).toEqual(resolveVehicle(cells, names))
  })

  test('have each of their cells read once', () => {
    const { names, reads } = counted()
    const reader = new VehicleReader(names)
    for (let row = 0; row < 50; row++) reader.read(['BMW', 'X5', '1', '2'])
    const once = reads()
    reader.read(['BMW', 'X6', '', ''])
    expect([once, reads() - once]).toEqual([4, 1])
  })

  test('ask once for the same make whether its list was asked for', () => {
    const { names } = counted()
    const asked: string[] = []
    const isUnasked = (within: VehicleIds): boolean => asked.push(JSON.stringify(within)) > 0
    const reader = new VehicleReader({ ...names, isUnasked })
    for (const model of ['один', 'два', 'три'])
      expect(reader.read(['BMW', model, '', '']).findings).toMatchObject([{ details: { unasked: 1 } }])
    expect(asked).toEqual([JSON.stringify({ ...noIds, marka_id: 9 })])
  })

  test('have names beside 500 unknown texts, and are read on behind them', () => {
    const { names } = counted()
    const reader = new VehicleReader(names)
    const found = (make: string) => reader.read([make, 'X5', '', ''])
    const beside = (make: string) => found(make).findings[0]?.details.candidates
    expect(beside('Toyta')).toContain('Toyota')
    for (let at = 0; at < 499; at++) expect(found(`невідома ${at}`).ids.marka_id).toBeNull()
    expect(beside('Tayota')).not.toContain('Toyota')
    expect(found('Tayota').findings).toMatchObject([{ field: 'marka_id', code: 'name-unknown' }])
    expect(found('бмв').ids).toMatchObject({ marka_id: 9, model_id: 96 })
    // What was found beside a text stays.
    expect(beside('Toyta')).toContain('Toyota')
  })

  test('are read in pieces, between which the main thread does its other work', async () => {
    let turns = 0
    let counting = true
    const count = (): void => {
      turns += 1
      if (counting) setImmediate(count)
    }
    setImmediate(count)
    const { names } = counted()
    const account = {
      ...{ userId: 7, baseUrlLength: 40, stock: 10 },
      currentValues: () => new Map(),
      sentBefore: () => new Map(),
      vehicleReader: () => new VehicleReader(names),
    }
    const compare = compareWith(account, new FileChoices(), null)
    const all = Array.from({ length: 200 }, (_, at): VehicleCells => [`невідома ${at}`, '', '', ''])
    expect(await compare.vehicles([...all, ['BMW', 'X5', '', '']])).toHaveLength(201)
    counting = false
    expect(turns).toBeGreaterThan(5)
  })
})
