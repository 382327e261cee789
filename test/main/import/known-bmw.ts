import { VehicleReader } from '../../../src/main/names/vehicle-reader.ts'

const candidate = (id: number, name: string) => ({ id, name, about: '', source: 'lookup' as const })

/** Reads vehicles where one make is known, BMW (9), with its models X5 (96) and X6 (97). */
export const knownBmw = (): VehicleReader =>
  new VehicleReader({
    candidates: (field, { marka_id }) => {
      if (field === 'marka_id') return [candidate(9, 'BMW')]
      return field === 'model_id' && marka_id === 9 ? [candidate(96, 'X5'), candidate(97, 'X6')] : []
    },
    chosen: () => null,
    isElsewhere: () => false,
  })
