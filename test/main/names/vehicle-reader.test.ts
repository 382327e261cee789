import { expect, test } from 'vitest'
import { type KnownNames, resolveVehicle } from '../../../src/main/names/resolve-vehicle.ts'
import { type VehicleCells } from '../../../src/main/names/vehicle-ids.ts'
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

test('the vehicles of one file mean what each means by itself, whatever was read before', () => {
  const { names } = counted()
  const reader = new VehicleReader(names)
  for (const cells of [...vehicles, ...vehicles.toReversed()])
    expect(reader.read(cells)).toEqual(resolveVehicle(cells, names))
})
