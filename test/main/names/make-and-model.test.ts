import { describe, expect, it } from 'vitest'
import type { NameCandidate } from '../../../src/main/names/name-match.ts'
import { type KnownNames, resolveVehicle } from '../../../src/main/names/resolve-vehicle.ts'

const named = (id: number, name: string): NameCandidate => ({ id, name, about: '', source: 'lookup' })
const makes = [
  named(1, 'Mercedes'),
  named(2, 'Mercedes-Benz'),
  named(9, 'BMW'),
  named(20, 'Land Rover'),
  named(21, 'Rover'),
  named(30, 'Great Wall'),
]
const models: Readonly<Record<number, readonly NameCandidate[]>> = {
  2: [named(200, 'E 220'), named(201, 'E-Class')],
  9: [named(96, 'X5'), named(97, 'X5 M')],
  20: [named(300, 'Range Rover Sport')],
}

const namesWith = (chosen: Readonly<Record<string, number>> = {}): KnownNames => ({
  candidates: (field, { marka_id, model_id }) => {
    if (field === 'marka_id') return makes
    if (field === 'model_id') return models[marka_id ?? 0] ?? []
    return field === 'base_id' && model_id === 96 ? [named(1511, '40d')] : []
  },
  chosen: (field, _within, text) => chosen[`${field} ${text}`] ?? null,
  isElsewhere: () => false,
})

describe('a cell with make and model', () => {
  it('is both ids, and what stands behind is read within them', () => {
    expect(resolveVehicle(['', 'Mercedes-Benz E 220', '', ''], namesWith())).toMatchObject({
      ids: { marka_id: 2, model_id: 200 },
      findings: [],
    })
    expect(resolveVehicle(['', 'БМВ Х5', '40d', '7'], namesWith()).ids).toMatchObject({ model_id: 96 })
    expect(resolveVehicle(['', 'BMW X5', '40d', '7'], namesWith()).ids).toEqual({
      marka_id: 9,
      model_id: 96,
      base_id: 1511,
      equip_id: 7,
    })
  })

  it.each([
    ['Трамвай X5', 'marka_id', 0],
    ['BMW X9', 'model_id', 9],
    ['BMW', 'model_id', 9],
    ['BMW X5 Sport', 'model_id', 9],
    ['3008', 'marka_id', 0],
  ])('%j is an unknown name, never a guess', (text, field, make) => {
    const { ids, findings } = resolveVehicle(['', text, '40d', ''], namesWith())
    expect(findings).toMatchObject([{ field, code: 'name-unknown', details: { make } }])
    expect([ids.model_id, ids.base_id]).toEqual([null, null])
  })

  it('is what was chosen for the whole of it', () => {
    const chosen = { 'marka_id Бумер Х5': 9, 'model_id Бумер Х5': 96 }
    expect(resolveVehicle(['', 'Бумер Х5', '40d', ''], namesWith(chosen)).ids).toMatchObject({
      marka_id: 9,
      model_id: 96,
      base_id: 1511,
    })
  })
})
