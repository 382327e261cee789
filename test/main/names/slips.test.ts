import { expect, it } from 'vitest'
import type { NameCandidate } from '../../../src/main/names/name-match.ts'
import { offeredNames } from '../../../src/main/names/name-candidates.ts'
import { type KnownNames, resolveVehicle } from '../../../src/main/names/resolve-vehicle.ts'
import { noIds } from '../../../src/main/names/vehicle-ids.ts'

const makes = ['Audi', 'BMW', 'Chery', 'DAF', 'Geely', 'Kia', 'MG', 'Mercedes-Benz', 'Skoda', 'Toyota']
const candidates = makes.map((name, at): NameCandidate => ({ id: at + 1, name, about: '', source: 'lookup' }))
const names: KnownNames = {
  candidates: (field) => (field === 'marka_id' ? candidates : []),
  chosen: () => null,
  isElsewhere: () => false,
}
const told = (make: string) => resolveVehicle([make, 'X', '', ''], names).findings[0]?.details.candidates

it.each([
  ['Бмвв', 'BMW (2)'],
  ['Toyta', 'Toyota (10)'],
  ['Тайота', 'Toyota (10)'],
  ['mersedes benz', 'Mercedes-Benz (8)'],
  ['Scoda', 'Skoda (9)'],
])('names the make that %s may be a slip of, and offers it before the others', (text, name) => {
  expect(told(text)).toBe(name)
  const offered = offeredNames('marka_id', noIds, text, names)
  expect(offered[0]?.name).toBe(name)
  expect(offered.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(
    candidates.map(({ id }) => id),
  )
})

it.each(['MX', 'Трамвай', 'Автобус'])('takes %s for no slip', (text) => {
  expect(told(text)).toBe('')
  expect(offeredNames('marka_id', noIds, text, names)[0]?.name).toBe('Audi (1)')
})
